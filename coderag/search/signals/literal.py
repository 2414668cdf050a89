"""The chunk contains the query verbatim."""
from __future__ import annotations

import re

from coderag.search.retrieve import LEXICAL, Candidate
from coderag.search.signals.base import Context, Signal

_CODE_LIKE = re.compile(r"[^\w\s?.,'\"-]|\d")
_WORD = re.compile(r"\w+")
CODE_LIKE = 6.0
"""Nobody types ``user_id=%s AND`` or ``ERR_7731`` by chance: found verbatim, it is what was meant."""
ONE_WORD = 4.0
"""Nor a single word that nothing is called: a chunk that has it goes before one that is only near in meaning."""


PASSAGE = 4.0
"""Nor a passage of several words: it is a message or a comment that somebody copied. The whole query; less for a part."""
PASSAGE_WORDS = 4
PASSAGE_CONTENT = 3
"""Words of a passage, and those among them that are no stop words."""
LOOKED_AT = 10
"""Chunks, best by words, that are searched for a passage: others cannot have much of it."""


def _value(candidate: Candidate, context: Context) -> float:
    """1 if the text as typed occurs (6 if it has digits or punctuation of code, 4 if it is one word
    and no name of a definition), half of it when case is ignored. Only for code-like or one-word queries; for others 4 times
    the share of their words that stand together in the chunk, if those are a passage."""
    wanted = context.question.literal
    if not wanted:
        return _passage(candidate, context)
    text = context.view.text(candidate.entry, candidate.start, candidate.end)
    worth = CODE_LIKE if _CODE_LIKE.search(wanted) else ONE_WORD if context.undefined_word else 1.0
    if wanted in text:
        return worth
    return worth / 2 if wanted.lower() in text.lower() else 0.0


def _passage(candidate: Candidate, context: Context) -> float:
    words = context.question.words
    if len(words) < PASSAGE_CONTENT or candidate.ranks.get(LEXICAL, LOOKED_AT + 1) > LOOKED_AT:
        return 0.0
    text = context.view.text(candidate.entry, candidate.start, candidate.end).lower()
    content = set(context.question.content)
    if _content(words, {word for word in content if word in text}) < PASSAGE_CONTENT:
        return 0.0
    text = f" {' '.join(_WORD.findall(text))} "
    best = start = 0
    for end in range(1, len(words) + 1):
        while start < end and f" {' '.join(words[start:end])} " not in text:
            start += 1
        run = words[start:end]
        if len(run) > best and (len(run) >= PASSAGE_WORDS or len(run) == len(words)) and _content(run, content) >= PASSAGE_CONTENT:
            best = len(run)
    return PASSAGE * best / len(words)


def _content(words: tuple[str, ...], content: set[str]) -> int:
    return sum(word in content for word in words)


SIGNAL = Signal("literal", "contains the query verbatim", _value)
