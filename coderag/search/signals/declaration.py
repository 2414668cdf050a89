"""A definition is worth more than loose statements."""
from __future__ import annotations

from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal

_LOOSE = frozenset({"block", "window", "config", "imports"})


def _value(candidate: Candidate, context: Context) -> float:
    """1 for a chunk that is a symbol (function, class, section, ...)."""
    return 0.0 if candidate.artifact is None or candidate.chunk.kind in _LOOSE else 1.0


SIGNAL = Signal("declaration", "a whole definition", _value)
