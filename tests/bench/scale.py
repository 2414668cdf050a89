"""How figures grow with the repository: one table with a column for each size.

    python -m tests.bench.scale --work FOLDER small=/path/a medium=/path/b large=/path/c,/path/d,/path/e

Each argument names a column and the repositories it is made of (see ``merged.py``). Results stay in ``FOLDER`` as they
are made, so columns may be measured one at a time; the table shows all that are there. Sources are only read.
"""
from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench.job import INDEX, QUESTIONS, edit
from tests.bench.merged import git, merged_repository
from tests.bench.processes import Measured, memory_mb, peak_resident_mb

MORE_QUESTIONS = (
    "convert a value to another type", "compare two objects for equality", "sort a list of results",
    "lazy loading of a collection", "build an SQL query", "map rows to objects", "commit or roll back a transaction",
    "lock a row", "generate an identifier", "read a property file", "register an event listener", "dispatch an event",
    "parse a date", "format a timestamp with a time zone", "render a template", "escape html", "route a request",
    "check permissions", "hash a password", "upload a file", "send an email", "background job queue", "schedule a task",
    "watch a file for changes", "compress data", "verify a certificate", "follow redirects", "set a timeout",
    "pool of connections", "thread local state", "cancel a running operation", "iterate over a tree", "visit a node",
    "parse an expression", "tokenize the input", "report a syntax error", "generate code", "copy an array",
    "allocate memory", "reference counting",
)  # fmt: skip
CODE = (".py", ".java", ".ts", ".go", ".rs", ".rb", ".c", ".cc", ".cpp", ".h", ".php", ".kt")
PARTS = {"store": ("store.db",), "vectors": ("vectors", "keys", "delta"), "graph": ("links",), "lexical": ("MAIN_", "_MAIN"),
         "chunks, manifest": ("chunks-", "manifest", "meta")}  # fmt: skip
Row = dict[str, str]


def index_bytes(repo: Path) -> dict[str, int]:
    """Bytes below ``.git/coderag`` by part; a file with several links counts once."""
    seen: set[int] = set()
    found = dict.fromkeys([*PARTS, "other"], 0)
    for path in (repo / ".git" / "coderag").rglob("*"):
        if path.is_file() and path.stat().st_ino not in seen:
            seen.add(path.stat().st_ino)
            part = next((part for part, starts in PARTS.items() if path.name.startswith(starts)), "other")
            found[part] += path.stat().st_size
    return found


def ms(seconds: float) -> str:
    return f"{seconds * 1000:,.0f}" if seconds >= 0.01 else f"{seconds * 1000:.1f}"


def spread(times: list[float]) -> str:
    ordered = sorted(times)
    return f"{ms(ordered[len(ordered) // 2])} / {ms(ordered[int(len(ordered) * 0.95)])}"


def timed(action: Callable[[], object]) -> tuple[float, object]:
    started = time.perf_counter()
    value = action()
    return time.perf_counter() - started, value


def first_index(repo: Path, folder: Path) -> Iterator[tuple[str, str]]:
    from coderag.api import Engine

    script = folder / "index.py"
    script.write_text(INDEX)
    run = Measured([sys.executable, str(script), str(repo)])
    with Engine.open(repo) as engine:
        view = engine._view(engine.layout.slots()[0])
        sizes = engine.repo.blob_sizes([e.oid for e in view.snapshot.manifest.files.values()])
        files, text = len(view.snapshot.paths), sum(sizes.values())
    parts = index_bytes(repo)
    yield "chunks", f"{json.loads(run.stdout)['chunks']:,}"
    yield "indexed files / MB of text", f"{files:,} / {text / 1e6:.1f}"
    yield "first index, s / CPU s", f"{run.seconds:.0f} / {run.cpu:.0f}"
    yield "first index, peak MB of all processes", f"{run.peak:.0f}"
    yield "index, MB (times the text)", f"{sum(parts.values()) / 1e6:.1f} ({sum(parts.values()) / text:.2f})"
    for part, size in parts.items():
        yield f"  {part}, MB", f"{size / 1e6:.1f}"


def serving(repo: Path) -> Iterator[tuple[str, str]]:
    import os

    from tests.support.served import Served

    started = time.perf_counter()
    with Served(repo, dict(os.environ)) as server:
        yield "server start -> initialize answered, ms", ms(time.perf_counter() - started)
        pid = next(int(p.name) for p in Path("/proc").iterdir() if p.name.isdigit() and _serves(p, repo))
        yield "  then first search answered, ms", ms(timed(lambda: server.ask("search_code", query=QUESTIONS[0]))[0])
        asked = [*QUESTIONS[1:], *MORE_QUESTIONS]
        cold = [timed(lambda q=q: server.ask("search_code", query=q))[0] for q in asked]
        warm = [timed(lambda q=q: server.ask("search_code", query=q))[0] for _ in range(4) for q in asked]
        yield "query in the server, first time asked, p50 / p95 ms", spread(cold)
        yield "query in the server, asked again, p50 / p95 ms", spread(warm)
        yield "server, MB (peak)", f"{memory_mb(pid):.0f} ({peak_resident_mb(pid):.0f})"


