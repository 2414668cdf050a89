"""What a signal is and what it may look at."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from coderag.index.analyzer import tokens
from coderag.search.question import Question
from coderag.search.reader import View
from coderag.search.retrieve import Candidate


@dataclass
class Context:
    """Facts of the request that signals share."""

    view: View
    question: Question
    total_idf: float
    second_best: dict[str, float] = field(default_factory=dict)  # path -> relative score of its second-best chunk
    files: dict[str, float] = field(default_factory=dict)  # path -> BM25 of the file, relative to the best file

    def file_score(self, path: str) -> float:
        return self.files.get(path, 0.0)

    def share(self, words: frozenset[str] | set[str]) -> float:
        """Share of the query's IDF weight whose words are among ``words`` (singular and plural count as one)."""
        if not self.total_idf:
            return 0.0
        forms = self.question.forms
        hit = sum(self.question.idf.get(t, 0.0) for t in self.question.content if _meets(t, forms.get(t, ()), words))
        return hit / self.total_idf


@dataclass(frozen=True)
class Signal:
    name: str
    help: str
    value: Callable[[Candidate, Context], float]


@lru_cache(maxsize=100_000)
def word_set(text: str) -> frozenset[str]:
    """Analysed words of a name or path, with a crude stem beside each."""
    out = set()
    for t in tokens(text):
        out.add(t)
        out.add(stem(t))
    return frozenset(out)


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


def _meets(term: str, forms: tuple[str, ...], words: frozenset[str] | set[str]) -> bool:
    return term in words or stem(term) in words or any(f in words for f in forms)
