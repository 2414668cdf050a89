"""Hooks as git runs them, with a stand-in for the interpreter that writes down how it was started."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from coderag.git import hooks, open_repository
from tests.support.git import Repo, wait_for

# One line per start: arguments, folder, GIT_* variables, open descriptors, session. The line is written at once.
RECORDER = """#!/bin/sh
mine=$(dirname "$0")/fds.$$
ls /proc/$$/fd >"$mine" 2>/dev/null
fds=$(tr '\\n' ' ' <"$mine")
vars=$(env | grep '^GIT_' | grep -v '^GIT_CONFIG_\\(GLOBAL\\|NOSYSTEM\\)' | grep -v 'GIT_\\(TERMINAL_PROMPT\\|EDITOR\\|EXEC_PATH\\|AUTHOR\\|COMMITTER\\)' | cut -d= -f1 | tr '\\n' ' ')
session=$(cut -d' ' -f6 /proc/$$/stat 2>/dev/null)
printf '%s|%s|%s|%s|%s\\n' "$*" "$PWD" "$vars" "$fds" "$([ "$session" = $$ ] && echo own)" >>"$(dirname "$0")/log"
sleep "$(cat "$(dirname "$0")/sleep" 2>/dev/null || echo 0)"
"""


class Recorder:
    """A stand-in interpreter and what it wrote down."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        self.python, self.log = folder / "python 3", folder / "log"
        self.python.write_text(RECORDER)
        self.python.chmod(0o755)

    def sleep(self, seconds: float) -> None:
        (self.python.parent / "sleep").write_text(str(seconds))

    def starts(self) -> list[list[str]]:
        return [line.split("|") for line in self.log.read_text().splitlines()] if self.log.exists() else []

    def hooks(self, at_least: int = 1, settle: float = 0.2) -> list[str]:
        """Names, sorted, of the hooks that started it, once no more come for ``settle`` seconds."""
        if at_least:
            wait_for(lambda: len(self.starts()) >= at_least)
        seen = -1
        while seen != (seen := len(self.starts())):
            time.sleep(settle)
        return sorted(start[0].split("coderag.cli.worker ")[1].split()[0] for start in self.starts())

    def forget(self) -> None:
        self.hooks(0)
        self.log.unlink(missing_ok=True)


@pytest.fixture
def recorder(tmp_path) -> Recorder:
    return Recorder(tmp_path / "my ünv's")


@pytest.fixture
def hooked(repo, recorder) -> Repo:
    repo.write("a", "0\n")
    repo.commit("base")
    hooks.install(open_repository(repo.path), str(recorder.python))
    return repo


def test_how_the_worker_is_started(hooked, recorder):
    hooked.git("commit", "-q", "--allow-empty", "-m", "x", env={"PYTHONPATH": "."})
    (start,) = wait_for(recorder.starts)
    arguments, folder, variables, descriptors, session = start
    assert arguments == "-I -m coderag.cli.worker post-commit"
    assert (folder, variables) == (str(hooked.path), "")
    if sys.platform == "linux":
        assert [fd for fd in descriptors.split() if 3 <= int(fd) <= 9] == []  # from 10 on: the recorder's shell's own
        assert session == "own" or not shutil.which("setsid")


def test_which_hooks_start_it(hooked, recorder):
    for command, expected in [
        (["commit", "--amend", "-q", "-m", "y"], ["post-commit", "post-rewrite"]),
        (["checkout", "-q", "-b", "topic"], ["post-checkout"]),
        (["checkout", "-q", "--", "a"], []),  # single files: HEAD stays
        (["merge", "-q", "main"], []),  # already up to date
    ]:
        hooked.git(*command)
        assert recorder.hooks(len(expected)) == expected, command
        recorder.forget()
    hooked.commit("t")
    hooked.git("checkout", "-q", "main")
    recorder.forget()
    hooked.git("merge", "-q", "topic")
    assert wait_for(recorder.starts)[0][0].endswith("post-merge 0")


