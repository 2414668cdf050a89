"""``coderag tree``: folders with languages, sizes and descriptions."""
from __future__ import annotations

from typing import Annotated

import typer

from coderag.cli import console, options, render
from coderag.server.source import root_of
from coderag.server.tools import get_repo_structure


def run(
    path: Annotated[str | None, typer.Argument(metavar="PATH", help="Start at this folder.")] = None,
    depth: Annotated[int, typer.Option("--depth", metavar="N", min=1, max=10, help="Levels of folders.")] = 2,
    ref: options.Ref = None,
    no_overlay: options.NoOverlay = False,
    repo: options.Repo = ".",
    as_json: options.Json = False,
) -> None:
    """Show folders and key files with a one-line description each.

    \b
    Example:
      coderag tree --depth 3
      coderag tree src
    """
    with options.engine(repo, not no_overlay) as engine:
        if path is not None:
            path = options.from_here(path, root_of(engine))
        values, _ = options.checked(get_repo_structure.PARAMS, engine, depth=depth, path=path, ref=ref)
        payload = get_repo_structure.call(engine, values)
    if as_json:
        console.out_json(payload)
    else:
        console.page(render.tree(render.safe(payload), console.colours()))
