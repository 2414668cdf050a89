"""Whatever happens to a repository, in whatever order: the index is the one that a fresh build gives.

``CODERAG_HISTORIES=200 pytest tests/property`` plays more of them; ``CODERAG_SEED=17`` one again.
"""
from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from coderag.index import build, dense
from coderag.model.answers import CURRENT, Query
from tests.property.history import Life
from tests.support.index import assert_same_as_fresh, assert_tidy, log_lines, opened, published

FIRST = int(os.environ.get("CODERAG_SEED", "1"))
COUNT = 1 if "CODERAG_SEED" in os.environ else int(os.environ.get("CODERAG_HISTORIES", "6"))
STEPS = 24


@pytest.fixture
def small_limits(monkeypatch):
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


def live(folder, seed: int, steps: int = STEPS) -> Counter:
    """Play one history, asking now and then; what kinds of snapshots were seen."""
    seen: Counter = Counter()
    life = Life(folder, seed)
    dice = random.Random(seed * 7919)
    with opened(life.repo) as engine:
        engine.sync()
        for number in range(steps):
            life.step()
            if dice.random() < 0.6 or number == steps - 1:
                state = engine.search(Query("order total")).freshness
                assert (state.state, state.indexed_commit) == (CURRENT, life.repo.rev()), life.done
            if dice.random() < 0.25 or number == steps - 1:
                try:
                    assert_same_as_fresh(engine)
                except AssertionError as e:
                    raise AssertionError(f"seed {seed}, after {life.done}: {e}") from e
                snapshot = published(engine)
                dead = sum(int((~m).sum()) for m in snapshot.live)
                assert dead <= build.DEAD_SHARE * sum(len(m) for m in snapshot.live)
                seen["base"] += bool(snapshot.meta.base)
                seen["segments"] += len(snapshot.segment_names) > 1
                seen["dead"] += any(not m.all() for m in snapshot.live)
                seen["tombstones"] += len(snapshot.dense.base_keys) > 0 and not set(snapshot.dense.base_keys) <= set(snapshot.live_keys)
                snapshot.close()
            if dice.random() < 0.05:
                engine.gc()
        other = life.other()
        if other:
            assert_same_as_fresh(engine, ref=other)
        assert_tidy(engine.layout)
        assert not [line for line in log_lines(engine.layout) if "failed" in line or "rebuil" in line]
        assert engine.verify() == []
    return seen


@pytest.mark.parametrize("seed", range(FIRST, FIRST + COUNT))
def test_any_history_ends_in_the_index_of_its_last_commit(seed, tmp_path):
    live(tmp_path, seed)


def test_with_bounds_so_small_that_everything_is_merged_all_the_time(tmp_path, small_limits):
    total: Counter = Counter()
    for seed in range(FIRST + 100, FIRST + 100 + max(3, COUNT // 2)):
        total += live(tmp_path / str(seed), seed)
    assert small_limits["_merge"] and small_limits["_forget"]
    if COUNT > 1:
        assert {"base", "segments", "dead", "tombstones"} <= set(total), total