@pytest.mark.parametrize("how", ["capture", "descriptor 3"])
def test_nobody_waits_for_the_worker(hooked, recorder, how):
    recorder.sleep(20)
    command = ["git", "commit", "-q", "--allow-empty", "-m", "x"]
    if how == "descriptor 3":
        command = ["bash", "-c", "exec 3>&1 9>&1 >/dev/null; git commit -q --allow-empty -m x"]
    begin = time.monotonic()
    done = subprocess.run(command, cwd=hooked.path, env=hooked.env, capture_output=True, timeout=15, check=True)
    assert time.monotonic() - begin < 5 and (done.stdout, done.stderr) == (b"", b"")
    wait_for(recorder.starts)


@pytest.mark.parametrize("backend", ["--merge", "--apply"])
@pytest.mark.parametrize("linked", [False, True])
def test_rebase_starts_one_or_two_not_one_per_commit(hooked, recorder, backend, linked):
    hooked.git("checkout", "-q", "-b", "topic")
    for i in range(5):
        hooked.write(f"t{i}", "x")
        hooked.commit(f"t{i}")
    hooked.git("checkout", "-q", "main")
    hooked.write("m", "x")
    hooked.commit("m")
    target = hooked.worktree("wt", "topic") if linked else hooked
    recorder.forget()
    target.git("rebase", "-q", backend, "main", "topic")
    names = recorder.hooks(2)
    assert names.count("post-rewrite") == 1 and "post-commit" not in names and len(names) <= 3
    assert {start[1] for start in recorder.starts()} == {str(target.path)}


def test_rebase_with_fixups_and_fast_forward(hooked, recorder):
    hooked.git("checkout", "-q", "-b", "topic")
    for message in ("one", "fixup! one", "fixup! one"):
        hooked.write("t", message)
        hooked.commit(message)
    recorder.forget()
    hooked.git("rebase", "-q", "-i", "--autosquash", "main", env={"GIT_SEQUENCE_EDITOR": "true"})
    names = recorder.hooks(2)
    assert names.count("post-rewrite") == 1 and "post-commit" not in names
    hooked.git("checkout", "-q", "-b", "ff", "main")
    recorder.forget()
    hooked.git("rebase", "-q", "topic")
    assert recorder.hooks() == ["post-checkout"]


def test_am_starts_one_at_its_last_patch(hooked, recorder):
    hooked.git("checkout", "-q", "-b", "topic")
    for i in range(4):
        hooked.write(f"t{i}", "x")
        hooked.commit(f"t{i}")
    patches = hooked.git("format-patch", "--stdout", "main") + "\n"
    hooked.git("checkout", "-q", "main")
    recorder.forget()
    hooked.git("am", "-q", input=patches)
    assert recorder.hooks() == ["post-applypatch"]
    hooked.git("reset", "-q", "--hard", "HEAD~4")
    recorder.forget()
    hooked.write("t2", "in the way")
    hooked.commit()
    recorder.forget()
    hooked.git("am", "-q", input=patches, check=False)
    hooked.write("t2", "x")
    hooked.git("add", "t2")
    hooked.git("am", "-q", "--continue")
    assert recorder.hooks() == ["post-applypatch"]


