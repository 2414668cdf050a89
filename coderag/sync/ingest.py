"""Changed blobs -> artifacts, vectors and documents. Whatever the store knows already is not computed again.

Large runs use worker processes for analysis and embedding (parsing holds the GIL) while this process inverts and
writes; results are taken in order, so the outcome does not depend on how the work was spread.
"""
from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from coderag import analysis
from coderag.embedding.codes import quantise, vector_key
from coderag.embedding.model import Embedder
from coderag.index.build import NewFile
from coderag.index.chunk_table import DTYPE
from coderag.index.manifest import Entry, Skipped
from coderag.model.artifact import FileArtifact
from coderag.model.text import lines_of
from coderag.store.artifacts import ArtifactStore, artifact_key, pack_artifact, unpack_artifact
from coderag.sync.documents import documents_of
from coderag.sync.rules import FORCED

POOL_ABOVE = 300
"""Files to analyse beyond which worker processes pay for their start (about 0.7 s each)."""
_BATCH = 64
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


class _Prepared(NamedTuple):
    """What a worker returns for one file: everything but the text."""

    packed: bytes
    computed: bool
    keys: list[int]
    vectors_computed: int  # of the whole batch, counted at its first file


def embedded_text(path: str, context: str, lines: Sequence[str]) -> str:
    """The text a chunk's vector is made of: path, enclosing header, code. Blank lines at its end do not count, so
    that an edit which only moves the next definition changes no vector."""
    last = len(lines)
    while last and not lines[last - 1].strip():
        last -= 1
    lines = lines[:last]
    return "\n".join([path, context, *lines] if context else [path, *lines])


def prepare(items: list[tuple[str, str, str, bytes]], store: ArtifactStore, embedder: Embedder) -> list[_Prepared]:
    """Artifact and vector keys of (path, oid, hint, data); stores what it had to compute."""
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
            lines = lines_of(data)
            for c in artifact.chunks:
                text = embedded_text(path, c.context, lines[c.start - 1 : c.end])
                key = vector_key(text, embedder.fingerprint)
                texts[key] = text
                mine.append(key)
        chunk_keys.append(mine)
    missing = sorted(set(texts) - store.known_vectors(texts)) if texts else []
    if missing:
        codes, scales = quantise(embedder.embed_chunks([texts[k] for k in missing]))
        store.put_vectors(missing, codes, scales)
    out = []
    for i, ((_, packed, computed), mine) in enumerate(zip(artifacts, chunk_keys, strict=True)):
        out.append(_Prepared(packed, computed, mine, len(missing) if i == 0 else 0))
    return out


_process: tuple[ArtifactStore, Embedder] | None = None


def _start_process(store_path: str, model: str) -> None:
    global _process
    os.nice(5) if hasattr(os, "nice") else None
    _process = (ArtifactStore(Path(store_path)), Embedder(Path(model)))


def _prepare_in_process(items: list[tuple[str, str, str, bytes]]) -> list[_Prepared]:
    assert _process is not None
    return prepare(items, *_process)


class Ingest:
    """Turns wanted files into :class:`NewFile`; skips found on the way are collected in ``counters.skipped``."""

    def __init__(
        self,
        read_blobs: Callable[[list[str]], Iterator[tuple[str, bytes | None]]],
        store: ArtifactStore,
        embedder: Embedder,
        max_file_size: int,
        workers: int,
        progress: Callable[[int, int], None] = lambda done, chunks: None,
    ) -> None:
        self.read_blobs, self.store, self.embedder = read_blobs, store, embedder
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
        return len(keys) - len(self.store.get_artifacts(keys))

    def _batches(self, wanted: Sequence[Wanted]) -> Iterator[tuple[list[Wanted], list[bytes]]]:
        for at in range(0, len(wanted), _BATCH):
            part = wanted[at : at + _BATCH]
            blobs = dict(self.read_blobs(list(dict.fromkeys(w.oid for w in part))))
            files, datas = [], []
            for w in part:
                data = blobs.get(w.oid)
                reason = ""
                if data is None:
                    reason = "missing-blob"
                elif len(data) > self.limit:
                    reason = "too-large"
                if reason:
                    self._skip(w, reason)
                    self.counters.done += 1
                else:
                    files.append(w)
                    datas.append(data)
            if files:
                yield files, datas

    def _inline(self, wanted: Sequence[Wanted]):
        for files, datas in self._batches(wanted):
            items = [(w.path, w.oid, w.hint, d) for w, d in zip(files, datas, strict=True)]
            yield files, datas, prepare(items, self.store, self.embedder)

    def _pooled(self, wanted: Sequence[Wanted]):
        from collections import deque
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        pool = ProcessPoolExecutor(
            self.workers,
            mp_context=get_context("spawn"),
            initializer=_start_process,
            initargs=(str(self.store.path), str(self.embedder.folder)),
        )
        waiting: deque = deque()
        try:
            for files, datas in self._batches(wanted):
                items = [(w.path, w.oid, w.hint, d) for w, d in zip(files, datas, strict=True)]
                waiting.append((files, datas, pool.submit(_prepare_in_process, items)))
                while len(waiting) > 2 * self.workers + 2:
                    files, datas, job = waiting.popleft()
                    yield files, datas, job.result()
            while waiting:
                files, datas, job = waiting.popleft()
                yield files, datas, job.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _skip(self, w: Wanted, reason: str) -> None:
        self.counters.skipped[w.path] = Skipped(w.oid, w.mode, w.hint, reason)

    def _new_file(self, w: Wanted, data: bytes, ready: _Prepared) -> NewFile | None:
        artifact = unpack_artifact(ready.packed)
        self.counters.artifacts_computed += ready.computed
        self.counters.vectors_computed += ready.vectors_computed
        if artifact.skip:
            self._skip(w, artifact.skip)
            return None
        entry = Entry(w.oid, w.mode, w.hint, artifact.language, artifact.lines, artifact.title, "", 0, 0)
        rows = np.zeros(len(artifact.chunks), DTYPE)
        for i, (chunk, key) in enumerate(zip(artifact.chunks, ready.keys, strict=True)):
            rows[i] = (chunk.start, chunk.end, i, key)
        return NewFile(w.path, entry, list(documents_of(w.path, artifact, data)), rows)
