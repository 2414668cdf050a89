"""Hook files: what installing writes, what uninstalling gives back, what inspection says. No hook runs here."""
from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from coderag.errors import StateError
from coderag.git import hooks, open_repository
from coderag.git.command import LOCAL_VARIABLES
from coderag.git.hooks import block

FOREIGN = {  # name: (bytes, mode)
    "sh": (b"#!/bin/sh\necho foreign\nexit 3\n", 0o755),
    "sh without last newline": (b"#!/bin/sh\ntrue", 0o755),
    "shebang only": (b"#!/bin/sh\n", 0o755),
    "shebang only without newline": (b"#!/bin/sh", 0o700),
    "bash through env": (b"#!/usr/bin/env bash\nset -euo pipefail\n", 0o755),
    "bash with options": (b"#! /bin/bash -e\n:\n", 0o775),
    "zsh": (b"#!/bin/zsh -f\n:\n", 0o755),
    "python": (b"#!/usr/bin/env python3\nprint('x')\n", 0o755),
    "perl": (b"#!/usr/bin/perl -w\nprint 1;\n", 0o711),
    "no shebang": (b"echo hi\n", 0o755),
    "empty": (b"", 0o755),
    "binary": (b"\x7fELF\0\0\xff", 0o755),
    "CRLF": (b"#!/bin/sh\r\necho hi\r\n", 0o755),
    "CRLF body": (b"#!/bin/sh\necho hi\r\n", 0o755),
    "not executable": (b"#!/bin/sh\necho hi\n", 0o644),
    "not UTF-8": (b"#!/bin/sh\n# caf\xe9\n", 0o755),
    "marker look-alike": (b"#!/bin/sh\n# >>> coderag >>> is not here\n", 0o755),
}


def snapshot(folder: Path) -> dict[str, tuple[bytes | str, int]]:
    """Every file's bytes (or link target) and mode."""
    return {
        str(p.relative_to(folder)): (os.readlink(p) if p.is_symlink() else p.read_bytes(), stat.S_IMODE(p.lstat().st_mode))
        for p in folder.rglob("*") if p.is_symlink() or p.is_file()
    }  # fmt: skip


def states(repo) -> dict[str, str]:
    with open_repository(repo.path) as handle:
        return {s.name: s.state for s in hooks.inspect(handle)}


def all_in(state: str) -> dict[str, str]:
    return dict.fromkeys(hooks.HOOK_TYPES, state)


@pytest.fixture
def folder(repo) -> Path:
    return repo.path / ".git/hooks"


def test_fresh_install_and_uninstall(repo, folder):
    before = snapshot(folder)
    assert states(repo) == all_in("missing")
    handle = open_repository(repo.path)
    report = hooks.install(handle)
    assert [s.name for s in report] == list(hooks.HOOK_TYPES) and {s.state for s in report} == {"installed"}
    for hook in hooks.HOOK_TYPES:
        data = (folder / hook).read_bytes()
        assert data.startswith(b"#!/bin/sh\n") and b"\r" not in data and os.access(folder / hook, os.X_OK)
        assert subprocess.run(["sh", "-n", str(folder / hook)], check=False).returncode == 0
    once = snapshot(folder)
    hooks.install(handle)
    assert snapshot(folder) == once
    hooks.uninstall(handle)
    assert snapshot(folder) == before and states(repo) == all_in("missing")


@pytest.mark.parametrize("kind", FOREIGN)
def test_foreign_hooks_come_back_byte_for_byte(repo, folder, kind):
    data, mode = FOREIGN[kind]
    for hook in ("post-commit", "post-rewrite"):
        (folder / hook).write_bytes(data)
        (folder / hook).chmod(mode)
    before = snapshot(folder)
    handle = open_repository(repo.path)
    assert states(repo)["post-commit"] == "foreign-only"
    hooks.install(handle, "/first/python")
    hooks.install(handle)
    assert states(repo) == all_in("installed")
    assert (folder / "post-commit").read_bytes().count(b"# >>> coderag >>>\n") == 1
    shell = (folder / "post-commit").read_bytes().partition(b"\n")[0].rpartition(b"/")[2].split()
    program = next(w for w in shell if w in (b"sh", b"bash", b"zsh")).decode()
    if program != "zsh":
        assert subprocess.run([program, "-n", str(folder / "post-commit")], check=False).returncode == 0
    hooks.uninstall(handle)
    assert snapshot(folder) == before


