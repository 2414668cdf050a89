"""Dirty paths, operations in progress, options."""
from __future__ import annotations

import os
import time

import pytest

from coderag.errors import StateError, UsageError
from coderag.git import open_repository


def test_commit_ids_of_the_test_repositories_are_stable(repo):
    repo.write("a.py", "x = 1\n")
    assert repo.commit("first") == "0c7db7291b9bc36babdc65d669f530c1ce3ff4af"
    repo.git("log"), repo.git("status")
    assert repo.commit("second") == "7cdc5aba3941827d3abc2d0644435c3814fc80dc"


def test_dirty_paths(repo, opened):
    for name in ("same", "edited", "staged", "deleted", "removed", "mode"):
        repo.write(name, name)
    repo.commit()
    git = opened(repo)
    repo.write("edited", "x"), repo.write("staged", "y"), repo.write("untracked", "")
    repo.git("add", "staged"), repo.git("rm", "-q", "removed"), repo.rm("deleted")
    (repo.path / "mode").chmod(0o755)
    assert git.dirty_paths() == ["deleted", "edited", "mode", "removed", "staged"]
    repo.git("mv", "same", "renamed")
    assert {"same", "renamed"} <= set(git.dirty_paths())


def test_uncommitted(repo, opened):
    for name in ("same", "edited", "staged", "both", "deleted", "removed", "unlisted", "linked", "mode"):
        repo.write(name, name)
    repo.write(".gitignore", "ignored/\n")
    head = repo.commit()
    for name in ("edited", "new/untracked", "ignored/file", "q\"uote\nd", b"caf\xe9", "intent"):
        repo.write(name, "x")
    for name in ("staged", "both"):
        repo.write(name, "y")
        repo.git("add", name)
    repo.write("both", "z")
    repo.rm("deleted"), repo.rm("linked"), (repo.path / "linked").symlink_to("same")
    (repo.path / "mode").chmod(0o755)
    repo.git("rm", "-q", "removed"), repo.git("rm", "-q", "--cached", "unlisted"), repo.git("add", "-N", "intent")
    repo.git("init", "-q", "inner"), repo.write("inner/file", "x")
    found = opened(repo).uncommitted()
    assert found.commit == head
    assert [(u.path, oct(u.mode)[2:], bool(u.oid), u.tracked) for u in found.paths] == [
        ("both", "100644", False, True),
        ("caf\udce9", "100644", False, False),
        ("deleted", "0", False, True),
        ("edited", "100644", False, True),
        ("intent", "100644", False, True),
        ("linked", "120000", False, True),
        ("mode", "100755", False, True),
        ("new/untracked", "100644", False, False),
        ('q"uote\nd', "100644", False, False),
        ("removed", "0", False, True),
        ("staged", "100644", True, True),
        ("unlisted", "100644", False, False),
    ]


def test_files_as_they_would_be_committed(repo, opened):
    repo.write(".gitattributes", "*.txt text\n*.id ident\n*.enc working-tree-encoding=UTF-16\n*.up filter=up\n*.raw -filter\n")
    repo.commit()
    files = {"a.txt": b"one\r\ntwo\r\n", "b.bin": b"one\r\n\0", "no.id": b"none", "an.id": b"$Id$", "c.enc": b"\xff\xfea\0",
             "d.up": b"up", "e.raw": b"raw", 'q"uo\tte.txt': b"x\r\n"}  # fmt: skip
    for name, data in files.items():
        repo.write(name, data)
    found = opened(repo).as_committed(files)
    assert {p for p, c in found.items() if c is None} == {"an.id", "c.enc", "d.up"}
    assert found["a.txt"][1] == b"one\ntwo\n" and found["b.bin"][1] == files["b.bin"]
    repo.git("add", "-A")
    for path, content in found.items():
        if content:
            assert content[0] == repo.git("rev-parse", f":{path}")
    assert opened(repo).as_committed({}) == {}


def test_status_writes_nothing(repo, opened):
    repo.write("a", "1")
    repo.commit()
    index = repo.path / ".git/index"
    time.sleep(0.02)
    os.utime(repo.path / "a")  # stat data differ, content does not: an ordinary status would refresh the index
    before = (index.read_bytes(), index.stat().st_mtime_ns, index.stat().st_ino)
    (repo.path / ".git/index.lock").touch()
    assert opened(repo).dirty_paths() == []
    assert (index.read_bytes(), index.stat().st_mtime_ns, index.stat().st_ino) == before


def test_line_end_conversion_is_not_dirty(repo, opened):
    repo.write(".gitattributes", "* text=auto eol=crlf\n")
    repo.write("a.py", "x\r\ny\r\n")
    repo.commit()
    repo.rm("a.py")
    repo.git("checkout", "-q", "--", ".")
    assert opened(repo).dirty_paths() == []


def test_unreadable_index_is_an_error(repo, opened):
    repo.write("a", "1")
    repo.commit()
    (repo.path / ".git/index").write_bytes(b"rubbish")
    with pytest.raises(StateError, match="git status failed"):
        opened(repo).dirty_paths()


