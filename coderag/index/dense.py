"""Dense retrieval: a shared base, a delta and tombstones.

A base is a set of vectors under ``bases/<id>``, written once and referred to by any number of branches. A snapshot
adds a delta (vectors of its own) and ignores base rows none of its chunks uses (tombstones). Which of the two a
vector stands in never changes a score: candidates of both are scored again from their codes in integer arithmetic,
whose result does not depend on order or batch.
"""
from __future__ import annotations

import contextlib
import copy
import hashlib
import os
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgpack
import numpy as np

from coderag.fsio import Damaged, read_checked, remove_tree, sync_dir, write_checked
from coderag.index.graph import EF, build_links, exact_index, load_graph
from coderag.index.vectors import Vectors

DELTA_LIMIT = 5_000
"""Vectors a snapshot carries itself; measured: exact search over 5,000 takes 0.15 ms."""
BASE_FROM = 500
"""Vectors without a base that are worth one: what branches share is on disk once, and a commit need not write it anew."""
EXACT_LIMIT = 20_000
"""Up to this size a base is searched exactly (about 1 ms), above it by HNSW."""
_BLOCK = 1_024
"""Vectors that are made 32-bit floats at a time: as many as a core has room for close by."""
_QUERY_SCALE = 1 << 14
_AFTER_ANSWER = 0.3
"""Seconds that a graph waits before it takes a core for itself: the first answer goes first."""


def base_id(keys: np.ndarray, fingerprint: bytes) -> str:
    """Content name of a base: equal sets of vectors have equal names, on whatever branch they were collected."""
    return hashlib.blake2b(keys.tobytes(), digest_size=12, key=fingerprint).hexdigest()


def write_base(bases: Path, vectors: Vectors, fingerprint: bytes, check: Callable[[], None] = lambda: None) -> str:
    """Write (unless it is there, and sound) and return the base's id. OSError if the disk refuses. ``check`` is called
    now and then; what it raises ends the work."""
    name = base_id(vectors.keys, fingerprint)
    target = bases / name
    dim = int(vectors.codes.shape[1])
    if target.exists():
        try:
            Base(bases, name, dim).load()
            return name
        except (Damaged, OSError):
            remove_tree(target)
    bases.mkdir(parents=True, exist_ok=True)
    tmp = Path(tempfile.mkdtemp(prefix="new-", dir=bases))
    try:
        own = {
            "keys": write_checked(tmp / "keys", vectors.keys.tobytes()),
            "vectors": write_checked(tmp / "vectors", vectors.pack(keys=False)),
        }
        links = build_links(vectors, check) if len(vectors) > EXACT_LIMIT else None
        if links is not None:
            own["links"] = write_checked(tmp / "links", links)
        meta = {"count": len(vectors), "dim": dim, "model": fingerprint, "own": own}
        write_checked(tmp / "meta", msgpack.packb(meta))
        sync_dir(tmp)
        try:
            os.rename(tmp, target)
        except OSError:
            if not (target / "meta").exists():
                raise
    finally:
        remove_tree(tmp)
    return name


def _read_meta(folder: Path) -> dict:
    """Description of a base. Damaged if it is something else, sound as it may be."""
    meta = msgpack.unpackb(read_checked(folder / "meta"))
    if not isinstance(meta, dict) or not meta.keys() >= {"count", "dim", "model", "own"}:
        raise Damaged(f"base {folder.name} has no description", "it is rebuilt by the next sync")
    return meta


