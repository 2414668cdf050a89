"""Known gaps of a language: each case states what would be right, and fails as soon as that holds."""
from __future__ import annotations

import pytest

from coderag.analysis import analyze


def qualnames(language: str, source: str) -> set[str]:
    return {s.qualname for s in analyze(source.encode(), language).symbols}


def references(language: str, source: str) -> set[tuple[str, str]]:
    """(kind, name) of every reference."""
    return {(r.kind, r.name) for r in analyze(source.encode(), language).references}


def gap(reason: str, holds: bool) -> None:
    if not holds:
        pytest.skip(f"known gap: {reason}")
    pytest.fail(f"no gap any more, move it to the expectations: {reason}")
