"""What the benchmark must know of a tool: how to prepare it, ask it, and where it keeps its files."""
from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.bench.freshness.processes import Processes


class NotInstalled(Exception):
    """The tool's command is neither on PATH nor named by its environment variable, or lacks what it needs."""


@dataclass(frozen=True)
class Answer:
    """``hits``: (path inside the asked folder, text that the tool showed of it), without an echo of the question.

    ``marked``: the answer says, in any form, that it may not be the current state. ``refused``: the tool said that it
    cannot answer, and why.
    """

    hits: tuple[tuple[str, str], ...]
    marked: bool = False
    refused: str = ""

    def shows(self, word: str) -> bool:
        return any(word in text for _, text in self.hits)


@dataclass(frozen=True)
class Place:
    """``repo``: the work tree that is asked about. ``home``: a folder of the tool's own, HOME of all its processes."""

    processes: Processes
    repo: Path
    home: Path
    env: Mapping[str, str]

    @property
    def log(self) -> Path:
        return self.home / "stderr.log"


class Tool:
    """One tool on one repository. The benchmark prepares it once, then asks while it changes the repository."""

    name = ""
    note = ""  # one line for the table: which interface is driven, and how

    def __init__(self, place: Place) -> None:
        self.place = place

    @classmethod
    def version(cls) -> str:
        """Raises NotInstalled."""
        raise NotImplementedError

    def prepare(self) -> None:
        """Index the repository and start what the tool's users keep running."""
        raise NotImplementedError

    def ask(self, word: str) -> Answer:
        raise NotImplementedError

    def beside(self, worktree: Path) -> Tool:
        """The same tool for a second worktree, as its user would get it there: new server, whatever it must build."""
        other = type(self)(Place(self.place.processes, worktree, self.place.home, self.place.env))
        other.prepare()
        return other

    def folders(self) -> list[Path]:
        """Where the tool keeps its index of this repository (may not exist yet)."""
        raise NotImplementedError

    def close(self) -> None:
        """Stop what prepare() has started."""


def command(variable: str, *names: str) -> str:
    """Path of a tool's command: the environment variable, else the first of ``names`` on PATH."""
    given = os.environ.get(variable)
    for name in [given] if given else names:
        if found := shutil.which(name):
            return found
    raise NotInstalled(f"{given or ' or '.join(names)} (set {variable})")


def bytes_in(folders: list[Path]) -> int:
    """Bytes on disk (allocated blocks, each inode once) below these folders."""
    seen: dict[tuple[int, int], int] = {}
    for top in folders:
        for folder, _, files in os.walk(top):
            for name in files:
                try:
                    stat = os.lstat(os.path.join(folder, name))
                except OSError:
                    continue
                seen[stat.st_dev, stat.st_ino] = stat.st_blocks * 512
    return sum(seen.values())
