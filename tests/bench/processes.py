"""Memory of a process and all it starts, measured from outside (Linux)."""
from __future__ import annotations

import os
import subprocess
import threading
import time
from pathlib import Path


def memory_mb(pid: int) -> float:
    """Proportional set size: pages shared by several processes count once. 0 if the process is gone."""
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0.0


def peak_resident_mb(pid: int) -> float:
    """The most that was resident at any time of a process that still runs."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0


def session_pids(session: int) -> list[int]:
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == session:
                found.append(int(entry))
    return found


class Measured:
    """A command run in a session of its own: ``seconds``, ``cpu`` (with children), ``peak`` (MB, all its processes)."""

    def __init__(self, command: list[str], cwd: Path | None = None, interval: float = 0.1) -> None:
        self.peak = 0.0
        started = time.monotonic()
        self._process = subprocess.Popen(
            command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True, text=True,
        )  # fmt: skip
        self._ended = threading.Event()
        watch = threading.Thread(target=self._watch, args=(interval,))
        watch.start()
        out: list[str] = []
        drain = threading.Thread(target=lambda: out.append(self._process.stderr.read()))
        drain.start()
        self.stdout = self._process.stdout.read()
        drain.join()
        _, status, usage = os.wait4(self._process.pid, 0)
        self._ended.set()
        watch.join()
        self.seconds = time.monotonic() - started
        self.cpu = usage.ru_utime + usage.ru_stime
        self._process.returncode = os.waitstatus_to_exitcode(status)
        if self._process.returncode:
            raise RuntimeError(f"{' '.join(command)}: exit {self._process.returncode}\n{out[0][-2000:]}")

    def _watch(self, interval: float) -> None:
        while not self._ended.wait(interval):
            self.peak = max(self.peak, sum(memory_mb(p) for p in session_pids(self._process.pid)))
