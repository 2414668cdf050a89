"""Garbage collection: slots of refs that are gone, bases nobody names, artifacts and vectors no snapshot needs.

Invariant: what is deleted file by file is first made unfindable by deleting the one file that leads to it, so that a
collection killed at any moment leaves nothing that looks whole and is not. The next one finishes.
"""
from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from coderag.errors import CoderagError
from coderag.fsio import FileLock, remove_tree, tree_bytes
from coderag.git import open_repository
from coderag.index.chunk_table import read_table
from coderag.index.dense import Base
from coderag.index.generations import collect_generations
from coderag.index.manifest import read_manifest
from coderag.index.snapshot import CURRENT, current_generation, last_used, read_meta
from coderag.store.artifacts import artifact_key
from coderag.sync.reconcile import Writer
from coderag.sync.target import head_target
from coderag.sync.vectors import VectorSource

SCRATCH = "verify-"
"""Start of the name of a folder in which ``verify`` builds; it holds the lock in it for as long as it runs."""

DAY = 86_400.0

CRASH_POINTS: Callable[[str], None] = lambda name: None  # noqa: E731
"""Called with the name of each step; tests replace it to fail there."""


def collect(w: Writer, now: bool = False) -> dict:
    """Under the writer lock. Counts of what was dropped. With ``now`` nothing is kept for a while longer."""
    dropped = collect_slots(w)
    CRASH_POINTS("slots-collected")
    artifacts: set[bytes] = set()
    vectors: set[int] = set()
    for slot in w.layout.slots():
        try:
            meta, generation = read_meta(slot), current_generation(slot)
            if meta is None or generation is None:
                _drop(slot, CURRENT)
                continue
            manifest = read_manifest(generation, meta.own.get("manifest"))
            for name, _ in meta.segments:
                vectors.update(np.unique(read_table(generation, name)["vector"]).tolist())
        except (CoderagError, OSError):
            _drop(slot, CURRENT)  # damaged: the next sync of its ref rebuilds it
            dropped += 1
            continue
        for part in (manifest.files, manifest.skipped):
            artifacts.update(artifact_key(e.oid, e.hint, meta.pipeline) for e in part.values())
        collect_generations(slot, keep=1)
    CRASH_POINTS("generations-collected")
    drop_scratch(w.layout.root)
    for leftover in _old_temporaries(w.layout.root):
        remove_tree(leftover)
    CRASH_POINTS("scratch-dropped")
    needed = np.fromiter(vectors, np.int64, len(vectors))
    source = VectorSource(w.store, w.layout.bases, w.embedder.dim, w.bases)
    stored = set(needed[~source.in_bases(needed)].tolist())
    grace = 0.0 if now else w.settings.gc_grace_days * DAY
    dead_artifacts, dead_vectors = w.store.keep_only(artifacts, stored, grace)
    CRASH_POINTS("rows-dropped")
    return {"slots": dropped, "artifacts": dead_artifacts, "vectors": dead_vectors}


def scratch_lock(folder: Path) -> FileLock:
    return FileLock(folder / "lock")


def drop_scratch(root: Path) -> None:
    """Delete the folders of ``verify`` runs that were killed; one that is running holds its lock."""
    for folder in root.glob(SCRATCH + "*"):
        lock = scratch_lock(folder)
        try:
            if folder.is_dir() and not lock.acquire(0):
                continue
        except PermissionError:
            continue  # somebody else's
        except OSError:
            pass  # no room for a lock, so none is held
        remove_tree(folder)
        lock.release()
        remove_tree(folder)  # Windows keeps a file that is open


def _old_temporaries(root: Path) -> list[Path]:
    """Half-written small files of killed processes; others may be writing theirs this moment, so only old ones."""
    found = [*root.glob("*.tmp"), *root.glob("pending/*.tmp")]
    return [p for p in found if p.exists() and time.time() - p.stat().st_mtime > 3600]


def collect_slots(w: Writer) -> int:
    """Drop slots of refs that are gone and bases nobody names. Number of slots dropped. Under the writer lock."""
    branches = w.repo.branches()
    keep = {w.layout.slot(ref) for ref in branches}
    head = head_target(w.repo, w.layout)
    keep.add(head.slot)
    dropped = 0
    commits: list[tuple[float, Path]] = []
    for slot in w.layout.slots():
        if slot in keep:
            continue
        kind = slot.parent.name
        if kind == "branches":
            try:
                meta = read_meta(slot)
                if meta is not None and _ref_exists(w, meta.ref):
                    continue
            except CoderagError:
                pass
        elif kind == "detached":
            if _worktree_exists(w, slot):
                continue
        else:
            generation = current_generation(slot)
            commits.append((generation.stat().st_mtime if generation and generation.exists() else 0.0, slot))
            continue
        _drop(slot, CURRENT)
        dropped += 1
    for _, slot in sorted(commits, key=lambda c: -c[0])[4:]:
        _drop(slot, CURRENT)
        dropped += 1
    _collect_bases(w)
    return dropped + _make_room(w, head.slot)


def _drop(folder: Path, leads: str) -> None:
    """Delete a folder, and before everything else the file in it without which the rest is not looked at."""
    remove_tree(folder / leads)
    CRASH_POINTS(f"{leads}-dropped")
    remove_tree(folder)
    CRASH_POINTS(f"folder-of-{leads}-dropped")


def _make_room(w: Writer, in_use: Path) -> int:
    """Drop the least recently used snapshots while the folder is over the size limit; what HEADs of worktrees answer
    from stays. A dropped one is forked again from what there is when its branch is asked for."""
    limit, dropped = w.settings.max_size, 0
    if not limit:
        return 0
    kept = {in_use, *_in_use(w)}
    spare = sorted((s for s in w.layout.slots() if s not in kept), key=last_used)
    while spare and tree_bytes(w.layout.root) > limit:
        _drop(spare.pop(0), CURRENT)
        _collect_bases(w)
        dropped += 1
    return dropped


def _in_use(w: Writer) -> set[Path]:
    """Slots that the HEADs of all worktrees answer from."""
    found = set()
    for folder in (w.repo.common_dir, *(w.repo.common_dir / "worktrees").glob("*")):
        with contextlib.suppress(CoderagError), open_repository(folder) as repo:
            found.add(head_target(repo, w.layout).slot)
    return found


def _ref_exists(w: Writer, ref: str) -> bool:
    try:
        return w.repo.resolve(ref)[0] == ref
    except CoderagError:
        return False


def _worktree_exists(w: Writer, slot) -> bool:
    names = [""]
    folder = w.repo.common_dir / "worktrees"
    if folder.is_dir():
        names += [p.name for p in folder.iterdir()]
    return slot in {w.layout.slot(None, n) for n in names}


def _collect_bases(w: Writer) -> None:
    if not w.layout.bases.is_dir():
        return
    used = set()
    for slot in w.layout.slots():
        try:
            meta = read_meta(slot)
        except CoderagError:
            continue
        if meta is not None:
            used.add(meta.base)
    for folder in w.layout.bases.iterdir():
        if folder.name not in used:
            _retire(w, folder)


def _retire(w: Writer, folder: Path) -> None:
    """Delete a base. What it alone holds goes to the store, so that a return to old content, or to the model before,
    embeds nothing."""
    with contextlib.suppress(CoderagError, OSError):
        base = w.bases.pop(folder.name, None) or Base(w.layout.bases, folder.name, None)
        VectorSource(w.store, w.layout.bases, base.dim, w.bases).take_over(base)
        CRASH_POINTS("vectors-taken-over")
    _drop(folder, "meta")