def _serves(process: Path, repo: Path) -> bool:
    try:
        command = (process / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return b"serve" in command and str(repo).encode() in command


def changes(repo: Path, names: list[str], rounds: int) -> Iterator[tuple[str, str]]:
    """Commits, forks and switches, without hooks: the question itself catches up."""
    from coderag.api import Engine
    from coderag.model.answers import CURRENT, Query

    def answered(text: str, there: bool = True) -> float:
        seconds, answer = timed(lambda: engine.search(Query(text, top_k=20)))
        if answer.freshness.state != CURRENT or there != any(text in h.text for h in answer.hits):
            raise SystemExit(f"wrong answer for {text}: {answer.freshness}")
        return seconds

    git(repo, "config", "coderag.querybudget", "600000")
    with Engine.open(repo) as engine:
        engine.search(Query(QUESTIONS[0]))
        for count in (1, 10):
            found = []
            for i in range(rounds):
                word = f"quibble{chr(97 + count)}{chr(97 + i)}"
                edit(repo, names[i * count : (i + 1) * count], word)
                git(repo, "commit", "-qam", "edit")
                found.append(answered(word))
            yield f"commit of {count} file{'s' * (count > 1)} -> right answer, median ms", ms(statistics.median(found))
        before = sum(index_bytes(repo).values())
        git(repo, "checkout", "-q", "-b", "topic")
        edit(repo, names[-10:], "forkedtopic")
        git(repo, "commit", "-qam", "topic")
        yield "new branch + 10 files -> right answer, ms", ms(answered("forkedtopic"))
        grown = sum(index_bytes(repo).values()) - before
        yield "  disk growth, MB (share of the index)", f"{grown / 1e6:.1f} ({grown / before:.1%})"
        git(repo, "checkout", "-q", "-b", "wide")
        edit(repo, names[-1000:], "widebranch")
        git(repo, "commit", "-qam", "wide")
        yield "new branch + 1,000 files (or all) -> right answer, ms", ms(answered("widebranch"))
        found = []
        for i in range(2 * rounds):
            git(repo, "checkout", "-q", "main" if i % 2 == 0 else "wide")
            found.append(answered("widebranch", there=i % 2 == 1))
        yield "switch between known branches, those files apart, median ms", ms(statistics.median(found))
    git(repo, "checkout", "-q", "main")
    edit(repo, names[:10], "workeredit")
    git(repo, "commit", "-qam", "for the worker")
    run = Measured([sys.executable, "-I", "-m", "coderag.cli.worker", "post-commit"], cwd=repo, interval=0.02)
    yield "worker: commit of 10 files, s / CPU s / peak MB", f"{run.seconds:.2f} / {run.cpu:.2f} / {run.peak:.0f}"


def history(repo: Path, commits: list[str], branches: int) -> Iterator[tuple[str, str]]:
    from coderag.api import Engine

    before = index_bytes(repo)
    git(repo, "checkout", "-q", "-B", "walked", commits[0])
    with Engine.open(repo) as engine:
        engine.sync()
        found = []
        for commit in commits[1:]:
            git(repo, "reset", "-q", "--hard", commit)
            found.append(timed(engine.sync)[0])
        if found:
            yield "each of the real commits, p50 / p95 ms", spread(found)
        names = git(repo, "ls-files", *(f"*{end}" for end in CODE)).splitlines()
        for i in range(branches):
            git(repo, "checkout", "-q", "-b", f"branch{i}", commits[-1 - i % len(commits)])
            edit(repo, names[i : i + 1], f"branch{i}")
            git(repo, "commit", "-qam", f"branch{i}")
            engine.sync()
    after = index_bytes(repo)
    yield (
        "index after the real commits and branches, MB (growth; how many)",
        f"{sum(after.values()) / 1e6:.1f} ({sum(after.values()) / sum(before.values()) - 1:+.1%}; {len(found)}, {branches})",
    )


@contextmanager
def asking(repo: Path) -> Iterator[list[float]]:
    """Questions about ``main``, one after the other, while something else goes on. Their times in seconds."""
    import os

    from tests.support.served import Served

    found: list[float] = []
    with Served(repo, dict(os.environ)) as server:
        server.ask("search_code", query=QUESTIONS[0], ref="main")
        ended = threading.Event()

        def ask() -> None:
            i = 0
            while not ended.is_set():
                query = QUESTIONS[i % len(QUESTIONS)]
                found.append(timed(lambda q=query: server.ask("search_code", query=q, ref="main"))[0])
                i += 1

        thread = threading.Thread(target=ask)
        thread.start()
        try:
            yield found
        finally:
            ended.set()
            thread.join()


def upkeep(repo: Path) -> Iterator[tuple[str, str]]:
    """A folder with over an eighth of the files is renamed, which makes every vector in it anew; then gc."""
    git(repo, "checkout", "-q", "-b", "moved", "main")
    files = git(repo, "ls-files").splitlines()
    tops: dict[str, int] = {}
    for name in files:
        top = name.rpartition("/")[0].split("/")
        for depth in range(1, min(len(top), 3) + 1):
            folder = "/".join(top[:depth])
            tops[folder] = tops.get(folder, 0) + 1
    large = {folder: n for folder, n in tops.items() if n * 8 >= len(files)}
    folder = min(large, key=lambda f: (large[f], f))
    git(repo, "mv", folder, folder + "-moved")
    git(repo, "commit", "-qam", "a folder is renamed")
    with asking(repo) as latencies:
        run = Measured([sys.executable, "-I", "-m", "coderag.cli", "reindex"], cwd=repo)
    yield "rename of a folder with 1/8 of the files, s / CPU s / peak MB", f"{run.seconds:.1f} / {run.cpu:.1f} / {run.peak:.0f}"
    yield "  questions during it, p50 / p95 / worst ms", f"{spread(latencies)} / {ms(max(latencies))}"
    git(repo, "checkout", "-q", "main")
    for branch in git(repo, "for-each-ref", "--format=%(refname:short)", "refs/heads").split():
        if branch != "main":
            git(repo, "branch", "-q", "-D", branch)
    with asking(repo) as latencies:
        run = Measured([sys.executable, "-I", "-m", "coderag.cli", "gc"], cwd=repo)
    yield "gc after all branches but main are gone, s", f"{run.seconds:.1f}"
    yield "  questions during gc, p50 / p95 / worst ms", f"{spread(latencies)} / {ms(max(latencies))}"
    yield "  index after it, MB", f"{sum(index_bytes(repo).values()) / 1e6:.1f}"


def measure(folder: Path, sources: list[str], args: argparse.Namespace, note: Callable[[str, str], None]) -> None:
    repo, commits = merged_repository(folder, sources, args.commits)
    for rows in (
        lambda: first_index(repo, folder), lambda: serving(repo), lambda: changes(repo, searched(repo), args.rounds),
        lambda: history(repo, commits, args.branches), lambda: upkeep(repo),
    ):  # fmt: skip
        for label, value in rows():
            note(label, value)


def searched(repo: Path) -> list[str]:
    """Indexed source files."""
    from coderag.api import Engine

    with Engine.open(repo) as engine:
        files = engine._view(engine.layout.slots()[0]).snapshot.manifest.files
        return sorted(path for path, entry in files.items() if entry.count and path.endswith(CODE))


def table(columns: dict[str, Row]) -> str:
    labels = list(dict.fromkeys(label for row in columns.values() for label in row))
    lines = ["| | " + " | ".join(columns) + " |", "|---|" + "---:|" * len(columns)]
    for label in labels:
        lines.append(f"| {label} | " + " | ".join(row.get(label, "") for row in columns.values()) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("columns", nargs="*", help="NAME=REPOSITORY[,REPOSITORY...]")
    parser.add_argument("--work", type=Path, required=True, help="folder for repositories and results")
    parser.add_argument("--rounds", type=int, default=5, help="commits a figure is the median of")
    parser.add_argument("--commits", type=int, default=500, help="real commits to walk")
    parser.add_argument("--branches", type=int, default=20, help="branches to make on top of them")
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    results = args.work / "results.json"
    columns: dict[str, Row] = json.loads(results.read_text()) if results.exists() else {}
    for column in args.columns:
        name, _, sources = column.partition("=")
        folder = args.work / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        row = columns[name] = {}

        def note(label: str, value: str, name: str = name, row: Row = row) -> None:
            print(f"{name:>10}  {label}: {value}", flush=True)
            row[label] = value
            results.write_text(json.dumps(columns, indent=1))

        try:
            measure(folder, sources.split(","), args, note)
        except subprocess.CalledProcessError as e:
            sys.exit(f"{e}\n{e.stderr}")
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    print(table(columns))


if __name__ == "__main__":
    main()
