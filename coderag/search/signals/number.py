"""A dotted number of the query, a version above all, stands in the heading: words alone know only its digits."""
from __future__ import annotations

import re

from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal

_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)+(?!\w)")
SERIES = 0.7
"""``2.3`` in ``2.3.1``."""
IN_TEXT = 0.5


def _value(candidate: Candidate, context: Context) -> float:
    """Mean over the query's dotted numbers: 1 in the chunk's qualified name, 0.7 if a longer one there begins with it,
    0.5 in its text."""
    asked = set(_NUMBER.findall(context.question.text))
    if not asked:
        return 0.0
    name = _NUMBER.findall(candidate.facts.chunk.qualname)
    found = 0.0
    for number in sorted(asked):
        if number in name:
            found += 1.0
        elif any(n.startswith(number + ".") for n in name):
            found += SERIES
        elif number in _NUMBER.findall(context.view.text(candidate.entry, candidate.start, candidate.end)):
            found += IN_TEXT
    return found / len(asked)


SIGNAL = Signal("number", "a version of the query in the heading", _value)
