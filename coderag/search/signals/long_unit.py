"""The chunk is a piece of a unit too long for one chunk: the functions where the work is done are long."""
from __future__ import annotations

from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal


def _value(candidate: Candidate, context: Context) -> float:
    """1 for the second and later pieces (the first one has the name and the signature to speak for it)."""
    return 1.0 if candidate.facts.chunk.part > 1 else 0.0


SIGNAL = Signal("long-unit", "a piece of a long unit", _value)
