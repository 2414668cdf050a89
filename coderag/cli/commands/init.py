"""``coderag init``: hooks, first index, and what to paste into an agent."""
from __future__ import annotations

import os
from typing import Annotated

import typer

from coderag.cli import agents, console, options, render
from coderag.cli.progress import Progress
from coderag.errors import StateError
from coderag.server.source import root_of


def run(
    path: Annotated[str, typer.Argument(metavar="PATH", help="Repository, or a folder in it.", show_default=False)] = ".",
    include: Annotated[
        list[str] | None, typer.Option("--include", metavar="GLOB", help="Index these although a rule skips them.")
    ] = None,
    exclude: Annotated[list[str] | None, typer.Option("--exclude", metavar="GLOB", help="Leave these out.")] = None,
) -> None:
    """Install the hooks, build the first index, set up your agent.

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
        try:
            console.out(render.hooks(engine.install_hooks()))
        except StateError as exc:  # a bare repository, a shared hooks folder: answers are checked against HEAD anyway
            console.warn(f"hooks not installed: {exc.one_line()}")
        if engine.repo.head().unborn:
            console.out(["no commit yet: the first one is indexed as soon as it is made"])
        else:
            with Progress() as progress:
                report = engine.sync(progress=progress)
            console.out(render.report(report.as_json()))
        root = root_of(engine) or os.path.realpath(path)
    console.out(["", "Try it:  coderag search 'how are errors handled'"])
    console.out(["", "Paste into your agent:", "", *agents.instructions(root)])