def test_worktree_submodule_clone_and_separate_git_dir(hooked, recorder, tmp_path):
    linked = hooked.worktree("wt", "-b", "w")
    linked.git("commit", "-q", "--allow-empty", "-m", "x")
    assert recorder.hooks(2) == ["post-checkout", "post-commit"]
    assert {start[1] for start in recorder.starts()} == {str(linked.path)}
    recorder.forget()
    hooked.git("submodule", "add", "-q", f"file://{hooked.path}", "lib")
    hooks.install(open_repository(hooked.path / "lib"), str(recorder.python))
    sub = Repo(hooked.path, "lib", env=hooked.env)
    sub.commit("in submodule")
    assert [start[1:3] for start in wait_for(recorder.starts)] == [[str(sub.path), ""]]
    recorder.forget()
    (tmp_path / "files").mkdir()  # "dotfiles" style: nothing in the work tree leads to the repository
    git_dir = hooked.path / ".git"
    options = [f"--git-dir={git_dir}", f"--work-tree={tmp_path / 'files'}"]
    subprocess.run(["git", *options, "commit", "-q", "--allow-empty", "-m", "x"], cwd=tmp_path, env=hooked.env, check=True)
    (start,) = wait_for(recorder.starts)
    assert start[1] == str(git_dir)


FOREIGN_BODY = {
    "sh": 'echo "$@" >>"$OUT"; cat >>"$OUT"; exit 7',
    "bash": 'set -euo pipefail\necho "$@" >>"$OUT"; cat >>"$OUT"; exit 7',
    "python3": "import sys, os\nopen(os.environ['OUT'], 'a').write(' '.join(sys.argv[1:]) + '\\n' + sys.stdin.read())\nsys.exit(7)",
}


@pytest.mark.parametrize("shebang", ["#!/bin/sh", "#!/bin/sh -e", "#!/usr/bin/env bash", "#!/usr/bin/env python3", ""])
def test_foreign_hook_keeps_arguments_stdin_and_status(repo, recorder, tmp_path, shebang):
    repo.write("a", "0\n")
    repo.commit()
    body = FOREIGN_BODY[next((k for k in ("python3", "bash") if k in shebang), "sh")]
    for hook in ("post-rewrite", "post-checkout"):
        path = repo.path / ".git/hooks" / hook
        path.write_text(f"{shebang}\n{body}\n" if shebang else body + "\n")
        path.chmod(0o755)

    def outcome(out: Path) -> tuple[int, list[str]]:
        env = {"OUT": str(out)}
        repo.git("reset", "-q", "--hard", start)
        repo.git("branch", "-qD", "b", check=False)
        assert repo.run("commit", "--amend", "-q", "-m", "same", env={**env, "GIT_COMMITTER_DATE": "1700000000 +0000"}).returncode == 0
        status = repo.run("checkout", "-q", "-b", "b", env=env).returncode
        repo.run("checkout", "-q", "main", env={"OUT": "/dev/null"})
        return status, out.read_text().splitlines()

    start = repo.rev()
    plain = outcome(tmp_path / "plain")
    hooks.install(open_repository(repo.path), str(recorder.python))
    assert outcome(tmp_path / "hooked") == plain
    assert plain[0] == 1 and plain[1][0] == "amend" and plain[1][1].split()[0] == start and plain[1][2].endswith(" 1")
    assert {"post-commit", "post-rewrite", "post-checkout"} <= set(recorder.hooks(3))


def test_foreign_hook_that_waits_for_its_children_does_not_wait_for_ours(repo, recorder):
    path = repo.path / ".git/hooks/post-commit"
    path.write_text("#!/bin/sh\nset -eu\ntrue &\nwait\n")
    path.chmod(0o755)
    hooks.install(open_repository(repo.path), str(recorder.python))
    recorder.sleep(20)
    begin = time.monotonic()
    repo.commit()
    assert time.monotonic() - begin < 5
    wait_for(recorder.starts)


@pytest.mark.parametrize("kind", ["not executable", "CRLF"])
def test_foreign_hook_that_did_not_run_still_does_not(repo, recorder, tmp_path, kind):
    path, out = repo.path / ".git/hooks/post-checkout", tmp_path / "out"
    newline = "\r\n" if kind == "CRLF" else "\n"
    path.write_bytes(newline.join(["#!/bin/sh", f"echo ran >>'{out}'", ""]).encode())
    path.chmod(0o644 if kind == "not executable" else 0o755)
    repo.commit()
    hooks.install(open_repository(repo.path), str(recorder.python))
    done = repo.run("checkout", "-q", "-b", "b")
    assert (done.returncode, done.stderr) == (0, "") and not out.exists()
    assert recorder.hooks() == ["post-checkout"]


