"""How much of the query stands in the chunk's doc comment: there people say in prose what the code does."""
from __future__ import annotations

from coderag.search.facts import Facts
from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal
from coderag.search.stems import words_of


def _value(candidate: Candidate, context: Context) -> float:
    """Share of the query's IDF weight found in the first paragraph of one doc comment, the best of the chunk's."""
    return max(map(context.share, candidate.facts.of(_docs)))


def _docs(facts: Facts) -> frozenset[frozenset[str]]:
    return frozenset(map(words_of, {facts.chunk.doc, *(s.doc for s in facts.symbols)}))


SIGNAL = Signal("doc", "query words in the doc comment", _value)
