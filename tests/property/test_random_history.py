"""Whatever happens to a repository, in whatever order: the index is the one that a fresh build gives.

``pytest tests/property --long --minutes 60`` plays long histories for an hour and says how many;
``CODERAG_SEED=17`` plays one again, ``CODERAG_HISTORIES=200`` more short ones.
"""
from __future__ import annotations

import contextlib
import os
import random
import time
from collections import Counter
from collections.abc import Iterator

import pytest

from coderag.api import Engine
from coderag.index import build, dense
from coderag.model.answers import CURRENT, Query
from coderag.sync import service
from tests.property.history import Life
from tests.support.git import Repo
from tests.support.index import as_version, assert_same_as_fresh, assert_tidy, log_lines, opened, published
from tests.support.uncommitted import answers, differences

FIRST = int(os.environ.get("CODERAG_SEED", "1"))
COUNT = 1 if "CODERAG_SEED" in os.environ else int(os.environ.get("CODERAG_HISTORIES", "6"))
STEPS = 24
LONG_STEPS = 200
CARE = ("gc", "full", "reopen", "version", "ref")
"""What is done to the index itself, besides what git does to the repository."""


def small_limits(monkeypatch) -> Counter:
    """Bounds so small that bases, tombstones, several segments and merges happen in a repository of ten files."""
    seen: Counter = Counter()
    monkeypatch.setattr(build, "SEGMENT_CHUNKS", 5)
    monkeypatch.setattr(build, "MERGE_ABOVE", 3)
    monkeypatch.setattr(build, "DELTA_LIMIT", 6)
    monkeypatch.setattr(dense, "EXACT_LIMIT", 1_000)
    for name in ("_merge", "_forget"):
        original = getattr(build.Builder, name)

        def counted(self, *args, _original=original, _name=name):
            seen[_name] += 1
            return _original(self, *args)

        monkeypatch.setattr(build.Builder, name, counted)
    return seen


class Watchers:
    """The engines that look at a life: one for each worktree, opened when it is first asked."""

    def __init__(self, life: Life, dice: random.Random, monkeypatch) -> None:
        self.life, self.dice, self.monkeypatch = life, dice, monkeypatch
        self.seen: Counter = Counter()
        self._engines: dict[str, Engine] = {}
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> Watchers:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def engine(self, tree: Repo | None = None) -> Engine:
        tree = tree or self.life.repo
        if tree.path.name not in self._engines:
            self._engines[tree.path.name] = self._stack.enter_context(opened(tree))
        return self._engines[tree.path.name]

    def ask(self) -> None:
        """Nothing but the answer's freshness; this is what brings the index up to date."""
        state = self.engine().search(Query("order total")).freshness
        assert (state.state, state.indexed_commit) == (CURRENT, self.life.repo.rev()), state
        self.seen["questions"] += 1

    def compare(self, ref: str | None = None) -> None:
        engine = self.engine()
        assert_same_as_fresh(engine, ref=ref)
        self.seen["comparisons"] += 1
        snapshot = published(engine, ref)
        dead = sum(int((~m).sum()) for m in snapshot.live)
        assert snapshot.meta.due or dead <= build.DEAD_SHARE * sum(len(m) for m in snapshot.live)
        self.seen["base"] += bool(snapshot.meta.base)
        self.seen["segments"] += len(snapshot.segment_names) > 1
        self.seen["dead"] += any(not m.all() for m in snapshot.live)
        keys = set(snapshot.dense.base_keys)
        self.seen["tombstones"] += bool(keys) and not keys <= set(snapshot.live_keys)
        snapshot.close()
        if snapshot.meta.due and self.dice.random() < 0.7:
            assert service.compact(engine.writer(), ref)
            self.seen["compacted"] += 1
            self.compare(ref)

    def midway(self) -> None:
        self.seen["conflicts"] += 1
        if self.dice.random() < 0.5:
            self.ask()
        if self.dice.random() < 0.2:
            self.compare()

    def care(self) -> str:
        what = self.dice.choice(CARE)
        match what:
            case "gc":
                self.engine().gc()
            case "full":
                self.engine().sync(full=True)
            case "reopen":
                self._stack.close()
                self._engines.clear()
            case "version":
                as_version(self.monkeypatch, 1000 + self.dice.randrange(3))
            case "ref":
                if other := self.life.other():
                    self.compare(ref=other)
        self.seen[what] += 1
        return what


