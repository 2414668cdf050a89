"""Code like a given piece of code: does this exist already?

The piece is the query of the lexical and the dense retriever; the order comes from what the texts share. Names of the
piece say nothing about what it does, so no signal of a question applies.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import log

import numpy as np

from coderag.errors import CoderagError, UsageError
from coderag.index.analyzer import tokens
from coderag.model.answers import Hit
from coderag.search import retrieve
from coderag.search.hits import hit_of, text_of
from coderag.search.paths import find_path, no_such_file
from coderag.search.presets import CANDIDATES, CODE
from coderag.search.question import LONGEST_QUERY
from coderag.search.rank import Ranked, fuse
from coderag.search.reader import View

LEAST = 0.15
"""Hits that share less than this are left out."""
COMPARED = 120
"""Candidates whose text is compared, best fused first."""
_WEIGHTS = {"words": 0.6, "meaning": 0.4}


@dataclass(frozen=True)
class Piece:
    """The code asked about; ``path`` and lines where it stands in the snapshot, if it does."""

    text: str
    path: str = ""
    start: int = 0
    end: int = 0


@dataclass(frozen=True)
class Similar:
    piece: Piece
    hits: tuple[Hit, ...]
    notes: tuple[str, ...]


def piece_at(view: View, path: str, line: int) -> Piece:
    """The innermost chunk at a line. UsageError if the commit has no such file or line."""
    found = find_path(path, view.snapshot.paths)
    if found is None:
        raise no_such_file(path, view.snapshot.paths, view.uncommitted)
    entry = view.snapshot.manifest.files[found]
    around = [c for c in view.sources.artifact(entry).chunks if c.start <= line <= c.end]
    if not around:
        raise UsageError(f"{found} has no line {line}", f"it has {entry.lines} lines")
    chunk = min(around, key=lambda c: (c.end - c.start, c.start))
    return Piece(view.text(entry, chunk.start, chunk.end), found, chunk.start, chunk.end)


def similar(
    view: View, piece: Piece, top_k: int, elsewhere: bool, embed: Callable[[str, dict[str, float]], np.ndarray]
) -> Similar:
    """The chunks most like ``piece``, itself left out; with ``elsewhere`` those of other folders come first."""
    question = retrieve.question_of(view, piece.text[:LONGEST_QUERY])
    masks, vectors = view.allowed(CODE.roles, None, None)
    pool = retrieve.Pool(view)
    retrieve.lexical(pool, question, CANDIDATES, masks)
    notes = []
    try:
        vector = retrieve.query_vector(view, question, embed)
        if vector is not None:
            retrieve.dense(pool, vector, CANDIDATES, masks, vectors)
    except CoderagError as e:
        notes.append(f"degraded: {e.message}")
    ranked = []
    bags = _Bags(view, piece.text)
    for c in (r.candidate for r in fuse(pool, CODE)[:COMPARED]):
        if c.path == piece.path and c.start <= piece.end and piece.start <= c.end:
            continue
        c.facts = view.sources.facts(c.entry, c.ordinal)
        shares = {"words": bags.common(text_of(view, c)), "meaning": c.scores.get(retrieve.DENSE, 0.0)}
        parts = {name: round(_WEIGHTS[name] * value, 4) for name, value in shares.items()}
        score = round(sum(parts.values()), 4)
        if score >= LEAST:
            ranked.append(Ranked(c, score, parts))
    home = piece.path.rsplit("/", 1)[0] if "/" in piece.path else ""
    ranked.sort(key=lambda r: (elsewhere and _folder(r) == home, -r.score, r.candidate.order))
    notes += [] if ranked else ["nothing like it among the indexed code"]
    if len(piece.text) > LONGEST_QUERY:
        notes.append(f"only its first {LONGEST_QUERY:,} characters were compared")
    return Similar(piece, tuple(hit_of(view, r) for r in ranked[:top_k]), tuple(notes))


def _folder(r: Ranked) -> str:
    return r.candidate.path.rsplit("/", 1)[0] if "/" in r.candidate.path else ""


class _Bags:
    """Bags of words compared by the weighted Jaccard index; a word weighs its IDF over the snapshot's chunks."""

    def __init__(self, view: View, text: str) -> None:
        self._index = view.snapshot.lexical
        self._idf: dict[str, float] = {}
        self._wanted = Counter(tokens(text))

    def common(self, text: str) -> float:
        other = Counter(tokens(text))
        union = sum(n * self._weight(t) for t, n in (self._wanted | other).items())
        return sum(n * self._weight(t) for t, n in (self._wanted & other).items()) / union if union else 0.0

    def _weight(self, term: str) -> float:
        known = self._idf.get(term)
        if known is None:
            n = self._index.document_frequency("body", term)
            known = self._idf[term] = log(1 + (self._index.documents + 0.5) / (n + 0.5))
        return known
