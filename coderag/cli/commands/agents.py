"""``coderag agents``: the MCP clients on this machine, and coderag's entry in their configuration."""
from __future__ import annotations

import os
import shlex
import shutil
from enum import StrEnum
from typing import Annotated

import typer

from coderag.agents import setup
from coderag.agents.client import PROJECT, USER, Client
from coderag.agents.clients import CLIENTS
from coderag.agents.files import Change
from coderag.cli import agents_view, console, options
from coderag.cli.person import Person
from coderag.errors import UsageError


class Action(StrEnum):
    list = "list"
    add = "add"
    remove = "remove"
    plugin = "plugin"


def run(
    action: Annotated[Action, typer.Argument(help="What to do; without it: list.", show_default=False)] = Action.list,
    clients: Annotated[
        list[str] | None, typer.Argument(metavar="CLIENT...", help=f"Of: {' '.join(CLIENTS)}.", show_default=False)
    ] = None,
    project: Annotated[
        bool,
        typer.Option("--project/--user", help="The repository's file, for everybody; or your own (default).",
                     show_default=False),
    ] = False,
    rules: Annotated[bool, typer.Option("--rules", help="Also the rules for the model: when coderag, when grep.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the change and write nothing.")] = False,
    repo: options.Repo = ".",
    as_json: options.Json = False,
) -> None:  # fmt: skip
    """Show which agents are on this machine, and set coderag up in them.

    add writes the agent's own configuration file and leaves everything else in it as it is, byte for byte; remove
    undoes add. plugin says how to install the plugin for Claude Code: server, skill and `coderag prime` in one.

    \b
    Example:
      coderag agents
      coderag agents add claude-code
      coderag agents add cursor vscode --project --rules
      coderag agents remove codex --dry-run
    """
    person = Person.here(repo)
    if action in (Action.list, Action.plugin):
        if clients:
            raise UsageError(f"{action.value} takes no client", "coderag agents add CLIENT")
        payload = _listed(person) if action is Action.list else agents_view.plugin()
    else:
        scope = PROJECT if project else USER
        payload = _changed(action, _known(clients or []), scope, person, rules, dry_run)
    if as_json:
        console.out_json(payload)
    else:
        console.out(agents_view.lines(payload, console.colours()))


def _known(names: list[str]) -> list[Client]:
    if not names:
        raise UsageError("name a client", f"there are: {', '.join(CLIENTS)}")
    for name in names:
        if name not in CLIENTS:
            raise UsageError(f"no client {name!r}", f"there are: {', '.join(CLIENTS)}")
    return [CLIENTS[name] for name in dict.fromkeys(names)]


def _listed(person: Person) -> dict:
    rows = []
    for client in CLIENTS.values():
        entries = [
            {"scope": f.scope, "file": str(f.file), "state": f.state, "command": f.command, "detail": f.detail}
            for f in setup.configured(client, person.target, shutil.which)
        ]
        found = setup.evidence(client, person.target.machine, shutil.which)
        rows.append({"client": client.name, "title": client.title, "found": found, "entries": entries})
    server = [*person.target.launcher, "serve", "--repo", str(person.target.root)]
    return {"clients": rows, "server": server}


def _changed(
    action: Action, clients: list[Client], scope: str, person: Person, rules: bool, dry_run: bool
) -> dict:
    """Carries out the changes, client by client: what one writes the next may find."""
    target, rows, notes = person.target, [], []
    for client in clients:  # what cannot be is said before anything is written
        place = setup.place_of(client, scope)
        if scope == PROJECT or place.repo == "":
            person.require_repository()
        if rules:
            setup.rules_of(client, scope)
    for client in clients:
        place = setup.place_of(client, scope)
        plans = [setup.add if action is Action.add else setup.remove]
        if rules:
            plans.append(setup.add_rules if action is Action.add else setup.remove_rules)
        for plan in plans:
            change = plan(client, scope, target)
            if change and not dry_run:
                change.write()
            rows.append(_row(client, change, person, dry_run))
        if action is Action.add and place.note:
            notes.append(place.note)
        if action is Action.remove and not rules:
            notes += _left(client, scope, person)
    if action is Action.add:
        notes += _about_command(scope, target.launcher)
    return {"action": action.value, "changes": rows, "notes": list(dict.fromkeys(notes))}


def _row(client: Client, change: Change, person: Person, dry_run: bool) -> dict:
    shown = person.short(change.path)
    return {
        "client": client.name,
        "title": client.title,
        "file": str(change.path),
        "shown": shown,
        "changed": bool(change),
        "written": bool(change) and not dry_run,
        "deleted": bool(change) and change.after is None,
        "diff": change.diff(shown),
    }


def _left(client: Client, scope: str, person: Person) -> list[str]:
    """Where coderag still is in this client's files."""
    notes = []
    for entry in setup.configured(client, person.target, shutil.which):
        if entry.scope != scope:
            notes.append(f"{client.title} still has coderag in {person.short(entry.file)}: --{entry.scope} removes it there")
    if setup.place_of(client, scope).rules and (change := setup.remove_rules(client, scope, person.target)):
        notes.append(f"{person.short(change.path)} still has coderag's rules: --rules removes them, too")
    return notes


def _about_command(scope: str, launcher: list[str]) -> list[str]:
    if scope == USER:
        return [f"the entry starts {shlex.join(launcher)}"]
    note = "the entry starts coderag by name, since others have it elsewhere: it must be on the PATH of each of them"
    if shutil.which("coderag") is None:
        note += ". It is not on yours: use --user, or link " + os.path.basename(launcher[0]) + " into a folder of it"
    return [note]
