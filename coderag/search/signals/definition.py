"""The chunk defines a name that the query spells out."""
from __future__ import annotations

from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal

_CONTAINERS = frozenset({"class", "interface", "struct", "trait", "enum", "type", "record", "module", "namespace"})


def _value(candidate: Candidate, context: Context) -> float:
    """1 for the very definition, 0.7 when only the case differs, 0 otherwise. Looks at symbols inside the chunk."""
    wanted = context.question.identifiers
    if not wanted or candidate.artifact is None:
        return 0.0
    exact, folded = set(wanted), {w.lower().replace("_", "") for w in wanted}
    best = 0.0
    for s in candidate.artifact.symbols:
        if not candidate.start <= s.line <= candidate.end:
            continue
        if s.name in exact or s.qualname in exact:
            best = 1.0
        elif s.name.lower().replace("_", "") in folded:
            best = max(best, 0.7)
    return best


SIGNAL = Signal("definition", "defines a name the query spells out", _value)
