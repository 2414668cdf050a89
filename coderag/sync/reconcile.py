"""HEAD (or a ref) versus its snapshot: what to do, and doing it. The caller holds the writer lock.

equal -> nothing | commit moved -> tree diff | no snapshot -> fork the nearest one, then diff | other version, options
or model, or damage -> full, with the reason. Events never decide anything here; commit ids do.
"""
from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from coderag.embedding.registry import Model
from coderag.errors import CoderagError
from coderag.git import Repository
from coderag.index.build import Builder, Change
from coderag.index.dense import Base
from coderag.index.ground import Ground, open_ground
from coderag.index.layout import Layout
from coderag.index.snapshot import Meta, current_generation, read_meta
from coderag.model.answers import SyncReport
from coderag.model.artifact import PIPELINE_VERSION
from coderag.settings import Settings
from coderag.store.artifacts import ArtifactStore
from coderag.sync.ingest import Ingest
from coderag.sync.plan import Plan, make_plan
from coderag.sync.target import Target
from coderag.sync.texts import keys_under
from coderag.sync.vectors import VectorSource, drop_damaged

Progress = Callable[[int, int, int, str], None]
_FORK_CANDIDATES = 8
MODEL_CHANGED = "embedding model changed"


def silent(done: int, total: int, chunks: int, stage: str) -> None:
    """Progress that nobody watches."""


class Cancelled(BaseException):
    """The run was given up so that its process can end; what it computed so far is in the store. No failure."""


@dataclass
class Writer:
    """What the write side works with."""

    repo: Repository
    layout: Layout
    settings: Settings
    store: ArtifactStore
    embedder: Model
    bases: dict[str, Base]
    progress: Progress = silent
    cancelled: Callable[[], bool] = lambda: False

    def checkpoint(self, done: int, total: int, chunks: int, stage: str) -> None:
        """Tell progress. Cancelled if the process that runs this wants to end."""
        if self.cancelled():
            raise Cancelled
        self.progress(done, total, chunks, stage)

    def compatible(self, meta: Meta) -> str:
        """"" if a snapshot can be built upon, else why not."""
        if meta.pipeline != PIPELINE_VERSION:
            return "pipeline version changed"
        if meta.store != self.store.id:
            return "the artifact store was replaced"
        if meta.fingerprint != self.embedder.fingerprint or meta.dim != self.embedder.dim:
            return MODEL_CHANGED
        if meta.options != self.settings.content_hash():
            return "options changed"
        return ""

    def is_current(self, target: Target) -> bool:
        """True if the published snapshot is of the target's commit and of our options; reads only its description."""
        try:
            meta = read_meta(target.slot)
        except CoderagError:
            return False
        return meta is not None and meta.commit == target.commit and not self.compatible(meta)


def reconcile(w: Writer, target: Target, *, full: bool = False, complete: bool = False) -> SyncReport:
    """Bring the target's snapshot up to its commit. OSError and CoderagError leave the old snapshot in place.

    ``complete``: also publish vectors that were made since.
    """
    started = time.monotonic()
    assert target.commit is not None
    old, mode, reason = _starting_point(w, target, full, complete)
    report = SyncReport(ref=target.name, commit=target.commit, mode=mode, reason=reason)
    if mode == "none":
        return report
    options_changed = old is not None and old.meta.options != w.settings.content_hash()
    plan = make_plan(w.repo, w.settings, old, target.commit, options_changed)
    report.reason = "; ".join(filter(None, [reason, plan.reason]))
    report.files_changed = plan.files_changed
    _build(w, target, old, plan, report, started)
    return report


def _starting_point(w: Writer, target: Target, full: bool, complete: bool) -> tuple[Ground | None, str, str]:
    if full:
        return None, "full", "asked for"
    try:
        meta = read_meta(target.slot)
        if meta is None:
            base, why = _fork_base(w, target)
            return (base, "fork", why) if base else (None, "full", why)
        why = w.compatible(meta)
        if why == "options changed":
            return open_ground(target.slot, w.bases, w.layout.bases), "options", why
        if why == MODEL_CHANGED:
            return open_ground(target.slot, w.bases, w.layout.bases), "model", why
        if why:
            return None, "full", why
        late = meta.commit == target.commit
        if late and not (complete and meta.missing):
            return None, "none", ""
        return open_ground(target.slot, w.bases, w.layout.bases), "delta", "vectors made since" if late else ""
    except CoderagError as e:
        return None, "full", e.message


