"""How many chunks a second the bundled model embeds on one core: ``python -m tests.bench.embedding REPO [REPO...]``.

The texts are those an index of the working tree's tracked files would embed. Figures are CPU seconds of this process,
which runs nothing else; the first pass includes filling the table of words seen.
"""
from __future__ import annotations

import argparse
import subprocess
import time
from collections import Counter
from pathlib import Path

from coderag import analysis, languages
from coderag.embedding.codes import quantise
from coderag.embedding.model import Embedder
from coderag.model.text import lines_of
from coderag.sync.ingest import texts_of

PASSES = 5


def texts(repo: Path) -> list[str]:
    """What is embedded, a text a chunk."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=repo, capture_output=True, text=True, check=True).stdout
    out: list[str] = []
    for name in filter(None, names.split("\0")):
        path = repo / name
        if languages.path_skip(name) or path.is_symlink() or not path.is_file():
            continue
        data = path.read_bytes()
        artifact = analysis.analyze(data, languages.hint_for(name))
        if artifact.chunks:
            out += texts_of(name, artifact, lines_of(data))
    return out


def seconds(action) -> float:
    before = time.process_time()
    action()
    return time.process_time() - before


def row(repo: Path) -> str:
    found = texts(repo)
    model = Embedder()
    model.embed_chunks(found[:1])  # opens the session
    first = seconds(lambda: quantise(model.embed_chunks(found)))
    then = min(seconds(lambda: quantise(model.embed_chunks(found))) for _ in range(PASSES))
    words = min(seconds(lambda: [Counter(model._encoder.encode(t, model._limit)) for t in found]) for _ in range(PASSES))
    vectors = model.embed_chunks(found)
    codes = min(seconds(lambda: quantise(vectors)) for _ in range(PASSES))
    cells = [f"{len(found):,}", f"{sum(map(len, found)):,}", f"{len(found) / first:,.0f}", f"{len(found) / then:,.0f}"]
    cells += [f"{words:.2f}", f"{then - words - codes:.2f}", f"{codes:.2f}"]
    return f"| {repo.name} | {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", type=Path, nargs="+")
    args = parser.parse_args()
    print("| | chunks | characters | first pass, chunks/s | then, chunks/s | of it words, s | model, s | 8-bit codes, s |")
    print("|---|" + "---:|" * 7)
    for repo in args.repositories:
        print(row(repo), flush=True)


if __name__ == "__main__":
    main()
