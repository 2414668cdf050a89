"""One segment that was never written: a handful of documents, inverted in memory.

Invariant: answers what :class:`coderag.index.lexical.reader.SegmentReader` would answer for the same documents on disk,
rounding of lengths included. Immutable and safe to share between threads.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from coderag.index.lexical import files
from coderag.index.lexical.dictionary import encode_term
from coderag.index.lexical.fields import FIELDS, SCORED

_NONE = np.empty(0, np.int32)


class MemorySegment:
    has_deletions = False

    def __init__(self, documents: Sequence[Mapping[str, Sequence[str]]]) -> None:
        self.documents = self.live_documents = len(documents)
        self.live = np.ones(len(documents), bool)
        counts = {field: [len(d.get(field, ())) for d in documents] for field in SCORED}
        self.lengths = {field: files.length_bytes(np.array(n, np.int64)) for field, n in counts.items()}
        self._terms: dict[str, dict[str, list[tuple[int, int]]]] = {field: {} for field in FIELDS}
        for number, document in enumerate(documents):
            for field, found in self._terms.items():
                for term, times in Counter(document.get(field, ())).items():
                    found.setdefault(term, []).append((number, times))

    def postings(self, field: str, term: str) -> tuple[np.ndarray, np.ndarray]:
        """(documents int32 ascending, frequencies) of the documents with this term."""
        found = self._terms[field].get(term)
        if found is None:
            return _NONE, _NONE
        pairs = np.array(found, np.int32)
        return np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1])

    def terms(self, field: str, prefix: str = "") -> Iterator[str]:
        """Terms of a field, ascending as a dictionary on disk has them."""
        return iter(sorted((t for t in self._terms[field] if t.startswith(prefix)), key=encode_term))