def _fork_base(w: Writer, target: Target) -> tuple[Ground | None, str]:
    """The compatible snapshot nearest to the target: same commit if any, else the smallest tree diff."""
    seen: list[tuple[float, Path, str]] = []
    for slot in w.layout.slots():
        try:
            meta = read_meta(slot)
        except CoderagError:
            continue
        if meta is None or w.compatible(meta) not in ("", MODEL_CHANGED):
            continue
        if meta.commit == target.commit:
            seen = [(0, slot, meta.ref)]
            break
        generation = current_generation(slot)
        seen.append((-generation.stat().st_mtime if generation else 0, slot, meta.ref))
    best: tuple[float, Path, str] | None = None
    for _, slot, ref in sorted(seen)[:_FORK_CANDIDATES]:
        try:
            size = len(w.repo.diff(read_meta(slot).commit, target.commit))
        except CoderagError:
            size = float("inf")  # its commit is gone: the manifest still says what it holds
        if best is None or size < best[0]:
            best = (size, slot, ref)
    if best is None:
        return None, "first index"
    try:
        return open_ground(best[1], w.bases, w.layout.bases), f"forked from {best[2]}"
    except CoderagError as e:
        return None, e.message


def _build(w: Writer, target: Target, old: Ground | None, plan: Plan, report: SyncReport, started: float) -> None:
    total = len(plan.wanted)
    if old is None:
        drop_damaged(w.layout.bases)
    vectors = VectorSource(w.store, w.layout.bases, w.embedder.dim, w.bases)
    builder = Builder(target.slot, w.layout.bases, old)
    try:
        ingest = Ingest(
            w.repo.read_blobs,
            w.repo.blob_sizes,
            w.store,
            vectors,
            w.embedder,
            w.settings.max_file_size,
            w.settings.workers,
            lambda done, chunks: w.checkpoint(done, total, chunks, "files"),
        )
        w.checkpoint(0, total, 0, "files")
        builder.apply(Change(plan.dropped, plan.skipped, ingest.run(plan.wanted)))
        # skips found in the content come to light while the files stream through
        for path, skip in ingest.counters.skipped.items():
            builder.skip(path, skip)
        w.checkpoint(total, total, ingest.counters.chunks, "vectors")
        report.artifacts_computed = ingest.counters.artifacts_computed
        report.vectors_computed = ingest.counters.vectors_computed
        if old is not None and old.meta.fingerprint != w.embedder.fingerprint:
            _change_model(w, vectors, builder, report)
        base = builder.vectors(w.embedder.fingerprint, vectors.collect, vectors.known if w.embedder.slow else None)
        report.chunks_added, report.chunks_removed = builder.added, builder.removed
        report.skipped = dict(sorted(Counter(s.reason for s in builder.manifest.skipped.values()).items()))
        report.seconds = round(time.monotonic() - started, 3)
        w.checkpoint(total, total, ingest.counters.chunks, "publishing")
        builder.publish(
            Meta(
                ref=target.name,
                commit=target.commit or "",
                options=w.settings.content_hash(),
                rules=plan.rules,
                pipeline=PIPELINE_VERSION,
                fingerprint=w.embedder.fingerprint,
                dim=w.embedder.dim,
                store=w.store.id,
                base=base,
                segments=(),
                chunks=0,
                files={},
                run=report.as_json(),
            )
        )
    except BaseException:
        builder.abandon()
        raise
    if base and (old is None or old.meta.base != base):
        move_into_base(w, base)


def move_into_base(w: Writer, name: str) -> None:
    """Vectors a published base holds need not be in the store, too. What fails here is made good by ``gc``."""
    with contextlib.suppress(CoderagError, OSError):
        w.store.drop_vectors(Base(w.layout.bases, name, w.embedder.dim).keys.tolist())


def _change_model(w: Writer, vectors: VectorSource, builder: Builder, report: SyncReport) -> None:
    def count(made: int) -> None:
        report.vectors_computed += made

    builder.rekey(keys_under(w.embedder, w.repo.read_blobs, w.store, vectors, builder.adopted(), count))
