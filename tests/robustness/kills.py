"""Workers killed at random moments: ``python -m tests.robustness.kills --kills 500`` (about 15 minutes).

A repository of a hundred files, with bounds lowered so that compaction, merges and new bases happen all the time. Each
round: git moves HEAD (commit, amend, reset, new branch, switch, deletion of a branch), a worker, a gc or a full build
starts, and gets ``kill -9`` 0 to 1,500 ms later. Then the next question must be answered rightly from HEAD's commit,
which takes a working update; every tenth round the index is compared with a fresh one. A reader in a process of its own
asks all the time, never catches up, and checks each answer against the commit it names. Exit 1 if anything was wrong.
"""
from __future__ import annotations

import argparse
import contextlib
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from coderag.api import Engine
from coderag.index import build
from coderag.model.answers import CURRENT, STALE, Query
from coderag.sync import service
from tests.support.git import NO_HOOKS, Repo
from tests.support.index import assert_same_as_fresh, assert_tidy, log_lines, opened, patient
from tests.support.steps import source

LATEST = 1.5
"""Seconds after its start until which a process is killed."""
FILES = 100


def lower_bounds() -> None:
    """In this process: segments, merges and bases at the size of a small repository. No graphs: their recall is not
    quite 1, and here answers are compared to the last digit."""
    build.SEGMENT_CHUNKS, build.MERGE_ABOVE, build.DELTA_LIMIT = 40, 3, 20


def check_answers(engine: Engine, repo: Repo, states: tuple[str, ...]) -> None:
    """AssertionError unless every line of every answer is that of the commit the answer names."""
    answer = engine.outline("marker.py")
    assert answer.freshness.state in states, answer.freshness
    text = repo.git("show", f"{answer.freshness.indexed_commit}:marker.py")
    assert [s.name for s in answer.symbols] == [text.split("(")[0].removeprefix("def ")], (answer, text)
    found = engine.search(Query("marker of the order", top_k=10))
    assert found.freshness.state in states and found.hits, found
    for hit in found.hits:
        lines = repo.git("show", f"{found.freshness.indexed_commit}:{hit.path}").split("\n")
        assert hit.text.rstrip("\n") == "\n".join(lines[hit.start_line - 1 : hit.end_line]).rstrip("\n"), hit


