"""The MCP server: six read-only tools over one :class:`coderag.api.Engine`.

Owns the transport (stdio, loopback HTTP), the tools' names, schemas and descriptions, the reading of arguments, the
size of answers and their text. It decides nothing about search: every tool is one call of the Engine.

This file imports nothing, so that ``coderag --version`` does not pay for ``mcp`` (0.7 s).
"""
from __future__ import annotations


def run_stdio(path: str) -> int:
    """Serve the repository at ``path`` over stdin and stdout until the client goes away; returns the exit code."""
    from coderag.server import stdio

    return stdio.run(path)


def run_http(path: str, host: str, port: int) -> int:
    """Serve the repository at ``path`` over streamable HTTP on a loopback address until interrupted."""
    from coderag.server import http

    return http.run(path, host, port)
