"""Parameters and renderings that several tools share."""
from __future__ import annotations

import re
from dataclasses import replace

from coderag.model.answers import DETAILS, Query
from coderag.server.arguments import Param
from coderag.server.budget import FEWEST_TOKENS, MOST_TOKENS, TOKENS, read_cursor
from coderag.server.markdown import answer, answered, cut_mark, fence, inline, location, standing, words
from coderag.server.tool import Payload

PATH = Param("path", "glob", "Only below this folder or gitignore-style glob", "src/**/*.py")
REF = Param("ref", "ref", "Branch, tag or commit instead of HEAD; no checkout needed", "main")
QUERY_HELP = "What you look for, in words or identifiers"
DETAIL = Param(
    "detail", "detail", "outline: no code; normal; full: whole function of a part", "outline", default="normal",
    choices=DETAILS,
)  # fmt: skip
MAX_TOKENS = Param(
    "max_tokens", "integer", "Size of the answer", 3000, default=TOKENS, minimum=FEWEST_TOKENS, maximum=MOST_TOKENS
)
CURSOR = Param("cursor", "cursor", "For more: `next` of the answer before", "8@1a2b3c4")


def top_k(default: int) -> Param:
    return Param("top_k", "integer", "Number of hits", default, default=default, minimum=1, maximum=100)


def ask(engine, query: Query, cursor: str | None) -> Payload:
    """One page of a search answer. A page of another commit than the one before says so."""
    offset, commit = read_cursor(cursor) if cursor else (0, "")
    payload = engine.search(replace(query, offset=offset)).as_json()
    now = payload["freshness"].get("indexed_commit") or ""
    if commit and not now.startswith(commit):
        payload["notes"].append(f"the page before was made from {commit}; hits may have moved between the pages")
    return payload


_NOTEWORTHY = 0.5  # a smaller penalty is no reason worth a word
_QUALIFICATION = re.compile(r".*(?:::|[.#:/]| > )(?=.)")
_REASONS = {
    "dense": "meaning", "dense-rank": "meaning", "lexical": "words", "lexical-rank": "words", "symbol-rank": "its name",
    "name": "its name", "definition": "defines it", "file": "whole file", "file-agreement": "several parts of the file",
    "defined-names": "names in the file", "literal": "exact text",
}  # fmt: skip


def why(signals: dict[str, float]) -> str:
    """Reasons for a hit's place, strongest first: what lifted it, then what the strongest penalty was."""
    strongest = sorted((item for item in signals.items() if item[1]), key=lambda item: (-abs(item[1]), item[0]))
    lifted = dict.fromkeys(_REASONS.get(name, words(name)) for name, value in strongest if value > 0)
    lowered = [f"but {words(name)}" for name, value in strongest if value <= -_NOTEWORTHY and name != "depth"]
    return ", ".join([*list(lifted)[:3], *lowered[:1]])


def render_hits(payload: dict) -> str:
    """Search answers: one heading and one fence per hit."""
    body: list[str] = []
    for number, hit in enumerate(payload["hits"], 1):
        parts = [location(hit), f"{hit['kind']} {hit['symbol']}".strip(), f"score {hit['score']:.2f}"]
        parts += ["test"] if hit.get("test") else []
        parts += [f"part of {_lines(hit['unit'])}"] if "unit" in hit else []
        parts += [f"why: {reasons}"] if (reasons := why(hit["signals"])) else []
        parts += standing(hit)
        body += ["", f"### {payload.get('offset', 0) + number}. " + " · ".join(part for part in parts if part)]
        body += [line] if (line := " · ".join(_around(hit))) else []
        if hit["text"]:
            body += [fence(hit["text"], hit["language"]), *cut_mark(hit)]
        else:
            body += [line for line in (inline(hit["signature"]), hit["doc"]) if line]
        if hit.get("similar"):
            body.append(f"{len(hit['similar'])} more like this: {', '.join(hit['similar'])}")
    if not payload["hits"] and answered(payload):
        body.append("No hits. Try other words, drop path or language, or grep for a literal string.")
    if payload.get("next"):
        body += ["", f"More: the same call with cursor {payload['next']}"]
    return answer(payload, body)


def _lines(place: dict) -> str:
    return f"{place['start_line']}-{place['end_line']}"


def _around(hit: dict) -> list[str]:
    """What stands beside a hit, and who uses it."""
    out = [f"in {inline(hit['context'])}"] if hit["context"].strip() else []
    for word, key in (("before it", "previous"), ("after it", "next")):
        out += [f"{word} {_beside(hit, hit[key]['symbol'])} {_lines(hit[key])}"] if key in hit else []
    return out + ([said] if "uses" in hit and (said := used(hit["uses"])) else [])


def _beside(hit: dict, name: str) -> str:
    """The name of a symbol beside a hit, without the qualification that both share."""
    own = _QUALIFICATION.match(hit["unit"]["symbol"] if "unit" in hit else hit["symbol"])
    return name.removeprefix(own[0]) if own else name


def used(uses: dict) -> str:
    """``used 12 times: Checkout.place_order, refund``; by name, which several symbols may share."""
    if not uses["count"]:
        return ""
    shared = f" ({uses['definitions']} symbols share the name)" if uses["definitions"] > 1 else ""
    scopes = f": {', '.join(uses['scopes'])}" if uses["scopes"] else ""
    return f"used {uses['count']:,} time{'' if uses['count'] == 1 else 's'} by name{shared}{scopes}"
