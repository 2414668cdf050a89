"""A definition is worth more than loose statements, and what does the work more than the list of its members."""
from __future__ import annotations

from coderag.search.facts import Facts
from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal

_LOOSE = frozenset({"block", "window", "config", "imports"})
_DOES = frozenset({"function", "method", "constructor", "macro", "property"})
_OTHER = 0.3


def _value(candidate: Candidate, context: Context) -> float:
    """1 for a function or what holds one, 0.3 for another definition (a class apart from its methods), 0 for loose
    statements."""
    return candidate.facts.of(_worth)


def _worth(facts: Facts) -> float:
    if facts.chunk.kind in _LOOSE:
        return 0.0
    return 1.0 if facts.chunk.kind in _DOES or any(s.kind in _DOES for s in facts.symbols) else _OTHER


SIGNAL = Signal("declaration", "a whole definition", _value)
