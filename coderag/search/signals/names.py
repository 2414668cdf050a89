"""How much of the query stands in the chunk's own name."""
from __future__ import annotations

from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal, words_of

_SHORTEST = 3


def _value(candidate: Candidate, context: Context) -> float:
    """Share of the query's IDF weight found in the chunk's qualified name; ``req`` meets ``request``."""
    if candidate.artifact is None:
        return 0.0
    chunk = candidate.chunk
    return context.share(words_of(chunk.qualname or chunk.name), _SHORTEST) if chunk.name else 0.0


SIGNAL = Signal("name", "query words in the symbol's name", _value)
