"""``find_similar``: code like a given piece of code."""
from __future__ import annotations

from coderag.model.answers import Likeness
from coderag.server.arguments import Param
from coderag.server.budget import fit_hits
from coderag.server.tool import Payload, Tool
from coderag.server.tools.common import MAX_TOKENS, REF, render_hits, top_k

PARAMS = (
    Param("code", "query", "The code itself; or else file_path and line", "def backoff(n): return 2 ** n"),
    Param("file_path", "file", "File the code is in", "src/app.py"),
    Param("line", "integer", "Any line of it", 12, default=1, minimum=1, maximum=10_000_000),
    top_k(5),
    Param("elsewhere", "flag", "Other folders first", True, default=False),
    REF,
    MAX_TOKENS,
)


def call(engine, values: dict) -> Payload:
    return engine.similar(
        Likeness(
            values["code"] or "", values["file_path"] or "", values["line"], values["top_k"], values["elsewhere"],
            values["ref"],
        )
    ).as_json()  # fmt: skip


TOOL = Tool(
    name="find_similar",
    description=(
        "Code like the code you give or point at, itself left out. Use it before writing a helper (does it exist "
        'already?) and after a fix (where else?). Example: {"file_path": "src/app.py", "line": 12}'
    ),
    params=PARAMS,
    call=call,
    render=render_hits,
    fit=fit_hits,
    keys=("hits",),
)
