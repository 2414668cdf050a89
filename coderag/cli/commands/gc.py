"""``coderag gc``: frees what no snapshot needs any more."""
from __future__ import annotations

from coderag.cli import console, options
from coderag.cli.console import size


def run(repo: options.Repo = ".", as_json: options.Json = False) -> None:
    """Remove what no branch needs any more.

    \b
    Example:
      coderag gc
    """
    with options.engine(repo) as engine:
        result = engine.gc()
    if as_json:
        console.out_json(result)
    else:
        console.out(
            f"{name.replace('_', ' ')}: {size(value) if 'bytes' in name and isinstance(value, int) else value}"
            for name, value in result.items()
        )
