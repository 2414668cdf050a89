"""The MCP side: turns the registry into a low-level ``mcp`` server. The only module that builds protocol objects.

The low-level server is used because schemas and results are written by hand: the high-level one derives schemas with
unions and ``$ref`` that some clients reject, and repeats every result as indented JSON.
"""
from __future__ import annotations

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from coderag import __version__
from coderag.server import calls
from coderag.server.source import EngineSource
from coderag.server.tools import INSTRUCTIONS, TOOLS

# Calls that run at once. More would only queue up behind the interpreter lock; the threads that read and write the
# transport come from another pool, so a slow call never holds up a ping.
PARALLEL_CALLS = 16


def tool_list() -> list[types.Tool]:
    """Definitions as clients see them."""
    return [
        types.Tool(
            name=tool.name,
            description=tool.description,
            input_schema=tool.input_schema(),
            annotations=types.ToolAnnotations(read_only_hint=True, open_world_hint=False),
        )
        for tool in TOOLS.values()
    ]


def build(source: EngineSource) -> Server:
    """A server for ``source``. Nothing of the repository is read until the client has been answered once."""
    limiter: anyio.CapacityLimiter | None = None

    async def list_tools(_ctx, _params) -> types.ListToolsResult:
        source.warm_up()
        return types.ListToolsResult(tools=tool_list())

    async def call_tool(_ctx, params: types.CallToolRequestParams) -> types.CallToolResult:
        nonlocal limiter
        tool = TOOLS.get(params.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"unknown tool {params.name!r}; tools: {', '.join(TOOLS)}")
        if limiter is None:  # needs a running event loop
            limiter = anyio.CapacityLimiter(PARALLEL_CALLS)
        reply = await anyio.to_thread.run_sync(
            calls.answer, tool, params.arguments, source, limiter=limiter, abandon_on_cancel=True
        )
        return types.CallToolResult(
            content=[types.TextContent(text=reply.text)],
            structured_content=reply.structured,
            is_error=reply.is_error,
        )

    return Server(
        "coderag",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
