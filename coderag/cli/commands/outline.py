"""``coderag outline``: the symbols of one file."""
from __future__ import annotations

from typing import Annotated

import typer

from coderag.cli import console, options, render
from coderag.server.source import root_of
from coderag.server.tools import get_file_symbols


def run(
    file: Annotated[str, typer.Argument(metavar="FILE", help="File, from here or from the repository's root.")],
    ref: options.Ref = None,
    no_overlay: options.NoOverlay = False,
    repo: options.Repo = ".",
    as_json: options.Json = False,
) -> None:
    """Show the classes, functions and headings of one file with their lines.

    \b
    Example:
      coderag outline src/app.py
    """
    with options.engine(repo, not no_overlay) as engine:
        file = options.from_here(file, root_of(engine))
        values, _ = options.checked(get_file_symbols.PARAMS, engine, file_path=file, ref=ref)
        payload = get_file_symbols.call(engine, values)
    if as_json:
        console.out_json(payload)
    else:
        console.page(render.outline(render.safe(payload), console.colours()))
