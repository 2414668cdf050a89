"""English word forms of a query term that the index actually contains: ``retries`` also asks for ``retry``.

The index holds words as they are written (the analyzer does not stem), so widening happens on the query side, where a
form can weigh less than the word itself.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

_SHORTEST = 4


@lru_cache(maxsize=20_000)
def forms(word: str) -> tuple[str, ...]:
    """Other spellings the word may have, most likely first; empty for short words and words with digits."""
    if len(word) < _SHORTEST or not word.isascii() or not word.isalpha():
        return ()
    stems: dict[str, None] = {}
    for ending, replacements in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            for r in replacements:
                stems[word[: len(word) - len(ending)] + r] = None
    base = word[:-3] if word.endswith("ing") else word[:-2] if word.endswith(("ed", "er")) else ""
    if len(base) >= 4 and base[-1] == base[-2]:  # running -> run
        stems[base[:-1]] = None
    out: dict[str, None] = dict.fromkeys(stems)
    out[word + "s"] = None
    for s in stems or (word,):
        for r in ("s", "es", "ed", "d", "ing", "er", "or", "ion", "ation"):
            out[s + r] = None
        if s.endswith("e"):
            out[s[:-1] + "ing"] = out[s[:-1] + "ion"] = out[s[:-1] + "or"] = out[s[:-1] + "ation"] = None
        if s.endswith("y"):
            out[s[:-1] + "ies"] = out[s[:-1] + "ied"] = None
        if len(s) >= 3 and s[-1] not in "aeiouwxy" and s[-2] in "aeiou" and s[-3] not in "aeiou":
            out[s + s[-1] + "ing"] = out[s + s[-1] + "ed"] = out[s + s[-1] + "er"] = None
    out.pop(word, None)
    return tuple(out)


_ENDINGS = (
    ("ies", ("y",)),
    ("ied", ("y",)),
    ("es", ("", "e")),
    ("s", ("",)),
    ("ing", ("", "e")),
    ("ed", ("", "e")),
    ("ers", ("", "e", "er")),
    ("er", ("", "e")),
    ("ors", ("", "e", "or")),
    ("or", ("", "e")),
    ("ations", ("e", "ation")),
    ("ation", ("", "e")),
    ("ions", ("", "e", "ion")),
    ("ion", ("", "e")),
)


def present(word: str, document_frequency: Callable[[str], int], most: int = 6) -> tuple[str, ...]:
    """Those of :func:`forms` that some chunk contains, most frequent first (ties by spelling)."""
    found = [(-n, f) for f in forms(word) if (n := document_frequency(f))]
    return tuple(f for _, f in sorted(found)[:most])
