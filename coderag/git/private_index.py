"""A copy of git's index that git may bring up to date for us, so that looking at the work tree stays cheap.

`git status` compares the contents of every file whose entry in the index is too young or has other stat data, until
somebody lets git write down what it found. We take no lock of a user's index, so for us it would never be written down:
after a clone every look reads every file again. In a copy of our own git may write, and keeps a list of the untracked
files there, too, by the time stamps of folders.

Invariants: the repository's own index is never written, and no lock of it taken. A copy serves only while the original
is the very file it was made from, as stat tells once a second look has found it unchanged. Its time stamp is older than
any look that git took for it, by more than the coarsest clock of a file system: so whatever changes during a look, or
in the same tick of the clock, counts as racy to git and is compared by its contents at the next one.
"""
from __future__ import annotations

import contextlib
import os
import threading
import time
from pathlib import Path

from coderag.errors import StateError
from coderag.fsio import FileLock
from coderag.git.command import Git, Started

_PLACES = 8
"""Processes of one repository that may have a copy at a time; a further one asks over the index itself."""
_TICK = 2.0
"""Seconds: coarser than the clock of any file system that git works on."""
_HEAD = (b"DIRC\0\0\0\2", b"DIRC\0\0\0\3", b"DIRC\0\0\0\4")
_FEW = 8_000
"""Files up to which git looks at them one after the other. Its threads would take the core of the question that it looks
for, which costs more than they save: measured on two cores, 4,400 files 10.6 against 13.5 ms a question; 19,700 files 62
against 50."""
_WAIT = 0.05
_OTHERWISE = ("core.fsmonitor", "core.sparsecheckout", "core.splitindex")
"""Options under which an index says less, or other things, than what is in its file; git alone knows then."""
_Stamp = tuple[int, ...]


class PrivateIndex:
    """Runs `git status` over a copy of one worktree's index where that is sound and pays, else over the index itself.

    Safe to share between threads; one that comes while another is served asks over the index itself.
    """

    def __init__(self, git: Git, git_dir: Path, folder: Path) -> None:
        """``folder``: where copies are kept; made if the folder above is there and can be written to."""
        self._git, self._original, self._folder = git, git_dir / "index", folder
        self._busy = threading.Lock()
        self._seen: _Stamp | None = None  # the original, when it was looked at last
        self._made_of: _Stamp | None = None  # the original, when it was copied
        self._left: _Stamp | None = None  # the copy, when git was done with it
        self._options: list[str] = []
        self._place: tuple[FileLock, Path] | None = None

    def start(self, *args: str) -> Started | StatusOverCopy:
        """`git status` with these arguments, beside other work. StateError as for :meth:`Git.start`."""
        if not self._busy.acquire(blocking=False):
            return self._git.start("status", *args)
        over: StatusOverCopy | None = None
        try:
            copy = self._copy()
            if copy is None:
                return self._git.start("status", *args)
            over = StatusOverCopy(self, copy, args)
            return over
        finally:
            if over is None:
                self._busy.release()

    def close(self) -> None:
        """Does not wait for a look that takes long: a copy left behind is taken over by another process."""
        if self._busy.acquire(timeout=_WAIT):
            self._drop()
            self._busy.release()

    def _copy(self) -> Path | None:
        """The copy to ask over, None where the index itself is to be asked."""
        now = _stamp(self._original)
        if now is None or now != self._seen:
            self._seen = now  # a copy costs more than a look: it is made when the same index is asked again
            return None
        if self._place is not None and self._made_of == now and self._left == _stamp(self._place[1]):
            return self._place[1]
        self._drop()
        try:
            return self._make(now)
        except (OSError, StateError):
            self._drop()
            return None

    def _make(self, now: _Stamp) -> Path | None:
        if time.time() - self._original.stat().st_mtime < _TICK or any(self._original.parent.glob("sharedindex.*")):
            return None  # it may change without showing it; or is one of two parts
        options = self._read_options()
        if options is None:
            return None
        with open(self._original, "rb") as f:
            st = os.fstat(f.fileno())
            data = f.read()
        if not data.startswith(_HEAD) or _stamp(self._original) != now or st.st_size != len(data):
            return None
        self._place = self._take_place()
        if self._place is None:
            return None
        copy = self._place[1]
        with contextlib.suppress(FileNotFoundError):
            os.unlink(f"{copy}.lock")  # of a git that was ended
        copy.write_bytes(data)
        os.utime(copy, ns=(st.st_mtime_ns, st.st_mtime_ns))  # what was racy stays so
        if copy.stat().st_mtime_ns > st.st_mtime_ns:
            return None
        if int.from_bytes(data[8:12], "big") <= _FEW:
            options = [*options, "-c", "core.preloadIndex=false"]
        self._options, self._made_of, self._left = options, now, _stamp(copy)
        return copy

    def _read_options(self) -> list[str] | None:
        """Options for git; None if there is one under which no copy is to be used."""
        wanted = "|".join((*_OTHERWISE, "core.untrackedcache")).replace(".", r"\.")
        output = self._git.run("config", "-z", "--get-regexp", f"^({wanted})$", ok=(0, 1)).decode("utf-8", "replace")
        found = dict(entry.partition("\n")[::2] for entry in output.split("\0") if entry)  # the last one wins
        if any(found.get(name, "false").lower() not in ("false", "no", "off", "0") for name in _OTHERWISE):
            return None
        cache = found.get("core.untrackedcache", "true").lower() in ("true", "yes", "on", "1", "keep")
        settings = {
            "core.hooksPath": str(self._folder / "no-hooks"),  # there is one for "the index was written"
            "core.fsmonitor": "false",
            "core.splitIndex": "false",
            "core.ignoreStat": "false",  # else what git refreshes is never looked at again
            "core.untrackedCache": str(cache).lower(),
            "status.showUntrackedFiles": "all",  # as asked for, or git does not use the list
        }
        return [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]

    def _take_place(self) -> tuple[FileLock, Path] | None:
        """The first folder that no other process has, locked until it is given back or this process ends."""
        self._folder.mkdir(exist_ok=True)
        for number in range(_PLACES):
            place = self._folder / str(number)
            with contextlib.suppress(OSError):  # another user's
                place.mkdir(exist_ok=True)
                lock = FileLock(place / "taken")
                if lock.acquire():
                    return lock, place / "index"
        return None

    def _drop(self) -> None:
        if self._place is not None:
            lock, copy = self._place
            for leftover in (copy, f"{copy}.lock"):
                with contextlib.suppress(OSError):
                    os.unlink(leftover)
            lock.release()
        self._place = self._made_of = self._left = None


