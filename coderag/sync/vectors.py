"""Vectors by content, wherever they are: in the bases, which hold them in bulk, or in the store, which holds the rest.

A vector that a published base holds is not kept in the store as well. When the last snapshot that names a base goes,
its vectors go back to the store, from where ``coderag gc`` drops those that no snapshot needs.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from coderag.embedding.codes import quantise
from coderag.embedding.registry import Model
from coderag.errors import CoderagError
from coderag.fsio import remove_tree
from coderag.index.dense import Base
from coderag.index.vectors import Vectors
from coderag.store.artifacts import ArtifactStore

_BATCH = 10_000
"""Rows of the store in memory at a time."""


class VectorSource:
    """Over the bases there are when it is made. A base that is damaged is passed over: its vectors are not known."""

    def __init__(self, store: ArtifactStore, bases: Path, dim: int, opened: dict[str, Base] | None = None) -> None:
        """``opened``: bases this process has open already, by id."""
        self.folder, self._store, self._dim = bases, store, dim
        self._bases = list(_sound(bases, dim, opened or {}))

    def in_bases(self, keys: np.ndarray, but: str = "") -> np.ndarray:
        """Bool mask over ``keys``: whose vector some base holds, the one named ``but`` aside."""
        found = np.zeros(len(keys), bool)
        for base in self._bases:
            if base.name != but:
                found |= base.holds(keys)
        return found

    def known(self, keys: Iterable[int]) -> set[int]:
        """Those whose vector is there."""
        wanted = np.fromiter(keys, np.int64)
        there = self.in_bases(wanted)
        return {*wanted[there].tolist(), *self._store.known_vectors(wanted[~there].tolist())}

    def collect(self, keys: np.ndarray) -> Vectors:
        """Vectors of sorted unique keys. KeyError if one is missing, Damaged if a base cannot be read."""
        codes, scales = np.zeros((len(keys), self._dim), np.int8), np.zeros(len(keys), np.float32)
        left = np.ones(len(keys), bool)
        for base in self._bases:
            there = left & base.holds(keys)
            if there.any():
                found = base.vectors.rows(np.searchsorted(base.keys, keys[there]))
                codes[there], scales[there] = found.codes, found.scales
                left &= ~there
        rest = np.flatnonzero(left)
        for at in range(0, len(rest), _BATCH):
            part = rest[at : at + _BATCH]
            found = Vectors.collect(keys[part], self._store.get_vectors(keys[part].tolist()), self._dim)
            codes[part], scales[part] = found.codes, found.scales
        return Vectors(keys.astype(np.int64), codes, scales)

    def collect_known(self, keys: np.ndarray) -> Vectors:
        """The same, without those that are missing."""
        known = self.known(keys.tolist())
        return self.collect(keys[np.fromiter((k in known for k in keys.tolist()), bool, len(keys))])

    def make(self, texts: Mapping[int, str], model: Model) -> int:
        """Embed and store the texts (by key) whose vectors are nowhere; how many."""
        missing = sorted(set(texts) - self.known(texts)) if texts else []
        if missing:
            codes, scales = quantise(model.embed_chunks([texts[k] for k in missing]))
            self._store.put_vectors(missing, codes, scales)
        return len(missing)

    def take_over(self, base: Base) -> None:
        """Keep the vectors of a base that is about to go, unless another base of this source has them."""
        vectors = base.vectors
        left = vectors.rows(~self.in_bases(vectors.keys, but=base.name))
        if len(left):
            self._store.put_vectors(left.keys.tolist(), left.codes, left.scales)


def drop_damaged(bases: Path) -> None:
    """Delete the bases whose vectors cannot be read, so that nothing counts on them. Reads all of them."""
    for folder in sorted(bases.iterdir()) if bases.is_dir() else ():
        try:
            _ = Base(bases, folder.name, None).vectors
        except (CoderagError, OSError):
            remove_tree(folder)


def _sound(bases: Path, dim: int, opened: dict[str, Base]) -> Iterable[Base]:
    for folder in sorted(bases.iterdir()) if bases.is_dir() else ():
        try:
            yield opened.get(folder.name) or Base(bases, folder.name, dim)
        except (CoderagError, OSError):
            continue
