"""Other chunks of the same file match too."""
from __future__ import annotations

from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal


def _value(candidate: Candidate, context: Context) -> float:
    """Lexical score of the file's second-best chunk, relative to the best chunk of all."""
    return context.second_best.get(candidate.path, 0.0)


SIGNAL = Signal("file-agreement", "another chunk of the file matches too", _value, of_file=True)
