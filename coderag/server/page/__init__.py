"""The local page at ``/`` of ``coderag serve --http`` and ``coderag ui``: three files, no build step, no other host.

The page asks through the MCP endpoint, as an agent does. What the tools do not tell, the text of a file and where its
chunks are cut, comes from ``file.json``.
"""
from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files

import anyio.to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from coderag.errors import CoderagError
from coderag.server import escape
from coderag.server.markdown import freshness_line
from coderag.server.repositories import Repositories

_TYPES = {"index.html": "text/html", "page.css": "text/css", "page.js": "text/javascript"}
_HEADERS = {
    # Scripts and styles of this server only: what a repository contains cannot run or send anything.
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


def routes(repositories: Repositories, hosts: list[str]) -> list[Route]:
    """Routes of the page, for requests whose Host is one of ``hosts``: a web page that rebinds a DNS name has another."""

    def guarded(get: Callable) -> Callable:
        async def answer(request: Request) -> Response:
            if request.headers.get("host") not in hosts:
                return Response("Invalid Host header", 421)
            return await get(request)

        return answer

    def static(name: str) -> Callable:
        body = files(__package__).joinpath(name).read_bytes()

        async def get(_request: Request) -> Response:
            return Response(body, media_type=_TYPES[name], headers=_HEADERS)

        return get

    async def names(_request: Request) -> Response:
        return JSONResponse(list(repositories.by_name), headers=_HEADERS)

    async def file(request: Request) -> Response:
        def read() -> dict:
            engine = repositories.choose(request.query_params.get("repo")).get()
            answer = engine.file(request.query_params.get("path", "")).as_json()
            return escape.map_strings({**answer, "line": freshness_line(answer["freshness"])}, escape.visible)

        try:
            body, code = await anyio.to_thread.run_sync(read), 200
        except CoderagError as exc:
            body, code = {"error": exc.one_line()}, 400
        return Response(json.dumps(body), code, headers=_HEADERS, media_type="application/json")

    pages = [Route("/" if name == "index.html" else f"/{name}", guarded(static(name))) for name in _TYPES]
    return [*pages, Route("/repositories.json", guarded(names)), Route("/file.json", guarded(file))]
