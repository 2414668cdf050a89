"""What adding and removing changes, and how things stand: plans and facts, from the clients' tables and the files."""
from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from coderag.agents import files, rules
from coderag.agents.client import FOLDER, PROJECT, SERVER, USER, Client, Machine, Place, Rules, command_of
from coderag.errors import StateError, UsageError

NAMES = ("coderag", "git-coderag")


@dataclass(frozen=True)
class Target:
    """Whose configuration is meant: the repository's top folder, the machine, and how coderag is started there."""

    root: Path
    machine: Machine
    launcher: list[str]  # command line without arguments, absolute

    def file(self, candidates: Callable[[Machine, Path], list[Path]]) -> Path:
        """The first file that exists, else the first of all."""
        paths = candidates(self.machine, self.root)
        return next((path for path in paths if path.exists()), paths[0])

    def change(self, path: Path, before: str | None, after: str | None) -> files.Change:
        above = (folder for folder in (self.root, self.machine.home) if path.is_relative_to(folder))
        return files.Change(path, before, after, next(above, path.parent))

    def command(self, place: Place, scope: str) -> list[str]:
        """The command line of an entry. In a project's file it goes by name: others have it elsewhere."""
        start = [*(NAMES[:1] if scope == PROJECT else self.launcher), "serve"]
        if place.repo is None:
            return start
        return [*start, "--repo", place.repo or str(self.root)]


def place_of(client: Client, scope: str) -> Place:
    """UsageError if the client has no such file."""
    place = client.user if scope == USER else client.project
    if place is None:
        raise UsageError(f"{client.title} has no configuration file in a project", "leave out --project")
    return place


def rules_of(client: Client, scope: str) -> Rules:
    """UsageError if the client reads no file for rules in that scope."""
    place = place_of(client, scope)
    if place.rules is None:
        other = client.project if scope == USER else client.user
        instead = f"try --{USER if scope == PROJECT else PROJECT}, or " if other and other.rules else ""
        raise UsageError(f"{client.title} has no file for rules with --{scope}", f"{instead}leave out --rules")
    return place.rules


def add(client: Client, scope: str, target: Target) -> files.Change:
    """The entry, put in or brought up to date. StateError if the file is damaged or would suffer."""
    place = place_of(client, scope)
    path = target.file(place.files)
    before = files.read(path)
    entry = place.entry(target.command(place, scope))
    with _named(path):
        old = place.format.read(before or "")
        after = place.format.add(before, place.table, SERVER, entry)
        _check(place, before, after, old)
    return target.change(path, before, after)


def remove(client: Client, scope: str, target: Target) -> files.Change:
    """The entry taken out, whatever is in it. StateError as above."""
    place = place_of(client, scope)
    path = target.file(place.files)
    before = files.read(path)
    with _named(path):
        after = None if before is None else place.format.remove(before, place.table, SERVER)
        if after is not None and _entry(place.format.read(after), place.table) is not None:
            raise StateError("the entry could not be taken out", "remove it by hand")
    return target.change(path, before, after)


def add_rules(client: Client, scope: str, target: Target) -> files.Change:
    """The rule block, put in or brought up to date. UsageError as for :func:`rules_of`."""
    return _rules(client, scope, target, rules.add)


def remove_rules(client: Client, scope: str, target: Target) -> files.Change:
    return _rules(client, scope, target, lambda text, head: None if text is None else rules.remove(text, head))


def _rules(client: Client, scope: str, target: Target, edit: Callable[[str | None, str], str | None]) -> files.Change:
    wanted = rules_of(client, scope)
    path = target.file(wanted.files)
    before = files.read(path)
    return target.change(path, before, edit(before, wanted.head))


def _check(place: Place, before: str | None, after: str, old: dict) -> None:
    """Nothing but the entry differs, and a new one can be taken out again without a trace."""
    new = place.format.read(after)
    wanted = _entry(new, place.table)
    if _without(new, place.table) != _without(old, place.table) or not isinstance(wanted, dict):
        raise StateError("the entry cannot be added without changing something else", "add it by hand")
    if _entry(old, place.table) is None and place.format.remove(after, place.table, SERVER) != before:
        raise StateError("the entry could not be taken out again without a trace", "add it by hand")


def _entry(value: object, table: tuple[str, ...]) -> object:
    for key in (*table, SERVER):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _without(value: dict, table: tuple[str, ...]) -> dict:
    """A copy without our entry, and without the tables that then are empty."""
    key, rest = (*table, SERVER)[0], (*table, SERVER)[1:]
    copy = dict(value)
    if rest and isinstance(copy.get(key), dict):
        copy[key] = _without(copy[key], rest[:-1])
    if not rest or copy.get(key) == {}:
        copy.pop(key, None)
    return copy


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Puts the file's name before what is wrong with it."""
    try:
        yield
    except StateError as error:
        raise StateError(f"{path}: {error.message}", error.hint or "correct it; it is left as it is") from error


@dataclass(frozen=True)
class Found:
    """One place where coderag is configured. States: this, other (repository), broken (no such command), damaged."""

    scope: str
    file: Path
    state: str
    command: list[str]
    detail: str = ""


def evidence(client: Client, machine: Machine, which: Callable[[str], str | None]) -> str:
    """Why the client counts as installed, "" if it does not seem to be."""
    for program in client.programs:
        if path := which(program):
            return path
    return next((str(path) for path in client.traces(machine) if path.exists()), "")


def configured(client: Client, target: Target, which: Callable[[str], str | None]) -> list[Found]:
    """Every entry of ours in the client's files, and every file that cannot be read."""
    found: list[Found] = []
    for scope, place in ((USER, client.user), (PROJECT, client.project)):
        if place is None:
            continue
        path = target.file(place.files)
        try:
            text = files.read(path)
            value = place.format.read(text) if text is not None else {}
        except StateError as error:
            found.append(Found(scope, path, "damaged", [], error.message))
            continue
        tables = [place.table, *(client.others(target.machine, target.root) if scope == USER else [])]
        for table in tables:
            if (entry := _entry(value, table)) is not None:
                command = command_of(entry)
                found.append(Found(scope, path, _state(command, target.root, which), command))
    return found


def _state(command: list[str], root: Path, which: Callable[[str], str | None]) -> str:
    if not command or which(command[0]) is None:
        return "broken"
    if "--repo" not in command[:-1]:
        return "this"
    repo = command[command.index("--repo") + 1]
    return "this" if repo in (".", FOLDER) or os.path.realpath(root / repo) == os.path.realpath(root) else "other"
