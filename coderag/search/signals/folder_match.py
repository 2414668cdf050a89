"""The file lies in a folder named after what is asked."""
from __future__ import annotations

from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal
from coderag.search.signals.stem_match import covered


def _value(candidate: Candidate, context: Context) -> float:
    """Share of the words of the innermost folder's name that the query has; 0 at the root."""
    return covered(candidate.path.rpartition("/")[0].rpartition("/")[2], context)


SIGNAL = Signal("folder-name", "words of the folder's name in the query", _value, of_file=True)