def conflicting(repo):
    """main and side change the same line; side also has a second commit."""
    repo.write("a", "0\n")
    repo.commit("base")
    repo.git("checkout", "-q", "-b", "side")
    repo.write("a", "side\n")
    repo.commit("side 1")
    repo.write("b", "b\n")
    repo.commit("side 2")
    repo.git("checkout", "-q", "main")
    repo.write("a", "main\n")
    repo.commit("main")


@pytest.mark.parametrize(("start", "name", "end"), [
    (["merge", "side"], "merge", ["merge", "--abort"]),
    (["rebase", "side"], "rebase", ["rebase", "--abort"]),
    (["rebase", "--apply", "side"], "rebase", ["rebase", "--abort"]),
    (["cherry-pick", "side~1", "side"], "cherry-pick", ["cherry-pick", "--abort"]),
    (["revert", "--no-edit", "side~1"], "revert", ["revert", "--abort"]),
    (["bisect", "start", "main", "main~1"], "bisect", ["bisect", "reset"]),
    (["am", "../p.patch"], "am", ["am", "--abort"]),
])  # fmt: skip
@pytest.mark.parametrize("linked", [False, True])
def test_operations(repo, start, name, end, linked):
    conflicting(repo)
    (repo.folder / "p.patch").write_text(repo.git("format-patch", "--stdout", "main~1..side") + "\n")
    target = repo
    if linked:
        repo.git("checkout", "-q", "--detach")
        target = repo.worktree("wt", "main")
    git = open_repository(target.path)
    assert git.operation() is None
    target.run(*start)
    assert git.operation() == name
    if linked:
        assert open_repository(repo.path).operation() is None
    target.run(*end)
    assert git.operation() is None


def test_cherry_pick_between_two_commits(repo):
    conflicting(repo)
    repo.run("cherry-pick", "side~1", "side")
    repo.git("checkout", "-q", "--theirs", "a")
    repo.commit("resolved")
    assert not (repo.path / ".git/CHERRY_PICK_HEAD").exists()
    assert open_repository(repo.path).operation() == "cherry-pick"


def test_config_merges_all_levels(repo, opened):
    git = opened(repo)
    assert git.config() == {}
    repo.git("config", "--global", "coderag.Exclude", "*.min.js")
    repo.git("config", "coderag.exclude", "a = b # c")
    repo.git("config", "--add", "coderag.exclude", "two\nlines")
    repo.git("config", "other.key", "x")
    with open(repo.path / ".git/config", "a") as file:
        file.write("[coderag]\n\tflag\n[coderag \"Sub.Section\"]\n\tKey = v\n[include]\n\tpath = more\n")
    assert git.config() == {
        "coderag.exclude": ["*.min.js", "a = b # c", "two\nlines"], "coderag.flag": ["true"],
        "coderag.sub.section.key": ["v"],
    }  # fmt: skip
    (repo.path / ".git/more").write_text("[coderag]\n\tincluded = 1\n")
    assert git.config()["coderag.included"] == ["1"]
    (repo.path / ".git/more").write_text("[coderag]\n\tincluded = 22\n")
    assert git.config()["coderag.included"] == ["22"]


def test_config_of_a_worktree(repo, opened):
    repo.commit()
    repo.git("config", "extensions.worktreeConfig", "true")
    linked = repo.worktree("wt", "-b", "w")
    main, git = opened(repo), opened(linked)
    repo.git("config", "coderag.model", "shared")
    linked.git("config", "--worktree", "coderag.model", "own")
    assert git.config() == {"coderag.model": ["shared", "own"]} and main.config() == {"coderag.model": ["shared"]}


def test_config_from_the_command_line_of_git(repo, monkeypatch):
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "coderag.topK")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "3")
    git = open_repository(repo.path)
    assert git.config() == {"coderag.topk": ["3"]}
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "4")
    assert git.config() == {"coderag.topk": ["4"]}


def test_config_on_a_branch(repo):
    repo.commit()
    (repo.path / ".git/more").write_text("[coderag]\n\tmodel = b\n")
    repo.git("config", "includeIf.onbranch:topic.path", "more")
    git = open_repository(repo.path)
    assert git.config() == {}
    repo.git("checkout", "-q", "-b", "topic")
    assert git.config() == {"coderag.model": ["b"]}


def test_set_config(repo, opened):
    git = opened(repo)
    git.set_config("coderag.exclude", ["a", "b c", "-x", ""])
    assert git.config()["coderag.exclude"] == ["a", "b c", "-x", ""]
    git.set_config("coderag.exclude", ["one"])
    assert git.config() == {"coderag.exclude": ["one"]}
    git.set_config("coderag.exclude", [])
    git.set_config("coderag.exclude", [])
    assert git.config() == {}
    for key in ("user.name", "coderag", "coderag."):
        with pytest.raises(UsageError):
            git.set_config(key, ["x"])
    with pytest.raises(StateError):
        git.set_config("coderag.not valid", ["x"])


def test_broken_config_is_one_line(repo, opened):
    git = opened(repo)
    git.config()
    with open(repo.path / ".git/config", "a") as file:
        file.write("[coderag\n")
    with pytest.raises(StateError) as error:
        git.config()
    assert "\n" not in error.value.one_line()
