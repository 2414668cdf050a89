"""What is seldom meant: tests, examples and vendored code, non-code."""
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

TEST_BONUS = 0.25


def _test(candidate: Candidate, context: Context) -> float:
    """1 for a chunk of a test; a small bonus when the query asks for tests (it may ask for the test runner, too)."""
    is_test = context.view.is_test(candidate.path) or candidate.facts.chunk.kind == "test"
    if not is_test:
        return 0.0
    return -TEST_BONUS if context.question.wants_tests else 1.0


def _aside(candidate: Candidate, context: Context) -> float:
    """1 for examples, vendored, legacy, benchmark and similar folders, unless the query names them."""
    match = _ASIDE.search(candidate.path)
    if match is None:
        return 0.0
    return 0.0 if match.group(0).strip("/._-").lower() in context.question.content else 1.0


def _not_code(candidate: Candidate, context: Context) -> float:
    """1 for configuration and plain text among code."""
    return 0.0 if languages.role_of(candidate.entry.language) in ("code", "docs") else 1.0


TEST = Signal("test", "test code (unless tests are asked for)", _test)
ASIDE = Signal("aside", "example, vendored, legacy or tooling folder", _aside, of_file=True)
NOT_CODE = Signal("not-code", "configuration or plain text", _not_code, of_file=True)
