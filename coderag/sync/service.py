"""One writer at a time: take the lock, reconcile until HEAD stands still, tidy up, report. Compaction comes afterwards.

Callers are the hook's worker, ``coderag reindex`` and a query that finds the snapshot behind HEAD. All do the same.
"""
from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from multiprocessing import current_process

from coderag.errors import CoderagError, StateError
from coderag.fsio import FileLock, is_held
from coderag.index.layout import WRITER_LOCK, Layout
from coderag.index.snapshot import read_meta
from coderag.model.answers import SyncReport
from coderag.store.artifacts import ArtifactStore
from coderag.sync import compact as compaction
from coderag.sync import settled, state
from coderag.sync.collect import collect, collect_slots
from coderag.sync.compact import GivenUp, due
from coderag.sync.failure import as_error, out_of_memory, refused
from coderag.sync.fill import fill
from coderag.sync.opening import renewed
from coderag.sync.reconcile import MODEL_CHANGED, Cancelled, Progress, Writer, reconcile, silent
from coderag.sync.spawn import start_worker
from coderag.sync.target import Target, target_of

_ROUNDS = 20
_ATTEMPTS, _PAUSE, _PATIENCE = 5, 0.5, 60.0
"""Of a compaction: how often it begins again, and after how many seconds; how long it waits for another writer."""
WAITING_LOCK = "waiting.lock"
DELEGATE_ABOVE = 400
"""Changed files beyond which a query leaves the work to a detached worker instead of its own process."""


def run(
    w: Writer,
    rev: str | None = None,
    *,
    full: bool = False,
    timeout: float = 600.0,
    progress: Progress = silent,
    complete: bool = False,
) -> SyncReport:
    """Bring HEAD (or ``rev``) up to date, waiting up to ``timeout`` seconds for another writer. ``complete``: also
    publish vectors that were made since.

    StateError: no commit yet, busy, read-only, disk full, or called by the import of a script in a process of the pool
    (it would wait for itself). The old snapshot stays in place whatever happens.
    """
    if getattr(current_process(), "_inheriting", False):
        raise StateError("a script builds an index while it is imported", 'put what it does under if __name__ == "__main__":')
    target_of(w.repo, w.layout, rev)  # an unknown revision is the caller's mistake, not a failed run
    try:
        state.prepare(w.layout)
        with writing(w.layout, timeout):
            return _rounds(w, rev, full, progress, complete)
    except (NoCommits, Busy):
        raise
    except Exception as e:
        error = as_error(e)
        state.log(w.layout, f"sync failed: {error.message}")
        state.record(w.layout, last_error=error.one_line(), last_error_at=time.time())
        raise error


def sync(w: Writer, rev: str | None, *, full: bool, timeout: float, progress: Progress) -> SyncReport:
    """:func:`run`, then compact."""
    report = run(w, rev, full=full, timeout=timeout, progress=progress)
    compact(w, rev)
    return report


def compact(w: Writer, rev: str | None = None, *, stop: Callable[[], bool] = lambda: False) -> bool:
    """Compact the snapshot of HEAD (or ``rev``) if that is due; False if it still is. Gives way to any other writer and
    begins again after it, until ``stop()``. A failure is in the log, and the snapshot as it was.
    """
    try:
        for _ in range(_ATTEMPTS):
            target = target_of(w.repo, w.layout, rev)
            if not due(w, target) or w.store.read_only:
                return True
            with contextlib.suppress(GivenUp), writing(w.layout, _PATIENCE):
                compaction.compact(w, target, lambda: stop() or awaited(w.layout))
                collect_slots(w)
                _note_if_settled(w, target)
                return True
            if stop():
                break
            time.sleep(_PAUSE)
    except Exception as e:
        error = as_error(e)
        if isinstance(error, Busy):
            return False
        state.log(w.layout, f"compaction failed: {error.one_line()}")
        if not refused(e) and not out_of_memory(e):
            run(w, rev, full=True)  # a part of the snapshot is damaged
    return False


