"""Servers, worktrees and commits at once: ``python -m tests.bench.soak`` (ten minutes).

Eight real servers over stdio serve three worktrees of one repository with hooks, and are asked all the time, while git
commits, amends, branches, switches, rebases and resets in the worktrees, 200 times. Every answer is compared with what
git says the commit holds that the answer names (uncommitted work is left out: nobody could say later what it was). The
same question at the same commit must rank alike on every server, and at the end on an index built from nothing. Prints
figures; exit 1 if an answer was an error or wrong, or something went on 5 s after the last commit.
"""
from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from coderag.index.layout import Layout
from coderag.model.answers import Query
from tests.support.git import Repo
from tests.support.index import fresh_engine, log_lines, opened, quiet
from tests.support.served import Served
from tests.support.steps import source
from tests.support.truth import Truth

FILES = 200
QUESTIONS = ("marker of the order", "computes the total", "where is fun 7 computed", "limit of an order")
CALM = 5.0
"""Seconds after the last commit within which everything must have come to rest."""


class Git(threading.Thread):
    """Moves the HEADs of the worktrees, ``commits`` times within ``seconds``."""

    def __init__(self, trees: list[Repo], commits: int, seconds: float, seed: int) -> None:
        super().__init__(name="git", daemon=True)
        self.trees, self.commits, self.pause, self.dice = trees, commits, seconds / commits, random.Random(seed)
        self.count, self.done, self.failed = 0, Counter(), ""
        self.ended = threading.Event()

    def run(self) -> None:
        try:
            for number in range(self.commits):
                started = time.monotonic()
                self.move(self.dice.choice(self.trees))
                if number % 10 < 7 and number + 1 < self.commits:  # then three in a burst, and the pauses are longer
                    time.sleep(max(0.0, self.pause * 10 / 7 - (time.monotonic() - started)))
        except BaseException as e:  # noqa: BLE001
            self.failed = f"git: {e}"
        self.ended.set()

    def commit(self, tree: Repo, *args: str) -> None:
        self.count += 1
        tree.write("marker.py", source([f"marker_{self.count}"]))
        for _ in range(self.dice.randint(1, 8)):
            at = self.dice.randrange(FILES)
            tree.write(f"src/m{at}.py", source([f"fun_{at}_{k}_{self.count}" for k in range(3)]))
        tree.commit(f"round {self.count}", *args)

    def free(self) -> list[str]:
        """Branches that no worktree has checked out."""
        taken = {t.git("branch", "--show-current") for t in self.trees}
        names = self.trees[0].git("for-each-ref", "--format=%(refname:short)", "refs/heads").split("\n")
        return [n for n in names if n not in taken]

    def move(self, tree: Repo) -> None:
        what = self.dice.choice(["commit"] * 5 + ["amend", "branch", "switch", "rebase", "reset"])
        self.done[what] += 1
        match what:
            case "amend":
                self.commit(tree, "--amend")
            case "branch":
                tree.git("switch", "-q", "-c", f"b{self.count}")
                self.commit(tree)
            case "switch" if free := self.free():
                tree.git("switch", "-q", self.dice.choice(free))
            case "rebase":
                if tree.run("rebase", "-q", "-X", "theirs", "main").returncode:
                    tree.run("rebase", "--abort")
            case "reset":
                tree.git("reset", "-q", "--hard", "HEAD~1")
                self.commit(tree)
            case _:
                self.commit(tree)


