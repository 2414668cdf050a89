"""One published, immutable, searchable state of a ref; opening and describing it.

Publishing is :mod:`coderag.index.build`'s part. A snapshot keeps everything it needs open or in memory, so that a
later generation, a collection or a deleted folder cannot change what a running request sees.
"""
from __future__ import annotations

import contextlib
import os
import re
import time
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from pathlib import Path

import msgpack
import numpy as np

from coderag.beside import beside
from coderag.fsio import Damaged, file_digest, read_checked
from coderag.index.analyzer import bare
from coderag.index.chunk_table import read_table
from coderag.index.dense import Base, DenseIndex
from coderag.index.lexical import LexicalIndex
from coderag.index.manifest import Entry, read_manifest
from coderag.index.vectors import Vectors, unique_sorted

CURRENT = "CURRENT"
Place = tuple[int, str, Entry, int, int, int]
"""Index of the path, path, entry, ordinal of the chunk, start line, end line."""
_GENERATION = re.compile(r"gen-[0-9]{6,}-[0-9a-f]{6}")
_VERIFY_ALL_BELOW = 128 * 1024 * 1024
"""Bytes of segment files up to which their digests are checked at the first open of a process; above, sizes are."""
_verified: set[tuple[int, int, int, int]] = set()


@dataclass(frozen=True)
class Meta:
    """Description of a generation. ``files`` maps each segment file to (size, digest); ``own`` the files that no other
    generation shares to the digest of their content, so that a sound one from elsewhere is not taken for ours."""

    ref: str
    commit: str
    options: str  # content hash of the settings
    rules: str  # hash of .coderagfilter and .gitattributes of the commit
    pipeline: int
    fingerprint: bytes
    store: str  # id of the store that holds its artifacts
    dim: int
    base: str  # "" = none
    segments: tuple[tuple[str, int], ...]  # (name, documents)
    chunks: int
    files: dict[str, tuple[int, bytes]]
    run: dict  # the report of the sync that published it
    own: dict[str, bytes] = field(default_factory=dict)
    missing: int = 0  # vectors that its dense index lacks: a slow model's are made after publishing
    due: bool = False  # whether it is beyond the bounds of index/build, so that a compaction should follow

    def pack(self) -> bytes:
        return msgpack.packb(asdict(self))

    @staticmethod
    def unpack(data: bytes) -> Meta:
        try:
            raw = msgpack.unpackb(data)
            raw["segments"] = tuple((n, c) for n, c in raw["segments"])
            raw["files"] = {k: (s, d) for k, (s, d) in raw["files"].items()}
            return Meta(**{f.name: raw[f.name] for f in fields(Meta) if f.name in raw})
        except Exception as e:
            raise Damaged(f"snapshot description cannot be read ({type(e).__name__})", "it is rebuilt by the next sync")


def current_generation(slot: Path) -> Path | None:
    """Folder of the published generation, None if nothing is published."""
    try:
        name = (slot / CURRENT).read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return slot / name if _GENERATION.fullmatch(name) else None


_USED_EVERY = 3600.0


def mark_used(slot: Path) -> None:
    """Note that a slot is read, to the hour: the least recently used go first when there is no room."""
    with contextlib.suppress(OSError):
        if time.time() - last_used(slot) > _USED_EVERY:
            os.utime(slot / CURRENT)


def last_used(slot: Path) -> float:
    """When a slot was published or read last; 0 if nothing is published."""
    try:
        return (slot / CURRENT).stat().st_mtime
    except OSError:
        return 0.0


def read_meta(slot: Path) -> Meta | None:
    """Description of the published snapshot; None if nothing is published; Damaged if it cannot be trusted."""
    generation = current_generation(slot)
    if generation is None:
        return None
    try:
        return Meta.unpack(read_checked(generation / "meta"))
    except OSError as e:
        raise Damaged(f"snapshot {generation.name} cannot be opened ({e.strerror})", "it is rebuilt by the next sync")


