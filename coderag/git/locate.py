"""Finding the repository a path belongs to: git dir, common dir, work tree.

Owns the rules of discovery. git itself is asked where it is installed, because only it knows every setting that
matters (safe.directory from any file, ceiling directories, unknown extensions); libgit2 answers where it is not.
"""
from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from coderag.errors import RepositoryError
from coderag.git.command import find_git, first_line, raw_git


class Location(NamedTuple):
    """Where one worktree of a repository lives. All paths are absolute and free of symbolic links."""

    git_dir: Path
    common_dir: Path
    workdir: Path | None

    @property
    def worktree_id(self) -> str:
        """Name of a linked worktree, "" for the main one."""
        return self.git_dir.name if self.git_dir.parent == self.common_dir / "worktrees" else ""


def locate(path: str | os.PathLike[str]) -> Location:
    """Location of the repository that holds ``path``. RepositoryError with a hint if there is none to be used."""
    folder = Path(path)
    if folder.is_file():
        folder = folder.parent
    if not folder.is_dir():
        raise RepositoryError(f"no such folder: {folder}", "it may have been moved or deleted; check the path")
    return _ask_git(folder) if find_git() else _ask_libgit2(folder)


def _ask_git(folder: Path) -> Location:
    git_dir, top, complaint = _rev_parse(folder)
    if git_dir is None:
        raise _refusal(folder, complaint)
    # Inside the git dir (or bare) git names no work tree, although the repository may have one.
    return Location(git_dir, common_dir_of(git_dir), top or _workdir_of(git_dir))


def _rev_parse(folder: Path) -> tuple[Path | None, Path | None, bytes]:
    """(git dir, top of the work tree, stderr) as git sees them from ``folder``; None for what there is not."""
    done = raw_git("-C", str(folder), "rev-parse", "--absolute-git-dir", "--show-toplevel")
    lines = os.fsdecode(done.stdout).split("\n")[:-1]
    if len(lines) > 2 or (len(lines) == 2) != (done.returncode == 0):  # a newline in a path: ask one at a time
        values = [raw_git("-C", str(folder), "rev-parse", flag) for flag in ("--absolute-git-dir", "--show-toplevel")]
        lines = [os.fsdecode(one.stdout).removesuffix("\n") for one in values if one.returncode == 0]
    paths = [Path(line) for line in lines]
    return (paths[0] if paths else None), (paths[1] if len(paths) > 1 else None), done.stderr


def _workdir_of(git_dir: Path) -> Path | None:
    """The work tree of a git dir, None if bare: a candidate counts only if git finds the same git dir from it."""
    candidates = [git_dir.parent] if git_dir.name == ".git" else []
    link = git_dir / "gitdir"  # linked worktree: path of its .git file
    if link.is_file():
        candidates = [(git_dir / os.fsdecode(link.read_bytes().removesuffix(b"\n"))).parent]
    configured = raw_git(f"--git-dir={git_dir}", "config", "core.worktree").stdout  # submodules
    if configured:
        candidates.insert(0, git_dir / os.fsdecode(configured.removesuffix(b"\n")))
    for candidate in candidates:
        if candidate.is_dir():
            found, top, _ = _rev_parse(candidate)
            if found == git_dir:
                return top
    return None


def _ask_libgit2(folder: Path) -> Location:
    import pygit2

    pygit2.settings.owner_validation = True
    try:
        repo = pygit2.Repository(str(folder))
    except (pygit2.GitError, ValueError, KeyError) as error:
        raise _refusal(folder, str(error).encode()) from error
    git_dir = Path(os.path.realpath(repo.path))
    return Location(git_dir, common_dir_of(git_dir), Path(os.path.realpath(repo.workdir)) if repo.workdir else None)


def common_dir_of(git_dir: Path) -> Path:
    """The git dir shared by all worktrees. libgit2 has no name for it, git writes it to a file."""
    try:
        shared = (git_dir / "commondir").read_bytes()
    except OSError:
        return git_dir
    return Path(os.path.realpath(git_dir / os.fsdecode(shared.removesuffix(b"\n"))))


def _refusal(folder: Path, stderr: bytes) -> RepositoryError:
    """What git or libgit2 said, as an error that names the next step."""
    text = stderr.decode("utf-8", "surrogateescape")
    if "dubious ownership" in text or "is not owned by current user" in text:
        given = re.search(r"git config --global --add safe\.directory .*", text)
        command = given.group() if given else f"git config --global --add safe.directory '{_top(folder)}'"
        return RepositoryError(f"repository is owned by another user: {_top(folder)}", f"If you trust it, run: {command}")
    if "not a git repository" in text or "repository not found" in text.lower():
        return RepositoryError(f"not a git repository: {folder}", "run `git init`, or name a folder inside a repository")
    if "extension" in text or "repository version" in text or "repo version" in text or "object format" in text:
        return RepositoryError(
            f"repository format not supported by the git on PATH: {first_line(stderr)}", "use a newer git"
        )
    return RepositoryError(f"cannot open repository at {folder}: {first_line(stderr)}")


def _top(folder: Path) -> Path:
    """The nearest folder upwards with a .git in it, else ``folder``: what an ownership message should name."""
    folder = folder.resolve()
    return next((f for f in (folder, *folder.parents) if (f / ".git").exists()), folder)
