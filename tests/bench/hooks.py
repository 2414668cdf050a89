"""What the hooks cost in the foreground: ``python -m tests.bench.hooks [REPO]``.

Times `git commit` a hundred times with and without hooks, in turns, in an empty repository and in a large one (a clone
of REPO, else a made one), and a rebase of a hundred commits, each followed by nothing: what the detached worker does is
not waited for, but runs beside. Prints one table of milliseconds and ratios.
"""
from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.support.git import NO_HOOKS, Repo
from tests.support.index import opened, wait_idle
from tests.support.steps import source

BUDGET_MS, BUDGET_RATIO = 15.0, 1.5
"""A commit may take so much longer, a rebase so many times as long."""


def timed(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return (time.perf_counter() - started) * 1000


def indexed(repo: Repo) -> Repo:
    with opened(repo) as engine:
        engine.install_hooks()
        engine.sync()
    return repo


def commits(repo: Repo, count: int, pause: float) -> tuple[list[float], list[float]]:
    """Milliseconds of single commits without and with hooks, in turns, with pauses: a burst would measure the worker on
    the other core and not the hook."""
    without, with_hooks = [], []
    for i in range(count):
        for env, times in ((NO_HOOKS, without), ({}, with_hooks)):
            repo.write("edited.py", source([f"edited_{i}_{len(env)}"]))
            repo.git("add", "edited.py")
            time.sleep(pause)
            times.append(timed(lambda env=env: repo.git("commit", "-q", "-m", "x", env=env)))
    wait_idle(repo)
    return without, with_hooks


def rebases(repo: Repo, count: int, rounds: int) -> tuple[list[float], list[float]]:
    """Milliseconds of a rebase of ``count`` commits without and with hooks, in turns."""
    start = repo.rev()
    repo.git("switch", "-q", "-c", "topic", env=NO_HOOKS)
    for i in range(count):
        repo.write(f"topic{i}.py", source([f"topic_{i}"]))
        repo.git("add", "-A")
        repo.git("commit", "-q", "-m", f"topic {i}", env=NO_HOOKS)
    tip = repo.rev()
    repo.git("switch", "-q", "-c", "upstream", start, env=NO_HOOKS)
    repo.write("upstream.py", source(["upstream"]))
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", "upstream", env=NO_HOOKS)
    without, with_hooks = [], []
    for _ in range(rounds):
        for env, times in ((NO_HOOKS, without), ({}, with_hooks)):
            repo.git("switch", "-q", "-C", "topic", tip, env=NO_HOOKS)
            wait_idle(repo)
            times.append(timed(lambda env=env: repo.git("rebase", "-q", "upstream", env=env)))
    wait_idle(repo)
    return without, with_hooks


def made(folder: Path, files: int) -> Repo:
    repo = Repo(folder)
    for i in range(files):
        repo.write(f"src/d{i % 50}/m{i}.py", source([f"fun_{i}_{k}" for k in range(5)]))
    repo.write("edited.py", source(["edited"]))
    repo.commit()
    return repo


def cloned(folder: Path, path: str) -> Repo:
    folder.mkdir()
    subprocess.run(["git", "clone", "-q", path, str(folder / "repo")], check=True)
    return Repo(folder)


def row(name: str, without: list[float], with_hooks: list[float]) -> tuple[float, float]:
    a, b = statistics.median(without), statistics.median(with_hooks)
    print(f"{name:<34}{a:>10.1f}{b:>10.1f}{b - a:>10.1f}{b / a:>8.2f}", flush=True)
    return b - a, b / a


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repo", nargs="?", help="the large repository; it is cloned")
    parser.add_argument("--commits", type=int, default=100)
    parser.add_argument("--files", type=int, default=3000, help="of the large repository that is made without REPO")
    parser.add_argument("--pause", type=float, default=0.4, help="seconds before each commit")
    args = parser.parse_args()
    kept = True
    with tempfile.TemporaryDirectory(prefix="coderag-hooks-", ignore_cleanup_errors=True) as folder:
        here = Path(folder)
        large = cloned(here / "large", os.path.abspath(args.repo)) if args.repo else made(here / "large", args.files)
        print(f"{'median, ms':<34}{'without':>10}{'hooks':>10}{'more':>10}{'ratio':>8}")
        for name, repo in (("empty repository", made(here / "empty", 0)), ("large repository", large)):
            indexed(repo)
            kept &= row(f"commit, {name}", *commits(repo, args.commits, args.pause))[0] <= BUDGET_MS
            kept &= row(f"rebase of 100 commits, {name}", *rebases(repo, 100, 3))[1] <= BUDGET_RATIO
    print(f"commit at most {BUDGET_MS:.0f} ms more, rebase at most {BUDGET_RATIO} times: {'kept' if kept else 'MISSED'}")
    return not kept


if __name__ == "__main__":
    sys.exit(main())
