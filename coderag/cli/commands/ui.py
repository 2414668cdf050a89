"""``coderag ui``: the local page."""
from __future__ import annotations

from typing import Annotated

import typer

from coderag.cli import options


def run(
    repo: options.Repo = ".",
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="0: any free port.")] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open it in the browser.")] = True,
) -> None:
    """Search in the browser: hits, outlines, where files are cut, freshness. Served on 127.0.0.1 until Ctrl-C.

    \b
    Example:
      coderag ui
    """
    from coderag import server
    from coderag.server.source import open_engine

    open_engine(repo).close()  # says what is wrong here, not on the page
    raise typer.Exit(server.run_http([repo], "127.0.0.1", port, browser))
