"""Does ``search_docs`` find the section? ``python tests/bench/retrieval/doc_queries.py MIRRORS [--misses]``.

Asks the 60 questions of docs.json about documents and configuration of three public repositories at fixed commits and of
the project's fixtures. MIRRORS is a folder with clones ``<owner>/<name>`` or ``<owner>+<name>/repo``. A hit counts if it
shares lines with one of the sections or ranges that answer. Every second question of a repository is kept out of tuning.
Prints recall@1, @5, @10 and MRR of sections and of files, by half, kind and repository.
"""
from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from questions import checkout, figures

QUERIES = Path(__file__).with_name("docs.json")
TOP = 10


class Place(NamedTuple):
    path: str
    first: int = 1
    last: int = sys.maxsize


def place(engine, answer: str) -> Place:
    """Lines that PATH, PATH#HEADING or PATH:FIRST-LAST means. A heading stands for its section, subsections included."""
    path, _, heading = answer.partition("#")
    if heading:
        for s in engine.outline(path).symbols:
            if s.name == heading or s.qualname.endswith(heading):
                return Place(path, s.start_line, s.end_line)
        sys.exit(f"{path} has no section {heading!r}: docs.json and the commit do not fit")
    lines = re.fullmatch(r"(.+):(\d+)-(\d+)", path)
    return Place(lines[1], int(lines[2]), int(lines[3])) if lines else Place(path)


def ranks(hits, wanted: list[Place]) -> tuple[int, int]:
    """Place of the first right section and of the first right file, 0 if there is none."""
    section = next(
        (n for n, h in enumerate(hits, 1) for p in wanted if h.path == p.path and h.start_line <= p.last and p.first <= h.end_line),
        0,
    )
    files = {p.path for p in wanted}
    listed = list(dict.fromkeys(h.path for h in hits))
    return section, next((n for n, path in enumerate(listed, 1) if path in files), 0)


def ask(engine, questions: list[dict], name: str, found: dict[str, list[tuple[int, int]]], misses: bool) -> None:
    from coderag.model.answers import Query

    for number, q in enumerate(questions):
        hits = engine.search(Query(q["query"], top_k=TOP, docs=True)).hits
        got = ranks(hits, [place(engine, answer) for answer in q["answers"]])
        for group in ("all", "held out" if number % 2 else "tuned on", q["kind"], name):
            found[group].append(got)
        if misses and not 0 < got[0] <= 5:
            first = f"{hits[0].path} {hits[0].symbol}" if hits else "nothing"
            print(f"  {got[0] or '-'}  {q['kind']}: {q['query']}  ->  {q['answers'][0]}; first: {first}")


def main() -> None:
    from coderag.api import Engine

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("--misses", action="store_true", help="also list the questions whose answer is not among the first 5")
    args = parser.parse_args()
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        for name, part in json.loads(QUERIES.read_text("utf-8"))["repositories"].items():
            with Engine.open(checkout(args.mirrors, name, part["commit"], Path(folder))) as engine:
                engine.sync()
                ask(engine, part["queries"], name, found, args.misses)
    for group, got in sorted(found.items(), key=lambda item: item[0] not in ("all", "held out", "tuned on")):
        print(f"{group:16s} sections: {figures([s for s, _ in got], 1, 5, 10)}")
    print(f"{'all':16s} files:    {figures([f for _, f in found['all']], 1, 5, 10)}")


if __name__ == "__main__":
    main()
