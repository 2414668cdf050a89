"""coderag and semble side by side on the same repositories: index time, query time, memory, disk. One table.

    FRESHNESS_SEMBLE=/path/semble SEMBLE_MODEL_NAME=FOLDER python -m tests.bench.beside REPO [REPO...] --rounds 3

Each tool runs in processes of its own, in its own interpreter, in turn. Works on clones in a temporary folder. Linux
only. FRESHNESS_SEMBLE is semble's command; the model folder is the one of ``tests/bench/freshness`` (see its README), so
that nothing is downloaded. Figures are medians of the rounds; compare those of one run with each other.
"""
from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from tests.bench.job import QUESTIONS, edit, git
from tests.bench.processes import Measured
from tests.bench.scale import CODE, MORE_QUESTIONS

ASKED = (*QUESTIONS, *MORE_QUESTIONS)
TIMES = 4
"""How often each question is asked; the first time warms up and does not count."""

# What each tool's interpreter runs: python -c SCRIPT REPO ACTION QUESTIONS TIMES. It prints one JSON object.
_COMMON = """
import json, os, sys, time
repo, action, questions, times = sys.argv[1], sys.argv[2], json.loads(sys.argv[3]), int(sys.argv[4])

def resident():
    return next(int(l.split()[1]) / 1024 for l in open("/proc/self/status") if l.startswith("VmRSS:"))

def ask_all(opened, search):
    started = time.perf_counter()
    index = opened()
    search(index, questions[0])
    first = time.perf_counter() - started
    for q in questions:
        search(index, q)
    found = []
    before = sum(os.times()[:4])
    for _ in range(times - 1):
        for q in questions:
            t = time.perf_counter()
            search(index, q)
            found.append(time.perf_counter() - t)
    cpu = (sum(os.times()[:4]) - before) / len(found)
    found.sort()
    print(json.dumps({"first": first, "p50": found[len(found) // 2], "p95": found[int(len(found) * 0.95)], "cpu": cpu,
                      "resident": resident()}))
"""
CODERAG = _COMMON + """
from coderag.api import Engine
from coderag.model.answers import Query

if __name__ == "__main__":
    if action == "index":
        with Engine.open(repo) as engine:
            engine.sync()
            print(json.dumps({"chunks": engine.status()["snapshot"]["chunks"]}))
    else:
        ask_all(lambda: Engine.open(repo), lambda engine, q: engine.search(Query(q, top_k=10)))
"""
SEMBLE = _COMMON + """
from semble import SembleIndex
from semble.cache import save_index_to_cache
from semble.types import ContentType

if __name__ == "__main__":
    if action == "index":
        index = SembleIndex.from_path(repo, content=list(ContentType))
        save_index_to_cache(index, repo)
        print(json.dumps({"chunks": index.stats.total_chunks}))
    else:
        ask_all(lambda: SembleIndex.from_path(repo, content=list(ContentType)), lambda index, q: index.search(q, top_k=10))
"""


class Tool:
    """One tool: its interpreter, its script, and where it keeps its index."""

    def __init__(self, name: str, python: str, script: str, store: Path, env: dict[str, str]) -> None:
        self.name, self._python, self._script, self.store, self._env = name, python, script, store, env

    def run(self, repo: Path, action: str) -> tuple[Measured, dict]:
        file = self.store.parent / f"ask_{self.name}.py"
        file.write_text(self._script, encoding="utf-8")
        settings = [f"{key}={value}" for key, value in self._env.items()]
        command = ["env", *settings, self._python, str(file), str(repo), action, json.dumps(ASKED), str(TIMES)]
        done = Measured(command, interval=0.05)
        return done, json.loads(done.stdout.splitlines()[-1])


def tools(repo: Path, folder: Path) -> list[Tool]:
    command = shutil.which(os.environ.get("FRESHNESS_SEMBLE", "semble"))
    model = os.environ.get("SEMBLE_MODEL_NAME", "")
    if command is None or not Path(model).is_dir():
        sys.exit("set FRESHNESS_SEMBLE to semble's command and SEMBLE_MODEL_NAME to a model2vec folder, see --help")
    python = str(Path(os.path.realpath(Path(command).parent)) / "python")
    cache = folder / "semble-cache"
    env = {"SEMBLE_CACHE_LOCATION": str(cache), "SEMBLE_MODEL_NAME": model, "HF_HUB_OFFLINE": "1"}
    return [
        Tool("coderag", sys.executable, CODERAG, repo / ".git" / "coderag", {"PYTHONPATH": os.getcwd()}),
        Tool("semble", python, SEMBLE, cache, env),
    ]


def measure(repo: Path, folder: Path, rounds: int) -> dict[str, dict[str, list[float]]]:
    """Label -> tool -> one figure a round."""
    names = [n for n in git(repo, "ls-files").splitlines() if n.endswith(CODE) and not (repo / n).is_symlink()]
    git(repo, "status")  # as in a repository that is worked in: git has compared the files once
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))

    def note(label: str, tool: Tool, value: float) -> None:
        found[label][tool.name].append(value)

    for number in range(rounds):
        both = tools(repo, folder)
        for tool in both[:: 1 if number % 2 == 0 else -1]:
            shutil.rmtree(tool.store, ignore_errors=True)
            run, said = tool.run(repo, "index")
            note("chunks", tool, said["chunks"])
            note("first index, s", tool, run.seconds)
            note("first index, CPU s", tool, run.cpu)
            note("first index, peak MB of all processes", tool, run.peak)
            note("index on disk, MB", tool, _megabytes(tool.store))
            _, said = tool.run(repo, "ask")
            note("open the index and answer once, ms", tool, said["first"] * 1000)
            note("query, p50 ms", tool, said["p50"] * 1000)
            note("query, p95 ms", tool, said["p95"] * 1000)
            note("query, mean CPU ms", tool, said["cpu"] * 1000)
            note("resident after the queries, MB", tool, said["resident"])
        edit(repo, names[10 * number : 10 * (number + 1)], f"beside{number}")
        git(repo, "commit", "-qam", "ten files")
        for tool in both:
            run, _ = tool.run(repo, "index")
            note("indexed again after a commit of 10 files, s", tool, run.seconds)
            note("indexed again after a commit of 10 files, CPU s", tool, run.cpu)
    return found


def _megabytes(folder: Path) -> float:
    seen = {(s := p.stat()).st_ino: s.st_size for p in folder.rglob("*") if p.is_file()}
    return sum(seen.values()) / 1e6


def table(columns: dict[str, dict[str, dict[str, list[float]]]]) -> str:
    heads = [f"{repo}: {tool}" for repo in columns for tool in ("coderag", "semble")]
    lines = ["| | " + " | ".join(heads) + " |", "|---|" + "---:|" * len(heads)]
    for label in next(iter(columns.values())):
        values = [statistics.median(column[label][tool]) for column in columns.values() for tool in ("coderag", "semble")]
        lines.append(f"| {label} | " + " | ".join(_shown(v) for v in values) + " |")
    return "\n".join(lines)


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", type=Path, nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    columns = {}
    for source in args.repositories:
        name = source.name if source.name != "repo" else source.parent.name.rpartition("+")[2]
        with tempfile.TemporaryDirectory() as folder:
            repo = Path(folder) / name
            subprocess.run(["git", "clone", "-q", "--local", source, repo], check=True)
            columns[name] = measure(repo, Path(folder), args.rounds)
        print(table({name: columns[name]}), flush=True)
    if len(columns) > 1:
        print(table(columns))


if __name__ == "__main__":
    main()
