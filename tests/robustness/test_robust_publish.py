"""A writer that fails or is killed, at every step: the old snapshot answers, the next run makes it good."""
from __future__ import annotations

import random
import subprocess
import sys
import time

import pytest

from coderag.errors import CoderagError
from coderag.fsio import FileLock
from coderag.index import build
from coderag.index.layout import Layout
from coderag.index.snapshot import current_generation
from coderag.model.answers import CURRENT, STALE, Query
from coderag.sync import service
from coderag.sync.target import head_target
from tests.support.index import assert_same_as_fresh, assert_tidy, found, log_lines, opened, wait_idle
from tests.support.steps import source

POINTS = ["segments-written", "vectors-written", "manifest-written", "meta-written", "generation-renamed", "published"]


class Stop(Exception):
    """The injected failure."""


def test_the_list_of_points_is_complete(repo, engine, monkeypatch):
    seen: list[str] = []
    monkeypatch.setattr(build, "CRASH_POINTS", seen.append)
    repo.write("n.py", source(["newer"]))
    repo.commit()
    engine.sync()
    assert seen == POINTS


@pytest.mark.parametrize("error", [Stop("boom"), OSError(28, "No space left on device"), MemoryError()], ids=lambda e: type(e).__name__)
@pytest.mark.parametrize("point", POINTS)
def test_a_failure_at_a_step_leaves_the_old_snapshot_and_the_next_run_converges(point, error, repo, engine, monkeypatch):
    repo.write("n.py", source(["newer"]))
    first = repo.rev()
    second = repo.commit()

    def fail(name: str) -> None:
        if name == point:
            raise error

    monkeypatch.setattr(build, "CRASH_POINTS", fail)
    with pytest.raises(CoderagError):
        engine.sync()
    answer = engine.search(Query("alpha"))
    assert answer.hits[0].symbol == "alpha"
    if point != "published":
        assert (answer.freshness.state, answer.freshness.indexed_commit) == (STALE, first)
        assert answer.freshness.note and "\n" not in answer.freshness.note
    monkeypatch.setattr(build, "CRASH_POINTS", lambda name: None)
    assert found(engine, "newer") == ["n.py"]
    assert engine.search(Query("newer")).freshness.indexed_commit == second
    assert_same_as_fresh(engine)
    repo.write("n.py", source(["newest"]))
    repo.commit()
    engine.sync()
    assert_tidy(engine.layout)
    assert engine.status()["worker"]["last_error"] is None


def _fork(repo) -> None:
    repo.git("switch", "-q", "-c", "other")
    repo.write("n.py", source(["newer"]))
    repo.commit()


def _options(repo) -> None:
    repo.write("n.py", source(["newer"]))
    repo.commit()
    repo.git("config", "coderag.exclude", "README.md")


@pytest.mark.parametrize("prepare", [_fork, _options], ids=lambda f: f.__name__)
def test_a_failure_at_each_step_of_a_fork_and_an_option(prepare, repo, engine, monkeypatch):
    """One after the other in the same repository: each leaves what the next one starts from."""
    old = repo.rev()
    prepare(repo)
    for point in POINTS:

        def fail(name: str, point=point) -> None:
            if name == point:
                raise OSError(28, "No space left on device")

        monkeypatch.setattr(build, "CRASH_POINTS", fail)
        answer = engine.search(Query("alpha"))
        assert answer.hits[0].symbol == "alpha" and "\n" not in answer.freshness.note
        if point != "published":
            assert (answer.freshness.state, answer.freshness.indexed_commit) == (STALE, old), point
            assert "full" in answer.freshness.note
    monkeypatch.setattr(build, "CRASH_POINTS", lambda name: None)
    assert found(engine, "newer") == ["n.py"]
    assert_same_as_fresh(engine)
    engine.gc()
    assert_tidy(engine.layout)
    assert engine.verify() == []


KILLED = """
import os, sys
from coderag.index import build
build.CRASH_POINTS = lambda name: os.kill(os.getpid(), 9) if name == sys.argv[2] else None
from coderag.api import Engine
Engine.open(sys.argv[1]).sync()
"""


