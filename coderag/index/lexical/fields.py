"""The fields of a lexical document, and the Whoosh schema they make.

Invariant: the order of ``FIELDS`` is the order of summation in scoring and the field number in segment files; both
change with it. Adding a field is one row here and a new pipeline version.
"""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """``scored``: keeps field lengths and takes part in BM25F; ``b``: how much a long field counts against a match."""

    scored: bool
    b: float = 0.0


FIELDS: dict[str, Field] = {
    "name": Field(scored=True, b=0.3),  # short by nature: length says little
    "path": Field(scored=True, b=0.3),
    "body": Field(scored=True, b=0.75),  # the usual value for running text
    "doc": Field(scored=True, b=0.75),
    "defs": Field(scored=False),  # names as written, for exact lookup
    "refs": Field(scored=False),
}
SCORED = tuple(name for name, field in FIELDS.items() if field.scored)


def schema():
    """Whoosh schema: stock types only, so that a stock Whoosh opens the index without this package."""
    from coderag.index.lexical.whoosh_api import whoosh

    w = whoosh()
    # Existence, because the term frequency is the posting's weight: a Frequency format would store it twice.
    # The analyzer is for people who open the index by hand; documents arrive analysed.
    return w.fields.Schema(
        **{
            name: w.fields.FieldType(w.formats.Existence(), w.analysis.KeywordAnalyzer(), scorable=field.scored)
            for name, field in FIELDS.items()
        }
    )
