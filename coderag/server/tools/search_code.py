"""``search_code``: hybrid search over code chunks."""
from __future__ import annotations

from coderag.model.answers import Query
from coderag.server.arguments import Param
from coderag.server.budget import fit_hits
from coderag.server.tool import Payload, Tool
from coderag.server.tools.common import CURSOR, DETAIL, MAX_TOKENS, PATH, QUERY_HELP, REF, ask, render_hits, top_k

PARAMS = (
    Param("query", "query", QUERY_HELP, "retry with backoff", required=True),
    top_k(8),
    Param("language", "word", "Only this language", "python"),
    PATH,
    REF,
    Param("context_lines", "integer", "Extra lines around each hit", 3, default=0, minimum=0, maximum=50),
    DETAIL,
    MAX_TOKENS,
    CURSOR,
)


def call(engine, values: dict) -> Payload:
    language = values["language"]
    return ask(
        engine,
        Query(
            text=values["query"], top_k=values["top_k"], path=values["path"], ref=values["ref"],
            language=language.lower() if language else None, context_lines=values["context_lines"],
            detail=values["detail"],
        ),
        values["cursor"],
    )  # fmt: skip


TOOL = Tool(
    name="search_code",
    description=(
        "Find code by meaning or by name: ranked functions, methods and classes with path, line range, symbol, score "
        "and source. Use it for \"where/how is X done\" before opening files. "
        'Example: {"query": "retry with exponential backoff", "path": "src/**"}'
    ),
    params=PARAMS,
    call=call,
    render=render_hits,
    fit=fit_hits,
    keys=("hits",),
)