class Killing:
    def __init__(self, folder: Path, seed: int) -> None:
        self.dice = random.Random(seed)
        self.repo = patient(Repo(folder))
        self.repo.env.update(NO_HOOKS)
        self.seen: Counter = Counter()
        self.count = 0
        for i in range(FILES):
            self.repo.write(f"src/m{i}.py", source([f"first_{i}_{k}" for k in range(3)]))
        self.commit()

    # git

    def commit(self, *args: str) -> None:
        self.count += 1
        self.repo.write("marker.py", source([f"marker_{self.count}"]))
        for _ in range(self.dice.randint(1, 12)):
            at = self.dice.randrange(FILES)
            self.repo.write(f"src/m{at}.py", source([f"fun_{self.count}_{at}_{k}" for k in range(self.dice.randint(1, 4))]))
        self.repo.commit(f"round {self.count}", *args)

    def others(self) -> list[str]:
        current = self.repo.git("branch", "--show-current")
        return [b for b in self.repo.git("for-each-ref", "--format=%(refname:short)", "refs/heads").split("\n") if b != current]

    def move(self) -> None:
        others = self.others()
        match self.dice.choice(["commit", "commit", "commit", "amend", "fork", "fork", "switch", "reset", "delete"]):
            case "amend":
                self.commit("--amend")
            case "fork":
                self.repo.git("switch", "-q", "-c", f"b{self.count}")
                self.commit()
            case "switch" if others:
                self.repo.git("switch", "-q", self.dice.choice(others))
            case "reset" if self.repo.run("rev-parse", "-q", "--verify", "HEAD~1").returncode == 0:
                self.repo.git("reset", "-q", "--hard", "HEAD~1")
            case "delete" if len(others) > 3:
                self.repo.git("branch", "-q", "-D", self.dice.choice(others))
                self.commit()
            case _:
                self.commit()

    # kill

    def kill_one(self, engine: Engine) -> None:
        """Start a process and kill it; counts at which moment it was caught."""
        what = self.dice.choice(["worker"] * 7 + ["gc"] * 2 + ["full"])
        command = [sys.executable, "-m", "tests.robustness.kills", "--as", what, str(self.repo.path)]
        process = subprocess.Popen(command, env=self.repo.env | {"PYTHONPATH": str(Path(__file__).parents[2])})
        left = self.half_made(engine)
        end = time.monotonic() + self.dice.uniform(0, LATEST)
        if self.dice.random() < 0.5:  # most of its time a process only starts: every second one is let come to its work
            while process.poll() is None and not service.writer_active(engine.layout):
                time.sleep(0.002)
            end = time.monotonic() + self.dice.uniform(0, 0.3)
        try:
            process.wait(max(0, end - time.monotonic()))
            self.seen["ended before"] += 1
        except subprocess.TimeoutExpired:
            writing = service.writer_active(engine.layout)
            process.kill()
            process.wait()
            self.seen[f"{what} killed"] += 1
            self.seen["killed"] += 1
            self.seen["killed while it wrote"] += writing
            self.seen["left half a generation"] += bool(self.half_made(engine) - left)

    def half_made(self, engine: Engine) -> set[Path]:
        return {p for slot in engine.layout.slots() for p in slot.glob("new-*")} | set(engine.layout.bases.glob("new-*"))

    def play(self, kills: int) -> None:
        with opened(self.repo) as engine:
            engine.sync()
            reader = self.reader()
            rounds = 0
            try:
                while self.seen["killed"] < kills:
                    rounds += 1
                    self.move()
                    self.kill_one(engine)
                    check_answers(engine, self.repo, (CURRENT,))
                    if rounds % 10 == 0:
                        assert_same_as_fresh(engine)
                        self.seen["compared"] += 1
                    if rounds % 50 == 0:
                        print(f"{rounds} rounds: {dict(self.seen)}", flush=True)
                    assert reader.poll() is None, "the reader ended"
            finally:
                reader.terminate()
                out, _ = reader.communicate()
            self.seen["answers of the reader"] = json.loads(out)["answers"]
            engine.gc()
            assert_tidy(engine.layout)
            assert engine.verify() == []
            bad = [line for line in log_lines(engine.layout) if "failed" in line or "rebuil" in line or "new store" in line]
            assert not bad, bad

    def reader(self) -> subprocess.Popen:
        command = [sys.executable, "-m", "tests.robustness.kills", "--as", "reader", str(self.repo.path)]
        env = self.repo.env | {"PYTHONPATH": str(Path(__file__).parents[2])}
        return subprocess.Popen(command, env=env, stdout=subprocess.PIPE)


def act(what: str, path: Path) -> None:
    """One of the processes of a run."""
    lower_bounds()
    if what == "reader":
        return read(path)
    if what == "worker":
        import os

        from coderag.cli import worker

        os.chdir(path)
        worker.main(["post-commit"])
        return
    with Engine.open(path) as engine:
        engine.gc() if what == "gc" else engine.sync(full=True)


def read(path: Path) -> None:
    """Ask until told to end. Nothing is caught up here: what is published must be whole."""
    import signal

    service.catch_up = lambda *a: None
    repo, answers, ended = Repo(path.parent, path.name), 0, []
    signal.signal(signal.SIGTERM, lambda *_: ended.append(True))
    with Engine.open(path, overlay=False) as engine:
        while not ended:
            check_answers(engine, repo, (CURRENT, STALE))
            answers += 2
            time.sleep(0.1)
    print(json.dumps({"answers": answers}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--as", dest="what", help=argparse.SUPPRESS)
    parser.add_argument("path", nargs="?", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.what:
        return act(args.what, args.path)
    lower_bounds()
    with tempfile.TemporaryDirectory(prefix="coderag-kills-") as folder, contextlib.chdir(folder):
        run = Killing(Path(folder), args.seed)
        run.play(args.kills)
        print(*(f"{name}: {n}" for name, n in sorted(run.seen.items())), sep="\n")


if __name__ == "__main__":
    main()
