"""``coderag serve``: the MCP server."""
from __future__ import annotations

import os
from typing import Annotated

import typer

from coderag.cli import console, options


def run(
    repo: Annotated[
        list[str] | None,
        typer.Option("--repo", metavar="PATH", help="Repository to serve; may be repeated. Default: the client's.", show_default=False),
    ] = None,
    http: Annotated[
        str | None, typer.Option("--http", metavar="HOST:PORT", help="Streamable HTTP on a loopback address.")
    ] = None,
    http_token: Annotated[
        str | None,
        typer.Option("--http-token", metavar="TOKEN", envvar="CODERAG_HTTP_TOKEN", show_envvar=False,
                     help="With --http: answer only who sends it as a bearer token. Better in the variable "
                     "CODERAG_HTTP_TOKEN: arguments are seen by all users."),
    ] = None,
    no_overlay: options.NoOverlay = False,
) -> None:  # fmt: skip
    """Serve MCP over stdin and stdout; your agent starts this. `coderag agents add` tells it how.

    \b
    Example:
      coderag serve --repo ~/src/project
      coderag serve --repo ~/src/app --repo ~/src/library
      coderag serve --http 127.0.0.1:8123
    """
    from coderag import server

    paths = repo or []
    for path in paths:
        if not os.path.exists(path):
            console.warn(f"no such folder: {path}; serving all the same, and every call says so until it is there")
    if http is None:
        raise typer.Exit(server.run_stdio(paths, not no_overlay))
    from coderag.server.http import parse_address

    raise typer.Exit(server.run_http(paths, *parse_address(http), token=http_token, overlay=not no_overlay))
