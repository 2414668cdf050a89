"""git's looks at the work tree beside questions: who shares what is seen, and nothing stays behind."""
from __future__ import annotations

import os
import time

import pytest

from coderag.errors import StateError
from coderag.git import open_repository
from coderag.workcopy.looking import Looks
from tests.support.git import Repo


@pytest.fixture
def repo(tmp_path) -> Repo:
    repo = Repo(tmp_path)
    repo.write("a", "a\n")
    repo.commit()
    return repo


@pytest.fixture
def looks(repo):
    looks = Looks(open_repository(repo.path), repo.path / ".git/copies")
    yield looks
    assert not looks.busy.locked()
    looks.close()


def paths(tree) -> list[str]:
    return [u.path for u in tree.paths]


def over_a_copy(repo, looks) -> None:
    """git is asked over a copy of its index from here on."""
    old = time.time() - 60
    os.utime(repo.path / ".git/index", (old, old))
    assert [paths(looks.now(9)) for _ in range(3)] == [[], [], []]
    assert looks.index._made_of is not None


def test_a_look_goes_on_beside_the_question(repo, looks):
    with looks.begin() as looking:
        assert looks.busy.locked()
        assert paths(looking.result(9)) == []
        assert not looks.busy.locked()


def test_who_comes_while_git_looks_does_not_get_what_is_older(repo, looks):
    with looks.begin() as first:
        repo.write("b", "b\n")
        with looks.begin() as second, looks.begin() as third:
            first.result(9)
            seen = second.result(9)
            assert paths(seen) == ["b"]
            assert third.result(9) is seen, "a look that began after the question came serves it, too"


@pytest.mark.parametrize("copied", [False, True])
def test_a_look_that_nobody_collects_is_ended(repo, looks, copied):
    if copied:
        over_a_copy(repo, looks)
    with pytest.raises(ZeroDivisionError), looks.begin() as looking:
        process = getattr(looking._look._asked, "_running", looking._look._asked)._process
        _ = 1 / 0
    assert process.poll() is not None
    assert not looks.index._busy.locked() and looks.index._made_of is None
    repo.write("b", "b\n")
    assert [paths(looks.now(9)) for _ in range(3)] == [["b"]] * 3


def test_one_that_takes_too_long_is_ended_and_said(repo, looks, monkeypatch, tmp_path):
    slow = tmp_path / "slow/git"
    slow.parent.mkdir()
    slow.write_text("#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o755)
    with monkeypatch.context() as patch:
        patch.setenv("PATH", f"{slow.parent}{os.pathsep}{os.environ['PATH']}")
        with looks.begin() as looking, pytest.raises(StateError, match="took longer"):
            looking.result(0.2)
    assert paths(looks.now(9)) == []


def test_without_git_it_is_the_result_that_says_so(repo, looks, monkeypatch):
    monkeypatch.setenv("PATH", os.devnull)
    with looks.begin() as looking:
        for _ in range(2):
            with pytest.raises(StateError, match="git is not on PATH"):
                looking.result(9)


def test_what_git_prints_may_be_long(repo, looks):
    names = [f"{'long' * 20}-{i:04}" for i in range(2_000)]  # more than a pipe holds
    for name in names:
        repo.write(name, "x")
    with looks.begin() as looking:
        assert paths(looking.result(9)) == names