class Base:
    """A base: its keys at once, its vectors and what searches them when they are needed. ``model``: their fingerprint.

    Damaged if a file of it was altered; FileNotFoundError if it is not there. Safe to share between threads.
    """

    def __init__(self, bases: Path, name: str, dim: int | None) -> None:
        """``dim`` None: whatever its model has."""
        self.name, self._folder = name, bases / name
        meta = _read_meta(self._folder)
        self.model, self._own = bytes(meta["model"]), meta["own"]
        self._linked = "links" in self._own
        self.keys = np.frombuffer(self._content("keys"), np.int64)
        self.dim = int(meta["dim"])
        if meta["count"] != len(self.keys) or dim not in (None, self.dim) or base_id(self.keys, self.model) != name:
            raise Damaged(f"base {name} does not fit its description", "it is rebuilt by the next sync")
        self._lock = threading.Lock()
        self._vectors: Vectors | None = None
        self._links: bytes | None = None
        self._graph = self._exact = None
        self._loading: threading.Thread | None = None

    def _content(self, name: str) -> bytes:
        return read_checked(self._folder / name, self._own.get(name))

    def __len__(self) -> int:
        return len(self.keys)

    def holds(self, keys: np.ndarray) -> np.ndarray:
        """Bool mask over ``keys``: whose vector is here."""
        return _members(keys, self.keys)

    @property
    def vectors(self) -> Vectors:
        with self._lock:
            return self._read()

    def _read(self) -> Vectors:
        if self._vectors is None:
            self._vectors = Vectors.unpack(self._content("vectors"), self.dim, self.keys)
        return self._vectors

    def load(self) -> None:
        """Read everything that a search needs."""
        with self._lock:
            self._read()
            if self._linked and self._links is None:
                self._links = self._content("links")

    def _prepare(self) -> None:
        """What a search goes by. A graph is put together beside the first questions, which are answered exactly."""
        self.load()
        with self._lock:
            if self._loading is None and self._linked:
                self._loading = threading.Thread(target=self._load_graph, name="coderag-graph", daemon=True)
                self._loading.start()
            elif self._exact is None and not self._linked and len(self.keys) <= EXACT_LIMIT:
                self._exact = exact_index(self._read())

    def _load_graph(self) -> None:
        time.sleep(_AFTER_ANSWER)
        with contextlib.suppress(Damaged):  # links of another hnswlib: exact search goes on serving
            self._graph = load_graph(self._links or b"", self._vectors)
        self._links = b""

    def nearest(self, query: np.ndarray, k: int, allowed: np.ndarray) -> np.ndarray:
        """Row numbers of about the ``k`` best allowed rows (bool mask ``[n]``), unordered."""
        live = int(allowed.sum())
        if live == 0:
            return np.zeros(0, np.int64)
        self._prepare()
        n = len(self.keys)
        share = live / n
        if self._graph is not None and live > EXACT_LIMIT and share > 0.2:
            want = min(n, int(k / share * 1.2) + 16)  # over-fetch by the share of rows that will be masked
            self._graph.set_ef(max(EF, want))
            rows = self._graph.knn_query(query[None, :], k=want, num_threads=1)[0][0].astype(np.int64)
            rows = rows[allowed[rows]]
            if len(rows) >= k:
                return rows
        elif self._exact is not None and share > 0.5:
            want = min(n, int(k / share * 1.2) + 16)
            rows = self._exact.knn_query(query[None, :], k=want)[0][0].astype(np.int64)
            rows = rows[allowed[rows]]
            if len(rows) >= min(k, live):
                return rows
        return _exact_rows(self.vectors, query, k, np.flatnonzero(allowed))


def _exact_rows(vectors: Vectors, query: np.ndarray, k: int, rows: np.ndarray) -> np.ndarray:
    """The ``k + 16`` rows with the largest dot product, by float32 products over the candidate rows."""
    scores = np.empty(len(rows), np.float32)
    room = np.empty((_BLOCK, vectors.codes.shape[1]), np.float32)
    for at in range(0, len(rows), _BLOCK):
        part = rows[at : at + _BLOCK]
        block = room[: len(part)]
        block[:] = vectors.codes[part]
        np.dot(block, query, out=scores[at : at + len(part)])
    scores *= vectors.scales[rows]
    want = k + 16  # a margin, since the exact scores below may order near-ties otherwise
    if len(rows) > want:
        return rows[np.argpartition(-scores, want)[:want]]
    return rows


