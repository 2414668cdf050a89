"""Real history, walked: ``python -m tests.property.walk REPO [REPO...]``.

Clones each repository, moves HEAD through its busiest week and then through its latest commits in topological order
(side branches and merges among them), lets the index follow every single commit, and compares it now and then with one
built from nothing: manifest, chunks, artifacts, vectors, postings and the ranked answers. Exit 1 if anything differs.
"""
from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from coderag.api import Engine
from tests.support.index import assert_same_as_fresh, assert_tidy, opened

WEEK = 7 * 86_400


class Commit(NamedTuple):
    oid: str
    when: int
    parents: int


def git(repo: Path, *args: str) -> str:
    return subprocess.run(["git", "-C", str(repo), *args], check=True, capture_output=True, text=True).stdout.strip()


def history(repo: Path) -> list[Commit]:
    """All commits of HEAD, parents first."""
    rows = git(repo, "log", "--topo-order", "--reverse", "--format=%H %ct %P").splitlines()
    return [Commit(w[0], int(w[1]), len(w) - 2) for w in map(str.split, rows)]


def busiest_week(commits: list[Commit]) -> list[Commit]:
    times = sorted(c.when for c in commits)
    best, start, low = 0, 0, 0
    for high, when in enumerate(times):
        while times[low] < when - WEEK:
            low += 1
        if high - low + 1 > best:
            best, start = high - low + 1, times[low]
    return [c for c in commits if start <= c.when <= start + WEEK]


def walk(source: str, count: int, every: int) -> tuple[dict[str, str], list[str]]:
    """(figures, what differed)."""
    with tempfile.TemporaryDirectory(prefix="coderag-walk-") as folder:
        repo = Path(folder) / "repo.git"
        subprocess.run(["git", "clone", "-q", "--bare", source, str(repo)], check=True)
        commits = history(repo)
        week = busiest_week(commits)
        path = [*week, *commits[-max(1, count - len(week)) :]]
        git(repo, "symbolic-ref", "HEAD", "refs/heads/walk")
        git(repo, "update-ref", "refs/heads/walk", path[0].oid)
        with opened(repo) as engine:
            figures, wrong = _follow(engine, repo, path, every)
            assert_tidy(engine.layout)
    merges = sum(c.parents > 1 for c in path)
    return {"commits": str(len(path)), "merges": str(merges), "busiest week": str(len(week)), **figures}, wrong


def _follow(engine: Engine, repo: Path, path: list[Commit], every: int) -> tuple[dict[str, str], list[str]]:
    times, files, wrong, checks, chunks = [], 0, [], 0, 0
    for number, commit in enumerate(path):
        git(repo, "update-ref", "refs/heads/walk", commit.oid)
        started = time.perf_counter()
        report = engine.sync()
        times.append((time.perf_counter() - started) * 1000)
        files += report.files_changed if number else 0
        chunks = max(chunks, engine.status()["snapshot"]["chunks"])
        if number % every == every - 1 or number == len(path) - 1:
            checks += 1
            try:
                assert_same_as_fresh(engine)
            except AssertionError as e:
                wrong.append(f"at {commit.oid}: {e}")
    times = sorted(times[1:])
    figures = {
        "chunks at most": f"{chunks:,}", "files changed": str(files),
        "sync of a commit p50 / p95, ms": f"{statistics.median(times):.0f} / {times[int(len(times) * 0.95)]:.0f}",
        "compared with a fresh index": str(checks), "differences": str(len(wrong)),
    }  # fmt: skip
    return figures, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repos", nargs="+", help="repositories to clone and walk")
    parser.add_argument("--commits", type=int, default=320, help="how many commits of each")
    parser.add_argument("--every", type=int, default=25, help="compare after so many commits")
    args = parser.parse_args()
    os.environ["CODERAG_QUERYBUDGET"] = "60000"
    failed = False
    for source in args.repos:
        figures, wrong = walk(source, args.commits, args.every)
        print(source, *(f"  {name}: {value}" for name, value in figures.items()), sep="\n", flush=True)
        print(*wrong, sep="\n", end="\n" if wrong else "")
        failed |= bool(wrong)
    return failed


if __name__ == "__main__":
    sys.exit(main())
