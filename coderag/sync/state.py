"""Small files beside the store by which processes tell each other things: pending marks, progress, runs, log.

Nothing here decides what is indexed; losing any of it costs a line of status.
"""
from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from pathlib import Path
from typing import NamedTuple

from coderag.errors import StateError
from coderag.fsio import FileLock, remove_tree, write_atomic
from coderag.index.layout import FORMAT, Layout

_LOG_LIMIT = 512 * 1024
_RECORD_PATIENCE = 1.0
_STORE_PATIENCE = 20.0
COLLECT_EVERY = 7 * 86_400.0


def prepare(layout: Layout) -> None:
    """Create ``.git/coderag`` if needed. OSError on a read-only disk or when a file stands in the way.

    StateError if it is of a newer version: then nothing in it is touched. One of an older version is emptied.
    """
    layout.root.mkdir(parents=True, exist_ok=True)
    found = format_problem(layout)
    if found:
        raise StateError(
            f".git/coderag has format {found}, this is coderag for format {FORMAT}",
            "upgrade coderag, or delete .git/coderag to start anew",
        )
    try:
        same = layout.format_file.read_bytes() == _format_line(FORMAT)
    except OSError:
        same = False
    if not same:
        with FileLock(layout.root / "store.lock").held(_STORE_PATIENCE):
            _discard_older(layout)
            remove_tree(layout.format_file)
            write_atomic(layout.format_file, _format_line(FORMAT), durable=False)


def _discard_older(layout: Layout) -> None:
    """Empty a folder of an older format, to be built anew: nothing in it is read with the wrong rules."""
    found = _format_found(layout)
    if found and int(found) < int(FORMAT):
        log(layout, f".git/coderag has format {found}, this is coderag for format {FORMAT}: the index is built anew")
        for kept in (layout.root / "branches", layout.root / "detached", layout.root / "commits", layout.bases):
            remove_tree(kept)
        for suffix in ("", "-wal", "-shm"):
            remove_tree(layout.store.with_name(layout.store.name + suffix))


def _format_line(version: str) -> bytes:
    """The version with its own check sum, so that a flipped bit is not taken for a version to come."""
    return f"{version} {hashlib.blake2b(version.encode(), digest_size=4).hexdigest()}\n".encode()


def format_problem(layout: Layout) -> str:
    """The newer version whose layout stands there, which must not be touched; "" if it is ours, absent or damaged."""
    version = _format_found(layout)
    return version if version and int(version) > int(FORMAT) else ""


def _format_found(layout: Layout) -> str:
    """The version that stands there; "" if there is none or its check sum, if it has one, is wrong."""
    try:
        line = layout.format_file.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""
    version, _, check = line.partition(" ")
    if not version.isdecimal():
        return ""
    return version if not check or _format_line(version).decode().strip() == line else ""


class Asked(NamedTuple):
    """One thing to look at: a worktree's HEAD, or a revision asked for in it."""

    worktree: str  # id, "" = the main one
    rev: str  # "" = HEAD


def mark_pending(layout: Layout, asked: Asked) -> None:
    """Leave word that somebody has to look; the same word twice is one."""
    name = hashlib.blake2b("\0".join(asked).encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
    with contextlib.suppress(OSError):
        if layout.pending.is_file():
            remove_tree(layout.pending)
        layout.pending.mkdir(exist_ok=True)
        write_atomic(layout.pending / name, json.dumps(asked).encode("ascii"), durable=False)


def pending(layout: Layout) -> list[Path]:
    """The words left, in a fixed order."""
    try:
        return sorted(p for p in layout.pending.iterdir() if not p.name.endswith(".tmp"))
    except OSError:
        return []


def take_pending(layout: Layout) -> Asked | None:
    """One of the words left, which is taken away; None if there is none."""
    for path in pending(layout):
        try:
            text = path.read_text("ascii")
        except (OSError, ValueError):
            text = ""
        remove_tree(path)
        if os.path.lexists(path):
            continue  # cannot be taken away: it must not be looked at for ever
        try:
            worktree, rev = json.loads(text)
            return Asked(str(worktree), str(rev))
        except (ValueError, TypeError):
            return Asked("", "")  # damaged: look at what is looked at most
    return None


class ProgressFile:
    """Progress of the running writer (or in ``path``), for ``status`` and answers; rewritten at most twice a second."""

    def __init__(self, layout: Layout, ref: str, path: Path | None = None) -> None:
        self._path, self._ref, self._last = path or layout.progress, ref, 0.0
        self._started = time.time()

    def __call__(self, done: int, total: int, chunks: int, stage: str) -> None:
        now = time.monotonic()
        if now - self._last < 0.5 and stage in ("files", "embedding") and done:
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
    lock = FileLock(layout.runs.with_name("runs.lock"))
    with contextlib.suppress(OSError):
        lock.acquire(_RECORD_PATIENCE)  # a count that is lost is better than a run that fails
    try:
        state = read_json(layout.runs) or {}
        for key, value in facts.items():
            if key.startswith("add_"):
                name = key.removeprefix("add_")
                state[name] = int(state.get(name) or 0) + int(value)  # type: ignore[call-overload]
            else:
                state[key] = value
        with contextlib.suppress(OSError):
            write_atomic(layout.runs, json.dumps(state, ensure_ascii=True).encode(), durable=False)
    finally:
        lock.release()


def collection_due(layout: Layout) -> bool:
    """Whether garbage was collected last a week ago or more, or nobody knows when."""
    last = (read_json(layout.runs) or {}).get("last_gc_at")
    return not isinstance(last, int | float) or not 0 <= time.time() - last < COLLECT_EVERY


def log(layout: Layout, text: str) -> None:
    """One line with the time to ``coderag.log``, which is cut when it grows beyond half a megabyte."""
    line = time.strftime("%Y-%m-%d %H:%M:%S ") + text.replace("\n", " | ")[:2000] + "\n"
    with contextlib.suppress(OSError):
        if layout.log.exists() and layout.log.stat().st_size > _LOG_LIMIT:
            tail = layout.log.read_bytes()[-_LOG_LIMIT // 4 :]
            write_atomic(layout.log, tail, durable=False)
        with open(layout.log, "a", encoding="utf-8", errors="backslashreplace") as f:
            f.write(line)
