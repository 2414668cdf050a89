"""What is seldom meant: tests, examples and vendored code, re-exporting files, non-code, late pieces of long units."""
from __future__ import annotations

import re

from coderag import languages
from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal

_ASIDE = re.compile(
    r"(^|/)(examples?|samples?|demos?|docs?_src|docs?|vendor|third_party|legacy|compat|deprecated|benchmarks?|bench|"
    r"fixtures?|testdata|migrations|scripts|tools)(/|$)|[._-](compat|legacy|deprecated)\b",
    re.IGNORECASE,
)
_REEXPORT = re.compile(r"(^|/)(__init__\.py|index\.[jt]sx?|mod\.rs|package-info\.java)$")


def _test(candidate: Candidate, context: Context) -> float:
    """1 for a chunk of a test; -1 (a bonus) when the query asks for tests."""
    is_test = context.view.is_test(candidate.path) or (candidate.artifact is not None and candidate.chunk.kind == "test")
    if not is_test:
        return 0.0
    return -1.0 if context.question.wants_tests else 1.0


def _aside(candidate: Candidate, context: Context) -> float:
    """1 for examples, vendored, legacy, benchmark and similar folders, unless the query names them."""
    match = _ASIDE.search(candidate.path)
    if match is None:
        return 0.0
    return 0.0 if match.group(0).strip("/._-").lower() in context.question.content else 1.0


def _reexport(candidate: Candidate, context: Context) -> float:
    """1 for a file that usually only passes names on, unless the chunk is a definition."""
    if not _REEXPORT.search(candidate.path):
        return 0.0
    return 1.0 if candidate.artifact is None or candidate.chunk.kind in ("block", "module", "window") else 0.3


def _not_code(candidate: Candidate, context: Context) -> float:
    """1 for configuration and plain text among code."""
    return 0.0 if languages.role_of(candidate.entry.language) in ("code", "docs") else 1.0


def _piece(candidate: Candidate, context: Context) -> float:
    """1 for the second and later pieces of a unit over the size limit."""
    return 1.0 if candidate.artifact is not None and candidate.chunk.part > 1 else 0.0


TEST = Signal("test", "test code (unless tests are asked for)", _test)
ASIDE = Signal("aside", "example, vendored, legacy or tooling folder", _aside)
REEXPORT = Signal("re-export", "a file that mostly re-exports", _reexport)
NOT_CODE = Signal("not-code", "configuration or plain text", _not_code)
PIECE = Signal("piece", "a later piece of a long unit", _piece)