@pytest.mark.parametrize("point", POINTS)
def test_a_process_killed_at_a_step(point, repo, engine):
    repo.write("n.py", source(["newer"]))
    repo.rm("README.md")
    repo.commit()
    assert subprocess.run([sys.executable, "-c", KILLED, str(repo.path), point]).returncode == -9
    started = time.monotonic()
    assert engine.search(Query("alpha")).hits  # its lock is gone with it
    assert time.monotonic() - started < 10
    assert found(engine, "newer") == ["n.py"]
    assert_same_as_fresh(engine)
    repo.write("n.py", source(["newest"]))
    repo.commit()
    engine.sync()
    assert_tidy(engine.layout)


def test_case_21_workers_killed_at_random_moments(repo, engine):
    dice = random.Random(21)
    command = [sys.executable, "-I", "-m", "coderag.cli.worker", "post-commit"]
    for i in range(10):
        for k in range(3):
            repo.write(f"f{k}.py", source([f"round_{i}_{k}", f"kept_{k}"]))
        repo.commit()
        worker = subprocess.Popen(command, cwd=repo.path, env=repo.env, start_new_session=True)
        time.sleep(dice.uniform(0.05, 0.7))
        worker.kill()
        worker.wait()
        if i % 3 == 0:  # a reader meanwhile sees the old state or the new one, whole
            hits = engine.search(Query(f"round_{i}_1")).hits
            assert hits and hits[0].symbol == f"round_{i}_1"
    subprocess.run(command, cwd=repo.path, env=repo.env, check=True)
    wait_idle(repo)
    assert found(engine, "round_9_2") == ["f2.py"] and not found(engine, "round_8_2")
    assert_same_as_fresh(engine)
    assert_tidy(engine.layout)
    assert engine.verify() == []


def test_case_22_locks_left_by_a_dead_process(repo, engine):
    holder = "import sys, time; from coderag.fsio import FileLock; from pathlib import Path\n" \
        "for p in sys.argv[1:]: FileLock.acquire(l := FileLock(Path(p))); globals()[p] = l\nprint('held', flush=True); time.sleep(60)"  # fmt: skip
    paths = [engine.layout.lock, engine.layout.root / service.WRITER_LOCK, engine.layout.root / "store.lock"]
    process = subprocess.Popen([sys.executable, "-c", holder, *map(str, paths)], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "held\n"
    repo.write("n.py", source(["newer"]))
    repo.commit()
    with pytest.raises(CoderagError, match="another process is indexing"):
        engine.sync(timeout=0.2)
    assert engine.status()["worker"]["last_error"] is None  # busy is not broken
    process.kill()
    process.wait()
    started = time.monotonic()
    assert found(engine, "newer") == ["n.py"]
    assert time.monotonic() - started < 5
    with opened(repo) as e:
        assert found(e, "newer")


def test_two_writers_wait_for_each_other(repo, engine):
    """Many processes at once on a repository without an index: no error, one result."""
    import shutil

    engine.close()
    shutil.rmtree(engine.layout.root)
    ask = "import sys; from coderag.api import Engine; from coderag.model.answers import Query\n" \
        "e = Engine.open(sys.argv[1]); f = e.search(Query('alpha')); print(f.freshness.state, f.hits[0].symbol if f.hits else f.notes)"  # fmt: skip
    processes = [
        subprocess.Popen([sys.executable, "-c", ask, str(repo.path)], env=repo.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(6)
    ]
    for p in processes:
        out, err = p.communicate(timeout=120)
        assert (out.strip(), err) == (f"{CURRENT} alpha", "")
    wait_idle(repo)
    lines = log_lines(Layout(repo.path / ".git"))
    assert sum("full (first index)" in line for line in lines) == 1, lines
    assert not any("new store" in line or "failed" in line for line in lines), lines
    with opened(repo) as e:
        assert_same_as_fresh(e)


def test_a_waiting_writer_finds_the_work_done(repo, engine):
    repo.write("n.py", source(["newer"]))
    repo.commit()
    lock = FileLock(engine.layout.root / service.WRITER_LOCK)
    assert lock.acquire(0)
    before = current_generation(head_target(engine.repo, engine.layout).slot)
    answers = []
    import threading

    threads = [threading.Thread(target=lambda: answers.append(found(engine, "newer"))) for _ in range(3)]
    for t in threads:
        t.start()
    time.sleep(0.2)
    lock.release()
    for t in threads:
        t.join(30)
    assert answers == [["n.py"]] * 3
    after = current_generation(head_target(engine.repo, engine.layout).slot)
    assert int(after.name[4:10]) == int(before.name[4:10]) + 1
