"""Search over a set of segments with live masks: the read side of the lexical index.

Invariant: answers depend on the set of live documents, not on how segments divide them or which documents are deleted.
Not a query language: terms arrive analysed.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import merge
from itertools import groupby
from pathlib import Path

import numpy as np

from coderag.errors import StateError
from coderag.index.lexical import bm25f, files
from coderag.index.lexical.cache import ByteCache
from coderag.index.lexical.fields import FIELDS, SCORED
from coderag.index.lexical.memory import MemorySegment
from coderag.index.lexical.reader import SegmentReader

CACHE_BYTES = 64 << 20
Fields = tuple[tuple[str, float], ...]  # (name, weight) in table order
Postings = tuple[np.ndarray, np.ndarray]  # documents, frequencies
Segment = SegmentReader | MemorySegment


class LexicalIndex:
    """Immutable and safe to share between threads."""

    def __init__(
        self, directory: Path, segments: Sequence[tuple[str, np.ndarray]], *, cache_bytes: int = CACHE_BYTES
    ) -> None:
        """``segments``: name and live mask, one entry per document. Damaged (a StateError) if a file is not sound."""
        self._open([SegmentReader(Path(directory), *segment) for segment in segments], cache_bytes)

    def overlaid(self, live: Sequence[np.ndarray], extra: MemorySegment) -> LexicalIndex:
        """The same segments under other live masks, and ``extra`` as a further, last one."""
        other = LexicalIndex.__new__(LexicalIndex)
        masked = [s.masked(mask) for s, mask in zip(self._segments, live, strict=True)]
        other._open([*masked, extra], CACHE_BYTES)
        return other

    def _open(self, segments: list[Segment], cache_bytes: int) -> None:
        self._opened: list[Segment] | None = segments
        self.documents = sum(segment.live_documents for segment in self._opened)
        self._cache = ByteCache(cache_bytes)
        self._norms = self._compute_norms()

    @property
    def _segments(self) -> list[Segment]:
        if self._opened is None:
            raise StateError("the lexical index is closed")  # an empty answer would be a wrong one
        return self._opened

    def _compute_norms(self) -> dict[str, np.ndarray]:
        table, found = files.length_table(), {}
        for field in SCORED:
            counts = np.zeros(256, np.int64)
            for segment in self._segments:
                column = segment.lengths[field]
                counts += np.bincount(column[segment.live] if segment.has_deletions else column, minlength=256)
            found[field] = bm25f.norms(field, counts, table)
        return found

    def search(
        self,
        terms: Sequence[str],
        weights: Mapping[str, float],
        k: int,
        allowed: Sequence[np.ndarray | None] | None = None,
        term_weights: Mapping[str, float] | None = None,
        *,
        ties: bool = False,
    ) -> list[tuple[int, int, float]]:
        """The ``k`` best (segment, document, score), ordered by (-score, segment, document).

        ``allowed``: per segment None or a mask of documents to consider; it does not change scores. ``ties``: return
        all documents scoring like the k-th as well, so that the caller can cut by an order that, unlike document
        numbers, does not depend on the history of the index.
        """
        found = []
        for number, scores in enumerate(self.scores(terms, weights, term_weights)):
            docs = np.flatnonzero(scores)
            if allowed is not None and (mask := allowed[number]) is not None:
                docs = docs[mask[docs]]
            found.append((np.full(len(docs), number, np.int32), docs, scores[docs]))
        if not found or k <= 0:
            return []
        segment, docs, scores = (np.concatenate(column) for column in zip(*found, strict=True))
        if len(scores) > k:
            keep = np.flatnonzero(scores >= np.partition(scores, len(scores) - k)[len(scores) - k])
            segment, docs, scores = segment[keep], docs[keep], scores[keep]
        order = np.lexsort((docs, segment, -scores))
        order = order if ties else order[:k]
        return list(zip(segment[order].tolist(), docs[order].tolist(), scores[order].tolist(), strict=True))

    def scores(
        self, terms: Sequence[str], weights: Mapping[str, float], term_weights: Mapping[str, float] | None = None
    ) -> list[np.ndarray]:
        """Score of every document, float32, per segment; 0 where no term occurs or the document is deleted.

        A term given twice counts once: say how much it counts with ``term_weights`` (default 1; 0 leaves it out).
        """
        fields = tuple(bm25f.usable(weights))
        segments = self._segments
        totals = [np.zeros(segment.documents, np.float64) for segment in segments]
        scratch: dict[int, np.ndarray] = {}
        for term in dict.fromkeys(terms):
            weight = term_weights.get(term, 1.0) if term_weights else 1.0
            if weight <= 0:
                continue
            matches = [self._matches(number, s, term, fields, scratch) for number, s in enumerate(segments)]
            df = sum(match.df for match in matches)
            if df:
                factor = weight * bm25f.idf(self.documents, df)
                for total, match in zip(totals, matches, strict=True):
                    match.add_to(total, factor)
        return [total.astype(np.float32) for total in totals]

    def _matches(
        self, number: int, segment: Segment, term: str, fields: Fields, scratch: dict[int, np.ndarray]
    ) -> bm25f.Matches:
        key = (number, term, fields)
        found = self._cache.get(key)
        if found is None:
            if number not in scratch:
                scratch[number] = np.zeros(segment.documents, np.float64)
            docs, tf = bm25f.combined(self._parts(segment, term, fields), scratch[number])
            found = bm25f.Matches(docs, tf, segment.documents)
            self._cache.put(key, found, found.nbytes)
        return found

    def _parts(self, segment: Segment, term: str, fields: Fields) -> Iterator[bm25f.Part]:
        for field, weight in fields:
            docs, freqs = segment.postings(field, term)
            yield docs, freqs, self._norms[field][segment.lengths[field][docs]], weight

    def _postings(self, number: int, segment: Segment, field: str, term: str) -> Postings:
        key = (number, field, term)
        found = self._cache.get(key)
        if found is None:
            found = docs, freqs = segment.postings(field, term)
            for array in found:
                array.flags.writeable = False  # shared between callers from here on
            self._cache.put(key, found, docs.nbytes + freqs.nbytes)
        return found

    def postings(self, field: str, term: str) -> list[Postings]:
        """Per segment (document numbers int32 ascending, frequencies), live documents only; read-only arrays."""
        _known(field)
        return [self._postings(number, segment, field, term) for number, segment in enumerate(self._segments)]

    def lengths(self, segment: int, field: str) -> np.ndarray:
        """Tokens of every document of a segment in a scored field, as far as the one-byte lengths tell."""
        return files.length_table()[self._segments[segment].lengths[field]]

    def document_frequency(self, field: str, term: str) -> int:
        return sum(len(docs) for docs, _ in self.postings(field, term))

    def terms(self, field: str, prefix: str = "") -> Iterator[str]:
        """Terms that some live document has in ``field``, ascending, each once."""
        _known(field)
        return (term for term, _ in groupby(merge(*(s.terms(field, prefix) for s in self._segments))))

    def close(self) -> None:
        """Forget files and cache. Arrays already handed out stay valid, calls in progress end undisturbed."""
        self._opened = None
        self._cache.clear()

    def __enter__(self) -> LexicalIndex:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _known(field: str) -> None:
    if field not in FIELDS:
        raise KeyError(f"no such field: {field}")
