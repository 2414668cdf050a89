"""The chunk defines a name that the query spells out."""
from __future__ import annotations

from coderag.search.facts import Facts
from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal, bare

PLAIN_WORD = 0.25
MEMBER = 0.6
"""A field, variable or constructor of that name is a smaller thing than a type or function."""
MEMBERS = frozenset({"constructor", "field", "property", "variable"})
WHOLE_QUERY = 4.0
"""A query that is nothing but a name asks for its definition; names that merely contain it must not win."""


def _value(candidate: Candidate, context: Context) -> float:
    """1 for the very definition (4 if the name is all that was asked), 0.7 when only the case differs; a quarter of that for a name that is a plain word of
    a longer question ("cookies"), which is more often prose. Looks at the symbols that start inside the chunk."""
    if context.named.isdisjoint(candidate.facts.of(_names)):
        return 0.0
    question, best = context.question, 0.0
    for s in candidate.facts.symbols:
        for name in question.identifiers:
            if name in (s.name, s.qualname):
                value = 1.0
            elif bare(name) == bare(s.name):
                value = 0.7
            else:
                continue
            if s.kind in MEMBERS:
                value *= MEMBER
            if name == question.text:
                value *= WHOLE_QUERY
            best = max(best, value if name in question.distinctive else value * PLAIN_WORD)
    return best


def _names(facts: Facts) -> frozenset[str]:
    return frozenset(form for s in facts.symbols for form in (s.name, s.qualname, bare(s.name)))


SIGNAL = Signal("definition", "defines a name the query spells out", _value)
