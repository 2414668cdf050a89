"""The chunk defines a name that the query spells out."""
from __future__ import annotations

from coderag.index.analyzer import bare
from coderag.search.facts import Facts
from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal

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
        member = MEMBER if s.kind in MEMBERS else 1.0
        for name in question.identifiers:
            if name in (s.name, s.qualname):
                value = member
            elif bare(name) == bare(s.name):
                value = 0.7 * member
            else:
                continue
            if name == question.text:
                value *= WHOLE_QUERY
            best = max(best, value if name in question.distinctive else value * PLAIN_WORD)
        for asked in context.qualified:
            if s.name == asked.simple and asked.meets(s.name, s.qualname, candidate.path):
                best = max(best, member * (WHOLE_QUERY if asked is question.name and _of_kind(s.kind, question.kind) else 1.0))
    return best


def _of_kind(kind: str, asked: str) -> bool:
    return not asked or kind == asked or (kind, asked) == ("method", "function")


def _names(facts: Facts) -> frozenset[str]:
    return frozenset(form for s in facts.symbols for form in (s.name, s.qualname, bare(s.name)))


SIGNAL = Signal("definition", "defines a name the query spells out", _value)
