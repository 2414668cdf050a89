"""Opening the store under ``.git/coderag``, whatever became of it meanwhile."""
from __future__ import annotations

import os

from coderag.errors import CoderagError
from coderag.fsio import FileLock, remove_tree
from coderag.index.layout import Layout
from coderag.store.artifacts import ArtifactStore
from coderag.sync import state
from coderag.sync.failure import os_error

_PATIENCE = 20.0


def open_store(layout: Layout) -> ArtifactStore:
    """The store, made if it is not there, made anew if it is damaged. StateError if the disk refuses.

    One process at a time makes or discards it: two that start together must not take each other's half-made file for
    damage.
    """
    try:
        state.prepare(layout)
        with FileLock(layout.root / "store.lock").held(_PATIENCE):
            return _open_or_renew(layout)
    except OSError as e:
        if not layout.store.exists():
            raise os_error(e)
        return ArtifactStore(layout.store)  # read-only: serve what there is


def _open_or_renew(layout: Layout) -> ArtifactStore:
    try:
        return ArtifactStore(layout.store)
    except CoderagError as e:
        _discard(layout, e.message)
        return ArtifactStore(layout.store)


def _discard(layout: Layout, why: str) -> None:
    state.log(layout, f"{why}: starting a new store")
    for suffix in ("", "-wal", "-shm"):
        remove_tree(layout.store.with_name(layout.store.name + suffix))


def renewed(layout: Layout, store: ArtifactStore) -> ArtifactStore | None:
    """The store to go on with if ``store`` is damaged or no longer the one on disk; None if nothing is wrong with it.

    Under the writer lock. The file on disk is judged, not the connection: another process may have replaced it.
    """
    if store.read_only:
        return None
    current = open_store(layout)
    problems = current.check()
    if not problems and current.id != store.id:
        return current
    current.close()
    if not problems:
        return None
    _discard(layout, problems[0])
    return open_store(layout)


def identity(layout: Layout) -> tuple[int, int] | None:
    """Which file the store is now; None if there is none. Another process may have replaced a damaged one."""
    try:
        st = os.stat(layout.store)
    except OSError:
        return None
    return st.st_dev, st.st_ino


def superseded(layout: Layout, store: ArtifactStore, opened_as: tuple[int, int] | None) -> bool:
    """True if an open store is no longer the file on disk, or was opened read-only and need not be any more."""
    return opened_as != identity(layout) or (store.read_only and os.access(layout.root, os.W_OK))
