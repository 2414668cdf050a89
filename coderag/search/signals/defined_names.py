"""How much of the query stands in the names the file defines."""
from __future__ import annotations

from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal


def _value(candidate: Candidate, context: Context) -> float:
    """Share of the query's IDF weight found among the names of the file's definitions."""
    return context.share(context.view.sources.definitions(candidate.entry).words)


SIGNAL = Signal("defined-names", "query words in names the file defines", _value, of_file=True)