def live(folder, seed: int, monkeypatch, steps: int = STEPS) -> Counter:
    """Play one history, asking and comparing now and then; what was seen."""
    life = Life(folder, seed)
    # a detached worker would be of the version that is installed, and have other bounds
    monkeypatch.setattr(service, "DELEGATE_ABOVE", float("inf"))
    monkeypatch.setattr(service, "start_worker", lambda *a: None)
    with Watchers(life, random.Random(seed * 7919), monkeypatch) as watch:
        try:
            _live(life, watch, steps)
        except Exception as e:
            raise AssertionError(f"seed {seed}, {steps} steps, after {life.done}: {e}") from e
    return watch.seen


def _live(life: Life, watch: Watchers, steps: int) -> None:
    dice, life.midway = watch.dice, watch.midway
    watch.engine().sync()
    for number in range(steps):
        watch.seen[life.step()] += 1
        last = number == steps - 1
        if dice.random() < 0.6 or last:
            watch.ask()
        if dice.random() < 0.2 or last:
            watch.compare()
        if dice.random() < 0.1:
            life.done.append(watch.care())
    for tree in life.trees:
        life.repo = tree
        watch.ask()
    if other := life.other():
        watch.compare(ref=other)
    engine = watch.engine(life.trees[0])
    assert_tidy(engine.layout)
    assert not [line for line in log_lines(engine.layout) if "failed" in line or "rebuil" in line]
    assert engine.verify() == []
    watch.seen["steps"] += steps


@pytest.mark.parametrize("seed", range(FIRST, FIRST + COUNT))
def test_any_history_ends_in_the_index_of_its_last_commit(seed, tmp_path, monkeypatch):
    live(tmp_path, seed, monkeypatch)


def disturb(life: Life, dice: random.Random) -> None:
    """Change the working copy and git's index, and commit nothing."""
    for _ in range(dice.randint(1, 4)):
        life.edit()
    path = life.some_file()
    if path and dice.random() < 0.5 and (life.repo.path / path).is_file():
        if dice.random() < 0.5:
            life.repo.rm(path)
        else:
            life.repo.git("mv", path, f"moved{dice.randint(0, 99)}.py", check=False)
    if dice.random() < 0.3:
        life.repo.git("add", "-A")
        life.edit()
    if dice.random() < 0.2:
        life.repo.write(".coderagfilter", dice.choice(["docs/\n", "*.txt\n", "!vendor/\n"]))


@pytest.mark.parametrize("seed", range(FIRST, FIRST + max(1, COUNT // 3)))
def test_uncommitted_work_is_answered_as_after_its_commit(seed, tmp_path):
    life = Life(tmp_path, seed)
    dice = random.Random(seed * 31)
    with opened(life.repo) as engine:
        engine.sync()
        for number in range(4):
            for _ in range(dice.randint(1, 2)):  # what was answered before must not stay
                disturb(life, dice)
                engine.search(Query("order total"))
            laid = answers(engine)
            life.commit()
            assert not (bad := differences(laid, answers(engine))), f"seed {seed}, commit {number}: {bad}"


def test_with_bounds_so_small_that_everything_is_merged_all_the_time(tmp_path, monkeypatch):
    merges, total = small_limits(monkeypatch), Counter()
    for seed in range(FIRST + 100, FIRST + 100 + max(3, COUNT // 2)):
        total += live(tmp_path / str(seed), seed, monkeypatch)
    assert merges["_merge"] and merges["_forget"]
    if COUNT > 1:
        assert {"base", "segments", "dead", "tombstones"} <= set(total), total


def seeds(first: int, minutes: float) -> Iterator[int]:
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        yield first
        first += 1


@pytest.mark.timeout(0)
def test_long_histories(long_run, tmp_path, monkeypatch, capfd):
    """Every second one with small bounds. Prints one line a history, and the sum. One that fails ends nothing."""
    import shutil

    total, wrong = Counter(), []
    for seed in seeds(FIRST + 10_000, long_run):
        with monkeypatch.context() as m:
            if seed % 2:
                small_limits(m)
            try:
                total += live(tmp_path / str(seed), seed, m, LONG_STEPS)
            except AssertionError as e:
                wrong.append(str(e))
        shutil.rmtree(tmp_path / str(seed))
        total["histories"] += 1
        with capfd.disabled():
            print(f"\nseed {seed}: {total['histories']} histories, {total['steps']} steps, {total['comparisons']} comparisons, {len(wrong)} wrong", end="", flush=True)
    with capfd.disabled():
        print("\n" + ", ".join(f"{name} {n}" for name, n in sorted(total.items())))
    assert not wrong, "\n\n".join(wrong)
