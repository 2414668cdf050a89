"""The chunk contains the query verbatim."""
from __future__ import annotations

from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal


def _value(candidate: Candidate, context: Context) -> float:
    """1 if the text as typed occurs, 0.5 if it does when case is ignored. Only for code-like or one-word queries."""
    wanted = context.question.literal
    if not wanted:
        return 0.0
    text = context.view.text(candidate.entry, candidate.start, candidate.end)
    if wanted in text:
        return 1.0
    return 0.5 if wanted.lower() in text.lower() else 0.0


SIGNAL = Signal("literal", "contains the query verbatim", _value)
