"""Small files beside the store by which processes tell each other things: pending mark, progress, runs, log.

Nothing here decides what is indexed; losing any of it costs a line of status.
"""
from __future__ import annotations

import contextlib
import json
import os
import time
from pathlib import Path

from coderag.fsio import write_atomic
from coderag.index.layout import FORMAT, Layout

_LOG_LIMIT = 512 * 1024


def prepare(layout: Layout) -> None:
    """Create ``.git/coderag`` if needed. OSError on a read-only disk or when a file stands in the way."""
    layout.root.mkdir(parents=True, exist_ok=True)
    if not layout.format_file.exists():
        write_atomic(layout.format_file, FORMAT.encode() + b"\n", durable=False)


def format_problem(layout: Layout) -> str:
    """"" if the layout is ours; else which format stands there. A newer one must not be touched."""
    try:
        found = layout.format_file.read_text("utf-8", "replace").strip()
    except OSError:
        return ""
    return "" if found == FORMAT else found[:20]


def mark_pending(layout: Layout) -> None:
    with contextlib.suppress(OSError):
        layout.pending.write_bytes(b"")


def take_pending(layout: Layout) -> bool:
    """True if something asked for another look since the last call."""
    try:
        layout.pending.unlink()
        return True
    except OSError:
        return False


class ProgressFile:
    """Progress of the running writer, for ``status`` and for answers; rewritten at most twice a second."""

    def __init__(self, layout: Layout, ref: str) -> None:
        self._path, self._ref, self._last = layout.progress, ref, 0.0
        self._started = time.time()

    def __call__(self, done: int, total: int, chunks: int, stage: str) -> None:
        now = time.monotonic()
        if now - self._last < 0.5 and stage == "files" and done:
            return
        self._last = now
        row = {
            "pid": os.getpid(), "ref": self._ref, "done": done, "total": total, "chunks": chunks, "stage": stage,
            "started": self._started,
        }  # fmt: skip
        with contextlib.suppress(OSError):
            write_atomic(self._path, json.dumps(row).encode(), durable=False)

    def clear(self) -> None:
        with contextlib.suppress(OSError):
            self._path.unlink()


def read_json(path: Path) -> dict | None:
    try:
        value = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None


def record(layout: Layout, **facts: object) -> None:
    """Merge facts into the ``runs`` file: last event, last run, last error, counters over all runs."""
    state = read_json(layout.runs) or {}
    for key, value in facts.items():
        if key.startswith("add_"):
            name = key.removeprefix("add_")
            state[name] = int(state.get(name) or 0) + int(value)  # type: ignore[call-overload]
        else:
            state[key] = value
    with contextlib.suppress(OSError):
        write_atomic(layout.runs, json.dumps(state, ensure_ascii=True).encode(), durable=False)


def log(layout: Layout, text: str) -> None:
    """One line with the time to ``coderag.log``, which is cut when it grows beyond half a megabyte."""
    line = time.strftime("%Y-%m-%d %H:%M:%S ") + text.replace("\n", " | ")[:2000] + "\n"
    with contextlib.suppress(OSError):
        if layout.log.exists() and layout.log.stat().st_size > _LOG_LIMIT:
            tail = layout.log.read_bytes()[-_LOG_LIMIT // 4 :]
            write_atomic(layout.log, tail, durable=False)
        with open(layout.log, "a", encoding="utf-8", errors="backslashreplace") as f:
            f.write(line)
