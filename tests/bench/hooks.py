"""What the hooks cost in the foreground: ``python -m tests.bench.hooks [REPO]``.

Times `git commit` a hundred times and a rebase of a hundred commits, in an empty repository and in a large one (a clone
of REPO, else a made one): without hooks, with hooks that do nothing (what git itself takes to start one), and with
coderag's, in turns. What the detached worker does is not waited for, but runs beside. Prints one table of milliseconds.
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
"""A commit may take so much longer, a rebase so many times as long. A hook that does nothing misses the second where git
is fast: it costs 1.3 ms of CPU, and so does a commit of a rebase in an empty repository."""
KINDS = ("without", "empty", "coderag")


def timed(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return (time.perf_counter() - started) * 1000


def indexed(repo: Repo) -> Repo:
    with opened(repo) as engine:
        engine.install_hooks()
        engine.sync()
    return repo


def environments(repo: Repo) -> dict[str, dict[str, str]]:
    """Environment of a git command for each kind of hooks."""
    empty = repo.folder / "empty-hooks"
    empty.mkdir()
    for name in ("post-commit", "post-checkout", "post-rewrite"):
        (empty / name).write_text("#!/bin/sh\nexit 0\n")
        (empty / name).chmod(0o755)
    return {"without": NO_HOOKS, "empty": {**NO_HOOKS, "GIT_CONFIG_VALUE_0": str(empty)}, "coderag": {}}


def commits(repo: Repo, envs: dict[str, dict[str, str]], count: int, pause: float) -> dict[str, float]:
    """Median milliseconds of a commit, with pauses: a burst would measure the worker on the other core, not the hook."""
    times: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for i in range(count):
        for kind in KINDS:
            repo.write("edited.py", source([f"edited_{i}_{kind}"]))
            repo.git("add", "edited.py")
            time.sleep(pause)
            times[kind].append(timed(lambda kind=kind: repo.git("commit", "-q", "-m", "x", env=envs[kind])))
    wait_idle(repo)
    return {kind: statistics.median(t) for kind, t in times.items()}


def rebases(repo: Repo, envs: dict[str, dict[str, str]], count: int, rounds: int) -> dict[str, float]:
    """Median milliseconds of a rebase of ``count`` commits."""
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
    times: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for _ in range(rounds):
        for kind in KINDS:
            repo.git("switch", "-q", "-C", "topic", tip, env=NO_HOOKS)
            wait_idle(repo)
            times[kind].append(timed(lambda kind=kind: repo.git("rebase", "-q", "upstream", env=envs[kind])))
    wait_idle(repo)
    return {kind: statistics.median(t) for kind, t in times.items()}


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


def row(name: str, ms: dict[str, float]) -> tuple[float, float]:
    """Print it. (milliseconds more, times as long) with coderag's hooks than without any."""
    more, ratio = ms["coderag"] - ms["without"], ms["coderag"] / ms["without"]
    print(f"{name:<40}" + "".join(f"{ms[kind]:>10.1f}" for kind in KINDS) + f"{more:>10.1f}{ratio:>8.2f}", flush=True)
    return more, ratio


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
        print(f"{'median, ms':<40}" + "".join(f"{kind:>10}" for kind in KINDS) + f"{'more':>10}{'ratio':>8}")
        for name, repo in (("empty repository", made(here / "empty", 0)), ("large repository", large)):
            envs = environments(indexed(repo))
            kept &= row(f"commit, {name}", commits(repo, envs, args.commits, args.pause))[0] <= BUDGET_MS
            kept &= row(f"rebase of 100 commits, {name}", rebases(repo, envs, 100, 3))[1] <= BUDGET_RATIO
    print(f"commit at most {BUDGET_MS:.0f} ms more, rebase at most {BUDGET_RATIO} times: {'kept' if kept else 'MISSED'}")
    return not kept


if __name__ == "__main__":
    sys.exit(main())
