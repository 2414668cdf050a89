"""Contents of working files as git would store them, kept by stat data.

Invariant: what is handed out was the whole content of the file at one moment. A file whose stat data is as young as our
look at it may change again without showing it (git calls such an entry racily clean), so it is read again next time.
"""
from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Collection, Mapping
from typing import NamedTuple

from coderag.git import Repository

SYMLINK, TOO_LARGE, GONE = "symlink", "too-large", "gone"
"""Reasons that say what a file is, rather than that it could not be covered."""
TOO_MUCH, CONVERTED, BUSY, UNREADABLE = "over the limit", "converted by a git filter", "being written", "unreadable"
_SETTLED = 2.0
"""Seconds after which a time stamp is trusted: coarser than any file system's clock that git works on."""
_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class Content(NamedTuple):
    """A blob that git has, or would have after `git add`."""

    oid: str
    data: bytes


class _Kept(NamedTuple):
    signature: tuple[int, ...]
    settled: bool
    digest: bytes  # of the working file's bytes
    found: Content | str


class WorkFiles:
    """Not safe to share between threads."""

    def __init__(self, repo: Repository) -> None:
        self._repo = repo
        self._root = os.path.realpath(repo.workdir or ".")
        self._kept: dict[str, _Kept] = {}

    def keep_only(self, paths: Collection[str]) -> None:
        """Forget all other files."""
        self._kept = {p: k for p, k in self._kept.items() if p in paths}

    def read(self, wanted: Mapping[str, str], limit: int, together: int) -> dict[str, Content | str]:
        """Path -> contents, or why there are none. ``wanted``: path -> id of the blob where git has it, else "".

        ``limit``: bytes of one file, above which it is TOO_LARGE; ``together``: bytes of all, above which the rest is
        TOO_MUCH. StateError if git cannot say what it would store.
        """
        out: dict[str, Content | str] = {}
        fresh: dict[str, tuple[_Kept, bytes]] = {}
        for path, oid in wanted.items():
            size = 0
            if oid:
                out[path] = self._blob(oid, limit)
            elif (old := self._unchanged(path)) is not None:
                out[path] = old.found
            else:
                taken = self._take(path, min(limit, together))
                if isinstance(taken, str):
                    out[path] = TOO_MUCH if taken == TOO_LARGE and together < limit else taken
                    continue
                row, data = taken
                size = len(data)
                old = self._kept.get(path)
                if old is not None and old.digest == row.digest:
                    self._kept[path] = row._replace(found=old.found)
                    out[path] = old.found
                else:
                    fresh[path] = row, data
                    out[path] = ""
            found = out[path]
            together -= size or (len(found.data) if isinstance(found, Content) else 0)
        stored = self._repo.as_committed({path: data for path, (_, data) in fresh.items()})
        for path, (row, _) in fresh.items():
            content = stored[path]
            out[path] = Content(*content) if content else CONVERTED
            self._kept[path] = row._replace(found=out[path])
        return {p: TOO_LARGE if isinstance(c, Content) and len(c.data) > limit else c for p, c in out.items()}

    def _blob(self, oid: str, limit: int) -> Content | str:
        size = self._repo.blob_sizes([oid]).get(oid)
        if size is None:
            return UNREADABLE
        return TOO_LARGE if size > limit else Content(oid, self._repo.read_blob(oid))

    def _unchanged(self, path: str) -> _Kept | None:
        old = self._kept.get(path)
        if old is None or not old.settled:
            return None
        try:
            return old if signature(os.lstat(os.path.join(self._root, path))) == old.signature else None
        except OSError:
            return None

    def _take(self, path: str, limit: int) -> tuple[_Kept, bytes] | str:
        """The whole content of a file at one moment."""
        full = os.path.join(self._root, path)
        try:
            for _ in range(3):
                st = os.lstat(full)
                if stat.S_ISLNK(st.st_mode):
                    return SYMLINK
                if not stat.S_ISREG(st.st_mode) or os.path.realpath(full) != full:
                    return UNREADABLE
                if st.st_size > limit:
                    return TOO_LARGE
                began = time.time()
                with open(os.open(full, _FLAGS), "rb") as f:
                    before = os.fstat(f.fileno())
                    data = f.read(limit + 1)
                    after = os.fstat(f.fileno())
                if signature(st) == signature(before) == signature(after) and len(data) == st.st_size:
                    return _Kept(signature(st), settled(st, began), hashlib.sha1(data).digest(), ""), data
            return BUSY
        except (FileNotFoundError, NotADirectoryError):
            return GONE
        except OSError:
            return UNREADABLE


def settled(st: os.stat_result, began: float) -> bool:
    """Whether the stamps of a file that was read at ``began`` will show it if it changes again."""
    return began - max(st.st_mtime, st.st_ctime) > _SETTLED


def signature(st: os.stat_result) -> tuple[int, ...]:
    return st.st_dev, st.st_ino, st.st_mode, st.st_size, st.st_mtime_ns, st.st_ctime_ns
