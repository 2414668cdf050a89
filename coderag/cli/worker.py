"""The detached worker that hooks start: ``python -I -m coderag.cli.worker EVENT [ARGS...]``.

It is one process a repository, whatever the number of worktrees: a second one leaves word for the first and goes. The
event says only "look again"; the worker waits for a rebase to end, brings the index up to HEAD, looks again, and goes.
It prints nothing, and its imports before the lock are few, since a burst of commits starts a burst of these.
"""
from __future__ import annotations

import contextlib
import os
import sys
import time

_REBASE_LIKE = ("rebase", "am")
_STILL_SECONDS = 3.0
_LONGEST_WAIT = 120.0


def detach() -> None:
    """Own session; descriptors 0-2 on /dev/null, all others closed: whoever reads git's output must not wait."""
    with contextlib.suppress(OSError, AttributeError):
        os.setsid()
    null = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(null, fd)
    os.closerange(3, 1024)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(10)


def main(argv: list[str]) -> int:
    detach()
    for name in [k for k in os.environ if k.startswith("GIT_") and not k.startswith("GIT_CONFIG")]:
        del os.environ[name]
    event, args = (argv[0] if argv else "manual"), argv[1:]
    try:
        return _work(event, args)
    except Exception as e:  # noqa: BLE001  a hook's worker has nobody to tell but the log
        _last_words(e)
        return 1


def _work(event: str, args: list[str]) -> int:
    from coderag.fsio import FileLock
    from coderag.git import open_repository
    from coderag.index.layout import Layout
    from coderag.sync import state

    if event == "post-checkout" and args[2:3] == ["0"]:
        return 0  # files were checked out; HEAD did not move
    repo = open_repository(os.getcwd())
    layout = Layout(repo.common_dir)
    state.prepare(layout)
    rev = args[0] if event == "query" and args else ""
    state.record(layout, last_event=event, last_event_at=time.time())
    state.mark_pending(layout, state.Asked(repo.worktree_id, rev))
    lock = FileLock(layout.lock)
    # What gave way to a word is done when none is left: two that are left as words would give way to each other for ever.
    unfinished: dict[state.Asked, None] = {}
    # asked again after each release: word may have been left between the last look and the release
    while state.pending(layout) and lock.acquire(0):
        taken = stuck = False
        try:
            while (word := state.take_pending(layout)) is not None or (unfinished and not stuck):
                taken = taken or word is not None
                asked = word or next(iter(unfinished))
                unfinished.pop(asked, None)
                done = _look(layout, repo.common_dir, asked)
                if not done:
                    unfinished[asked] = None
                stuck = not done and word is None  # it gave way to a word that cannot be taken, or is taken next
        finally:
            lock.release()
        if not taken:
            break  # a mark that cannot be taken (read-only folder) would keep us here for ever
    return 0  # whoever holds the lock has been told


def _look(layout, common_dir, asked) -> bool:
    """Bring one worktree's HEAD (or the revision asked for) up to date. False if vectors or a compaction were left undone
    because there is word. What fails is in the log and in ``runs``."""
    from coderag.errors import CoderagError
    from coderag.git import open_repository
    from coderag.sync import state
    from coderag.sync.settled import settled_soon

    folder = common_dir / "worktrees" / asked.worktree if asked.worktree else common_dir
    try:
        repo = open_repository(folder)
        if repo.worktree_id != asked.worktree or not (asked.rev or _settled(repo)):
            return True
        if not asked.rev and (repo.head().unborn or settled_soon(repo, layout)):
            return True
        from coderag.api import Engine
        from coderag.sync import service

        with Engine.open(repo.workdir or repo.git_dir, environ=os.environ) as engine:
            rev, word_left = asked.rev or None, lambda: bool(state.pending(layout))
            service.run(engine.writer(), rev)
            engine.models.complete(ref=rev, stop=word_left)
            compacted = service.compact(engine.writer(), rev, stop=word_left)
            if word_left() and (not compacted or engine.models.owes(rev)):
                return False
            service.collect_when_due(engine.writer())
    except CoderagError as e:
        state.log(layout, f"worker: {e.one_line()}")
    return True


def _settled(repo) -> bool:
    """True when no rebase is running. False when one has stopped for the person: the next query or hook sees to it."""
    started = still_since = time.monotonic()
    head = repo.head()
    while repo.operation() in _REBASE_LIKE:
        now = time.monotonic()
        if (moved := repo.head()) != head:
            head, still_since = moved, now
        if now - still_since > _STILL_SECONDS or now - started > _LONGEST_WAIT:
            return False
        time.sleep(0.05)
    return True


def _last_words(e: Exception) -> None:
    with contextlib.suppress(Exception):
        from coderag.git import open_repository
        from coderag.index.layout import Layout
        from coderag.sync import state

        layout = Layout(open_repository(os.getcwd()).common_dir)
        message = getattr(e, "one_line", lambda: f"{type(e).__name__}: {e}")()
        state.log(layout, f"worker: {message}")
        state.record(layout, last_error=message, last_error_at=time.time())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
