"""Compaction: published small first, compacted afterwards, killed or given up at every step."""
from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from coderag.cli import worker
from coderag.errors import CoderagError
from coderag.index import build
from coderag.index.snapshot import read_meta
from coderag.model.answers import CURRENT, Query
from coderag.sync import service, state
from coderag.sync.target import head_target
from coderag.sync.verify import compare
from tests.support.index import (
    answer_differences,
    assert_same_as_fresh,
    assert_tidy,
    found,
    fresh_engine,
    log_lines,
    opened,
    published,
)
from tests.support.steps import source

PUBLISHING = ["segments-written", "vectors-written", "manifest-written", "meta-written", "generation-renamed", "published"]
COMPACTING = ["segments-written", "merged", "base-written", *PUBLISHING[1:]]
LOW = {"MERGE_ABOVE": 1, "DELTA_LIMIT": 4}


@pytest.fixture
def wide(repo, engine, monkeypatch):
    """Bounds at the size of a small repository, and a commit beyond them."""
    for name, value in LOW.items():
        monkeypatch.setattr(build, name, value)
    _beyond(repo, "newer")
    return engine


def _beyond(repo, word: str) -> None:
    for i in range(3):
        repo.write(f"n{i}.py", source([f"{word}_{i}_{k}" for k in range(2)]))
    repo.rm("pkg")
    repo.commit()


def due(engine) -> bool:
    return read_meta(head_target(engine.repo, engine.layout).slot).due


def test_what_is_published_first_is_small_and_answers_the_same(wide, repo, monkeypatch):
    seen: list[str] = []
    monkeypatch.setattr(build, "CRASH_POINTS", seen.append)
    service.run(wide.writer())
    assert seen == PUBLISHING and due(wide)
    first = published(wide)
    with fresh_engine(wide) as fresh:
        fresh.sync()
        assert answer_differences(wide, fresh, None) == []
        del seen[:]
        assert wide.sync().mode == "none"  # this commit is published already
        assert seen == COMPACTING and not due(wide)
        assert answer_differences(wide, fresh, None) == []
    second = published(wide)
    assert compare(first, second) == []
    assert sum(n for _, n in second.meta.segments) < sum(n for _, n in first.meta.segments)
    assert first.meta.base != second.meta.base
    assert_same_as_fresh(wide)
    assert_tidy(wide.layout)


def test_far_beyond_the_bounds_nothing_waits(wide, repo, monkeypatch):
    monkeypatch.setattr(build, "OVERDUE", 1)
    seen: list[str] = []
    monkeypatch.setattr(build, "CRASH_POINTS", seen.append)
    wide.sync()
    assert seen == COMPACTING and not due(wide)
    assert_same_as_fresh(wide)


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), RuntimeError("boom")], ids=lambda e: type(e).__name__)
@pytest.mark.parametrize("point", COMPACTING)
def test_a_failure_at_a_step(point, error, wide, repo, monkeypatch):
    service.run(wide.writer())

    def fail(name: str) -> None:
        if name == point:
            raise error

    monkeypatch.setattr(build, "CRASH_POINTS", fail)
    refused = isinstance(error, OSError)
    if refused:
        wide.sync()  # the commit is published: what follows may fail
    elif point in PUBLISHING:  # no damage, but taken for it: the full build that follows fails as well
        with pytest.raises(CoderagError):
            wide.sync()
    assert wide.search(Query("alpha")).freshness.state == CURRENT
    assert found(wide, "newer_1_1") == ["n1.py"]
    monkeypatch.setattr(build, "CRASH_POINTS", lambda name: None)
    wide.sync()
    assert not due(wide)
    assert_same_as_fresh(wide)
    repo.write("n1.py", source(["newest"]))
    repo.commit()
    wide.sync()
    assert_tidy(wide.layout)


KILLED = """
import os, sys
from coderag.index import build
build.MERGE_ABOVE, build.DELTA_LIMIT = 1, 4
from coderag.api import Engine
from coderag.sync import service, state
with Engine.open(sys.argv[1]) as engine:
    if sys.argv[2:]:
        service.run(engine.writer())
        build.CRASH_POINTS = lambda name: os.kill(os.getpid(), 9) if name == sys.argv[2] else None
    engine.sync()
"""


def test_a_process_killed_at_each_step(wide, repo):
    """One after the other in the same repository; each time a later process finds that compaction is due, and does it."""
    for i, point in enumerate(COMPACTING):
        for k in range(3):
            repo.write(f"n{k}.py", source([f"round_{i}_{k}_{j}" for j in range(3)]))
        repo.commit()
        assert subprocess.run([sys.executable, "-c", KILLED, str(repo.path), point], env=repo.env).returncode == -9, point
        with opened(repo) as reader:
            assert reader.freshness().state == CURRENT
            assert found(reader, f"round_{i}_1_2") == ["n1.py"]
            assert due(reader) == (point != "published"), point
        subprocess.run([sys.executable, "-c", KILLED, str(repo.path)], env=repo.env, check=True)
        assert not due(wide), point
        assert_same_as_fresh(wide)
    wide.gc()
    assert_tidy(wide.layout)
    assert wide.verify() == []


def test_it_gives_way_to_a_writer_that_waits(wide, repo, monkeypatch):
    service.run(wide.writer())
    threads: list[threading.Thread] = []
    order: list[str] = []

    def commit_comes(name: str) -> None:
        order.append(name)
        if name == "segments-written" and not threads:
            repo.write("late.py", source(["late"]))
            repo.commit()
            threads.append(threading.Thread(target=catch_up))
            threads[0].start()
            while not service.awaited(wide.layout):
                pass

    def catch_up() -> None:
        with opened(repo) as other:
            service.run(other.writer())

    monkeypatch.setattr(build, "CRASH_POINTS", commit_comes)
    assert service.compact(wide.writer())
    threads[0].join()
    assert order == ["segments-written", *PUBLISHING, *COMPACTING]
    assert not due(wide) and found(wide, "late") == ["late.py"]
    assert_same_as_fresh(wide)
    assert sum("compacted" in line for line in log_lines(wide.layout)) == 1


def test_a_question_leaves_it_to_a_worker(wide, repo, monkeypatch):
    started: list[str] = []
    monkeypatch.setattr(service, "start_worker", lambda python, where, event, rev=None: started.append(event))
    assert found(wide, "newer_1_1") == ["n1.py"]
    assert due(wide) and started == ["query"]
    assert found(wide, "newer_2_1") == ["n2.py"] and started == ["query"]


def test_it_stops_when_told_and_stays_due(wide):
    service.run(wide.writer())
    assert not service.compact(wide.writer(), stop=lambda: True)
    assert due(wide)
    assert service.compact(wide.writer()) and not due(wide)


def test_two_worktrees_do_not_give_way_to_each_other_for_ever(wide, repo, monkeypatch, tmp_path):
    """One worker has word of both: each compaction gives way to the other's word once, and is done when none is left."""
    monkeypatch.setattr(build, "OVERDUE", 100)
    other = repo.worktree("other", "-b", "other")
    for i in range(3):
        other.write(f"o{i}.py", source([f"others_{i}_{k}" for k in range(2)]))
    other.commit()
    monkeypatch.chdir(repo.path)
    with opened(other) as second:
        for engine in (wide, second):
            service.run(engine.writer())
            assert due(engine)
        state.mark_pending(wide.layout, state.Asked(second.repo.worktree_id, ""))
        done = threading.Thread(target=worker._work, args=("manual", []), daemon=True)
        done.start()
        done.join(30)
        assert not done.is_alive() and not due(wide) and not due(second)
    assert not state.pending(wide.layout)
