"""A long-lived `git cat-file` process: reads many objects for the price of one start.

Invariant: one request and its answer belong together, held by a lock; after any break in the conversation the process
is thrown away and the next request starts a fresh one. git finds packs added meanwhile by itself.
"""
from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from coderag.git.command import Git

if TYPE_CHECKING:
    import subprocess

_WINDOW = 256  # ids written before their answers are read; 256 * 65 bytes fit any pipe, so neither side can block


class CatFile:
    """``mode`` is "--batch" (contents) or "--batch-check" (sizes). Safe to use from several threads."""

    def __init__(self, git: Git, mode: str) -> None:
        self._git, self._mode, self._lock = git, mode, threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, oids: Iterable[str]) -> Iterator[tuple[str, tuple[str, int, bytes] | None]]:
        """(oid, (type, size, contents)) in the order asked; None for an object that is missing or unreadable."""
        left = iter(oids)
        while window := list(islice(left, _WINDOW)):
            with self._lock:
                answers = list(self._exchange(window))
            yield from answers

    def _exchange(self, window: list[str]) -> Iterator[tuple[str, tuple[str, int, bytes] | None]]:
        """git may die over one object (damaged, or not fetched): that one is unreadable, the others are asked again."""
        done = 0
        while done < len(window):
            try:
                process = self._started()
                process.stdin.write("".join(f"{oid}\n" for oid in window[done:]).encode("ascii"))
                process.stdin.flush()
                while done < len(window):
                    answer = self._read(process)
                    yield window[done], answer
                    done += 1
            except (BrokenPipeError, EOFError, ValueError):
                self._stop()
                yield window[done], None
                done += 1

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._stop()
            self._process = self._git.spawn("cat-file", self._mode)
        return self._process

    def _read(self, process: subprocess.Popen[bytes]) -> tuple[str, int, bytes] | None:
        header = process.stdout.readline()
        if not header.endswith(b"\n"):
            raise EOFError
        words = header.decode("ascii", "replace").split()
        if len(words) != 3 or not words[2].isdigit():  # "<oid> missing", "<oid> ambiguous"
            return None
        if self._mode == "--batch-check":
            return words[1], int(words[2]), b""
        data = process.stdout.read(int(words[2]) + 1)
        if len(data) != int(words[2]) + 1:
            raise EOFError
        return words[1], int(words[2]), data[:-1]

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        for stream in (process.stdin, process.stdout):
            try:
                stream.close()
            except OSError:
                pass
        process.kill()
        process.wait()

    def close(self) -> None:
        """End the process; a later request starts a new one."""
        with self._lock:
            self._stop()
