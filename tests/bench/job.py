"""The main job on a real repository, measured: ``python tests/bench/job.py REPO [REPO...]`` prints one table.

Works on a clone in a temporary folder; the repository itself is only read. Each figure is wall time on this machine,
with CPU seconds where they say more; compare figures of one run with each other, not with other machines.
"""
from __future__ import annotations

import argparse
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

QUESTIONS = (
    "how are errors handled", "parse the configuration file", "open a connection", "close and release resources",
    "cache invalidation", "retry after a failure", "serialise to json", "validate user input", "main entry point",
    "write a log message",
)  # fmt: skip
IDENTITY = {"GIT_AUTHOR_NAME": "bench", "GIT_AUTHOR_EMAIL": "b@example.org", "GIT_COMMITTER_NAME": "bench",
            "GIT_COMMITTER_EMAIL": "b@example.org"}  # fmt: skip
INDEX = """
import json, resource, sys, time
from coderag.api import Engine
if __name__ == "__main__":
    t = time.monotonic()
    report = Engine.open(sys.argv[1]).sync()
    mine, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    print(json.dumps({"seconds": time.monotonic() - t, "cpu": sum((mine.ru_utime, mine.ru_stime, children.ru_utime,
          children.ru_stime)), "rss": (mine.ru_maxrss + children.ru_maxrss) // 1024, "chunks": report.chunks_added}))
"""


def git(repo: Path, *args: str, hooks: bool = True) -> str:
    command = ["git", *([] if hooks else ["-c", "core.hooksPath=/dev/null"]), *args]
    done = subprocess.run(command, cwd=repo, env={**os.environ, **IDENTITY}, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"git {' '.join(args)}: {done.stderr}")
    return done.stdout


def commit_ms(repo: Path, times: int, hooks: bool) -> float:
    """Median of empty commits, with pauses: a burst would measure the worker on the other core, not the hook."""
    found = []
    for i in range(times):
        time.sleep(0.5)
        started = time.perf_counter()
        git(repo, "commit", "-q", "--allow-empty", "-m", f"bench {i}", hooks=hooks)
        found.append((time.perf_counter() - started) * 1000)
    return statistics.median(found)


def edit(repo: Path, files: list[str], marker: str) -> None:
    for name in files:
        with open(repo / name, "a", encoding="utf-8", errors="surrogateescape") as f:
            f.write(f"\n# {marker}\n")


def measure(source: str, commits: int) -> dict[str, str]:
    import json

    from coderag.api import Engine
    from coderag.fsio import tree_bytes
    from coderag.model.answers import Query

    out: dict[str, str] = {}
    with tempfile.TemporaryDirectory(prefix="coderag-bench-") as folder:
        repo = Path(folder) / "repo"
        subprocess.run(["git", "clone", "-q", source, str(repo)], check=True)
        git(repo, "config", "gc.auto", "0")
        script = Path(folder) / "index.py"
        script.write_text(INDEX)
        done = subprocess.run([sys.executable, str(script), str(repo)], capture_output=True, text=True, check=True)
        first = json.loads(done.stdout)
        out["chunks"] = f"{first['chunks']:,}"
        out["first index, s (CPU s)"] = f"{first['seconds']:.1f} ({first['cpu']:.1f})"
        out["first index, peak MB (all processes)"] = str(first["rss"])
        out["index size, MB"] = f"{tree_bytes(repo / '.git' / 'coderag') / 1e6:.0f}"

        started = time.perf_counter()
        engine = Engine.open(repo)
        engine.search(Query(QUESTIONS[0]))
        out["open + first query, ms"] = f"{(time.perf_counter() - started) * 1000:.0f}"
        times = []
        for _ in range(5):
            for question in QUESTIONS:
                started = time.perf_counter()
                engine.search(Query(question))
                times.append((time.perf_counter() - started) * 1000)
        times.sort()
        out["query p50 / p95, ms"] = f"{times[len(times) // 2]:.1f} / {times[int(len(times) * 0.95)]:.1f}"

        names = [n for n in git(repo, "ls-files").splitlines() if re.search(r"\.(py|java|ts|go|rs|rb|c|cpp)$", n)]
        branch = git(repo, "symbolic-ref", "--short", "HEAD").strip()
        for count in (1, 10):
            edit(repo, names[:count], f"benchmarker{count}")
            git(repo, "commit", "-qam", f"{count} files", hooks=False)
            started = time.perf_counter()
            answer = engine.search(Query(f"benchmarker{count}"))
            ms = (time.perf_counter() - started) * 1000
            ok = answer.freshness.state == "current" and answer.hits
            out[f"commit of {count} files -> right answer, no hook, ms"] = f"{ms:.0f}" if ok else "WRONG"
        git(repo, "checkout", "-q", "-b", "bench-side", hooks=False)
        edit(repo, names[-10:], "sidebenchmark")
        git(repo, "commit", "-qam", "side", hooks=False)
        started = time.perf_counter()
        engine.search(Query("sidebenchmark"))
        out["new branch + 10 files -> answer, ms"] = f"{(time.perf_counter() - started) * 1000:.0f}"
        for name in (branch, "bench-side"):
            git(repo, "checkout", "-q", name, hooks=False)
            started = time.perf_counter()
            answer = engine.search(Query("sidebenchmark"))
            out[f"switch to known branch ({'back' if name == branch else 'again'}) -> answer, ms"] = (
                f"{(time.perf_counter() - started) * 1000:.0f}"
            )

        before = commit_ms(repo, commits, hooks=True)
        engine.install_hooks()
        after = commit_ms(repo, commits, hooks=True)
        again = commit_ms(repo, commits, hooks=False)
        out["git commit: without / with / without hooks, ms"] = f"{before:.1f} / {after:.1f} / {again:.1f}"
        time.sleep(3)
        edit(repo, names[:10], "hookedbenchmark")
        started = time.perf_counter()
        git(repo, "commit", "-qam", "hooked")
        committed = time.perf_counter()
        head = git(repo, "rev-parse", "HEAD").strip()
        while engine.freshness().indexed_commit != head and time.perf_counter() - committed < 30:
            time.sleep(0.01)
        out["commit of 10 files, hook only -> indexed, ms after git returned"] = (
            f"{(time.perf_counter() - committed) * 1000:.0f} (git itself {(committed - started) * 1000:.0f})"
        )
        out["resident MB of this process (serving)"] = str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
        engine.uninstall_hooks()
        time.sleep(1)
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repos", nargs="+", help="repositories to clone and measure")
    parser.add_argument("--commits", type=int, default=20, help="empty commits for the hook's foreground cost")
    args = parser.parse_args()
    tables = {Path(r).name if Path(r).name != "repo" else Path(r).parent.name: measure(r, args.commits) for r in args.repos}
    rows = list(next(iter(tables.values())))
    width = max(map(len, rows))
    print(" " * width, *(f"{name[:24]:>26}" for name in tables))
    for row in rows:
        print(f"{row:<{width}}", *(f"{t.get(row, ''):>26}" for t in tables.values()))


if __name__ == "__main__":
    main()