class Asker(threading.Thread):
    """Asks one server until told to end."""

    def __init__(self, number: int, tree: Repo, stop: threading.Event, ranked: dict, lock: threading.Lock) -> None:
        super().__init__(name=f"asker-{number}", daemon=True)
        self.tree, self.stop, self.ranked, self.lock = tree, stop, ranked, lock
        self.dice, self.truth = random.Random(number), Truth(tree)
        self.states, self.times, self.wrong = Counter(), [], []
        self.pid = 0

    def run(self) -> None:
        with Served(self.tree.path, self.tree.env, options=["--no-overlay"]) as server:
            while not self.stop.is_set():
                try:
                    self.ask(server)
                except Exception as e:  # noqa: BLE001  counted, shown at the end
                    self.wrong.append(f"{type(e).__name__}: {e}"[:600])
                    if len(self.wrong) > 20:
                        return
                time.sleep(0.05)

    def ask(self, server: Served) -> None:
        started = time.perf_counter()
        match self.dice.randrange(5):
            case 0 | 1:
                question = self.dice.choice(QUESTIONS)
                answer = server.ask("search_code", query=question)
                check = self.check_search(question)
            case 2:
                answer, check = server.ask("get_file_symbols", file_path="marker.py"), self.truth.check_outline
            case 3:
                names = self.truth.names("HEAD", f"src/m{self.dice.randrange(FILES)}.py")
                answer = server.ask("get_symbol_info", symbol_name=self.dice.choice(names))
                check = self.truth.check_symbol
            case _:
                answer, check = server.ask("index_status"), lambda a: None
        self.times.append(time.perf_counter() - started)
        state = answer["freshness"]["state"]
        self.states[state] += 1
        assert state in ("current", "stale"), answer["freshness"]
        check(answer)

    def check_search(self, question: str):
        def check(answer: dict) -> None:
            self.truth.check_search(answer)
            key = (answer["freshness"]["indexed_commit"], question)
            order = [(h["path"], h["start_line"], h["score"]) for h in answer["hits"]]
            with self.lock:
                known = self.ranked.setdefault(key, order)
            assert known == order, f"two orders for {key}: {known} and {order}"

        return check


class Watch(threading.Thread):
    """Looks at the processes of the run twice a second."""

    def __init__(self, folder: Path, stop: threading.Event, warm: float) -> None:
        """``warm``: seconds after which a server has loaded what it needs, so that growth is growth."""
        super().__init__(name="watch", daemon=True)
        self.folder, self.stop, self.warm = folder, stop, time.monotonic() + warm
        self.workers = self.processes = self.server_mb = self.worker_mb = 0
        self.first_mb: dict[int, int] = {}
        self.last_mb: dict[int, int] = {}

    def run(self) -> None:
        while not self.stop.wait(0.5):
            rows = processes(self.folder)
            workers = [mb for _, what, mb in rows if what == "worker"]
            self.processes = max(self.processes, len(rows))
            self.workers = max(self.workers, len(workers))
            self.worker_mb = max([self.worker_mb, *workers])
            for pid, what, mb in rows:
                if what == "server":
                    self.server_mb = max(self.server_mb, mb)
                    self.last_mb[pid] = mb
                    if time.monotonic() > self.warm:
                        self.first_mb.setdefault(pid, mb)


def processes(folder: Path) -> list[tuple[int, str, int]]:
    """(pid, server or worker or other, resident MB) of what runs for the repositories below ``folder``."""
    found = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            pid = int(entry.name)
            words = (entry / "cmdline").read_bytes().split(b"\0")
            if not any(b"coderag" in w for w in words) or pid == os.getpid():
                continue
            here = os.readlink(entry / "cwd")
            if str(folder) not in here and not any(str(folder).encode() in w for w in words):
                continue
            what = "server" if b"serve" in words else "worker" if b"coderag.cli.worker" in words else "other"
            pages = int((entry / "statm").read_text().split()[1])
            found.append((pid, what, pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000))
    return found


def trees_of(folder: Path) -> list[Repo]:
    repo = Repo(folder)
    for i in range(FILES):
        repo.write(f"src/m{i}.py", source([f"fun_{i}_{k}" for k in range(3)]))
    repo.write("marker.py", source(["marker_0"]))
    repo.commit()
    repo.commit("second")
    with opened(repo) as engine:
        engine.install_hooks()
        engine.sync()
    return [repo, repo.worktree("tree1", "-b", "one"), repo.worktree("tree2", "-b", "two")]


