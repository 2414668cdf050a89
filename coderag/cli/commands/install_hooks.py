"""``coderag install-hooks``."""
from __future__ import annotations

from typing import Annotated

import typer

from coderag.cli import console, options, render
from coderag.server.source import root_of


def run(
    repo: options.Repo = ".",
    force: Annotated[bool, typer.Option("--force", help="Also into a hooks folder outside the repository.")] = False,
    as_json: options.Json = False,
) -> None:
    """Install the git hooks that keep the index up to date.

    Existing hooks keep running.

    \b
    Example:
      coderag install-hooks
    """
    with options.engine(repo) as engine:
        rows = render.hook_rows(engine.install_hooks(force=force))
        bare = root_of(engine) is None
    notes = ["a bare repository: a push triggers none of them, only work in its worktrees does"] if bare else []
    if as_json:
        console.out_json({"hooks": rows, "notes": notes})
    else:
        console.out([*render.hooks(rows), *(f"note: {note}" for note in notes)])
