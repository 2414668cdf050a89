"""The chunk contains the query verbatim."""
from __future__ import annotations

import re

from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal

_CODE_LIKE = re.compile(r"[^\w\s?.,'\"-]|\d")
CODE_LIKE = 6.0
"""Nobody types ``user_id=%s AND`` or ``ERR_7731`` by chance: found verbatim, it is what was meant."""
ONE_WORD = 4.0
"""Nor a single word that nothing is called: a chunk that has it goes before one that is only near in meaning."""


def _value(candidate: Candidate, context: Context) -> float:
    """1 if the text as typed occurs (6 if it has digits or punctuation of code, 4 if it is one word
    and no name of a definition), half of it when case is ignored. Only for code-like or one-word queries."""
    wanted = context.question.literal
    if not wanted:
        return 0.0
    text = context.view.text(candidate.entry, candidate.start, candidate.end)
    worth = CODE_LIKE if _CODE_LIKE.search(wanted) else ONE_WORD if context.undefined_word else 1.0
    if wanted in text:
        return worth
    return worth / 2 if wanted.lower() in text.lower() else 0.0


SIGNAL = Signal("literal", "contains the query verbatim", _value)
