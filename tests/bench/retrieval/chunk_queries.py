"""Does the right chunk come first? ``python tests/bench/retrieval/chunk_queries.py MIRRORS [--misses]``.

Asks the questions of chunks.json, each with one function, method or type as its answer, over three public repositories.
MIRRORS is a folder with clones ``<owner>/<name>`` or ``<owner>+<name>/repo`` that have the commits named there. A hit
counts if it shares lines with the definition asked for, doc comment included. Prints recall@1, @3, @10 and MRR.
"""
from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from pathlib import Path

from questions import checkout, figures

QUERIES = Path(__file__).with_name("chunks.json")


def definitions(engine, path: str, symbol: str) -> list[tuple[int, int]]:
    """Lines of every definition of that qualified name's end (twins of a conditional are all right answers)."""
    def bare(name: str) -> str:
        return re.sub(r"::|#|:", ".", name)

    found = [
        (s.start_line, s.end_line)
        for s in engine.outline(path).symbols
        if bare(s.qualname) == symbol or bare(s.qualname).endswith("." + symbol)
    ]
    if not found:
        sys.exit(f"{path} defines no {symbol}: chunks.json and the commit do not fit")
    return found


def rank(hits, path: str, wanted: list[tuple[int, int]]) -> int:
    """Place of the first right hit, 0 if there is none."""
    for place, hit in enumerate(hits, 1):
        if hit.path == path and any(hit.start_line <= end and start <= hit.end_line for start, end in wanted):
            return place
    return 0


def main() -> None:
    from coderag.api import Engine
    from coderag.model.answers import Query

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("--misses", action="store_true", help="also list the questions whose answer is not among the first 3")
    args = parser.parse_args()
    everything: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        for name, part in json.loads(QUERIES.read_text("utf-8"))["repositories"].items():
            with Engine.open(checkout(args.mirrors, name, part["commit"], Path(folder))) as engine:
                engine.sync()
                ranks = []
                for q in part["queries"]:
                    hits = engine.search(Query(q["query"], top_k=10)).hits
                    ranks.append(rank(hits, q["path"], definitions(engine, q["path"], q["symbol"])))
                    if args.misses and not 0 < ranks[-1] <= 3:
                        first = f"{hits[0].path} {hits[0].symbol}" if hits else "nothing"
                        print(f"  {ranks[-1] or '-'}  {q['query']}  ->  {q['symbol']}; first: {first}")
                print(f"{name:24s} {figures(ranks, 1, 3, 10)}", flush=True)
                everything += ranks
    print(f"{'all':24s} {figures(everything, 1, 3, 10)}")


if __name__ == "__main__":
    main()
