"""``coderag install-hooks``."""
from __future__ import annotations

from typing import Annotated

import typer

from coderag.cli import console, options, render


def run(
    repo: options.Repo = ".",
    force: Annotated[bool, typer.Option("--force", help="Also into a hooks folder outside the repository.")] = False,
) -> None:
    """Install the git hooks that keep the index up to date.

    Existing hooks keep running.

    \b
    Example:
      coderag install-hooks
    """
    with options.engine(repo) as engine:
        console.out(render.hooks(engine.install_hooks(force=force)))