def test_symbolic_link_to_a_tracked_script(repo, folder):
    script = repo.write("scripts/hook.sh", "#!/bin/sh\n:\n", mode=0o755)
    (folder / "post-merge").symlink_to("../../scripts/hook.sh")
    before = snapshot(folder)
    handle = open_repository(repo.path)
    hooks.install(handle)
    assert script.read_text() == "#!/bin/sh\n:\n" and states(repo) == all_in("installed")
    hooks.uninstall(handle)
    assert snapshot(folder) == before


def test_lines_that_others_add_to_our_hook_stay(repo, folder):
    handle = open_repository(repo.path)
    hooks.install(handle)
    with open(folder / "post-commit", "ab") as file:
        file.write(b"echo later\n")
    hooks.install(handle, "/other/python")
    hooks.uninstall(handle)
    left = (folder / "post-commit").read_bytes()
    assert left.endswith(b"echo later\n") and b"coderag_python" not in left


@pytest.mark.parametrize("python", ["/opt/my env/bin/python", "/o'q/\"$x\"/`y`/python", "/дев/é/python", os.fsdecode(b"/caf\xe9/p"),
                                    "/a\\b/%s/python", "/new\nline/python"])  # fmt: skip
def test_interpreter_path_is_quoted(repo, folder, python):
    handle = open_repository(repo.path)
    hooks.install(handle, python)
    text = (folder / "post-commit").read_bytes()
    assert subprocess.run(["sh", "-n", str(folder / "post-commit")], check=False).returncode == 0
    assert block.interpreter_of(text) == python
    (state, *_) = hooks.inspect(handle)
    assert state.state == "broken-interpreter" and state.name == "post-commit"
    hooks.install(handle)
    assert states(repo) == all_in("installed")


def test_states(repo, folder):
    handle = open_repository(repo.path)
    hooks.install(handle)
    text = (folder / "post-commit").read_bytes()
    (folder / "post-commit").write_bytes(text.replace(b"trap '' HUP", b"trap '' HUP INT"))
    (folder / "post-merge").chmod(0o644)
    (folder / "post-rewrite").write_bytes(b"#!/bin/sh\n")
    (folder / "post-applypatch").unlink()
    expected = {"post-commit": "outdated", "post-checkout": "installed", "post-merge": "not-executable",
                "post-rewrite": "foreign-only", "post-applypatch": "missing"}  # fmt: skip
    assert states(repo) == expected
    assert all(s.detail and "\n" not in s.detail for s in hooks.inspect(handle))
    hooks.install(handle)
    assert states(repo) == all_in("installed")


def test_hook_switched_off_by_its_owner_stays_off(repo, folder):
    handle = open_repository(repo.path)
    (folder / "post-commit").write_bytes(b"#!/bin/sh\necho foreign\n")
    (folder / "post-commit").chmod(0o755)
    hooks.install(handle)
    (folder / "post-commit").chmod(0o644)
    hooks.install(handle)
    aside = folder / "post-commit.coderag-foreign"
    assert aside.read_bytes() == b"#!/bin/sh\necho foreign\n" and not os.access(aside, os.X_OK)
    assert states(repo) == all_in("installed")


def test_wrapper_is_written_again_and_name_clash_is_refused(repo, folder):
    handle = open_repository(repo.path)
    (folder / "post-commit").write_bytes(b"#!/usr/bin/perl\n")
    (folder / "post-commit").chmod(0o755)
    hooks.install(handle)
    (folder / "post-commit").unlink()
    hooks.install(handle)
    assert b"post-commit.coderag-foreign" in (folder / "post-commit").read_bytes()
    (folder / "post-commit").write_bytes(b"#!/usr/bin/ruby\n")
    with pytest.raises(StateError, match="coderag-foreign exists"):
        hooks.install(handle)
    assert (folder / "post-commit").read_bytes() == b"#!/usr/bin/ruby\n"


