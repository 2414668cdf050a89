"""What a signal is and what it may look at."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from coderag.index.analyzer import bare
from coderag.search.qualified import Asked, read
from coderag.search.question import Question
from coderag.search.reader import View
from coderag.search.retrieve import Candidate
from coderag.search.stems import stem, words_of


@dataclass
class Context:
    """Facts of the request that signals share. The numbers by path are 0 for a path that is not there."""

    view: View
    question: Question
    second_best: Mapping[str, float] = field(default_factory=dict)  # path -> relative score of its second-best chunk
    files: Mapping[str, float] = field(default_factory=dict)  # path -> BM25 of the file, relative to the best file
    meanings: Mapping[str, float] = field(default_factory=dict)  # path -> cosine of the whole file to the query

    def __post_init__(self) -> None:
        self.asked = _asked(self.question)  # stem of a word of the query -> its IDF
        self.asked_in_order = tuple(w for w in map(stem, self.question.content) if w in self.asked)
        self._total = sum(self.asked.values())
        self._shares: dict[tuple[frozenset[str], int], float] = {}
        self._begun: dict[int, frozenset[str]] = {0: frozenset(self.asked)}

    @cached_property
    def named(self) -> frozenset[str]:
        """Words of the query that may be names, as written and without case and underscores."""
        return frozenset(form for name in self.question.identifiers for form in (name, bare(name)))

    @cached_property
    def qualified(self) -> tuple[Asked, ...]:
        """The name that the whole query is, and the names in it that say what they are in."""
        named = [asked for asked in map(read, self.question.identifiers) if asked.qualifier]
        return tuple([self.question.name, *named] if self.question.name else named)

    @cached_property
    def undefined_word(self) -> bool:
        """Whether the query is one word that no definition has for its name."""
        word = self.question.literal
        if not word or len(word.split()) > 1:
            return False
        return not self.view.snapshot.lexical.document_frequency("defs", word)

    @cached_property
    def only_used(self) -> dict[str, frozenset[tuple[int, int]]]:
        """Names the query spells out that nothing here defines -> (segment, document) of the chunks that use them."""
        index, out = self.view.snapshot.lexical, {}
        for name in sorted(self.question.distinctive):
            if not index.document_frequency("defs", name):
                parts = index.postings("refs", name)
                out[name] = frozenset((segment, row) for segment, (rows, _) in enumerate(parts) for row in rows.tolist())
        return out

    def share(self, words: frozenset[str], shortest: int = 0) -> float:
        """Share of the query's IDF weight whose words are among the stems ``words``. With ``shortest``, one word may
        begin with the other if the shorter has that many letters: ``config`` in a path meets ``configuration``."""
        begun = _beginnings(words, shortest) if shortest else words
        if not self._total or begun.isdisjoint(self._asked_begun(shortest)):
            return 0.0
        known = self._shares.get((words, shortest))  # the chunks of a file ask the same of its path and names
        if known is None:
            hit = 0.0
            for word, weight in self.asked.items():
                if word in words or (shortest and word[:shortest] in begun and any(meets(word, w, shortest) for w in words)):
                    hit += weight
            known = self._shares[words, shortest] = hit / self._total
        return known

    def meets(self, word: str, shortest: int) -> bool:
        """Whether a word of the query and the stem ``word`` are equal, or one begins with the other as in :func:`meets`."""
        return word[:shortest] in self._asked_begun(shortest) and any(meets(asked, word, shortest) for asked in self.asked)

    def _asked_begun(self, shortest: int) -> frozenset[str]:
        """First letters of the words of the query, or the whole words."""
        if shortest not in self._begun:
            self._begun[shortest] = _beginnings(frozenset(self.asked), shortest)
        return self._begun[shortest]


@dataclass(frozen=True)
class Signal:
    name: str
    help: str
    value: Callable[[Candidate, Context], float]
    of_file: bool = False  # the same for all chunks of a file


@lru_cache(maxsize=20_000)
def _beginnings(words: frozenset[str], length: int) -> frozenset[str]:
    return frozenset(word[:length] for word in words)


def meets(a: str, b: str, shortest: int) -> bool:
    """Whether two stems are equal, or the longer one begins with the other and that has ``shortest`` letters."""
    return a == b or (len(a) >= shortest and len(b) >= shortest and (a.startswith(b) or b.startswith(a)))


def _asked(question: Question) -> dict[str, float]:
    simple = words_of(question.text)
    out: dict[str, float] = {}
    for term in question.content:
        word = stem(term)
        if word in simple:
            out[word] = max(out.get(word, 0.0), question.idf.get(term, 0.0))
    return out
