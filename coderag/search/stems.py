"""Words by their stems: what a question, a name, a path and a doc comment are compared by."""
from __future__ import annotations

from functools import lru_cache

from coderag.index.analyzer import parts


@lru_cache(maxsize=20_000)
def words_of(text: str) -> frozenset[str]:
    """Stems of the words of a name, path or comment."""
    return stems_in(text)


def stems_in(text: str) -> frozenset[str]:
    """The same for a text too long, or too seldom asked for, to be kept."""
    return frozenset(map(stem, parts(text)))


_ENDINGS = ("ization", "isation", "ations", "ation", "izing", "ising", "ings", "ing", "ers", "er", "ors", "or", "ed",
            "es", "s")  # fmt: skip


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """Word without a common English ending, if at least four letters remain; ``retries`` becomes ``retry``."""
    if word.endswith(("ies", "ied")) and len(word) > 5:
        return word[:-3] + "y"
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word
