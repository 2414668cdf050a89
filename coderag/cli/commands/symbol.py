"""``coderag symbol``: definitions of a name, and who mentions it."""
from __future__ import annotations

from typing import Annotated

import typer

from coderag.cli import console, options, render
from coderag.server.tools import get_symbol_info


def run(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Plain or qualified name.")],
    path: options.PathGlob = None,
    ref: options.Ref = None,
    no_overlay: options.NoOverlay = False,
    repo: options.Repo = ".",
    as_json: options.Json = False,
) -> None:
    """Show all definitions of a name and the places that mention it.

    \b
    Example:
      coderag symbol Session.get
    """
    with options.engine(repo, not no_overlay) as engine:
        values, _ = options.checked(get_symbol_info.PARAMS, engine, symbol_name=name, path=path, ref=ref)
        payload = get_symbol_info.call(engine, values)
    if as_json:
        console.out_json(payload)
    else:
        console.page(render.symbol(render.safe(payload), console.colours()))
