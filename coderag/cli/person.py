"""Who runs a command, and where: what :mod:`coderag.agents` needs to know of home, environment and repository."""
from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from coderag.agents.client import Machine
from coderag.agents.setup import Target
from coderag.cli.launcher import launcher
from coderag.errors import RepositoryError
from coderag.git import open_repository


@dataclass(frozen=True)
class Person:
    target: Target
    outside: RepositoryError | None  # why there is no repository

    @staticmethod
    def here(repo: str) -> Person:
        """Outside of a repository the folder itself stands in for its top."""
        root, outside = Path(os.path.realpath(repo)), None
        try:
            with open_repository(repo) as opened:
                root = opened.workdir or opened.git_dir
        except RepositoryError as error:
            outside = error
        return Person(Target(root, Machine(Path.home(), os.environ, sys.platform), launcher()), outside)

    def require_repository(self) -> None:
        """RepositoryError if there is none."""
        if self.outside is not None:
            raise self.outside

    def short(self, path: Path) -> str:
        """A path as a person writes it: inside the repository, below home, or absolute."""
        if path.is_relative_to(self.target.root):
            return str(path.relative_to(self.target.root))
        home = self.target.machine.home
        return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)
