"""``get_symbol_info``: definitions of a name and the places that mention it."""
from __future__ import annotations

from coderag.server.arguments import Param
from coderag.server.budget import fit_symbol
from coderag.server.markdown import answer, answered, cut_mark, fence, inline, location, standing
from coderag.server.tool import Payload, Tool
from coderag.server.tools.common import PATH, REF

PARAMS = (
    Param("symbol_name", "word", "Plain or qualified name", "Session.get", required=True),
    PATH,
    REF,
)


def call(engine, values: dict) -> Payload:
    name = values["symbol_name"].removesuffix("()")
    return engine.symbol(name, path=values["path"], ref=values["ref"]).as_json()


def render(payload: Payload) -> str:
    body: list[str] = []
    for number, found in enumerate(payload["definitions"], 1):
        title = [f"### {number}. {location(found)}", f"{found['kind']} {found['qualname']}", *standing(found)]
        body += ["", " · ".join(title)]
        shown = " ".join(found["text"].split())  # most languages keep the doc inside the definition
        body += [found["doc"]] if " ".join(found["doc"].split()) not in shown else []
        body += [fence(found["text"], found["language"]), *cut_mark(found)]
    if not payload["definitions"] and answered(payload):
        body.append(f"No definition of {payload['name']}.{_instead(payload)}")
    if payload["references"]:
        total, shown = payload["references_total"], len(payload["references"])
        body += ["", f"References by name ({total:,}" + (f", {shown:,} shown)" if shown < total else ")")]
    for use in payload["references"]:
        scope = f" in {use['scope']}" if use["scope"] else ""
        resolved = "" if use["resolved"] == "name" else f" ({use['resolved']})"
        place = f"- {use['path']}:{use['line']}" + "".join(f" ({word})" for word in standing(use))
        body.append(f"{place} {use['kind']}{scope}{resolved} {inline(use['text'])}".rstrip())
    return answer(payload, body)


def _instead(payload: Payload) -> str:
    """Where to look on for a name without a definition; its references and notes say it themselves."""
    if payload["suggestions"]:
        return f" Close names: {', '.join(payload['suggestions'])}"
    if payload["references"] or payload["notes"]:
        return ""
    return " Try search_code with words for what it does"


TOOL = Tool(
    name="get_symbol_info",
    description=(
        "Everything about a name: all its definitions (signature, doc, code, lines) and the references and calls to it "
        "(path, line, enclosing symbol), matched by name. Use it when you know the identifier. "
        'Example: {"symbol_name": "Session.get"}'
    ),
    params=PARAMS,
    call=call,
    render=render,
    fit=fit_symbol,
    keys=("definitions", "references"),
)
