"""``get_file_symbols``: the outline of one file."""
from __future__ import annotations

from coderag.server.arguments import Param
from coderag.server.budget import fit_outline
from coderag.server.markdown import answer, answered, labelled, plural, standing
from coderag.server.tool import Payload, Tool
from coderag.server.tools.common import REF

PARAMS = (Param("file_path", "file", "Path from the repository root", "src/app.py", required=True), REF)


def call(engine, values: dict) -> Payload:
    return engine.outline(values["file_path"], ref=values["ref"]).as_json()


def render(payload: Payload) -> str:
    head = [payload["path"], payload["language"], plural(payload["lines"], "line"), *standing(payload), payload["title"]]
    body = [" · ".join(part for part in head if part)] if answered(payload) else []
    for symbol in payload["symbols"]:
        doc = f" — {symbol['doc']}" if symbol["doc"] else ""
        body.append(f"{'  ' * symbol['depth']}{symbol['start_line']}-{symbol['end_line']} {labelled(symbol)}{doc}")
    if not payload["symbols"] and not payload["notes"] and answered(payload):
        body.append("No symbols in this file.")
    return answer(payload, body)


TOOL = Tool(
    name="get_file_symbols",
    description=(
        "Outline of one file: nested classes, functions and headings with kind, signature, line range and first doc "
        'line. Use it before reading a long file. Example: {"file_path": "src/app.py"}'
    ),
    params=PARAMS,
    call=call,
    render=render,
    fit=fit_outline,
    keys=("symbols",),
)
