"""Of two like files the one nearer to the root is the general one."""
from __future__ import annotations

from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal


def _value(candidate: Candidate, context: Context) -> float:
    """A fifth of the number of folders above the file."""
    return candidate.path.count("/") / 5


SIGNAL = Signal("depth", "folders above the file", _value, of_file=True)
