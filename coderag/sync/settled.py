"""Whether there is nothing to do for HEAD, told without loading anything: a hook's worker asks it first.

Each sync leaves beside the snapshot what it found in order: the commit, and a stamp of all else that decides what the
snapshot should be. Invariant: when that is equal, a sync would change nothing; when in doubt, it is not.
"""
from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

from coderag.fsio import FileLock, write_atomic
from coderag.git import Repository
from coderag.index.layout import WRITER_LOCK, Layout
from coderag.model.artifact import PIPELINE_VERSION
from coderag.sync import state

_NAME = "settled"
_PATIENCE = 2.0
"""Seconds to wait for another writer before going on to wait with everything loaded."""
_BUNDLED = Path(__file__).parents[1] / "embedding" / "bundled"


def settled(repo: Repository, layout: Layout) -> bool:
    """True if HEAD's snapshot is current, complete and compacted, and no collection is due."""
    head = repo.head()
    slot = layout.slot(head.ref, repo.worktree_id)
    found = state.read_json(slot / _NAME)
    return found is not None and found == _facts(repo, layout, slot, head.commit) and not state.collection_due(layout)


def settled_soon(repo: Repository, layout: Layout) -> bool:
    """The same, but if somebody writes this moment, it may well be what we came for: then wait a little for it."""
    if settled(repo, layout):
        return True
    lock = FileLock(layout.root / WRITER_LOCK)
    try:
        waited = not lock.acquire(0) and lock.acquire(_PATIENCE)
    except OSError:
        return False
    lock.release()
    return waited and settled(repo, layout)


def note(repo: Repository, layout: Layout, slot: Path, commit: str) -> None:
    """The snapshot in ``slot`` was found to be all that it should be. The caller holds the writer lock."""
    facts = _facts(repo, layout, slot, commit)
    with suppress(OSError):
        if facts is not None and state.read_json(slot / _NAME) != facts:
            write_atomic(slot / _NAME, json.dumps(facts).encode("ascii"), durable=False)


def _facts(repo: Repository, layout: Layout, slot: Path, commit: str | None) -> dict | None:
    config = repo.config()
    if config.get("coderag.model"):
        return None  # the files of a folder may change at any time
    with suppress(OSError, UnicodeDecodeError):
        generation = (slot / "CURRENT").read_text("ascii").strip()
        files = [slot / generation / "meta", *sorted(_BUNDLED.iterdir())]
        stamps = [(str(p), (st := os.stat(p)).st_ino, st.st_size, st.st_mtime_ns) for p in files]
        stamps.append(os.stat(layout.store).st_ino)  # which grows: only another file in its place counts
        decides = [PIPELINE_VERSION, sorted(config.items()), stamps]
        stamp = hashlib.blake2b(repr(decides).encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
        return {"commit": commit, "generation": generation, "stamp": stamp}
    return None

