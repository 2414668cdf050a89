"""How much of the query stands in the chunk's doc comment: there people say in prose what the code does."""
from __future__ import annotations

from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal, words_of


def _value(candidate: Candidate, context: Context) -> float:
    """Share of the query's IDF weight found in the doc comment's first paragraph."""
    if candidate.artifact is None or not candidate.chunk.doc:
        return 0.0
    return context.share(words_of(candidate.chunk.doc))


SIGNAL = Signal("doc", "query words in the doc comment", _value)
