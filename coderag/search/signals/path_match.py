"""How much of the query stands in the folders."""
from __future__ import annotations

from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal, word_set


def _value(candidate: Candidate, context: Context) -> float:
    """Share of the query's IDF weight found in the folder names."""
    return context.share(word_set(candidate.path.rpartition("/")[0]))


SIGNAL = Signal("folder", "query words in the folders", _value)