def complete_vectors(
    w: Writer, rev: str | None = None, *, progress: Progress = silent, stop: Callable[[], bool] = lambda: False
) -> int:
    """Make the vectors of a slow model that the snapshot of HEAD (or ``rev``) lacks, and publish them; how many.

    Until ``stop()``: what was made by then is kept. StateError if the model or the disk refuses.
    """
    target = target_of(w.repo, w.layout, rev)
    try:
        made = fill(replace(w, progress=progress), target, stop)
        if made is None:
            return 0
        meta = read_meta(target.slot)
        if meta is not None and meta.missing and not stop():
            run(w, rev, complete=True)
    except Exception as e:
        error = as_error(e)
        state.log(w.layout, f"vectors of {w.embedder.name}: {error.one_line()}")
        raise error
    if made:
        state.record(w.layout, add_vectors_computed=made)
        state.log(w.layout, f"{target.name}: {made} vectors of {w.embedder.name} made")
    return made


def collect_garbage(w: Writer, now: bool = False, timeout: float = 60.0) -> dict:
    """Drop what no snapshot needs, with ``now`` also what was needed lately; counts of it. StateError: busy, read-only."""
    try:
        with writing(w.layout, timeout):
            report = collect(w, now)
            state.record(w.layout, last_gc_at=time.time())
            return report
    except OSError as e:
        raise as_error(e)


def collect_when_due(w: Writer) -> None:
    """Collect garbage if the last collection is a week ago. Waits for nobody: whoever writes now does so again."""
    if "last_gc_at" not in (state.read_json(w.layout.runs) or {}):
        state.record(w.layout, last_gc_at=time.time())
    elif state.collection_due(w.layout):
        collect_garbage(w, timeout=0)


@contextlib.contextmanager
def writing(layout: Layout, timeout: float) -> Iterator[None]:
    """Hold the writer lock. Who has to wait for it says so by a second lock. Busy after ``timeout`` seconds."""
    lock, waiting = FileLock(layout.root / WRITER_LOCK), FileLock(layout.root / WAITING_LOCK)
    deadline = time.monotonic() + timeout
    got, told = lock.acquire(0), False
    try:
        while not got and time.monotonic() < deadline:
            told = told or waiting.acquire(0)
            got = lock.acquire(0.02)
        waiting.release()
        if not got:
            raise Busy("another process is indexing", "wait for it (coderag status), then try again")
        yield
    finally:
        waiting.release()
        lock.release()


def awaited(layout: Layout) -> bool:
    """Whether some process waits for the writer lock."""
    return is_held(layout.root / WAITING_LOCK)


def writer_active(layout: Layout) -> bool:
    """Whether some process holds the writer lock right now."""
    return is_held(layout.root / WRITER_LOCK)


class NoCommits(StateError):
    """HEAD is unborn."""


class Busy(StateError):
    """Another writer kept the lock for as long as we would wait."""


def _rounds(w: Writer, rev: str | None, full: bool, progress: Progress, complete: bool) -> SyncReport:
    total: SyncReport | None = None
    own = w.store
    try:
        for _ in range(_ROUNDS):
            target = target_of(w.repo, w.layout, rev)
            if target.commit is None:
                raise NoCommits("no commit yet", "the first commit is indexed as soon as it is made")
            if w.is_current(target) and not full and not complete:
                break
            w, report = _one(w, target, full, progress, complete)
            full = complete = False
            total = report if total is None else _add(total, report)
        collect_slots(w)
        _note_if_settled(w, target)
    finally:
        if w.store is not own:
            w.store.close()  # the owner of the old one sees that the file is another now
    return total or SyncReport(ref=target.name, commit=target.commit)


def _note_if_settled(w: Writer, target: Target) -> None:
    meta = read_meta(target.slot)
    if meta and meta.commit == target.commit and not (meta.due or meta.missing or w.compatible(meta)):
        settled.note(w.repo, w.layout, target.slot, meta.commit)


def _one(w: Writer, target: Target, full: bool, progress: Progress, complete: bool) -> tuple[Writer, SyncReport]:
    """The report of one reconciliation, and the writer to go on with: its store may have had to be replaced."""
    shown = state.ProgressFile(w.layout, target.name)

    def both(done: int, total: int, chunks: int, stage: str) -> None:
        shown(done, total, chunks, stage)
        progress(done, total, chunks, stage)

    try:
        store, report = _built(replace(w, progress=both), target, full, complete)
    finally:
        shown.clear()
    state.log(
        w.layout,
        f"{target.name} @ {(target.commit or '')[:12]}: {report.mode} ({report.reason or 'commit moved'}), "
        f"{report.files_changed} files, {report.artifacts_computed} analysed, {report.vectors_computed} embedded, "
        f"{report.seconds:.2f} s",
    )
    state.record(
        w.layout,
        last_run=report.as_json(),
        last_run_at=time.time(),
        last_error=None,
        add_artifacts_computed=report.artifacts_computed,
        add_vectors_computed=report.vectors_computed,
        add_runs=1,
    )
    return (w if store is w.store else replace(w, store=store)), report