def exact_scores(vectors: Vectors, rows: np.ndarray, query: np.ndarray) -> np.ndarray:
    """Cosine of ``rows`` to ``query`` (float64, 6 decimals), the same in whichever part and order a vector stands."""
    q = np.rint(query.astype(np.float64) * _QUERY_SCALE).astype(np.int64)
    dots = vectors.codes[rows].astype(np.int64) @ q
    return np.round(dots * vectors.scales[rows].astype(np.float64) / _QUERY_SCALE, 6)


class DenseIndex:
    """Base and delta of one snapshot behind one search. ``live_keys``: sorted unique keys that the snapshot uses.

    Nothing here reads the vectors of the base before they are asked for: a writer needs its keys only.
    """

    def __init__(self, base: Base | None, delta: Vectors, live_keys: np.ndarray) -> None:
        self._parts: list[Base | Vectors] = [p for p in (base, delta) if p is not None]
        self._live = [_members(p.keys, live_keys) for p in self._parts]
        self.base_keys = base.keys if base is not None else np.zeros(0, np.int64)

    def overlaid(self, live_keys: np.ndarray, collect: Callable[[np.ndarray], Vectors]) -> DenseIndex:
        """The same parts for other live keys; ``collect`` gives the vectors that none of them has, by sorted keys."""
        held = np.zeros(len(live_keys), bool)
        for part in self._parts:
            held |= _members(live_keys, part.keys)
        other = copy.copy(self)
        other._parts = [*self._parts, collect(live_keys[~held])]
        other._live = [_members(p.keys, live_keys) for p in other._parts]
        return other

    def parts(self) -> list[Vectors]:
        """The vectors of base and delta."""
        return [_vectors(p) for p in self._parts]

    def of_keys(self, keys: np.ndarray) -> np.ndarray:
        """float64 ``[len(keys), dim]``: the vectors as they are kept; zero for a key that is not there."""
        out = np.zeros((len(keys), _vectors(self._parts[-1]).codes.shape[1]))
        for part in map(_vectors, self._parts):
            if len(part):
                rows = np.minimum(np.searchsorted(part.keys, keys), len(part) - 1)
                here = part.keys[rows] == keys
                out[here] = part.codes[rows[here]] * part.scales[rows[here], None].astype(np.float64)
        return out

    def masks(self, only: np.ndarray) -> list[np.ndarray]:
        """Filter for :meth:`search`: the live vectors among the sorted unique keys ``only``."""
        return [live & _members(p.keys, only) for p, live in zip(self._parts, self._live, strict=True)]

    def search(self, query: np.ndarray, k: int, masks: list[np.ndarray] | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Best ``k`` live vectors that pass ``masks``: (keys, cosines), best first, ties by key."""
        keys: list[np.ndarray] = [np.zeros(0, np.int64)]
        scores: list[np.ndarray] = [np.zeros(0, np.float64)]
        for part, allowed in zip(self._parts, masks or self._live, strict=True):
            if not len(part):
                continue
            vectors = _vectors(part)
            if isinstance(part, Base):
                rows = part.nearest(query, k, allowed)
            else:
                rows = _exact_rows(vectors, query, k, np.flatnonzero(allowed))
            keys.append(vectors.keys[rows])
            scores.append(exact_scores(vectors, rows, query))
        all_keys, all_scores = np.concatenate(keys), np.concatenate(scores)
        order = np.lexsort((all_keys, -all_scores))[:k]
        return all_keys[order], all_scores[order]


def _vectors(part: Base | Vectors) -> Vectors:
    return part.vectors if isinstance(part, Base) else part


def _members(keys: np.ndarray, among: np.ndarray) -> np.ndarray:
    """Bool mask over ``keys``: which are in the sorted array ``among``."""
    if not len(among):
        return np.zeros(len(keys), bool)
    at = np.searchsorted(among, keys)
    at[at == len(among)] = 0
    return among[at] == keys
