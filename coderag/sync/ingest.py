"""Changed blobs -> artifacts, vectors and documents. Whatever the store knows already is not computed again.

Large runs use worker processes for analysis and embedding (parsing holds the GIL), and this process, too, as far as
inverting and writing leave it time; results are taken in order, so the outcome does not depend on how the work was
spread.
"""
from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from coderag import analysis
from coderag.embedding.codes import vector_key
from coderag.embedding.model import Embedder
from coderag.embedding.registry import Model
from coderag.index.build import NewFile
from coderag.index.chunk_table import DTYPE
from coderag.index.manifest import Entry, Skipped
from coderag.model.artifact import FileArtifact
from coderag.model.text import embedded_text, lines_of
from coderag.store.artifacts import ArtifactStore, artifact_key, pack_artifact, unpack_artifact
from coderag.sync.documents import documents_of
from coderag.sync.rules import FORCED
from coderag.sync.vectors import VectorSource

POOL_ABOVE = 300
"""Files to analyse beyond which worker processes pay for their start (about 0.7 s each)."""
_BATCH = 64
_BATCH_BYTES = 4_000_000
"""Of file contents in one batch; the batches under way are all there is in memory."""
HARD_LIMIT = 4_000_000


class Wanted(NamedTuple):
    path: str
    mode: int
    oid: str
    hint: str


@dataclass
class Counters:
    artifacts_computed: int = 0
    vectors_computed: int = 0
    done: int = 0
    chunks: int = 0
    skipped: dict[str, Skipped] = field(default_factory=dict)


class Prepared(NamedTuple):
    """What a worker returns for one file: everything but the text."""

    packed: bytes
    computed: bool
    keys: list[int]
    vectors_computed: int  # of the whole batch, counted at its first file


class _Later(NamedTuple):
    """In place of a slow model in a worker process: names vectors, makes none."""

    fingerprint: bytes
    slow: bool = True


def prepare(
    items: list[tuple[str, str, str, bytes]], store: ArtifactStore, vectors: VectorSource, embedder: Model | _Later
) -> list[Prepared]:
    """Artifact and vector keys of (path, oid, hint, data); stores what it had to compute. Vectors of a slow model are
    left to :mod:`coderag.sync.fill`."""
    keys = [artifact_key(oid, hint) for _, oid, hint, _ in items]
    known = store.get_artifacts(keys)
    fresh: dict[bytes, tuple[int, bytes]] = {}
    artifacts: list[tuple[FileArtifact, bytes, bool]] = []
    for key, (_, _, hint, data) in zip(keys, items, strict=True):
        found = known.get(key) or fresh.get(key)
        if found:
            artifacts.append((unpack_artifact(found[1]), found[1], False))
            continue
        artifact = analysis.analyze(data, hint.removesuffix(FORCED), forced=hint.endswith(FORCED))
        packed = pack_artifact(artifact)
        fresh[key] = (len(data), packed)
        artifacts.append((artifact, packed, True))
    if fresh:
        store.put_artifacts((k, size, packed) for k, (size, packed) in fresh.items())
    texts: dict[int, str] = {}
    chunk_keys: list[list[int]] = []
    for (path, _, _, data), (artifact, _, _) in zip(items, artifacts, strict=True):
        mine = []
        if artifact.chunks:
            for text in texts_of(path, artifact, lines_of(data)):
                key = vector_key(text, embedder.fingerprint)
                texts[key] = text
                mine.append(key)
        chunk_keys.append(mine)
    made = 0 if embedder.slow else vectors.make(texts, embedder)
    out = []
    for i, ((_, packed, computed), mine) in enumerate(zip(artifacts, chunk_keys, strict=True)):
        out.append(Prepared(packed, computed, mine, made if i == 0 else 0))
    return out


def texts_of(path: str, artifact: FileArtifact, lines: Sequence[str]) -> list[str]:
    """The text of each chunk as it is embedded."""
    return [embedded_text(path, c.context, lines[c.start - 1 : c.end]) for c in artifact.chunks]


_process: tuple[ArtifactStore, VectorSource, Embedder | _Later] | None = None


def _start_process(store_path: str, bases: str, dim: int, model: str, fingerprint: bytes) -> None:
    """``model`` "": a slow one, which is loaded once and elsewhere."""
    global _process
    os.nice(5) if hasattr(os, "nice") else None
    threading.Thread(target=_end_with_parent, name="coderag-parent-watch", daemon=True).start()
    store = ArtifactStore(Path(store_path))
    embedder = Embedder(Path(model)) if model else _Later(fingerprint)
    _process = (store, VectorSource(store, Path(bases), dim), embedder)


def _end_with_parent() -> None:
    """A killed parent closes no pool, and a worker would wait for work for ever."""
    from multiprocessing import connection, parent_process

    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _prepare_in_process(items: list[tuple[str, str, str, bytes]]) -> list[Prepared]:
    assert _process is not None
    return prepare(items, *_process)


