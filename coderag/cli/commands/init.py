"""``coderag init``: hooks, first index, and how to set up an agent."""
from __future__ import annotations

import os
import shutil
from typing import Annotated

import typer

from coderag.agents import setup
from coderag.agents.clients import CLIENTS
from coderag.cli import console, options, render
from coderag.cli.launcher import launcher
from coderag.cli.person import Person
from coderag.cli.progress import Progress
from coderag.errors import StateError
from coderag.server.source import root_of


def run(
    path: Annotated[str, typer.Argument(metavar="PATH", help="Repository, or a folder in it.", show_default=False)] = ".",
    include: Annotated[
        list[str] | None, typer.Option("--include", metavar="GLOB", help="Index these although a rule skips them.")
    ] = None,
    exclude: Annotated[list[str] | None, typer.Option("--exclude", metavar="GLOB", help="Leave these out.")] = None,
    as_json: options.Json = False,
) -> None:
    """Install the hooks, build the first index, say how to set up your agent.

    Run it once in each clone; from then on every commit, merge and checkout updates the index in the background.
    Running it again is safe.

    \b
    Example:
      coderag init
      coderag init ~/src/project --exclude 'third_party/**'
    """
    with options.engine(path) as engine:
        if include or exclude:
            engine.configure(include=include or [], exclude=exclude or [])
        hooks, problem = _install(engine)
        if not as_json:
            console.out(render.hooks(hooks))
            if problem:
                console.warn(f"hooks not installed: {problem}")
        report = None
        if not engine.repo.head().unborn:
            with Progress() as progress:
                report = engine.sync(progress=progress).as_json()
                report["vectors_computed"] += engine.models.complete(progress=progress)
        root = root_of(engine) or os.path.realpath(path)
    if as_json:
        server = [*launcher(), "serve", "--repo", root]
        console.out_json({"hooks": hooks, "hooks_problem": problem, "sync": report, "server": server})
        return
    console.out(render.report(report) if report else ["no commit yet: the first one is indexed as soon as it is made"])
    console.out(["", "Try it:  coderag search 'how are errors handled'"])
    console.out(["", *_agents()])


def _agents() -> list[str]:
    """The command for the clients found here; `coderag agents` has the rest."""
    person = Person.here(".")
    found = [c for c in CLIENTS.values() if setup.evidence(c, person.target.machine, shutil.which)]
    lines = [f"coderag agents add {client.name}" for client in found]
    return ["Your agent:", *(f"  {line}" for line in lines or ["coderag agents add CLIENT, of " + ", ".join(CLIENTS)])]


def _install(engine) -> tuple[list[dict], str]:
    """States of the hooks, or why there are none: answers are checked against HEAD anyway."""
    if root_of(engine) is None:
        return [], "this repository is bare, and a push triggers none of them. Every question looks at the refs itself"
    try:
        return render.hook_rows(engine.install_hooks()), ""
    except StateError as exc:  # a hooks folder that other repositories share, or one that cannot be written
        return [], exc.one_line()
