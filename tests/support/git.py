"""Real git repositories for tests, cut off from the machine they are made on.

No configuration, identity, clock or hook of the machine gets in: commit ids are the same on every run and everywhere.

    repo = Repo(tmp_path)                         # makes tmp_path/repo, branch main, no commit yet
    repo.write("src/a.py", "def f(): pass\\n")
    first = repo.commit("first")                  # adds everything, returns the commit id
    repo.git("checkout", "-q", "-b", "topic")     # any git command; returns its standard output
    other = repo.worktree("wt", "-b", "w")        # a Repo again, as is repo.clone("copy", "--depth=1")

Code under test that runs git in this process needs the same environment: `isolate(monkeypatch, tmp_path)`, or
`repo.use(monkeypatch)`. Hooks run as in life; `env=NO_HOOKS` leaves them out of one command, `wait_for(...)` waits for
what they start. CODERAG_TEST_GIT names another git program than the one on PATH, say a newer one (its folder must hold
no other program).
"""
from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path

NO_HOOKS = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.hooksPath", "GIT_CONFIG_VALUE_0": "/dev/null"}
"""Extra environment for one command (or `repo.env.update(NO_HOOKS)` for all): no hook is run, so nothing is started."""

_FIRST_DATE = 1_700_000_000
_COMMITTING = {"commit", "merge", "rebase", "cherry-pick", "revert", "am", "pull", "stash", "tag", "commit-tree"}
_CONFIG = """\
[init]
	defaultBranch = main
[user]
	name = Ada Tester
	email = ada@example.org
[gc]
	auto = 0
[maintenance]
	auto = false
[protocol "file"]
	allow = always
[advice]
	detachedHead = false
"""


def isolated_environment(folder: Path) -> dict[str, str]:
    """Environment in which git sees nothing of this machine but its programs. Its HOME is made below ``folder``."""
    home = folder / "home"
    home.mkdir(parents=True, exist_ok=True)
    config = home / "gitconfig"
    if not config.exists():
        config.write_text(_CONFIG)
    return {
        "PATH": _path(),
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "GIT_CONFIG_GLOBAL": str(config),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_EDITOR": "true",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
    }


def _path() -> str:
    path, other = os.environ.get("PATH", os.defpath), os.environ.get("CODERAG_TEST_GIT", "")
    first = os.path.dirname(os.path.abspath(other)) if other else ""
    return os.pathsep.join([first, path]) if first and path.split(os.pathsep)[0] != first else path


def isolate(monkeypatch, folder: Path) -> dict[str, str]:
    """Give this process that environment for the rest of a test: no other GIT_* variable, own HOME. Returns it."""
    env = isolated_environment(folder)
    for name in list(os.environ):
        if name.startswith("GIT_"):
            monkeypatch.delenv(name)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    return env


class Repo:
    """A repository (or worktree) at ``folder/name``. ``path`` is its work tree, or its git dir if bare."""

    def __init__(self, folder: Path, name: str = "repo", *init: str, env: dict[str, str] | None = None) -> None:
        """``init`` are further arguments of `git init`, as "--bare" or "--object-format=sha256"."""
        folder = folder.resolve()
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.path = folder, folder / name
        self.env = isolated_environment(folder) if env is None else env
        self._clock = [_FIRST_DATE]  # a list, shared with clones and worktrees
        if not self.path.exists():
            self._run(folder, "init", "-q", *init, str(self.path))

    def _beside(self, name: str) -> Repo:
        """A Repo for a folder git has made beside this one; both draw their dates from one clock."""
        other = Repo(self.folder, name, env=self.env)
        other._clock = self._clock
        return other

    def _run(self, cwd: Path, *args: str, check: bool = True, input: str | bytes | None = None,
             env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:  # fmt: skip
        self._clock[0] += 60 if args[0] in _COMMITTING else 0  # so that looking at a repository changes no later id
        date = f"{self._clock[0]} +0000"
        dates = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        given = os.fsencode(input) if isinstance(input, str) else input
        done = subprocess.run(
            ["git", *args], cwd=cwd, env={**self.env, **dates, **(env or {})}, capture_output=True, check=False,
            **({"stdin": subprocess.DEVNULL} if given is None else {"input": given}),
        )  # fmt: skip
        text = subprocess.CompletedProcess(done.args, done.returncode, os.fsdecode(done.stdout), os.fsdecode(done.stderr))
        if check and done.returncode != 0:
            raise AssertionError(f"git {' '.join(args)}: exit {done.returncode}\n{text.stdout}{text.stderr}")
        return text

    def git(self, *args: str, check: bool = True, input: str | bytes | None = None,
            env: Mapping[str, str] | None = None) -> str:  # fmt: skip
        """Standard output of a git command run here, without its last newline. AssertionError if it fails."""
        return self._run(self.path, *args, check=check, input=input, env=env).stdout.removesuffix("\n")

    def run(self, *args: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        """A git command whose exit status and stderr matter; never raises."""
        return self._run(self.path, *args, check=False, env=env)

    def write(self, path: str | bytes, content: str | bytes = "", *, mode: int | None = None) -> Path:
        """Write a file of the work tree, making folders. ``path`` may be bytes that are no UTF-8."""
        target = self.path / os.fsdecode(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
        if mode is not None:
            target.chmod(mode)
        return target

    def rm(self, path: str | bytes) -> None:
        """Delete a file or folder of the work tree; the next commit records it."""
        target = self.path / os.fsdecode(path)
        shutil.rmtree(target) if target.is_dir() and not target.is_symlink() else target.unlink()

    def commit(self, message: str = "change", *args: str, add: bool = True) -> str:
        """Commit everything (or only what is staged, with ``add=False``), also if nothing changed. Returns the id."""
        if add:
            self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message, *args)
        return self.rev()

    def rev(self, name: str = "HEAD") -> str:
        """Full commit id of a revision."""
        return self.git("rev-parse", "--verify", f"{name}^{{commit}}")

    def clone(self, name: str, *args: str) -> Repo:
        """`git clone` into a folder beside this one, over file:// so that --depth and --filter count."""
        self._run(self.folder, "clone", "-q", *args, f"file://{self.path}", str(self.folder / name))
        return self._beside(name)

    def worktree(self, name: str, *args: str) -> Repo:
        """`git worktree add` in a folder beside this one; ``args`` as "-b", "topic" or "--detach"."""
        self.git("worktree", "add", "-q", str(self.folder / name), *args)
        return self._beside(name)

    def use(self, monkeypatch) -> Repo:
        """Give this process the repository's environment for the rest of the test, see :func:`isolate`."""
        isolate(monkeypatch, self.folder)
        return self


def wait_for(condition: Callable[[], object], seconds: float = 10.0) -> object:
    """The first true value of ``condition``, asked every 10 ms. AssertionError after ``seconds``."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if value := condition():
            return value
        time.sleep(0.01)
    raise AssertionError(f"nothing happened within {seconds} s")