@pytest.mark.parametrize("name", [".husky/_", "tools/hooks dir"])
def test_hooks_path_inside_the_work_tree(repo, folder, name):
    repo.commit()
    repo.git("config", "core.hooksPath", name)
    handle = open_repository(repo.path)
    report = hooks.install(handle)
    assert {s.path.parent for s in report} == {repo.path / name} and {s.state for s in report} == {"installed"}
    assert all("inside this repository" in s.detail for s in report)
    assert not (folder / "post-commit").exists()
    linked = repo.worktree("wt", "-b", "w")  # a relative folder is each worktree's own
    assert states(linked) == all_in("missing")
    hooks.uninstall(handle)
    assert list((repo.path / name).iterdir()) == []


@pytest.mark.parametrize("value", ["~/shared", "ABSOLUTE", "../outside", "link"])
@pytest.mark.parametrize("scope", ["--global", "--local"])
def test_shared_hooks_path_is_not_edited_silently(repo, folder, tmp_path, value, scope):
    shared = {"~/shared": tmp_path / "home/shared", "../outside": repo.path / "../outside"}.get(value, tmp_path / "abs")
    shared.mkdir(parents=True)
    (repo.path / "link").symlink_to(shared)
    (shared / "post-commit").write_bytes(b"#!/bin/sh\n:\n")
    repo.git("config", scope, "core.hooksPath", value.replace("ABSOLUTE", str(shared)))
    handle = open_repository(repo.path)
    before = snapshot(shared)
    with pytest.raises(StateError, match="outside") as error:
        hooks.install(handle)
    assert snapshot(shared) == before and "core.hooksPath" in error.value.hint
    assert {s.state for s in hooks.install(handle, force=True)} >= {"installed"}
    hooks.uninstall(handle)
    assert snapshot(shared) == before
    subprocess.run(error.value.hint.split(": ", 1)[1], shell=True, cwd=repo.path, env=repo.env, check=True)
    assert {s.path.parent for s in hooks.install(handle)} == {folder}


def test_hooks_path_set_after_install(repo, folder):
    handle = open_repository(repo.path)
    hooks.install(handle)
    repo.git("config", "core.hooksPath", ".husky/_")
    assert states(repo) == all_in("shadowed")
    hooks.install(handle)
    assert states(repo) == all_in("installed")
    hooks.uninstall(handle)
    assert not (folder / "post-commit").exists() and states(repo) == all_in("missing")


def test_linked_worktree_bare_and_submodule_folders(repo):
    repo.commit()
    linked = repo.worktree("wt", "-b", "w")
    hooks.install(open_repository(linked.path))
    assert states(repo) == states(linked) == all_in("installed")
    bare = repo.clone("b.git", "--bare")
    hooks.install(open_repository(bare.path))
    assert (bare.path / "hooks/post-commit").exists() and states(bare) == all_in("installed")
    repo.git("submodule", "add", "-q", f"file://{bare.path}", "lib")
    hooks.install(open_repository(repo.path / "lib"))
    assert (repo.path / ".git/modules/lib/hooks/post-commit").exists()


def test_renamed_by_pre_commit(repo, folder):
    handle = open_repository(repo.path)
    hooks.install(handle)
    (folder / "post-commit").rename(folder / "post-commit.legacy")
    (folder / "post-commit").write_bytes(b"#!/usr/bin/env bash\n# pre-commit calls the legacy hook\n")
    (folder / "post-commit").chmod(0o755)
    assert states(repo) == all_in("installed")
    hooks.install(handle, "/usr/bin/env")
    assert block.interpreter_of((folder / "post-commit.legacy").read_bytes()) == "/usr/bin/env"
    assert b"coderag" not in (folder / "post-commit").read_bytes()
    hooks.uninstall(handle)
    assert not (folder / "post-commit.legacy").exists() and (folder / "post-commit").exists()


def test_folder_that_cannot_be_made(repo):
    repo.git("config", "core.hooksPath", "file/hooks")
    repo.write("file", "")
    with pytest.raises(StateError, match="hooks folder"):
        hooks.install(open_repository(repo.path))


def test_stub_unsets_what_git_lists_and_is_clean(repo):
    text = block.stub_path().read_bytes()
    assert b"\r" not in text and text.isascii()
    unset = text[text.index(b"unset ") : text.index(b"trap ")].split()
    listed = repo.git("rev-parse", "--local-env-vars").split()
    assert set(listed) <= {word.decode() for word in unset}
    assert set(listed) - {"GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT"} <= set(LOCAL_VARIABLES)


def test_flags():
    assert block.flags_for(sys.executable) in block.FLAGS and block.flags_for("/some/python") == "-I"