def _built(w: Writer, target: Target, full: bool, complete: bool) -> tuple[ArtifactStore, SyncReport]:
    """Reconcile; if what that stands on is damaged, say so and build from the blobs, which need nothing of it."""
    try:
        return w.store, reconcile(w, target, full=full, complete=complete)
    except Exception as e:
        if out_of_memory(e):
            raise StateError("a process was killed or ran out of memory", "git config coderag.workers 1, then try again")
        if refused(e):
            raise
        reason = as_error(e).message
        store = renewed(w.layout, w.store)
        if store is None and full:
            raise
        state.log(w.layout, f"update of {target.name} failed ({reason}); rebuilding in full")
        report = reconcile(replace(w, store=store or w.store), target, full=True)
        report.reason = reason
        return store or w.store, report


def _add(a: SyncReport, b: SyncReport) -> SyncReport:
    return replace(
        b,
        mode=a.mode if a.mode == "full" else b.mode,
        reason=a.reason or b.reason,
        files_changed=a.files_changed + b.files_changed,
        artifacts_computed=a.artifacts_computed + b.artifacts_computed,
        vectors_computed=a.vectors_computed + b.vectors_computed,
        chunks_added=a.chunks_added + b.chunks_added,
        chunks_removed=a.chunks_removed + b.chunks_removed,
        seconds=round(a.seconds + b.seconds, 3),
    )


class CatchUps:
    """Syncs that run beside the questions of one process. Closing gives up what still runs, hands it to a detached
    worker and waits for the threads: a process must not end under a thread that writes."""

    def __init__(self, python: str) -> None:
        self.python = python
        self._ending = threading.Event()
        self._running: dict[threading.Thread, tuple[Writer, str | None]] = {}

    def start(self, w: Writer, rev: str | None, budget: float, *, full: bool) -> None:
        """A sync that the caller waits for at most ``budget`` seconds. CoderagError if it failed by then."""
        failure: list[CoderagError] = []
        mine = replace(w, cancelled=self._ending.is_set)

        def work() -> None:
            try:
                run(mine, rev, full=full, timeout=budget)
                if due(mine, target_of(w.repo, w.layout, rev)):
                    start_worker(self.python, w.repo, "query", rev)
            except CoderagError as e:  # run() raises nothing else; carried to the caller's thread
                failure.append(e)
            except Cancelled:
                state.log(w.layout, "given up: the process ends; a worker goes on")

        thread = threading.Thread(target=work, name="coderag-catch-up", daemon=True)
        self._running = {t: v for t, v in self._running.items() if t.is_alive()}
        self._running[thread] = (w, rev)
        thread.start()
        thread.join(budget)
        if failure:
            raise failure[0]

    def close(self, patience: float = 5.0) -> None:
        self._ending.set()
        for thread, (w, rev) in self._running.items():
            if thread.is_alive():
                start_worker(self.python, w.repo, "query", rev)
                thread.join(patience)
        self._running = {}


def catch_up(w: Writer, rev: str | None, budget: float, beside: CatchUps) -> None:
    """What a query does when its snapshot is behind: the same sync, for at most ``budget`` seconds.

    A small change is done here, by a thread that :class:`CatchUps` keeps; a large one (or a first index) by a detached
    worker, which goes on after the budget.
    """
    target = target_of(w.repo, w.layout, rev)
    if target.commit is None or w.is_current(target):
        return
    deadline = time.monotonic() + budget
    if _changed_files(w, target) > DELEGATE_ABOVE:
        start_worker(beside.python, w.repo, "query", rev)
        while time.monotonic() < deadline:
            if w.is_current(target):
                return
            time.sleep(0.02)
        return
    beside.start(w, rev, budget, full=False)


def _changed_files(w: Writer, target: Target) -> float:
    smallest = float("inf")
    slots = [target.slot, *w.layout.slots()]
    for slot in slots[:9]:
        try:
            meta = read_meta(slot)
            if meta is None or w.compatible(meta) not in ("", "options changed", MODEL_CHANGED):
                continue
            smallest = min(smallest, len(w.repo.diff(meta.commit, target.commit or "")))
            if slot == target.slot or smallest == 0:
                break
        except CoderagError:
            continue
    return smallest
