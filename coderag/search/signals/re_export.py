"""The file hands on a name that the query spells out and that nothing here defines: the next best to its definition."""
from __future__ import annotations

from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal
from coderag.search.signals.definition import WHOLE_QUERY


def _value(candidate: Candidate, context: Context) -> float:
    """1 for a chunk with such a name in a file that exports it, 4 if the name is all that was asked."""
    if not context.only_used:
        return 0.0
    place = (candidate.segment, candidate.document)
    names = [name for name, places in context.only_used.items() if place in places]
    if not any(name in context.view.exports(candidate.entry) for name in names):
        return 0.0
    return WHOLE_QUERY if context.question.text in names else 1.0


SIGNAL = Signal("re-export", "hands on a name the query spells out", _value)
