"""Dockerfile."""
from __future__ import annotations

import re
from collections.abc import Sequence

from coderag.languages.spec import Heading, LanguageSpec, Outline

_FROM = re.compile(r"^\s*FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?", re.I)


def outline(lines: Sequence[str]) -> Outline:
    """Stages: each FROM begins one."""
    headings: list[Heading] = []
    for row, line in enumerate(lines):
        match = _FROM.match(line)
        if match:
            headings.append(Heading(1, match[2] or match[1], row, row))
    base = next((_FROM.match(lines[h.row])[1] for h in headings[-1:]), "")  # type: ignore[index]
    return Outline(tuple(headings), f"Image built from {base}" if base else "")


SPEC = LanguageSpec(
    id="dockerfile",
    role="config",
    extensions=(".dockerfile",),
    filenames=("Dockerfile", "Containerfile", "Dockerfile.*", "*.Dockerfile"),
    outline=outline,
)
