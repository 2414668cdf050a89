"""Which folder git takes hooks from, and whether it is this repository's to change."""
from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from coderag.errors import StateError
from coderag.git.command import find_git
from coderag.git.repository import Repository


class HookFolder(NamedTuple):
    """``default`` is the folder that git uses without core.hooksPath."""

    path: Path
    default: Path
    inside: bool  # in this repository: its work tree, the main work tree, or a git dir

    @property
    def moved(self) -> bool:
        return os.path.realpath(self.path) != os.path.realpath(self.default)

    def note(self) -> str:
        """One clause for a person about an unusual folder, or ""."""
        if not self.moved:
            return ""
        where = "inside this repository" if self.inside else "outside this repository"
        return f"core.hooksPath names {self.path}, {where}"


def hook_folder(repo: Repository) -> HookFolder:
    """The folder as git resolves it for this worktree: core.hooksPath with ~, relative to where hooks run."""
    default = repo.common_dir / "hooks"
    named = repo.git.line("rev-parse", "--git-path", "hooks") if find_git() else None
    path = (repo.workdir or repo.git_dir) / named if named else default
    return HookFolder(path, default, _inside(path, repo))


def _inside(path: Path, repo: Repository) -> bool:
    """Symbolic links count as what they lead to: a hooks folder shared by a link is shared all the same."""
    homes = [repo.git_dir, repo.common_dir]
    if repo.workdir is not None:
        homes.append(repo.workdir)
    if repo.common_dir.name == ".git":  # a linked worktree may use the main worktree's folder
        homes.append(repo.common_dir.parent)
    target = Path(os.path.realpath(path))
    return any(target.is_relative_to(os.path.realpath(home)) for home in homes)


def writable_folder(repo: Repository, *, force: bool) -> HookFolder:
    """The folder to install into, made if it is missing. StateError for one that other repositories share."""
    folder = hook_folder(repo)
    if not folder.inside and not force:
        raise StateError(
            f"hooks of this repository come from a folder outside it: {folder.path}",
            "Install with force to edit that folder, or give this repository its own: "
            f"git config --local core.hooksPath '{folder.default}'",
        )
    try:
        folder.path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StateError(f"cannot make hooks folder {folder.path}: {error.strerror}", "check core.hooksPath") from error
    return folder
