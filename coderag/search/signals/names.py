"""How much of the query stands in the name of what the chunk defines."""
from __future__ import annotations

from coderag.search.facts import Facts
from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal
from coderag.search.stems import words_of

_SHORTEST = 3


def _value(candidate: Candidate, context: Context) -> float:
    """Share of the query's IDF weight found in one qualified name, the best of the chunk's; ``req`` meets ``request``."""
    return max(context.share(words, _SHORTEST) for words in candidate.facts.of(_names))


def _names(facts: Facts) -> frozenset[frozenset[str]]:
    chunk = facts.chunk
    return frozenset(map(words_of, {chunk.qualname or chunk.name, *(s.qualname or s.name for s in facts.symbols)}))


SIGNAL = Signal("name", "query words in the symbol's name", _value)
