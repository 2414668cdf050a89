"""The MCP side: turns the registry into a low-level ``mcp`` server. The only module that builds protocol objects.

The low-level server is used because schemas and results are written by hand: the high-level one derives schemas with
unions and ``$ref`` that some clients reject, and repeats every result as indented JSON.
"""
from __future__ import annotations

import logging
import warnings
from dataclasses import replace

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from coderag import __version__
from coderag.errors import CoderagError
from coderag.server import calls
from coderag.server.arguments import Param
from coderag.server.prompts import PROMPTS
from coderag.server.repositories import Repositories
from coderag.server.resources import RESOURCES, Resource
from coderag.server.source import EngineSource
from coderag.server.tool import Tool
from coderag.server.tools import INSTRUCTIONS, TOOLS

log = logging.getLogger("coderag.server")

# Calls that run at once. More would only queue up behind the interpreter lock; the threads that read and write the
# transport come from another pool, so a slow call never holds up a ping.
PARALLEL_CALLS = 16


# A call that finds the first index being built waits this long for it if the client shows progress; clients give up
# after 60 s.
ROOTS_SECONDS = 5.0
PATIENCE_SECONDS = 40.0
POLL_SECONDS = 0.5


def tool_list(extra: tuple[Param, ...] = ()) -> list[types.Tool]:
    """Definitions as clients see them; ``extra`` parameters are added to every tool."""
    return [
        types.Tool(
            name=tool.name,
            description=tool.description,
            input_schema=replace(tool, params=tool.params + extra).input_schema(),
            output_schema=tool.output_schema(),
            annotations=types.ToolAnnotations(read_only_hint=True, open_world_hint=False),
        )
        for tool in TOOLS.values()
    ]


class Service:
    """Handlers of one server. Nothing of a repository is read until the client has been answered once."""

    def __init__(self, repositories: Repositories) -> None:
        self.repositories = repositories
        self._limiter: anyio.CapacityLimiter | None = None
        self._settling = anyio.Lock()

    async def list_tools(self, ctx, _params) -> types.ListToolsResult:
        await self._settle(ctx)
        self.repositories.warm_up()
        return types.ListToolsResult(tools=tool_list(self.repositories.extra()))

    async def call_tool(self, ctx, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = TOOLS.get(params.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"unknown tool {params.name!r}; tools: {', '.join(TOOLS)}")
        await self._settle(ctx)
        arguments = dict(params.arguments or {})
        try:
            source = self._source(arguments)
        except CoderagError as exc:
            reply = calls.failed(exc.one_line())
        else:
            reply = await self._thread(calls.answer, tool, arguments, source)
            reply = await self._patiently(ctx, reply, tool, arguments, source)
        return types.CallToolResult(
            content=[types.TextContent(text=reply.text)],
            structured_content=reply.structured,
            is_error=reply.is_error,
        )

    async def list_resources(self, _ctx, _params) -> types.ListResourcesResult:
        return types.ListResourcesResult(
            resources=[
                types.Resource(uri=uri, name=r.name, description=r.description, mime_type="text/markdown")
                for uri, r in self._resources().items()
            ]
        )

    async def read_resource(self, ctx, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        await self._settle(ctx)
        uri = str(params.uri)
        known = self._resources()
        if uri not in known:
            raise MCPError(types.INVALID_PARAMS, f"no resource {uri}; there are {', '.join(known)}")
        source = self.repositories.choose(uri.partition("://")[2].partition("/")[2] or None)
        text = await self._thread(known[uri].read, source)
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, mime_type="text/markdown", text=text)])

    async def list_prompts(self, _ctx, _params) -> types.ListPromptsResult:
        def argument(name: str, description: str) -> types.PromptArgument:
            return types.PromptArgument(name=name, description=description, required=True)

        return types.ListPromptsResult(
            prompts=[
                types.Prompt(
                    name=p.name, description=p.description, arguments=[argument(*a) for a in p.arguments.items()]
                )
                for p in PROMPTS.values()
            ]
        )  # fmt: skip

    async def get_prompt(self, _ctx, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        prompt = PROMPTS.get(params.name)
        if prompt is None:
            raise MCPError(types.INVALID_PARAMS, f"no prompt {params.name!r}; there are {', '.join(PROMPTS)}")
        try:
            text = prompt.fill(params.arguments or {})
        except CoderagError as exc:
            raise MCPError(types.INVALID_PARAMS, exc.one_line()) from exc
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(description=prompt.description, messages=[message])

    def _source(self, arguments: dict) -> EngineSource:
        """The repository asked for; its name is taken out of ``arguments``."""
        if not self.repositories.several:
            return self.repositories.choose(None)
        name = arguments.pop("repo", None)
        return self.repositories.choose(None if name is None else str(name))

    def _resources(self) -> dict[str, Resource]:
        """By URI; with several repositories one of each, the guide excepted."""
        if not self.repositories.several:
            return RESOURCES
        return {
            f"{uri}/{name}": replace(r, name=f"{r.name}: {name}")
            for uri, r in RESOURCES.items()
            for name in self.repositories.by_name
        }

    async def _settle(self, ctx) -> None:
        """Asks the client for its roots, once, if the server was started without a repository."""
        async with self._settling:
            if not self.repositories.open_to_roots:
                return
            roots: list[str] = []
            capabilities = ctx.session.client_capabilities
            if capabilities is not None and capabilities.roots is not None:
                with anyio.move_on_after(ROOTS_SECONDS), warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # the newest protocol drops roots; today's clients have them
                    try:
                        roots = [str(root.uri) for root in (await ctx.session.list_roots()).roots]
                    except Exception as exc:
                        log.warning("coderag: the client did not give its roots: %s", exc)
            self.repositories.follow(roots)

    async def _thread(self, function, *arguments):
        if self._limiter is None:  # needs a running event loop
            self._limiter = anyio.CapacityLimiter(PARALLEL_CALLS)
        return await anyio.to_thread.run_sync(function, *arguments, limiter=self._limiter, abandon_on_cancel=True)

    async def _patiently(self, ctx, reply: calls.Reply, tool: Tool, arguments: dict, source: EngineSource) -> calls.Reply:
        """Waits for an index that is being built, if the client shows its progress, and asks again."""
        if not (ctx.meta and ctx.meta.get("progress_token") is not None):
            return reply
        end = anyio.current_time() + PATIENCE_SECONDS
        while calls.is_building(reply) and anyio.current_time() < end:
            done, total = calls.progress(source)
            await ctx.session.report_progress(done, total or None, "building the index")
            await anyio.sleep(POLL_SECONDS)
            reply = await self._thread(calls.answer, tool, arguments, source)
        return reply


def build(repositories: Repositories) -> Server:
    """A server for ``repositories``."""
    service = Service(repositories)
    return Server(
        "coderag",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=service.list_tools,
        on_call_tool=service.call_tool,
        on_list_resources=service.list_resources,
        on_read_resource=service.read_resource,
        on_list_prompts=service.list_prompts,
        on_get_prompt=service.get_prompt,
    )
