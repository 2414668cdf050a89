"""Running git: which environment it gets, and how its failures become errors.

Invariants: a git process started here acts on the repository it was given and on no other, whatever GIT_DIR and the
like say in our own environment; it takes no optional lock, asks nothing, downloads nothing, and keeps no terminal.
"""
from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from coderag.errors import StateError

if TYPE_CHECKING:
    import subprocess  # imported where a process is started: a third of what importing this package costs

# What `git rev-parse --local-env-vars` names: variables that tie a process to one repository. GIT_CONFIG_PARAMETERS and
# GIT_CONFIG_COUNT belong to that list as well, but carry configuration ("git -c key=value ...") and are kept.
LOCAL_VARIABLES = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE",
    "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE", "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE",
    "GIT_PREFIX", "GIT_INTERNAL_SUPER_PREFIX", "GIT_SHALLOW_FILE", "GIT_COMMON_DIR",
)  # fmt: skip

_FIXED = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",  # git >= 2.44
    "GIT_ALLOW_PROTOCOL": "none",  # the same for older git: a lazy fetch finds every transport forbidden
    "GIT_NO_REPLACE_OBJECTS": "1",  # libgit2 knows no replace refs; both back ends shall see the same objects
    "LC_ALL": "C",
}

_LEAST_WAIT = 0.05
_PROGRAM = "git.exe" if os.name == "nt" else "git"


def find_git() -> str | None:
    """Path of the git program on PATH, or None. Looked up every time: PATH may change under a long-lived server."""
    for folder in os.get_exec_path():
        program = os.path.join(folder, _PROGRAM)
        if os.path.isfile(program) and os.access(program, os.X_OK):
            return program
    return None


def _require_git() -> str:
    program = find_git()
    if program is None:
        raise StateError("git is not on PATH", "install git, or add its folder to PATH")
    return program


def environment() -> dict[str, str]:
    """Our environment without what would redirect git elsewhere. GIT_CONFIG_GLOBAL and its kin stay."""
    env = {name: value for name, value in os.environ.items() if name not in LOCAL_VARIABLES}
    env.update(_FIXED)
    return env


def raw_git(
    *args: str, input: bytes | None = None, timeout: float | None = None, variables: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run git with ``args`` and return whatever came of it. StateError if there is no git to run, or if it is not done
    within ``timeout`` seconds; then it is ended. ``variables`` go over :func:`environment`."""
    import subprocess

    program = _require_git()
    feed = {"stdin": subprocess.DEVNULL} if input is None else {"input": input}
    try:
        return subprocess.run(
            [program, *args], capture_output=True, env={**environment(), **(variables or {})}, check=False, timeout=timeout, **feed
        )
    except subprocess.TimeoutExpired:
        raise _too_long(timeout)


def _too_long(seconds: float | None) -> StateError:
    return StateError(f"git took longer than {seconds:.0f} s")


class Started:
    """A git process that runs beside other work. It is ended if nobody collects what it prints."""

    def __init__(self, name: str, command: Sequence[str], variables: Mapping[str, str]) -> None:
        """``name``: of git's command, for what is said if it fails."""
        import subprocess

        self._name, self._began = name, time.monotonic()
        try:
            self._process = subprocess.Popen(
                command, env={**environment(), **variables},
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )  # fmt: skip
        except OSError as e:
            raise StateError(f"git cannot be started ({e.strerror})", "try again when the machine is less busy") from e

    def output(self, timeout: float | None = None) -> bytes:
        """Standard output. StateError with git's own words if it fails, or if it is not done within ``timeout`` seconds
        since it was started; then it is ended. To be called once."""
        import subprocess

        try:
            left = None if timeout is None else max(_LEAST_WAIT, timeout - (time.monotonic() - self._began))
            stdout, stderr = self._process.communicate(timeout=left)
        except subprocess.TimeoutExpired:
            raise _too_long(timeout)
        finally:
            self.end()
        if self._process.returncode:
            raise StateError(f"git {self._name} failed: {first_line(stderr)}")
        return stdout

    def end(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.communicate()


def first_line(stderr: bytes) -> str:
    """The first line of git's complaint without its "fatal:" prefix."""
    text = stderr.decode("utf-8", "replace").strip()
    line = text.splitlines()[0] if text else "git failed without a message"
    return line.removeprefix("fatal: ").removeprefix("error: ")


class Git:
    """Runs git for one worktree. Explicit --git-dir: nothing is discovered again, so nothing can be found elsewhere."""

    def __init__(self, git_dir: Path, workdir: Path | None) -> None:
        self.prefix = [f"--git-dir={git_dir}"]
        if workdir is not None:
            self.prefix = ["-C", str(workdir), f"--git-dir={git_dir}", f"--work-tree={workdir}"]

    def run(
        self,
        *args: str,
        ok: tuple[int, ...] = (0,),
        input: bytes | None = None,
        timeout: float | None = None,
        variables: Mapping[str, str] | None = None,
    ) -> bytes:
        """Standard output. StateError with git's own words if the exit status is not in ``ok``."""
        done = raw_git(*self.prefix, *args, input=input, timeout=timeout, variables=variables)
        if done.returncode not in ok:
            raise StateError(f"git {args[0]} failed: {first_line(done.stderr)}")
        return done.stdout

    def start(self, *args: str, variables: Mapping[str, str] | None = None) -> Started:
        """The same beside other work. StateError if there is no git to run."""
        return Started(args[0], [_require_git(), *self.prefix, *args], variables or {})

    def line(self, *args: str, input: bytes | None = None) -> str | None:
        """The output as one line of text, None if git exits with an error."""
        done = raw_git(*self.prefix, *args, input=input)
        return os.fsdecode(done.stdout).removesuffix("\n") if done.returncode == 0 else None

    def spawn(self, *args: str) -> subprocess.Popen[bytes]:
        """A git process that is talked to over pipes. StateError if there is no git to run."""
        import subprocess

        return subprocess.Popen(
            [_require_git(), *self.prefix, *args],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment(),
        )  # fmt: skip
