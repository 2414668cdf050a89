"""A small repository with a first index, and an engine that stays open while git works under it."""
from __future__ import annotations

import pytest

from tests.support.git import NO_HOOKS, Repo, isolate
from tests.support.index import log_lines, opened, patient
from tests.support.steps import source


@pytest.fixture(autouse=True)
def _isolated(monkeypatch, tmp_path):
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def repo(tmp_path) -> Repo:
    """Branch main with three commits: a.py and b.py, then pkg/c.py, then README.md and conf.json."""
    r = patient(Repo(tmp_path))
    r.write("a.py", source(["alpha", "beta"]))
    r.write("b.py", source(["gamma"]))
    r.commit("one")
    r.write("pkg/c.py", source(["delta", "epsilon"]))
    r.commit("two")
    r.write("README.md", "# Orders\n\nHow to install it.\n\n## Totals\n\nThe total of an order.\n")
    r.write("conf.json", '{"retries": 3}\n')
    r.commit("three")
    return r


@pytest.fixture
def engine(repo):
    repo.env.update(NO_HOOKS)
    with opened(repo) as e:
        e.sync()
        yield e
        assert not [line for line in log_lines(e.layout) if "failed" in line or "rebuilding" in line]
