"""``search_docs``: sections of documents with their heading path, and parts of configuration files."""
from __future__ import annotations

from coderag.model.answers import Query
from coderag.server.arguments import Param
from coderag.server.budget import fit_hits
from coderag.server.tool import Payload, Tool
from coderag.server.tools.common import CURSOR, MAX_TOKENS, PATH, QUERY_HELP, REF, ask, render_hits, top_k

PARAMS = (
    Param("query", "query", QUERY_HELP, "how to deploy", required=True),
    top_k(5),
    PATH,
    REF,
    MAX_TOKENS,
    CURSOR,
)


def call(engine, values: dict) -> Payload:
    query = Query(text=values["query"], top_k=values["top_k"], path=values["path"], ref=values["ref"], docs=True)
    return ask(engine, query, values["cursor"])


TOOL = Tool(
    name="search_docs",
    description=(
        "Find sections of documentation (Markdown, reStructuredText, text) by meaning, with their heading path, and "
        'parts of configuration files. Use it for setup, usage and design questions. Example: '
        '{"query": "how to configure logging"}'
    ),
    params=PARAMS,
    call=call,
    render=render_hits,
    fit=fit_hits,
    keys=("hits",),
)
