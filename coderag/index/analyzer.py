"""The one analyzer: text → search tokens, for documents and queries alike.

Invariant: both sides call :func:`tokens`, so whatever is written literally in the code can be asked for literally.
An identifier yields its parts (``getUserName`` → get, user, name), each pair of neighbouring parts (getuser, username)
and the whole without separators (getusername), so that ``user name``, ``username``, ``GETUSERNAME`` and ``getUser`` all
reach it, and ``get_user_name`` as well. ``-`` and ``::`` join words the way ``_`` does. CJK runs become bigrams.

Left out on purpose: stop words (``is not`` and ``C`` are legitimate queries) and stemming. A stemmer would go into
``_tokens_of_word``, where the parts are lower-cased, and must come with a new pipeline version.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from unicodedata import normalize

MAX_TOKEN = 64  # longer tokens are blobs; cut on both sides, so they still meet
MAX_PAIRED_PARTS = 12  # more parts than this is data, not a name: no pairs
# Bounding a word keeps the cache bounded in bytes: a megabyte without a space becomes many words.
_ASCII_WORD = re.compile(r"\w{1,200}(?:(?:-|::)\w{1,200}){0,7}", re.ASCII)
_WORD = re.compile(r"\w{1,200}(?:(?:-|::)\w{1,200}){0,7}")
# A plural acronym (URLs) is acronym + s; an acronym ends before the capital of the next word (HTTP|Server).
_PARTS = re.compile(r"[A-Z]{2,}(?=s(?![a-z]))|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_OPAQUE = re.compile(r"0[xX][0-9a-fA-F_]+|(?=[0-9]*[a-fA-F])(?=[a-fA-F]*[0-9])[0-9a-fA-F]{16,}")
# Scripts written without spaces between words, and Hangul, whose particles stick to the word.
_CJK = re.compile(
    "[\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f"
    "\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\U0001b000-\U0001b16f\U00020000-\U0003ffff]+"
)
_SEPARATORS = re.compile(r"[_:\-]+")
_NAME = re.compile(r"[^\W\d]\w*(?:(?:::|\.|->|#)~?[^\W\d]\w*)*")
_QUALIFIERS = re.compile(r"::|\.|->|#")


def tokens(text: str) -> list[str]:
    """All tokens of ``text`` in order, repeated as often as they occur."""
    if text.isascii():
        words = _ASCII_WORD.findall(text)
    else:
        # Composes accents and folds full-width forms; without it one visible word has several spellings.
        words = _WORD.findall(normalize("NFKC", text))
    return list(chain.from_iterable(map(_tokens_of_word, words)))


def parts(text: str) -> list[str]:
    """Distinct words of ``text`` in order, identifiers taken apart and no compounds: ``getUser`` → get, user."""
    if text.isascii():  # many at a time: a file's names are taken apart when it is first judged
        lower = "\n".join(dict.fromkeys(_PARTS.findall(text))).lower().split("\n")
        return list(dict.fromkeys(part[:MAX_TOKEN] for part in lower if part))
    found: dict[str, None] = {}
    for word in _WORD.findall(normalize("NFKC", text)):
        if word.isascii():
            found.update((part.lower()[:MAX_TOKEN], None) for part in _PARTS.findall(word))
        else:
            found.update((token, None) for token in _parts_of_foreign_word(word))
    return list(found)


def identifiers(text: str) -> list[str]:
    """Names in ``text`` as written: qualified names first whole, then their last component; no duplicates.

    ``std::vector push_back`` → ``std::vector``, ``vector``, ``push_back``. Plain words are names too (``dist`` may be
    a function); :func:`is_distinctive` tells which ones can hardly be prose.
    """
    found: dict[str, None] = {}
    for name in _NAME.findall(text):
        found[name] = None
        last = _QUALIFIERS.split(name)[-1]
        if last != name:
            found[last] = None
    return list(found)


def bare(name: str) -> str:
    """A name without case and underscores."""
    return name.lower().replace("_", "")


def is_distinctive(name: str) -> bool:
    """True where the form alone says "code": separators, inner capitals, digits, all capitals."""
    body = name.strip("_")
    return body != name or not body.isalpha() or any(c.isupper() for c in body[1:])


@lru_cache(maxsize=1 << 16)
def _tokens_of_word(word: str) -> tuple[str, ...]:
    if not word.isascii():
        return tuple(_tokens_of_foreign_word(word))
    if _OPAQUE.fullmatch(word):
        return (word.lower()[:MAX_TOKEN],)
    return _with_compounds([part.lower() for part in _PARTS.findall(word)])


def _with_compounds(parts: list[str]) -> tuple[str, ...]:
    """Parts, pairs of neighbours, whole."""
    count = len(parts)
    if count < 2:
        return (parts[0][:MAX_TOKEN],) if parts else ()
    found = [part[:MAX_TOKEN] for part in parts]
    if 2 < count <= MAX_PAIRED_PARTS:
        found += [(a + b)[:MAX_TOKEN] for a, b in zip(parts, parts[1:], strict=False)]
    found.append("".join(parts)[:MAX_TOKEN])
    return tuple(found)


def _tokens_of_foreign_word(word: str) -> Iterator[str]:
    """A word with characters beyond ASCII: CJK runs as bigrams, the rest split where its case changes."""
    start = 0
    for run in _CJK.finditer(word):
        yield from _with_compounds(_foreign_parts(word[start : run.start()]))
        yield from _bigrams(run.group())
        start = run.end()
    yield from _with_compounds(_foreign_parts(word[start:]))


def _parts_of_foreign_word(word: str) -> Iterator[str]:
    start = 0
    for run in _CJK.finditer(word):
        yield from _foreign_parts(word[start : run.start()])
        yield from _bigrams(run.group())
        start = run.end()
    yield from _foreign_parts(word[start:])


def _bigrams(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


def _foreign_parts(word: str) -> list[str]:
    parts: list[str] = []
    for piece in _SEPARATORS.split(word):
        start = 0
        for i in range(1, len(piece)):
            before, here, after = piece[i - 1], piece[i], piece[i + 1 : i + 2]
            if (
                (here.isupper() and (not before.isupper() or after.islower()))
                or before.isdigit() != here.isdigit()
            ):
                parts.append(piece[start:i])
                start = i
        parts.append(piece[start:])
    return [part.casefold() for part in parts if part]
