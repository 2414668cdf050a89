"""How much an agent reads: ``python tests/bench/answer_size.py REPOSITORY QUERIES.json``.

QUERIES is a list of objects with ``query`` (the retrieval benchmark's annotation files are such lists). Prints the
median and the 90th percentile, over the queries, of the tokens of an answer of ``search_code`` in each detail, of the
files that its hits are in, and of the first three of them. Tokens are characters / 3.5.
"""
from __future__ import annotations

import argparse
import json
import statistics
from pathlib import Path

from coderag.api import Engine
from coderag.server import calls
from coderag.server.budget import CHARS_PER_TOKEN
from coderag.server.source import EngineSource
from coderag.server.tools import TOOLS


def tokens(text: str) -> float:
    return len(text) / CHARS_PER_TOKEN


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path)
    parser.add_argument("queries", type=Path)
    args = parser.parse_args()
    queries = [row["query"] for row in json.loads(args.queries.read_text("utf-8"))]
    engine = Engine.open(args.repository)
    engine.sync()
    source = EngineSource(str(args.repository), lambda _path: engine)
    rows: dict[str, list[float]] = {}
    for query in queries:
        for detail in ("outline", "normal", "full"):
            reply = calls.answer(TOOLS["search_code"], {"query": query, "detail": detail}, source)
            rows.setdefault(f"answer, {detail}", []).append(tokens(reply.text))
        paths = list(dict.fromkeys(h["path"] for h in (reply.structured or {})["hits"]))
        sizes = [tokens((args.repository / p).read_text("utf-8", "replace")) for p in paths]
        rows.setdefault("files of all hits, read whole", []).append(sum(sizes))
        rows.setdefault("files of the first three, read whole", []).append(sum(sizes[:3]))
    base = statistics.median(rows["answer, normal"])
    print(f"{len(queries)} queries\n\n| what is read | median tokens | p90 | median / answer |\n|---|---|---|---|")
    for name, values in rows.items():
        median, high = statistics.median(values), sorted(values)[int(len(values) * 0.9)]
        print(f"| {name} | {median:,.0f} | {high:,.0f} | {median / base:.1f} |")
    engine.close()


if __name__ == "__main__":
    main()
