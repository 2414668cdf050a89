"""Vectors of a slow model: made after a commit's words are searchable, beside everything else.

A sync under such a model publishes at once, without the vectors the store lacks. :func:`fill` then makes them, holding
no writer lock, so that commits go on being indexed; each batch is in the store and survives whatever comes. At the end
one more sync publishes a snapshot that has them.
"""
from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from coderag.embedding.codes import vector_key
from coderag.fsio import FileLock, is_held
from coderag.index.chunk_table import read_table
from coderag.index.layout import Layout
from coderag.index.manifest import read_manifest
from coderag.index.snapshot import Meta, Snapshot, current_generation, read_meta
from coderag.sync import state
from coderag.sync.reconcile import Writer
from coderag.sync.spawn import start_worker
from coderag.sync.target import Target
from coderag.sync.texts import Files, embedded_texts
from coderag.sync.vectors import VectorSource

_BATCH = 64
"""Texts embedded between two looks at whether to stop."""
_ASK_AGAIN = 30.0


def fill(w: Writer, target: Target, stop: Callable[[], bool] = lambda: False) -> int | None:
    """Make the vectors that the target's snapshot lacks; how many, or None if another process is at it. Progress goes
    to ``w.progress`` and to a file. StateError if the model or the store refuses.
    """
    meta, generation = read_meta(target.slot), current_generation(target.slot)
    if meta is None or generation is None or not meta.missing or w.compatible(meta):
        return 0
    lock = FileLock(w.layout.vectors_lock)
    if not lock.acquire(0):
        return None
    shown = state.ProgressFile(w.layout, target.name, w.layout.vectors)
    try:
        manifest = read_manifest(generation)
        tables = {name: read_table(generation, name)["vector"] for name, _ in meta.segments}
        live = [(p, e, tables[e.segment][e.first : e.first + e.count]) for p, e in manifest.files.items() if e.count]
        wanted = np.unique(np.concatenate([k for _, _, k in live])).tolist()
        vectors = VectorSource(w.store, w.layout.bases, w.embedder.dim, w.bases)
        missing = set(wanted) - vectors.known(wanted)
        files = [(p, e) for p, e, keys in live if not missing.isdisjoint(keys.tolist())]
        return _fill(w, vectors, files, missing, len(wanted), shown, stop)
    finally:
        shown.clear()
        lock.release()


def _fill(
    w: Writer, vectors: VectorSource, files: Files, missing: set[int], total: int, shown, stop: Callable[[], bool]
) -> int:
    made = 0
    waiting: dict[int, str] = {}

    def flush() -> int:
        count = vectors.make(waiting, w.embedder)
        missing.difference_update(waiting)
        waiting.clear()
        shown(total - len(missing), total, total, "embedding")
        w.checkpoint(total - len(missing), total, total, "embedding")
        return count

    shown(total - len(missing), total, total, "embedding")
    for _, _, found in embedded_texts(w.repo.read_blobs, w.store, files):
        for text in found:
            key = vector_key(text, w.embedder.fingerprint)
            if key in missing:
                waiting[key] = text
        while len(waiting) >= _BATCH:
            held = list(waiting.items())
            waiting = dict(held[:_BATCH])
            made += flush()
            waiting.update(held[_BATCH:])
            if stop():
                return made
    return made + flush()


def filling(layout: Layout) -> dict | None:
    """What the process that makes vectors reports; None if there is none."""
    row = state.read_json(layout.vectors)
    return row if row is not None and is_held(layout.vectors_lock) else None


_asked: dict[str, tuple[float, str, bytes]] = {}


def ask(w: Writer, python: str, rev: str | None, meta: Meta) -> None:
    """Have a detached worker make the vectors ``meta`` lacks, unless one is at it or was asked a moment ago."""
    if w.embedder.problem or w.store.read_only:
        return
    place, now, wanted = str(w.layout.root), time.monotonic(), (meta.commit, meta.fingerprint)
    at, *before = _asked.get(place, (now - _ASK_AGAIN, "", b""))
    if (tuple(before) != wanted or now - at >= _ASK_AGAIN) and filling(w.layout) is None:
        _asked[place] = now, *wanted
        start_worker(python, w.repo, "query", rev)


def lack(w: Writer, snapshot: Snapshot) -> tuple[str, bool]:
    """(what a reader of answers from this snapshot must know about vectors, "" if nothing; whether any are searched)."""
    model, meta = w.embedder, snapshot.meta
    if model.problem:
        return f"model {model.name} cannot be used ({model.problem}); words and names answer", False
    other = meta.fingerprint != model.fingerprint
    if not other and not meta.missing:
        return "", True
    if not other and meta.missing < len(snapshot.live_keys):
        return f"vectors of {meta.missing:,} new chunks are being made; words and names find them", True
    row = filling(w.layout)
    share = f" ({row['done']:,} of {row['total']:,})" if row and row.get("total") else ""
    return f"vectors of model {model.name} are being made{share}; words and names answer", False