class StatusOverCopy:
    """`git status` over the copy of an index, which nobody else uses until the output is collected or given up."""

    def __init__(self, index: PrivateIndex, copy: Path, args: tuple[str, ...]) -> None:
        self._index, self._copy, self._args, self._ended = index, copy, args, False
        self._began, self._started = time.time(), time.monotonic()
        variables = {"GIT_INDEX_FILE": str(copy), "GIT_OPTIONAL_LOCKS": "1"}
        self._running = index._git.start(*index._options, "status", *args, variables=variables)

    def output(self, timeout: float | None = None) -> bytes:
        """See :meth:`Started.output`. If git fails over the copy, the index itself is asked in what is left of the time."""
        try:
            output = self._running.output(timeout)
            self._settle()
            self._give_back()
            return output
        except (StateError, OSError):
            self.end()
            left = None if timeout is None else timeout - (time.monotonic() - self._started)
            if left is not None and left < _WAIT:
                raise
            return self._index._git.run("status", *self._args, timeout=left)

    def end(self) -> None:
        """Give up what was not collected."""
        if not self._ended:
            self._running.end()
            self._index._drop()
            self._give_back()

    def _settle(self) -> None:
        if _stamp(self._copy) != self._index._left:  # git has brought it up to date
            written = self._copy.stat().st_mtime - (time.monotonic() - self._started)  # by the clock of the file system
            age = min(self._began, written) - _TICK
            os.utime(self._copy, (age, age))
            self._index._left = _stamp(self._copy)

    def _give_back(self) -> None:
        self._ended = True
        self._index._busy.release()


def _stamp(path: Path) -> _Stamp | None:
    try:
        st = os.stat(path)
    except OSError:
        return None
    return st.st_dev, st.st_ino, st.st_size, st.st_mtime_ns, st.st_ctime_ns
