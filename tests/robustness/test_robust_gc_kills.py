"""A collection that fails or is killed at every step: every answer stays right, and the next collection finishes."""
from __future__ import annotations

import subprocess
import sys

import pytest

from coderag.errors import CoderagError
from coderag.index import build
from coderag.index.snapshot import read_meta
from coderag.model.answers import Query
from coderag.sync import collect
from tests.support.index import assert_same_as_fresh, assert_tidy, found, log_lines
from tests.support.steps import source

POINTS = [
    "CURRENT-dropped", "folder-of-CURRENT-dropped", "vectors-taken-over", "meta-dropped", "folder-of-meta-dropped",
    "slots-collected", "generations-collected", "scratch-dropped", "rows-dropped",
]  # fmt: skip


@pytest.fixture
def littered(repo, engine, monkeypatch):
    """A deleted branch with content and a base of its own, old generations, and the scratch of a killed verification."""
    monkeypatch.setattr(build, "DELTA_LIMIT", 4)
    repo.write("n.py", source([f"kept_{k}" for k in range(8)]))
    repo.commit()
    engine.sync()
    litter(repo, engine, "side")
    return engine


def litter(repo, engine, branch: str) -> None:
    repo.git("switch", "-q", "-c", branch)
    repo.write("side.py", source([f"{branch}_{k}" for k in range(8)]))
    repo.commit()
    engine.sync()
    repo.git("tag", f"kept-{branch}")
    repo.git("switch", "-q", "main")
    repo.git("branch", "-q", "-D", branch)
    (engine.layout.root / "verify-left").mkdir(exist_ok=True)
    assert len(list(engine.layout.bases.iterdir())) == 2


def answers_and_the_next_finishes(repo, engine, branch: str) -> None:
    assert found(engine, "kept_3") == ["n.py"] and not found(engine, f"{branch}_3")
    assert_same_as_fresh(engine)
    engine.gc(now=True)
    assert [read_meta(s).ref for s in engine.layout.slots()] == ["refs/heads/main"]
    assert [p.name for p in engine.layout.bases.iterdir()] == [read_meta(engine.layout.slots()[0]).base]
    assert_tidy(engine.layout)
    again = engine.gc(now=True)
    assert (again["slots"], again["artifacts"], again["vectors"]) == (0, 0, 0)
    assert_same_as_fresh(engine)
    assert not [line for line in log_lines(engine.layout) if "rebuil" in line or "new store" in line]


def test_the_list_of_points_is_complete(littered, monkeypatch):
    seen: list[str] = []
    monkeypatch.setattr(collect, "CRASH_POINTS", seen.append)
    littered.gc(now=True)
    assert seen == POINTS


@pytest.mark.parametrize("point", POINTS)
def test_a_failure_at_a_step(point, littered, repo, monkeypatch):
    def fail(name: str) -> None:
        if name == point:
            raise OSError(5, "Input/output error")

    monkeypatch.setattr(collect, "CRASH_POINTS", fail)
    if point != "vectors-taken-over":  # a base that cannot be read goes all the same
        with pytest.raises(CoderagError):
            littered.gc(now=True)
    else:
        littered.gc(now=True)
    monkeypatch.setattr(collect, "CRASH_POINTS", lambda name: None)
    answers_and_the_next_finishes(repo, littered, "side")


KILLED = """
import os, sys
from coderag.sync import collect
collect.CRASH_POINTS = lambda name: os.kill(os.getpid(), 9) if name == sys.argv[2] else None
from coderag.api import Engine
with Engine.open(sys.argv[1]) as engine:
    engine.gc(now=True)
"""


def test_a_process_killed_at_each_step(littered, repo):
    """One after the other in the same repository; a branch whose collection was killed comes back, too."""
    for i, point in enumerate(POINTS):
        if i:
            litter(repo, littered, f"side{i}")
        branch = f"side{i}" if i else "side"
        assert subprocess.run([sys.executable, "-c", KILLED, str(repo.path), point], env=repo.env).returncode == -9, point
        if i % 2:
            repo.git("switch", "-q", "-c", branch, f"kept-{branch}")
            assert found(littered, f"{branch}_3") == ["side.py"], point
            assert_same_as_fresh(littered)
            repo.git("switch", "-q", "main")
            repo.git("branch", "-q", "-D", branch)
        answers_and_the_next_finishes(repo, littered, branch)


def test_a_question_meanwhile(littered, repo, monkeypatch):
    """Between any two steps."""
    asked: list[str] = []

    def ask(name: str) -> None:
        asked.append(littered.search(Query("kept_3")).hits[0].symbol)

    monkeypatch.setattr(collect, "CRASH_POINTS", ask)
    littered.gc(now=True)
    assert asked == ["kept_3"] * len(POINTS)
