"""How much of the query stands in the names the file defines."""
from __future__ import annotations

from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal, words_of


def _value(candidate: Candidate, context: Context) -> float:
    """Share of the query's IDF weight found among the names of the file's definitions."""
    if candidate.artifact is None or not candidate.artifact.symbols:
        return 0.0
    return context.share(words_of("\n".join(dict.fromkeys(s.name for s in candidate.artifact.symbols))))


SIGNAL = Signal("defined-names", "query words in names the file defines", _value)
