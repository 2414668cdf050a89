"""The store as a reader uses it: what the disk or another process refuses to take is kept in memory instead."""
from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from coderag.errors import StateError
from coderag.store.artifacts import ArtifactStore


class BorrowedStore:
    """The part of :class:`ArtifactStore` that analysis needs. Rows are added in short transactions, which need no
    writer lock: equal keys have equal values, whoever writes them."""

    def __init__(self, store: ArtifactStore) -> None:
        self.under = store
        self._artifacts: dict[bytes, tuple[int, bytes]] = {}
        self._vectors: dict[int, tuple[float, bytes]] = {}

    def get_artifacts(self, keys: Iterable[bytes]) -> dict[bytes, tuple[int, bytes]]:
        return {**self.under.get_artifacts(keys), **self._artifacts}

    def put_artifacts(self, rows: Iterable[tuple[bytes, int, bytes]]) -> None:
        rows = list(rows)
        try:
            self.under.put_artifacts(rows)
        except (StateError, OSError):
            self._artifacts.update((key, (size, packed)) for key, size, packed in rows)

    def known_vectors(self, keys: Iterable[int]) -> set[int]:
        return self.under.known_vectors(keys) | self._vectors.keys()

    def get_vectors(self, keys: Iterable[int]) -> dict[int, tuple[float, bytes]]:
        return {**self.under.get_vectors(keys), **{k: self._vectors[k] for k in keys if k in self._vectors}}

    def put_vectors(self, keys: Sequence[int], codes: np.ndarray, scales: np.ndarray) -> None:
        try:
            self.under.put_vectors(keys, codes, scales)
        except (StateError, OSError):
            rows = zip(keys, codes, scales, strict=True)
            self._vectors.update((k, (float(s), c.tobytes())) for k, c, s in rows)
