"""Files that are whole or absent, checked files, and a lock that the operating system holds.

Invariant: a reader never sees half of a file written here, and a damaged checked file is noticed before its content
is used. Nothing here knows what the files mean.
"""
from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from coderag.errors import StateError

_MAGIC = b"CRAG1\n"
_DIGEST = 16


class Damaged(StateError):
    """A file under ``.git/coderag/`` is truncated, altered or foreign."""


def digest(data: bytes) -> bytes:
    """16-byte BLAKE2b of ``data``."""
    return hashlib.blake2b(data, digest_size=_DIGEST).digest()


def file_digest(path: Path) -> bytes:
    """16-byte BLAKE2b of a file's content, read in blocks."""
    h = hashlib.blake2b(digest_size=_DIGEST)
    with open(path, "rb") as f:
        while block := f.read(1 << 20):
            h.update(block)
    return h.digest()


def sync_dir(path: Path) -> None:
    """Make renames inside ``path`` durable; does nothing where directories cannot be opened (Windows)."""
    with contextlib.suppress(OSError):
        fd = os.open(path, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


def write_atomic(path: Path, data: bytes, *, durable: bool = True, mode: int | None = None) -> None:
    """Write to a temporary file beside ``path``, flush, then rename over it. OSError if the disk refuses.

    Without ``mode`` only the owner may read the file.
    """
    fd, tmp = tempfile.mkstemp(prefix=path.name + ".", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(fd, "wb") as f:
            f.write(data)
            f.flush()
            if durable:
                os.fsync(f.fileno())
        if mode is not None:
            os.chmod(tmp, mode)
        os.replace(tmp, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(tmp)
        raise
    if durable:
        sync_dir(path.parent)


def write_checked(path: Path, payload: bytes, *, durable: bool = True) -> bytes:
    """Payload behind a magic and its digest, which is returned; read back with :func:`read_checked`."""
    found = digest(payload)
    write_atomic(path, _MAGIC + found + payload, durable=durable)
    return found


def read_checked(path: Path, expected: bytes | None = None) -> bytes:
    """Payload of :func:`write_checked`. Damaged if it is not exactly what was written, or has another digest than
    ``expected`` (a sound file of the same name from elsewhere); OSError if unreadable."""
    data = path.read_bytes()
    head = len(_MAGIC) + _DIGEST
    found = data[len(_MAGIC) : head]
    if data[: len(_MAGIC)] != _MAGIC or digest(data[head:]) != found:
        raise Damaged(f"{path.name} is damaged", "it is rebuilt by the next sync (coderag reindex)")
    if expected not in (None, found):
        raise Damaged(f"{path.name} belongs elsewhere", "it is rebuilt by the next sync (coderag reindex)")
    return data[head:]


def remove_tree(path: Path) -> None:
    """Delete a file or folder; what cannot be deleted now is left for the next collection."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            path.unlink()


def tree_bytes(path: Path) -> int:
    """Bytes on disk below ``path``; a file with several hard links counts once."""
    seen: set[tuple[int, int]] = set()
    total = 0
    for root, _, names in os.walk(path):
        for name in names:
            with contextlib.suppress(OSError):
                st = os.lstat(os.path.join(root, name))
                if (st.st_dev, st.st_ino) not in seen:
                    seen.add((st.st_dev, st.st_ino))
                    total += st.st_size
    return total


class FileLock:
    """Exclusive lock on a file, held by the OS: it is gone with the process, so a dead holder never blocks."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._fd: int | None = None

    def acquire(self, timeout: float = 0.0, poll: float = 0.02) -> bool:
        """True once held; False if another holder kept it for ``timeout`` seconds. OSError on a read-only disk."""
        deadline = time.monotonic() + timeout
        while True:
            fd = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
            if _try_lock(fd):
                if _same_file(fd, self.path):
                    self._fd = fd
                    return True
                os.close(fd)  # deleted and made again meanwhile: a lock on a file nobody else can open holds nobody
                continue
            os.close(fd)
            if time.monotonic() >= deadline:
                return False
            time.sleep(poll)

    def release(self) -> None:
        if self._fd is not None:
            os.close(self._fd)  # closing releases flock
            self._fd = None

    @contextlib.contextmanager
    def held(self, timeout: float) -> Iterator[bool]:
        got = self.acquire(timeout)
        try:
            yield got
        finally:
            if got:
                self.release()


def is_held(path: Path) -> bool:
    """Whether some process holds the lock on this file right now; False where that cannot be told. Makes no file."""
    if not path.exists():
        return False
    lock = FileLock(path)
    try:
        return not lock.acquire()
    except OSError:
        return False
    finally:
        lock.release()


def _same_file(fd: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(fd), os.stat(path))
    except OSError:
        return False


def _try_lock(fd: int) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
            return True
        except OSError:
            return False
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except BlockingIOError:
        return False
