"""Small histories that come with coderag, built into real repositories for the demo and the tests.

Each is a git fast-import stream with fixed authors and dates, so its commit ids are the same everywhere. In a wheel
they are package data, in a source checkout they lie in ``fixtures/repos``.
"""
from __future__ import annotations

import os
from pathlib import Path

from coderag.errors import InternalError, StateError, UsageError
from coderag.git.command import first_line, raw_git

_CONFIG = {
    "user.name": "Demo",
    "user.email": "demo@coderag.example",
    # What a person has set for all repositories must not change what happens in this one.
    "commit.gpgSign": "false",
    "core.autocrlf": "false",
    "core.fsmonitor": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
}


def folder() -> Path:
    """Where the streams are. InternalError if this installation has none."""
    package = Path(__file__).resolve().parents[1]
    for path in (package / "_data" / "repos", package.parent / "fixtures" / "repos"):
        if path.is_dir():
            return path
    raise InternalError("the example repositories are not part of this installation", "reinstall coderag")


def names() -> list[str]:
    """Names that :func:`build` knows."""
    return sorted(p.stem for p in folder().glob("*.fi"))


def build(name: str, target: Path) -> Path:
    """Make the repository ``name`` in the new folder ``target``, with ``main`` checked out. Returns ``target``.

    StateError if git is missing or refuses; UsageError for an unknown name.
    """
    if name not in names():
        raise UsageError(f"no example repository {name!r}", f"there are: {', '.join(names())}")
    git(None, "-c", "init.defaultObjectFormat=sha1", "init", "-q", "--template=", str(target))
    for key, value in _CONFIG.items():
        git(target, "config", key, value)
    stream = (folder() / f"{name}.fi").read_bytes().replace(b"\r\n", b"\n")
    git(target, "fast-import", "--quiet", input=stream)
    git(target, "symbolic-ref", "HEAD", "refs/heads/main")
    git(target, "reset", "-q", "--hard")
    return target


def git(where: Path | None, *args: str, input: bytes | None = None) -> str:
    """Standard output of a git command, without its last newline. StateError with git's own words if it fails."""
    done = raw_git(*(["-C", str(where)] if where else []), *args, input=input)
    if done.returncode != 0:
        raise StateError(f"git {' '.join(args[:2])} failed: {first_line(done.stderr)}")
    return os.fsdecode(done.stdout).removesuffix("\n")
