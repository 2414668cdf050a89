"""Parameters and renderings that several tools share."""
from __future__ import annotations

from coderag.server.arguments import Param
from coderag.server.markdown import answer, answered, cut_mark, fence, inline, location, words

PATH = Param("path", "glob", "Only below this folder or gitignore-style glob", "src/**/*.py")
REF = Param("ref", "ref", "Branch, tag or commit instead of HEAD; no checkout needed", "main")
QUERY_HELP = "What you look for, in words or identifiers"


def top_k(default: int) -> Param:
    return Param("top_k", "integer", "Number of hits", default, default=default, minimum=1, maximum=100)


def why(signals: dict[str, float]) -> str:
    """Names of the signals that made a hit, strongest first; penalties with a minus."""
    strongest = sorted((item for item in signals.items() if item[1]), key=lambda item: (-abs(item[1]), item[0]))
    # "lexical" and "lexical-rank" are one reason to a reader.
    named = [("-" if value < 0 else "") + words(name).removesuffix(" rank") for name, value in strongest]
    return ", ".join(list(dict.fromkeys(named))[:4])


def render_hits(payload: dict) -> str:
    """Search answers: one heading and one fence per hit."""
    body: list[str] = []
    for number, hit in enumerate(payload["hits"], 1):
        parts = [location(hit), f"{hit['kind']} {hit['symbol']}".strip(), f"score {hit['score']:.2f}"]
        parts += [f"why: {reasons}"] if (reasons := why(hit["signals"])) else []
        parts += ["file changed since this commit"] if hit["modified"] else []
        body += ["", f"### {number}. " + " · ".join(part for part in parts if part)]
        body += [f"in {inline(hit['context'])}"] if hit["context"].strip() else []
        body += [fence(hit["text"], hit["language"]), *cut_mark(hit)]
    if not payload["hits"] and answered(payload):
        body.append("No hits. Try other words, drop path or language, or grep for a literal string.")
    return answer(payload, body)
