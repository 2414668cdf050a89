"""Retrievers: lexical, dense and symbol. Each gives candidates in its own order; fusion makes one list of them."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from coderag.index.analyzer import tokens
from coderag.index.manifest import Entry
from coderag.index.snapshot import Place
from coderag.search.facts import Facts
from coderag.search.qualified import Asked, read
from coderag.search.question import Question, parse
from coderag.search.reader import View

FIELD_WEIGHTS = {"name": 2.0, "path": 1.5, "body": 1.0, "doc": 1.0}
FORM_WEIGHT = 0.4
"""Weight of another form of a query's word, next to 1 for the word as typed."""
LEXICAL, DENSE, SYMBOL, PLACE = "lexical", "dense", "symbol", "place"


@dataclass(slots=True, eq=False)
class Candidate:
    """A live chunk that some retriever proposed. ``ranks`` start at 1."""

    segment: int
    document: int
    file: int  # index of the path
    path: str
    entry: Entry
    ordinal: int
    start: int
    end: int
    order: tuple[int, int, int]  # tie-break: path in byte order, then position
    ranks: dict[str, int] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)
    facts: Facts = field(init=False)
    """What its artifact says of it; there once it is judged."""


class Pool:
    """Candidates of one request, one object a chunk."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.by_place: dict[tuple[int, int], Candidate] = {}

    def at(self, segment: int, documents: np.ndarray) -> list[Candidate]:
        """The candidates of live documents of one segment."""
        known, keys = self.by_place, [(segment, document) for document in documents.tolist()]
        new = [i for i, key in enumerate(keys) if key not in known]
        for i, place in zip(new, self.view.snapshot.places(segment, documents[new]), strict=True):
            file, _, _, ordinal, start, _ = place
            known[keys[i]] = Candidate(*keys[i], *place, (file, start, ordinal))
        return [known[key] for key in keys]

    def keep(self, wanted: Callable[[Candidate], bool]) -> None:
        self.by_place = {place: c for place, c in self.by_place.items() if wanted(c)}

    def add(self, retriever: str, found: list[tuple[Candidate, float]]) -> None:
        """Rank by (score, path, line): places with equal scores are ordered the same in every segmentation."""
        ordered = sorted(found, key=lambda f: (-f[1], f[0].order))
        for rank, (candidate, score) in enumerate(ordered, 1):
            if retriever not in candidate.ranks:
                candidate.ranks[retriever] = rank
                candidate.scores[retriever] = score


def question_of(view: View, text: str) -> Question:
    """The text as a question to this snapshot. UsageError if there is nothing in it to search for."""
    index = view.snapshot.lexical
    return parse(text, lambda term: index.document_frequency("body", term), index.documents)


def lexical(pool: Pool, question: Question, k: int, masks: list[np.ndarray]) -> int:
    """BM25F over name, path, body and doc. Returns how many chunks matched any term."""
    index = pool.view.snapshot.lexical
    weights = dict(question.weights)
    for forms in question.forms.values():
        weights.update(dict.fromkeys(forms, FORM_WEIGHT))
    parts = index.scores(list(weights), FIELD_WEIGHTS, term_weights=weights)
    found: list[tuple[int, np.ndarray, np.ndarray]] = []
    matched = 0
    for segment, (scores, mask) in enumerate(zip(parts, masks, strict=True)):
        rows = np.flatnonzero((scores > 0) & mask)
        matched += len(rows)
        found.append((segment, rows, scores[rows]))
    everything = np.concatenate([s for _, _, s in found]) if found else np.zeros(0)
    if not len(everything):
        return 0
    # all that tie with the k-th are kept, so that the cut does not depend on document numbers
    floor = np.partition(everything, -k)[-k] if len(everything) > k else everything.min()
    picked: list[tuple[Candidate, float]] = []
    for segment, rows, scores in found:
        enough = scores >= floor
        picked += zip(pool.at(segment, rows[enough]), scores[enough].tolist(), strict=True)
    picked.sort(key=lambda f: (-f[1], f[0].order))
    pool.add(LEXICAL, picked[: 2 * k])
    return matched


def dense(pool: Pool, query: np.ndarray, k: int, masks: list[np.ndarray], vectors: list[np.ndarray]) -> None:
    """Cosine to the query vector, over the vectors of the allowed chunks."""
    snapshot = pool.view.snapshot
    best, cosines = snapshot.dense.search(query, k, vectors)
    near = cosines > 0
    which, segments, documents = snapshot.chunks_of_vectors(best[near])
    found: list[tuple[Candidate, float]] = []
    for segment in np.unique(segments).tolist():
        here = np.flatnonzero(segments == segment)
        here = here[masks[segment][documents[here]]]
        found += zip(pool.at(segment, documents[here]), cosines[near][which[here]].tolist(), strict=True)
    pool.add(DENSE, found)


def symbol(pool: Pool, question: Question, k: int, masks: list[np.ndarray]) -> None:
    """Chunks that define a name the query spells out and that can hardly be prose."""
    found: dict[Candidate, float] = {}
    for name in sorted(question.distinctive):
        for segment, rows in enumerate(defining(pool.view, name)):
            for candidate in pool.at(segment, rows[masks[segment][rows]]):
                found[candidate] = max(found.get(candidate, 0.0), float(len(name)))
    picked = sorted(found.items(), key=lambda f: (-f[1], f[0].order))
    pool.add(SYMBOL, picked[:k])


def defining(view: View, name: str) -> list[np.ndarray]:
    """Documents by segment of the chunks that define ``name``; a qualified one that is no definition's whole name is
    looked for under its last component."""
    index = view.snapshot.lexical
    exact = [rows for rows, _ in index.postings("defs", name)]
    asked = read(name)
    if not asked.qualifier or any(map(len, exact)):
        return exact
    word = (tokens(asked.qualifier) or [""])[-1]
    said = [[rows for rows, _ in index.postings(field, word)] for field in ("name", "path")]
    out = []
    for segment, (rows, _) in enumerate(index.postings("defs", asked.simple)):
        rows = rows[np.isin(rows, np.concatenate([where[segment] for where in said]))]
        meets = [_meets(view, asked, place) for place in view.snapshot.places(segment, rows)]
        out.append(rows[np.array(meets, bool)])
    return out


def _meets(view: View, asked: Asked, place: Place) -> bool:
    _, path, entry, ordinal, _, _ = place
    return any(s.name == asked.simple and asked.meets(s.name, s.qualname, path) for s in view.sources.facts(entry, ordinal).symbols)


def place(pool: Pool, found: list[tuple[int, int]], masks: list[np.ndarray]) -> None:
    """Chunks at places that the query names, in that order."""
    allowed = [(segment, document) for segment, document in found if masks[segment][document]]
    candidates = [c for segment, document in allowed for c in pool.at(segment, np.array([document]))]
    pool.add(PLACE, [(c, float(len(allowed) - i)) for i, c in enumerate(candidates)])


def query_vector(
    view: View, question: Question, embed: Callable[[str, dict[str, float]], np.ndarray]
) -> np.ndarray | None:
    """Vector of the query, its words weighted by their IDF over the snapshot's chunks; None if it has no word."""
    vector = embed(question.text, question.idf)
    return vector if float(np.abs(vector).max(initial=0.0)) > 0 else None
