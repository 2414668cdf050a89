"""Asks a real server over stdio, as an agent does: own process, MCP client, tool calls."""
from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from coderag.errors import StateError
from coderag.git.command import LOCAL_VARIABLES

Ask = Callable[..., Awaitable[dict]]
"""``await ask("search_code", query="...")`` gives the structured answer."""

_PATIENCE = 60.0


def with_server(repo: Path, story: Callable[[Ask], Awaitable[None]]) -> None:
    """Start ``coderag serve`` for ``repo``, run ``story`` with a way to ask it, and stop it.

    StateError if the server does not answer or refuses a call.
    """
    from mcp import Client, StdioServerParameters

    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "coderag.cli", "serve", "--repo", str(repo)],
        env={k: v for k, v in os.environ.items() if k not in LOCAL_VARIABLES},
        cwd=str(repo.parent),  # not the work tree: `-m` would import from it
    )

    async def session() -> None:
        async with Client(server) as client:

            async def ask(tool: str, **arguments: object) -> dict:
                result = await asyncio.wait_for(client.call_tool(tool, arguments), _PATIENCE)
                if result.is_error:
                    raise StateError(f"the server refused {tool}: {result.content[0].text}")
                return result.structured_content

            await story(ask)

    try:
        asyncio.run(session())
    except BaseExceptionGroup as group:  # the client runs in a task group, which wraps what the story raises
        raise _first(group) from group
    except TimeoutError as exc:
        raise StateError("the server did not answer within a minute", "run coderag doctor") from exc


def _first(group: BaseExceptionGroup) -> BaseException:
    found: BaseException = group
    while isinstance(found, BaseExceptionGroup):
        found = found.exceptions[0]
    return found
