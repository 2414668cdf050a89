"""Compaction: what was published in haste becomes another generation of the same commit, with the same answers.

Whether it is due stands in the description of the published snapshot, so whoever looks next finds what a killed process
left undone. It gives way: to a writer that waits for the lock, and to whatever else its caller says.
"""
from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from coderag.errors import CoderagError
from coderag.index.build import Builder, Change
from coderag.index.ground import open_ground
from coderag.index.snapshot import Meta, read_meta
from coderag.sync import state
from coderag.sync.reconcile import Writer, move_into_base
from coderag.sync.target import Target
from coderag.sync.vectors import VectorSource


class GivenUp(BaseException):
    """Something else has to be done first. No failure: the compaction stays due."""


def due(w: Writer, target: Target) -> Meta | None:
    """Description of the target's snapshot if it is to be compacted; reads nothing else."""
    try:
        meta = read_meta(target.slot)
    except CoderagError:
        return None
    return meta if meta is not None and meta.due and not w.compatible(meta) else None


def compact(w: Writer, target: Target, wanted: Callable[[], bool]) -> None:
    """Publish the target's snapshot again, compacted, if that is due. The caller holds the writer lock.

    GivenUp as soon as ``wanted()``. OSError and CoderagError leave the snapshot as it is.
    """
    meta = due(w, target)
    old = open_ground(target.slot, w.bases, w.layout.bases) if meta else None
    if old is None:
        return
    started = time.monotonic()
    vectors = VectorSource(w.store, w.layout.bases, w.embedder.dim, w.bases)
    builder = Builder(target.slot, w.layout.bases, old)
    asking = threading.Lock()

    def check() -> None:
        with asking:  # asked from two threads; what is asked is a lock, which one of them would find held by the other
            if wanted() or w.cancelled():
                raise GivenUp

    builder.check = check
    try:
        builder.apply(Change())
        check()
        known = vectors.known if w.embedder.slow else None
        base = builder.vectors(w.embedder.fingerprint, vectors.collect, known, compact=True)
        check()
        builder.publish(replace(old.meta, base=base))
    except BaseException:
        builder.abandon()
        raise
    if base and base != old.meta.base:
        move_into_base(w, base)
    state.log(w.layout, f"{target.name} @ {old.meta.commit[:12]}: compacted, {time.monotonic() - started:.2f} s")
