"""What is known of a client: where its configuration is, and how an entry for a server is written there."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

USER, PROJECT = "user", "project"
SERVER = "coderag"
"""The name of our entry."""
FOLDER = "${workspaceFolder}"
"""The opened folder, in clients that fill it in."""


@dataclass(frozen=True)
class Machine:
    """What locates configuration files: the home folder, the environment, ``sys.platform``."""

    home: Path
    environ: Mapping[str, str]
    platform: str

    def folder(self, variable: str, default: str) -> Path:
        """The folder that an environment variable names, or ``default`` below the home folder."""
        named = self.environ.get(variable, "")
        return Path(named) if named else self.home / default

    def config(self) -> Path:
        """Where programs that follow the XDG rules keep their configuration."""
        return self.folder("XDG_CONFIG_HOME", ".config")

    def applications(self) -> Path:
        """Where desktop programs keep their settings on this platform."""
        return self.home / "Library" / "Application Support" if self.platform == "darwin" else self.config()


Files = Callable[[Machine, Path], list[Path]]
"""(machine, top of the repository) -> candidates. The first that exists is used; the first of all is created."""


@dataclass(frozen=True)
class Rules:
    """A text file for the model into which the rule block goes. ``head`` begins a file that only holds the block."""

    files: Files
    head: str = ""


@dataclass(frozen=True)
class Place:
    """One configuration file of a client."""

    files: Files
    format: ModuleType  # coderag.agents.json_edit or toml_edit
    table: tuple[str, ...]  # keys that lead to the table of servers
    entry: Callable[[list[str]], dict]  # command line -> the entry
    repo: str | None = None  # value of --repo; None: the server is started in the opened folder; "": the absolute path
    rules: Rules | None = None
    note: str = ""  # what the person has to do then, or should know


@dataclass(frozen=True)
class Client:
    name: str  # as typed: claude-code
    title: str
    programs: tuple[str, ...]  # commands that show that it is installed
    traces: Callable[[Machine], list[Path]]  # files and folders that show it
    user: Place
    project: Place | None = None
    others: Callable[[Machine, Path], list[tuple[str, ...]]] = lambda machine, root: []
    """Further tables of the user's file that may hold our entry; looked at, never written."""


def separate(command: list[str]) -> dict:
    """The form that most clients share: program and arguments apart."""
    return {"command": command[0], "args": command[1:]}


def typed(command: list[str]) -> dict:
    """The same with the transport named."""
    return {"type": "stdio", **separate(command)}


def command_of(entry: object) -> list[str]:
    """The command line of an entry in either form; [] if it has none."""
    if not isinstance(entry, dict):
        return []
    command, args = entry.get("command"), entry.get("args")
    words = command if isinstance(command, list) else [command, *(args if isinstance(args, list) else [])]
    return words if all(isinstance(word, str) for word in words) else []
