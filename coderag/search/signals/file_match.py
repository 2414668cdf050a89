"""The file as a whole is about the query."""
from __future__ import annotations

from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal


def _value(candidate: Candidate, context: Context) -> float:
    """BM25 of the file relative to the best file."""
    return context.files.get(candidate.path, 0.0)


SIGNAL = Signal("file", "the whole file matches", _value, of_file=True)
