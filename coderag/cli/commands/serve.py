"""``coderag serve``: the MCP server."""
from __future__ import annotations

import os
from typing import Annotated

import typer

from coderag.cli import console, options


def run(
    repo: options.Repo = ".",
    http: Annotated[
        str | None, typer.Option("--http", metavar="HOST:PORT", help="Streamable HTTP on a loopback address.")
    ] = None,
) -> None:
    """Serve MCP over stdin and stdout; your agent starts this. `coderag init` prints its configuration.

    \b
    Example:
      coderag serve --repo ~/src/project
      coderag serve --http 127.0.0.1:8123
    """
    from coderag import server

    if not os.path.exists(repo):
        console.warn(f"no such folder: {repo}; serving all the same, and every call says so until it is there")
    if http is None:
        raise typer.Exit(server.run_stdio(repo))
    from coderag.server.http import parse_address

    raise typer.Exit(server.run_http(repo, *parse_address(http)))
