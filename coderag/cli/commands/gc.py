"""``coderag gc``: frees what no snapshot needs any more."""
from __future__ import annotations

from typing import Annotated

import typer

from coderag.cli import console, options
from coderag.cli.console import size


def run(
    repo: options.Repo = ".",
    now: Annotated[bool, typer.Option("--now", help="Also what was still needed in the last coderag.gcGrace days.")] = False,
    as_json: options.Json = False,
) -> None:
    """Remove what no branch has needed for two weeks.

    \b
    Example:
      coderag gc --now
    """
    with options.engine(repo) as engine:
        result = engine.gc(now=now)
    if as_json:
        console.out_json(result)
    else:
        console.out(
            f"{name.replace('_', ' ')}: {size(value) if 'bytes' in name and isinstance(value, int) else value}"
            for name, value in result.items()
        )
