"""The example repositories: buildable, and the same everywhere."""
from __future__ import annotations

import pytest

from coderag.cli import fixture
from coderag.errors import UsageError
from tests.support.git import isolate

HEADS = {
    "relay": {
        "codec-v2": "83821d5a141ff6bf45a7da7cae1a613f62eb140c",
        "main": "da4f012edd91f4a33681714363e4170f4cb76e37",
        "release/1.0": "cad03d65042a0562ead7052db4a2039489b62ec5",
    },
    "shop": {
        "fix/rounding": "827b3f4f006442c8cb3426df77a476af6260f149",
        "gift-cards": "ac47c2568face6802b88c3806f8d3f0f60bbd5b4",
        "main": "007b8ddd3f9d7a47a86a278bf51910765e6f36ad",
    },
}


@pytest.fixture(autouse=True)
def hermetic(monkeypatch, tmp_path):
    isolate(monkeypatch, tmp_path)


def test_names():
    assert fixture.names() == sorted(HEADS)


@pytest.mark.parametrize("name", sorted(HEADS))
def test_commit_ids_are_stable(name, tmp_path):
    repo = fixture.build(name, tmp_path / name)
    lines = fixture.git(repo, "for-each-ref", "--format=%(refname:short) %(objectname)", "refs/heads").splitlines()
    assert dict(line.split(" ") for line in lines) == HEADS[name]
    assert fixture.git(repo, "status", "--porcelain") == "" and fixture.git(repo, "branch", "--show-current") == "main"
    assert fixture.git(repo, "fsck", "--strict", "--no-dangling") == ""


@pytest.mark.parametrize("name", sorted(HEADS))
def test_histories_have_what_the_tests_need(name, tmp_path):
    repo = fixture.build(name, tmp_path / name)
    renames = fixture.git(repo, "log", "--all", "--diff-filter=R", "-M", "--format=%h", "--name-status")
    assert "\nR" in renames
    assert len(fixture.git(repo, "log", "--all", "--format=%h").splitlines()) >= 8
    if name == "shop":
        assert fixture.git(repo, "log", "--merges", "--format=%s") == "Merge branch 'fix/rounding'"


def test_ids_do_not_depend_on_the_configuration(tmp_path, monkeypatch):
    (tmp_path / "odd").write_text("[core]\n\tautocrlf = true\n[commit]\n\tgpgSign = true\n[init]\n\tdefaultBranch = trunk\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "odd"))
    repo = fixture.build("shop", tmp_path / "shop")
    assert fixture.git(repo, "rev-parse", "main") == HEADS["shop"]["main"]
    assert fixture.git(repo, "status", "--porcelain") == ""


def test_unknown_name(tmp_path):
    with pytest.raises(UsageError, match="no example repository"):
        fixture.build("nope", tmp_path / "x")