class Snapshot:
    """An opened generation. Damaged if any part does not match its description."""

    def __init__(self, generation: Path, base_of: dict[str, Base], bases: Path, *, thorough: bool = False) -> None:
        """``base_of`` caches opened bases by id; it is shared by all snapshots of a process."""
        self.generation = generation
        try:
            self.meta = Meta.unpack(read_checked(generation / "meta"))
            opening = beside(lambda: self._open_base(base_of, bases))  # reading it does not need the interpreter
            self._check_files(thorough)
            self.manifest = read_manifest(generation, self.meta.own.get("manifest"))
            self.tables = {name: read_table(generation, name) for name, _ in self.meta.segments}
            delta = Vectors.unpack(self._own("delta"), self.meta.dim)
            self.segment_names = [name for name, _ in self.meta.segments]
            self._index_files()
            self.lexical = LexicalIndex(generation / "lexical", list(zip(self.segment_names, self.live, strict=True)))
            self._index_vectors()
            base = opening.result()
            if base is not None:
                base_of[base.name] = base
            self.dense = DenseIndex(base, delta, self.live_keys)
        except OSError as e:
            raise Damaged(f"snapshot {generation.name} is incomplete ({e.strerror})", "it is rebuilt by the next sync")

    def _open_base(self, base_of: dict[str, Base], bases: Path) -> Base | None:
        """The base of this snapshot with all that a search needs read, None if it has none."""
        if not self.meta.base:
            return None
        base = base_of.get(self.meta.base)
        if base is None:
            base = Base(bases, self.meta.base, self.meta.dim)
        base.load()
        return base

    def _own(self, name: str) -> bytes:
        return read_checked(self.generation / name, self.meta.own.get(name))

    def _check_files(self, thorough: bool) -> None:
        total = sum(size for size, _ in self.meta.files.values())
        for name, (size, expected) in self.meta.files.items():
            path = self.generation / name
            st = path.stat()
            if st.st_size != size:
                raise Damaged(f"{name} has {st.st_size} bytes in place of {size}", "it is rebuilt by the next sync")
            identity = (st.st_dev, st.st_ino, st.st_size, st.st_mtime_ns)
            if thorough or (total <= _VERIFY_ALL_BELOW and identity not in _verified):
                if file_digest(path) != expected:
                    raise Damaged(f"{name} is damaged", "it is rebuilt by the next sync")
                _verified.add(identity)

    def _index_files(self) -> None:
        """Paths in byte order, and for every segment: owner (index of the path, -1 = dead) of each document."""
        self.paths = self.manifest.sorted_paths()
        self.owner = {name: np.full(count, -1, np.int32) for name, count in self.meta.segments}
        for i, path in enumerate(self.paths):
            entry = self.manifest.files[path]
            if entry.count:
                owner = self.owner.get(entry.segment)
                if owner is None or entry.first + entry.count > len(owner):
                    raise Damaged(f"manifest names chunks that are not there ({path!r})", "it is rebuilt by the next sync")
                owner[entry.first : entry.first + entry.count] = i
        self.live = [self.owner[name] >= 0 for name in self.segment_names]

    def _index_vectors(self) -> None:
        keys, segments, docs = [np.zeros(0, np.int64)], [np.zeros(0, np.int32)], [np.zeros(0, np.int32)]
        for i, name in enumerate(self.segment_names):
            live = np.flatnonzero(self.live[i])
            if len(live) and int(live[-1]) >= len(self.tables[name]):
                raise Damaged(f"chunks-{name} is short", "it is rebuilt by the next sync")
            keys.append(self.tables[name]["vector"][live])
            segments.append(np.full(len(live), i, np.int32))
            docs.append(live.astype(np.int32))
        all_keys = np.concatenate(keys)
        order = np.argsort(all_keys, kind="stable")
        self._vector_keys = all_keys[order]
        self._vector_segment = np.concatenate(segments)[order]
        self._vector_doc = np.concatenate(docs)[order]
        self.live_keys = unique_sorted(self._vector_keys)

    # look-ups

    @cached_property
    def defined_names(self) -> list[tuple[str, str]]:
        """(bare name, name) of all that is defined, ascending by name. Read once: every
        question with an unknown name looks through all of them."""
        return [(bare(name), name) for name in self.lexical.terms("defs")]

    @property
    def chunks(self) -> int:
        return len(self._vector_keys)

    def chunks_of_vectors(self, keys: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The live chunks whose vectors these are: (index into ``keys``, segment index, document), one entry a chunk."""
        low, high = (np.searchsorted(self._vector_keys, keys, side) for side in ("left", "right"))
        count = high - low
        which = np.repeat(np.arange(len(keys)), count)
        at = np.arange(len(which)) + np.repeat(low - (np.cumsum(count) - count), count)
        return which, self._vector_segment[at], self._vector_doc[at]

    def places(self, segment: int, documents: np.ndarray) -> list[Place]:
        """The chunks that live documents of one segment are."""
        name, files = self.segment_names[segment], self.manifest.files
        rows = self.tables[name][documents]
        columns = (rows[field].tolist() for field in ("ordinal", "start", "end"))
        owners = self.owner[name][documents].tolist()
        return [
            (file, path := self.paths[file], files[path], *at) for file, *at in zip(owners, *columns, strict=True)
        ]

    def place(self, segment: int, document: int) -> Place:
        return self.places(segment, np.array([document]))[0]

    def allowed_documents(self, wanted: np.ndarray) -> list[np.ndarray]:
        """Per segment a bool mask of live documents whose path index is set in the bool array ``wanted``."""
        out = []
        for name in self.segment_names:
            owner = self.owner[name]
            mask = np.zeros(len(owner), bool)
            live = owner >= 0
            mask[live] = wanted[owner[live]]
            out.append(mask)
        return out

    def keys_of(self, masks: list[np.ndarray]) -> np.ndarray:
        """Sorted unique vector keys of the documents in ``masks``."""
        parts = [self.tables[n]["vector"][m] for n, m in zip(self.segment_names, masks, strict=True)]
        return unique_sorted(np.sort(np.concatenate(parts))) if parts else np.zeros(0, np.int64)

    def close(self) -> None:
        self.lexical.close()