def test_vanished_interpreter(hooked, recorder, tmp_path):
    recorder.python.unlink()
    bare_path = tmp_path / "bin"
    bare_path.mkdir()
    for program in ("git", "sh", "setsid"):
        if found := shutil.which(program):
            (bare_path / program).symlink_to(found)
    for command in (["commit", "-q", "--allow-empty", "-m", "x"], ["checkout", "-q", "-b", "b"], ["rebase", "-q", "main"]):
        done = hooked.run(*command, env={"PATH": str(bare_path)})
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert recorder.hooks(0) == []
    (bare_path / "coderag").write_text(f"#!/bin/sh\necho \"$*\" >'{tmp_path}/fallback'\n")
    (bare_path / "coderag").chmod(0o755)
    hooked.run("commit", "-q", "--allow-empty", "-m", "y", env={"PATH": str(bare_path)})
    wait_for((tmp_path / "fallback").exists)
    wait_for((tmp_path / "fallback").read_text)
    assert (tmp_path / "fallback").read_text() == "reindex\n"


@pytest.mark.parametrize("shell", ["sh", "dash", "bash", "busybox"])
def test_bare_environment(tmp_path, recorder, shell):
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"no {shell} here")
    repo = Repo(tmp_path, "my repo é")
    repo.commit()
    hooks.install(open_repository(repo.path), str(recorder.python))
    words = [program, "sh"] if shell == "busybox" else [program]
    done = subprocess.run(
        ["env", "-i", "PATH=/usr/bin:/bin", *words, ".git/hooks/post-commit"], cwd=repo.path, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    (start,) = wait_for(recorder.starts)
    assert start[0].endswith("post-commit") and start[1] == str(repo.path)


def test_hooks_path_of_husky_with_arguments(hooked, recorder):
    """The block sits in husky's dispatcher, which goes on to the project's own hook with `sh -e`."""
    own = hooked.path / ".husky/_"
    own.mkdir(parents=True)
    (own / "h").write_text('#!/bin/sh\ns="$(dirname "$(dirname "$0")")/$(basename "$0")"\n[ ! -f "$s" ] && exit 0\nsh -e "$s" "$@"\n')
    (own / "post-checkout").write_text('#!/usr/bin/env sh\n. "$(dirname "$0")/h"\n')
    (own / "post-checkout").chmod(0o755)
    hooked.write(".husky/post-checkout", 'echo "$@" >ran.txt\n')
    hooked.git("config", "core.hooksPath", ".husky/_")
    hooks.install(open_repository(hooked.path), str(recorder.python))
    hooked.git("checkout", "-q", "-b", "b")
    assert (hooked.path / "ran.txt").read_text().split()[2] == "1"
    assert recorder.hooks() == ["post-checkout"]


def test_repository_modules_are_not_imported(hooked, tmp_path):
    """A repository may hold a package named coderag, or an argparse.py: neither is run."""
    marker = tmp_path / "owned"
    for name in ("argparse.py", "coderag/__init__.py", "coderag/cli/__init__.py", "coderag/cli/worker.py", "sitecustomize.py"):
        hooked.write(name, f"open({str(marker)!r}, 'w')\n")
    fake = tmp_path / "bin" / "python"
    fake.parent.mkdir()
    done = tmp_path / "done"
    fake.write_text(f"#!/bin/sh\n'{sys.executable}' \"$@\"\necho >'{done}'\n")
    fake.chmod(0o755)
    hooks.install(open_repository(hooked.path), str(fake))
    hooked.git("commit", "-q", "--allow-empty", "-m", "x", env={"PYTHONPATH": os.curdir})
    wait_for(done.exists)
    assert not marker.exists()
