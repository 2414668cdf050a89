"""Every process a tool starts, however far it detaches itself: CPU seconds, memory, and its end. Linux only.

The benchmark makes itself the reaper of its orphans (PR_SET_CHILD_SUBREAPER). So a worker that a git hook leaves
behind, or a daemon that a command spawns, becomes a child of the benchmark and can be counted and ended like the rest.
"""
from __future__ import annotations

import ctypes
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

_SUBREAPER = 36
_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_QUIET_CPU, _QUIET_SECONDS = 0.05, 1.0


class Processes:
    """One at a time in a process, and no threads beside it: what is reaped is told apart by when that happens."""

    def __init__(self) -> None:
        if sys.platform != "linux":
            sys.exit("the freshness benchmark needs Linux: it counts processes by /proc")
        if ctypes.CDLL(None, use_errno=True).prctl(_SUBREAPER, 1, 0, 0, 0) != 0:
            sys.exit(f"prctl(PR_SET_CHILD_SUBREAPER): {os.strerror(ctypes.get_errno())}")
        self._started: dict[int, subprocess.Popen] = {}
        self._not_counted = _children_cpu()

    def start(self, command: Sequence[str], cwd: Path, env: Mapping[str, str], stderr: Path) -> subprocess.Popen:
        """A process that stays: its standard input and output are pipes."""
        with open(stderr, "ab") as log:
            child = subprocess.Popen(
                list(command), cwd=cwd, env=dict(env), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log
            )
        self._started[child.pid] = child
        return child

    def run(self, command: Sequence[str], cwd: Path, env: Mapping[str, str], *, counted: bool = True,
            timeout: float = 900.0) -> subprocess.CompletedProcess[str]:  # fmt: skip
        """A command to its end, with its output. Not ``counted``: its CPU seconds (git's own) are left out of cpu()."""
        before = _children_cpu()
        done = subprocess.run(
            list(command), cwd=cwd, env=dict(env), stdin=subprocess.DEVNULL, capture_output=True, text=True,
            encoding="utf-8", errors="replace", timeout=timeout,
        )  # fmt: skip
        if not counted:
            self._not_counted += _children_cpu() - before
        return done

    def cpu(self) -> float:
        """CPU seconds of everything started so far, living or gone, without what was not to be counted."""
        self._reap()
        living = sum(sum(row.ticks) for row in self._descendants().values())
        return _children_cpu() + living / _TICK - self._not_counted

    def memory(self) -> int:
        """Resident bytes of all living processes, shared pages counted in each."""
        return sum(row.pages for row in self._descendants().values()) * _PAGE

    def settle(self, limit: float = 120.0) -> float:
        """Wait until the processes use less than 5 % of a core for a second; the seconds that took."""
        begun = time.monotonic()
        while time.monotonic() - begun < limit:
            before = self.cpu()
            time.sleep(_QUIET_SECONDS)
            if self.cpu() - before < _QUIET_CPU * _QUIET_SECONDS:
                break
        return time.monotonic() - begun

    def end_all(self) -> None:
        """End everything this object's process has started and what that has left behind."""
        for sig, patience in ((signal.SIGTERM, 3.0), (signal.SIGKILL, 5.0)):
            for pid in self._descendants():
                try:
                    os.kill(pid, sig)
                except ProcessLookupError:
                    pass
            deadline = time.monotonic() + patience
            while self._descendants() and time.monotonic() < deadline:
                self._reap()
                time.sleep(0.02)
        for child in self._started.values():
            child.poll()
        self._started.clear()

    def _reap(self) -> None:
        for child in self._started.values():
            child.poll()
        for pid, row in self._descendants().items():
            if row.state == "Z" and row.parent == os.getpid() and pid not in self._started:
                os.waitpid(pid, os.WNOHANG)

    def _descendants(self) -> dict[int, _Row]:
        rows = {}
        for name in os.listdir("/proc"):
            if name.isdigit():
                try:
                    rows[int(name)] = _Row(Path("/proc", name, "stat").read_text(errors="replace"))
                except OSError:
                    continue
        inside = {os.getpid()}
        while more := {pid for pid, row in rows.items() if row.parent in inside and pid not in inside}:
            inside |= more
        return {pid: rows[pid] for pid in inside - {os.getpid()}}


class _Row:
    """What /proc/PID/stat says. ``ticks``: user and system time, its own and of its reaped children."""

    def __init__(self, stat: str) -> None:
        words = stat[stat.rindex(")") + 2 :].split()
        self.state, self.parent = words[0], int(words[1])
        self.ticks = tuple(int(w) for w in words[11:15])
        self.pages = int(words[21])


def _children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
