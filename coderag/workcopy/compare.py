"""The working copy beside the snapshot: does a file differ from what was indexed, and how many do.

Reads only regular files inside the work tree, never through a link. Comparison is by lines, so a checkout with other
line endings is not a change.
"""
from __future__ import annotations

import os
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path

from coderag.git import Repository
from coderag.model.text import lines_of
from coderag.workcopy.reading import settled, signature

_MAX_AGE = 1.0
_PATIENCE = 0.15
_REMEMBERED = 10_000


class Compared:
    """Whether working files are what was indexed. What was found is kept by stat data, where that can be trusted."""

    def __init__(self, workdir: Path | None) -> None:
        self._workdir = workdir
        self._known: dict[str, tuple[str, tuple[int, ...], bool]] = {}  # path -> blob, stat data, whether they differ

    def differs(self, path: str, oid: str, indexed: Callable[[], list[str]]) -> bool:
        """True if the working file exists and its lines are not those of the blob ``oid``, ``indexed()``; or if it is gone."""
        if self._workdir is None:
            return False
        full, began = os.path.join(self._workdir, path), time.time()
        try:
            st = os.lstat(full)
            if not stat.S_ISREG(st.st_mode):
                return True
            known = self._known.get(path)
            if known is not None and known[:2] == (oid, signature(st)):
                return known[2]
            if os.path.realpath(full) != os.path.join(os.path.realpath(self._workdir), path):
                return True  # a folder on the way is a link: not the file git tracks
            with open(full, "rb") as f:
                found = lines_of(f.read()) != indexed()
        except OSError:
            return True
        if settled(st, began):
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[path] = oid, signature(st), found
        return found


class DirtyCount:
    """How many tracked files differ from HEAD, counted beside the search and at most once a second."""

    def __init__(self, repo: Repository) -> None:
        self._repo, self._lock = repo, threading.Lock()
        self._value, self._at = 0, -1e9
        self._thread: threading.Thread | None = None

    def start(self) -> Callable[[], int]:
        """Begin counting; the returned function waits briefly and gives the newest count known."""
        with self._lock:
            running = self._thread is not None and self._thread.is_alive()
            if not running and time.monotonic() - self._at > _MAX_AGE:
                self._thread = threading.Thread(target=self._count, name="coderag-status", daemon=True)
                self._thread.start()
            thread = self._thread

        def result() -> int:
            if thread is not None:
                thread.join(_PATIENCE)
            return self._value

        return result

    def _count(self) -> None:
        try:
            value = len(self._repo.dirty_paths())
        except Exception:  # noqa: BLE001  a count is not worth failing an answer for
            value = 0
        self._value, self._at = value, time.monotonic()
