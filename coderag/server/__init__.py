"""The MCP server: read-only tools, resources and prompts over one :class:`coderag.api.Engine` a repository.

Owns the transport (stdio, loopback HTTP), the tools' names, schemas and descriptions, the reading of arguments, the
size of answers and their text. It decides nothing about search: every tool is one call of the Engine.

This file imports nothing, so that ``coderag --version`` does not pay for ``mcp`` (0.7 s).
"""
from __future__ import annotations

from collections.abc import Sequence


def run_stdio(paths: Sequence[str], overlay: bool = True) -> int:
    """Serve the repositories at ``paths`` over stdin and stdout until the client goes away; returns the exit code.
    Without any, the one that the client works in. ``overlay``: whether answers cover uncommitted work."""
    from coderag.server import stdio

    return stdio.run(paths, overlay)


def run_http(
    paths: Sequence[str], host: str, port: int, browser: bool = False, token: str | None = None, overlay: bool = True
) -> int:
    """Serve the repositories at ``paths`` over streamable HTTP on a loopback address until interrupted."""
    from coderag.server import http

    return http.run(paths, host, port, browser, token, overlay)
