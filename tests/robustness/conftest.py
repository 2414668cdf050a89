from __future__ import annotations

import pytest

from tests.support.git import NO_HOOKS, Repo, isolate
from tests.support.index import opened, patient
from tests.support.steps import source


@pytest.fixture(autouse=True)
def _isolated(monkeypatch, tmp_path):
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def repo(tmp_path) -> Repo:
    r = patient(Repo(tmp_path))
    r.write("a.py", source(["alpha", "beta"]))
    r.write("pkg/c.py", source(["delta", "epsilon"]))
    r.write("README.md", "# Orders\n\nHow to install it.\n")
    r.commit("one")
    r.env.update(NO_HOOKS)
    return r


@pytest.fixture
def engine(repo):
    with opened(repo) as e:
        e.sync()
        yield e
