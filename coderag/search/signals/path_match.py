"""How much of the query stands in the path."""
from __future__ import annotations

from functools import lru_cache

from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal
from coderag.search.signals.stem_match import file_stem
from coderag.search.stems import words_of

_SHORTEST = 3
"""Folders are short for what they hold: ``src/auth``, ``lib/req``."""


def _value(candidate: Candidate, context: Context) -> float:
    """Share of the query's IDF weight found in the folders or the file's stem."""
    return context.share(_words(candidate.path), _SHORTEST)


@lru_cache(maxsize=20_000)
def _words(path: str) -> frozenset[str]:
    return words_of(path.rpartition("/")[0]) | words_of(file_stem(path))


SIGNAL = Signal("path", "query words in the path", _value, of_file=True)
