"""The query spells the name of a definition in plain words: ``redirect trailing slash`` for ``redirectTrailingSlash``."""
from __future__ import annotations

from functools import lru_cache

from coderag.index.analyzer import parts
from coderag.search.facts import Facts
from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal
from coderag.search.signals.definition import MEMBER, MEMBERS
from coderag.search.stems import stem


def _value(candidate: Candidate, context: Context) -> float:
    """Share of the query's IDF weight that neighbouring words of it have which are, in order, a whole name of two words or
    more; less for a member of something else. Stop words do not come between."""
    if context.view.is_test(candidate.path) and not context.question.wants_tests:
        return 0.0  # what a test calls its helpers says nothing of where the thing is
    best = 0.0
    for words, worth in candidate.facts.of(_names):
        if words[0] in context.asked and _stands_in(words, context.asked_in_order):
            best = max(best, context.share(frozenset(words)) * worth)
    return best


def _names(facts: Facts) -> tuple[tuple[tuple[str, ...], float], ...]:
    """The words of each name of two words or more, and what it is worth. A namespace is opened by many files."""
    names = ((_words(s.name), MEMBER if s.kind in MEMBERS else 1.0) for s in facts.symbols if s.kind != "namespace")
    return tuple((words, worth) for words, worth in names if len(words) > 1)


def _stands_in(words: tuple[str, ...], asked: tuple[str, ...]) -> bool:
    return any(asked[i : i + len(words)] == words for i in range(len(asked) - len(words) + 1))


@lru_cache(maxsize=100_000)
def _words(name: str) -> tuple[str, ...]:
    return tuple(map(stem, parts(name)))


SIGNAL = Signal("spelled", "its name is spelled in the query's words", _value)