class Ingest:
    """Turns wanted files into :class:`NewFile`; skips found on the way are collected in ``counters.skipped``."""

    def __init__(
        self,
        read_blobs: Callable[[list[str]], Iterator[tuple[str, bytes | None]]],
        blob_sizes: Callable[[list[str]], dict[str, int]],
        store: ArtifactStore,
        vectors: VectorSource,
        embedder: Model,
        max_file_size: int,
        workers: int,
        progress: Callable[[int, int], None] = lambda done, chunks: None,
    ) -> None:
        self.read_blobs, self.blob_sizes = read_blobs, blob_sizes
        self.store, self.vectors, self.embedder = store, vectors, embedder
        self.limit = min(max_file_size, HARD_LIMIT)
        self.workers = workers or max(1, (os.cpu_count() or 2) // 2)
        self.progress = progress
        self.counters = Counters()

    def run(self, wanted: Sequence[Wanted]) -> Iterator[NewFile]:
        missing = self._count_missing(wanted) if len(wanted) > POOL_ABOVE else 0
        results = self._pooled(wanted) if missing > POOL_ABOVE else self._inline(wanted)
        for files, datas, prepared in results:
            for want, data, ready in zip(files, datas, prepared, strict=True):
                new = self._new_file(want, data, ready)
                self.counters.done += 1
                if new is not None:
                    self.counters.chunks += len(new.documents)
                    yield new
            self.progress(self.counters.done, self.counters.chunks)

    def _count_missing(self, wanted: Sequence[Wanted]) -> int:
        keys = {artifact_key(w.oid, w.hint) for w in wanted}
        return len(keys) - len(self.store.known_artifacts(keys))

    def _batches(self, wanted: Sequence[Wanted]) -> Iterator[tuple[list[Wanted], list[bytes]]]:
        for part in self._parts(wanted):
            blobs: dict[str, bytes | str] = {}  # contents, or why there are none
            for oid, data in self.read_blobs(list(dict.fromkeys(w.oid for w in part))):
                blobs[oid] = "missing-blob" if data is None else "too-large" if len(data) > self.limit else data
            files, datas = [], []
            for w in part:
                data = blobs.get(w.oid, "missing-blob")
                if isinstance(data, str):
                    self._pass_over(w, data)
                else:
                    files.append(w)
                    datas.append(data)
            if files:
                yield files, datas

    def _parts(self, wanted: Sequence[Wanted]) -> Iterator[list[Wanted]]:
        """Files to read together: few enough, small enough together, and none that is known to be too large."""
        part: list[Wanted] = []
        weight = 0
        for at in range(0, len(wanted), 1000):
            asked = wanted[at : at + 1000]
            sizes = self.blob_sizes(list(dict.fromkeys(w.oid for w in asked)))
            for w in asked:
                size = sizes.get(w.oid, self.limit)  # unknown: missing, or only git itself finds it
                if size > self.limit:
                    self._pass_over(w, "too-large")
                    continue
                if part and (len(part) >= _BATCH or weight + size > _BATCH_BYTES):
                    yield part
                    part, weight = [], 0
                part.append(w)
                weight += size
        if part:
            yield part

    def _pass_over(self, w: Wanted, reason: str) -> None:
        self._skip(w, reason)
        self.counters.done += 1

    def _inline(self, wanted: Sequence[Wanted]):
        for files, datas in self._batches(wanted):
            items = [(w.path, w.oid, w.hint, d) for w, d in zip(files, datas, strict=True)]
            yield files, datas, prepare(items, self.store, self.vectors, self.embedder)

    def _pooled(self, wanted: Sequence[Wanted]):
        from concurrent.futures import Future, ProcessPoolExecutor
        from multiprocessing import get_context

        pool = ProcessPoolExecutor(
            self.workers,
            mp_context=get_context("spawn"),
            initializer=_start_process,
            initargs=(
                str(self.store.path), str(self.vectors.folder), self.embedder.dim,
                "" if self.embedder.slow else str(self.embedder.folder), self.embedder.fingerprint,
            ),  # fmt: skip
        )
        waiting: deque = deque()
        try:
            for files, datas in self._batches(wanted):
                items = [(w.path, w.oid, w.hint, d) for w, d in zip(files, datas, strict=True)]
                if sum(not job.done() for _, _, job in waiting) < 2 * self.workers:
                    job = pool.submit(_prepare_in_process, items)
                else:  # the others are busy: do a part here
                    job = Future()
                    job.set_result(prepare(items, self.store, self.vectors, self.embedder))
                waiting.append((files, datas, job))
                while waiting and (waiting[0][2].done() or len(waiting) > 4 * self.workers):
                    files, datas, job = waiting.popleft()
                    yield files, datas, job.result()
            while waiting:
                files, datas, job = waiting.popleft()
                yield files, datas, job.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _skip(self, w: Wanted, reason: str) -> None:
        self.counters.skipped[w.path] = Skipped(w.oid, w.mode, w.hint, reason)

    def _new_file(self, w: Wanted, data: bytes, ready: Prepared) -> NewFile | None:
        artifact = unpack_artifact(ready.packed)
        self.counters.artifacts_computed += ready.computed
        self.counters.vectors_computed += ready.vectors_computed
        if artifact.skip:
            self._skip(w, artifact.skip)
            return None
        return new_file(w, data, artifact, ready.keys)


def new_file(w: Wanted, data: bytes, artifact: FileArtifact, keys: Sequence[int]) -> NewFile:
    """What the index takes in. ``keys``: of the vectors of the artifact's chunks."""
    entry = Entry(w.oid, w.mode, w.hint, artifact.language, artifact.lines, artifact.title, "", 0, 0)
    rows = np.zeros(len(artifact.chunks), DTYPE)
    for i, (chunk, key) in enumerate(zip(artifact.chunks, keys, strict=True)):
        rows[i] = (chunk.start, chunk.end, i, key)
    return NewFile(w.path, entry, list(documents_of(w.path, artifact, data)), rows)
