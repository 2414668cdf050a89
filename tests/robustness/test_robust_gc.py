"""Garbage collection: what it must leave alone, what it must not leave, and when it runs."""
from __future__ import annotations

import sqlite3
import subprocess
import sys
import time

import pytest

from coderag.errors import CoderagError
from coderag.fsio import tree_bytes
from coderag.index import build
from coderag.index.snapshot import CURRENT as PUBLISHED
from coderag.index.snapshot import read_meta
from coderag.model.answers import STALE, Query
from coderag.sync import service, state
from tests.support.index import assert_same_as_fresh, found, log_lines, opened, totals
from tests.support.steps import source


def days_pass(layout, days: float) -> None:
    """What was noted as unneeded was noted so many days earlier."""
    with sqlite3.connect(layout.store) as con:
        con.execute("UPDATE unneeded SET since = since - ?", (days * 86_400,))
    con.close()


def abandon(repo, engine) -> None:
    """A branch with content of its own, indexed, then deleted; its commit is the tag "kept"."""
    repo.git("switch", "-q", "-c", "side")
    repo.write("side.py", source(["sideways", "upwards"]))
    repo.commit()
    assert found(engine, "sideways")
    repo.git("tag", "kept")
    repo.git("switch", "-q", "main")
    repo.git("branch", "-q", "-D", "side")


def test_a_branch_that_comes_back_costs_nothing_for_two_weeks(repo, engine):
    abandon(repo, engine)
    engine.gc()
    days_pass(engine.layout, 13)
    assert (engine.gc()["artifacts"], engine.gc()["vectors"]) == (0, 0)
    before = totals(engine.layout)
    repo.git("switch", "-q", "-c", "side", "kept")
    assert found(engine, "upwards") == ["side.py"] and totals(engine.layout) == before
    engine.gc()
    days_pass(engine.layout, 13)  # it was needed meanwhile: the two weeks start again
    repo.git("switch", "-q", "main")
    repo.git("branch", "-q", "-D", "side")
    assert engine.gc()["artifacts"] == 0
    days_pass(engine.layout, 14)
    report = engine.gc()
    assert (report["artifacts"], report["vectors"]) == (1, 2) and report["bytes_after"] < report["bytes_before"]
    assert_same_as_fresh(engine)


@pytest.mark.parametrize("how", ["now", "option"])
def test_all_at_once_on_request(how, repo, engine):
    abandon(repo, engine)
    if how == "option":
        repo.git("config", "coderag.gcgrace", "0")
    report = engine.gc(now=how == "now")
    assert (report["artifacts"], report["vectors"]) == (1, 2)


def test_what_a_failed_run_computed_is_still_there_for_the_next(repo, engine, monkeypatch):
    repo.write("n.py", source(["newer"]))
    repo.commit()

    def fail(name: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(build, "CRASH_POINTS", fail)
    with pytest.raises(CoderagError):
        engine.sync()
    monkeypatch.undo()
    repo.use(monkeypatch)
    engine.gc()
    assert engine.sync().artifacts_computed == 0 and found(engine, "newer") == ["n.py"]


def test_a_server_that_is_behind_answers_on_from_what_it_has_open(repo, engine, monkeypatch):
    """Its generation is gone and no snapshot needs its artifacts any more."""
    assert found(engine, "alpha") == ["a.py"]
    repo.write("a.py", source(["other"]))
    repo.commit()
    with opened(repo) as worker:
        worker.sync()
        repo.write("a.py", source(["another"]))
        repo.commit()
        worker.sync()
        worker.gc()
    view = next(iter(engine._views.values()))
    assert view.snapshot.meta.commit == repo.rev("HEAD~2") and not view.snapshot.generation.exists()
    from coderag.search.find import find

    hits = find(view, Query("alpha"), engine.writer().embedder.embed_query).hits
    assert hits[0].symbol == "alpha"
    assert not any("missing" in line for line in log_lines(engine.layout))


def test_the_least_recently_used_go_when_there_is_no_room(repo, engine):
    for i in range(4):
        repo.git("switch", "-q", "-c", f"b{i}", "main")
        repo.write(f"f{i}.py", source([f"fun_{i}_{k}" for k in range(40)]))
        repo.commit()
        assert found(engine, f"fun_{i}_7")
    tree = repo.worktree("tree", "b0")
    repo.git("switch", "-q", "main")
    assert found(engine, "alpha")
    slots = {read_meta(s).ref.removeprefix("refs/heads/"): s for s in engine.layout.slots()}
    past = time.time() - 7200
    for age, name in enumerate(("b0", "b1", "b3", "b2", "main")):
        import os

        os.utime(slots[name] / PUBLISHED, (past + age, past + age))
    assert found(engine, "fun_1_7", ref="b1") == ["f1.py"]  # asked for, so it is no longer the oldest
    size = tree_bytes(engine.layout.root)
    repo.git("config", "coderag.maxsize", str(size - 10_000))
    repo.write("n.py", source(["newer"]))
    repo.commit()
    assert found(engine, "newer") == ["n.py"]
    left = {read_meta(s).ref.removeprefix("refs/heads/") for s in engine.layout.slots()}
    assert "b3" not in left and {"b0", "b1", "main"} <= left  # b0 is checked out in the other worktree
    repo.git("config", "coderag.maxsize", "1")
    engine.gc()
    assert {read_meta(s).ref.removeprefix("refs/heads/") for s in engine.layout.slots()} == {"b0", "main"}
    before = totals(engine.layout)
    repo.git("config", "--unset", "coderag.maxsize")
    assert found(engine, "fun_2_7", ref="b2") == ["f2.py"] and totals(engine.layout) == before
    with opened(tree) as e:
        assert found(e, "fun_0_7") == ["f0.py"]


def test_the_worker_collects_once_a_week(repo, engine):
    def work() -> dict:
        subprocess.run([sys.executable, "-m", "coderag.cli.worker", "post-commit"], cwd=repo.path, env=repo.env, check=True)
        return state.read_json(engine.layout.runs)

    first = work()["last_gc_at"]  # only noted: there is nothing to collect in a new index
    assert work()["last_gc_at"] == first
    repo.git("config", "coderag.gcgrace", "0")
    abandon(repo, engine)
    assert work()["last_gc_at"] == first
    state.record(engine.layout, last_gc_at=first - state.COLLECT_EVERY - 1)
    assert work()["last_gc_at"] >= first
    assert engine.gc()["artifacts"] == 0  # the worker has done it


def test_a_stale_answer_during_a_collection_is_whole(repo, engine, monkeypatch):
    repo.write("n.py", source(["newer"]))
    repo.commit()
    monkeypatch.setattr(service, "catch_up", lambda *a: None)
    with opened(repo) as other:
        other.gc(now=True)
    answer = engine.search(Query("alpha"))
    assert answer.freshness.state == STALE and answer.hits[0].symbol == "alpha"