def rest(layout: Layout, trees: list[Repo], folder: Path) -> float:
    """Seconds until no worker runs and every HEAD is indexed."""
    from coderag.index.snapshot import read_meta

    started = time.monotonic()

    def indexed(tree: Repo) -> bool:
        ref = tree.run("symbolic-ref", "-q", "HEAD").stdout.strip() or None
        name = "" if tree is trees[0] else tree.path.name
        meta = read_meta(layout.slot(ref, name))
        return meta is not None and meta.commit == tree.rev()

    while time.monotonic() < started + 60:
        if quiet(layout) and not [p for p in processes(folder) if p[1] == "worker"] and all(map(indexed, trees)):
            return time.monotonic() - started
        time.sleep(0.05)
    return 60.0


def against_fresh(repo: Repo, ranked: dict, most: int) -> list[str]:
    """Orders that a new index of the same commit gives otherwise."""
    wrong, commits = [], sorted({commit for commit, _ in ranked})
    for commit in random.Random(1).sample(commits, min(most, len(commits))):
        with opened(repo, overlay=False) as engine, fresh_engine(engine) as fresh:
            fresh.sync(ref=commit)
            for question in QUESTIONS:
                if (order := ranked.get((commit, question))) is not None:
                    hits = fresh.search(Query(question, ref=commit)).hits
                    mine = [(h.path, h.start_line, h.score) for h in hits][: len(order)]
                    if mine != order:
                        wrong.append(f"{question!r} at {commit}: {order} served, {mine} from a fresh index")
    return wrong


def soak(folder: Path, minutes: float, commits: int, servers: int) -> tuple[dict, list[str]]:
    trees = trees_of(folder)
    layout = Layout(trees[0].path / ".git")
    stop, lock, ranked = threading.Event(), threading.Lock(), {}
    askers = [Asker(i, trees[i % len(trees)], stop, ranked, lock) for i in range(servers)]
    git, watch = Git(trees, commits, 60 * minutes, 1), Watch(folder, stop, 60 * minutes / 5)
    for thread in (*askers, watch):
        thread.start()
    time.sleep(5)  # the servers start
    git.start()
    git.ended.wait()
    calm = rest(layout, trees, folder)
    time.sleep(1)
    stop.set()
    for thread in (*askers, watch):
        thread.join(90)
    left = [p for p in processes(folder) if p[1] != "other"]
    wrong = [w for a in askers for w in a.wrong] + ([git.failed] if git.failed else [])
    wrong += [f"still running: {left}"] if left else []
    wrong += [f"quiet only after {calm:.1f} s"] if calm > CALM else []
    wrong += [line for line in log_lines(layout) if "failed" in line or "rebuil" in line or "Traceback" in line]
    for tree in trees:
        with opened(tree) as engine:
            wrong += engine.verify()
    wrong += against_fresh(trees[0], ranked, 15)
    times = sorted(t for a in askers for t in a.times)
    states = sum((a.states for a in askers), Counter())
    growth = max((watch.last_mb[p] - mb for p, mb in watch.first_mb.items()), default=0)
    return {
        "wrong": len(wrong), "quiet after the last commit, s": round(calm, 1), "git": dict(git.done), "answers": len(times),
        "states": dict(states), "commits asked at": len({c for c, _ in ranked}),
        "answer p50 / p95 / max, ms": " / ".join(f"{1000 * times[min(len(times) - 1, int(len(times) * q))]:.0f}" for q in (0.5, 0.95, 1)),
        "processes at most": watch.processes, "workers at most": watch.workers,
        "server MB at most": watch.server_mb, "server MB gained at most, after the first fifth": growth, "worker MB at most": watch.worker_mb,
    }, wrong  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--commits", type=int, default=200)
    parser.add_argument("--servers", type=int, default=8)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="coderag-soak-", ignore_cleanup_errors=True) as folder:
        figures, wrong = soak(Path(folder), args.minutes, args.commits, args.servers)
    print(*(f"{name}: {json.dumps(value)}" for name, value in figures.items()), sep="\n")
    print(*wrong[:40], sep="\n", end="\n" if wrong else "")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
