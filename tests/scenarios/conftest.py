"""A small repository with a first index, and an engine that stays open while git works under it."""
from __future__ import annotations

import pytest

from tests.support.git import NO_HOOKS, Repo, isolate
from tests.support.index import log_lines, opened, patient
from tests.support.steps import three_commits


@pytest.fixture(autouse=True)
def _isolated(monkeypatch, tmp_path):
    isolate(monkeypatch, tmp_path)


KINDS = ("plain", "sha256", "split-index", "partial", "reftable")
"""Kinds of repositories that the tables are played on: everything but "plain" in full only with ``--long``."""
QUICK = ("[merge-true", "[case-1-rebase-merge", "[case-93", "[case-2-update-ref", "[file-to-folder", "[detached-", "case_54", "[awaited-merge")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "kind" in metafunc.fixturenames:
        metafunc.parametrize("kind", KINDS, scope="function")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    kinds = {item: item.callspec.params.get("kind", "plain") for item in items if hasattr(item, "callspec")}
    left_out = [i for i, kind in kinds.items() if kind != "plain" and not any(name in i.name for name in QUICK)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [i for i in items if i not in set(left_out)]


@pytest.fixture
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def repo(tmp_path, kind) -> Repo:
    """Branch main with three commits: a.py and b.py, then pkg/c.py, then README.md and conf.json."""
    if kind == "partial":
        return _partial(three_commits(Repo(tmp_path, "origin")))
    how = {"sha256": ["--object-format=sha256"], "reftable": ["--ref-format=reftable"]}.get(kind, [])
    try:
        r = Repo(tmp_path, "repo", *how)
    except AssertionError as e:
        pytest.skip(f"this git makes no {kind} repository (name a newer one: CODERAG_TEST_GIT): {str(e).splitlines()[1]}")
    if kind == "split-index":
        r.git("config", "core.splitIndex", "true")
    return three_commits(r)


def _partial(origin: Repo) -> Repo:
    """A clone that has the blobs of what it has checked out, and fetches others when git needs them."""
    origin.git("config", "uploadpack.allowFilter", "true")
    origin.git("config", "uploadpack.allowAnySHA1InWant", "true")
    return patient(origin.clone("repo", "--filter=blob:none"))


@pytest.fixture
def engine(repo):
    """Answers from commits; uncommitted work has scenarios of its own."""
    repo.env.update(NO_HOOKS)
    with opened(repo, overlay=False) as e:
        e.sync()
        yield e
        assert not [line for line in log_lines(e.layout) if "failed" in line or "rebuilding" in line]
