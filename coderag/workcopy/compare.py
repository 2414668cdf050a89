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

_MAX_AGE = 1.0
_PATIENCE = 0.15


def differs(workdir: Path | None, path: str, indexed: list[str] | None) -> bool:
    """True if the working file exists and its lines are not the indexed ones, or if it is gone."""
    if workdir is None or indexed is None:
        return False
    full = os.path.join(workdir, path)
    try:
        if not stat.S_ISREG(os.lstat(full).st_mode):
            return True
        if os.path.realpath(full) != os.path.join(os.path.realpath(workdir), path):
            return True  # a folder on the way is a link: not the file git tracks
        with open(full, "rb") as f:
            return lines_of(f.read()) != indexed
    except OSError:
        return True


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
