"""The file as a whole means what the query means."""
from __future__ import annotations

from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal


def _value(candidate: Candidate, context: Context) -> float:
    """Cosine of the query to the sum of the file's chunk vectors, 0 where it is negative."""
    return max(0.0, context.meanings.get(candidate.path, 0.0))


SIGNAL = Signal("file-meaning", "the whole file is near in meaning", _value, of_file=True)
