"""The small parts: cache, Whoosh check, block coding, threads."""
from __future__ import annotations

import pickle
import random
import subprocess
import sys
import threading
from struct import error as StructError

import numpy as np
import pytest
from lexical_corpora import WORDS

from coderag.errors import StateError
from coderag.index.lexical import LexicalIndex, blocks, check_whoosh, entries, whoosh_api
from coderag.index.lexical.cache import OVERHEAD, ByteCache


def test_the_cache_is_bounded_and_drops_the_least_recent():
    cache = ByteCache(3 * (OVERHEAD + 100))
    for key in "abc":
        cache.put(key, key, 100)
    assert cache.get("a") == "a"
    cache.put("d", "d", 100)
    assert [key for key in "abcd" if cache.get(key) is not None] == ["a", "c", "d"]
    cache.put("huge", "huge", 10_000)
    assert cache.get("huge") is None and cache.used == 3 * (OVERHEAD + 100)
    cache.put("a", "new", 50)
    assert cache.get("a") == "new" and cache.used == 3 * (OVERHEAD + 100) - 50
    cache.clear()
    assert cache.used == 0 and cache.get("a") is None


def test_the_installed_whoosh_is_the_pinned_one():
    assert check_whoosh() == ""


@pytest.mark.parametrize(
    ("installed", "message"),
    [
        ({}, "whoosh-reloaded is not installed, not 2.7.5"),
        ({"whoosh-reloaded": "2.7.4"}, "whoosh-reloaded is 2.7.4, not 2.7.5"),
        ({"whoosh-reloaded": "2.7.5", "whoosh3": "3.1"}, "whoosh3 3.1 installs the same package as whoosh-reloaded"),
    ],
)
def test_another_whoosh_is_named(monkeypatch, installed, message):
    monkeypatch.setattr(whoosh_api, "_version", lambda name: installed.get(name, ""))
    assert check_whoosh().startswith(message) and "\n" not in check_whoosh()


def test_another_release_under_the_same_name_is_refused(monkeypatch):
    import whoosh

    monkeypatch.setattr(whoosh, "__version__", (5, 4, 0))
    whoosh_api.whoosh.cache_clear()
    try:
        with pytest.raises(StateError, match="whoosh is 5.4.0, not 2.7.5"):
            whoosh_api.whoosh()
    finally:
        whoosh_api.whoosh.cache_clear()


def test_importing_loads_no_whoosh_and_using_it_warns_nothing(tmp_path):
    code = (
        "import sys; from coderag.index import lexical; assert 'whoosh' not in sys.modules\n"
        "from pathlib import Path; lexical.build_segment(Path(sys.argv[1]), [{'body': ['a']}])"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, str(tmp_path)],
        capture_output=True, text=True, env={"PYTHONPATH": ":".join(sys.path), "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize("seed", range(20))
def test_blocks_round_trip(seed, monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK", random.Random(seed).choice([2, 3, 7, 8192]))
    rng = np.random.default_rng(seed)
    lists = []
    for _ in range(rng.integers(1, 30)):
        df = int(rng.integers(1, 40))
        gaps = rng.integers(1, rng.choice([2, 200, 60_000, 40_000_000]), df)
        lists.append((np.cumsum(gaps).astype(np.int32), rng.integers(1, rng.choice([2, 255, 70_000]), df).astype(np.int32)))
    starts = np.cumsum([0, *(len(docs) for docs, _ in lists)])
    data, bounds = blocks.encode(starts, np.concatenate([d for d, _ in lists]), np.concatenate([f for _, f in lists]), None)
    assert bounds[-1] == len(data)
    for i, (docs, freqs) in enumerate(lists):
        found = blocks.decode(data, int(bounds[i]), int(bounds[i + 1] - bounds[i]))
        assert found[0].tolist() == docs.tolist() and found[1].tolist() == freqs.tolist()


@pytest.mark.parametrize("seed", range(20))
def test_entries_round_trip_and_are_what_whoosh_unpickles(seed):
    rng = np.random.default_rng(seed)
    lists = []
    for _ in range(60):
        df = int(rng.integers(1, 2 * entries.INLINE))
        gaps = rng.integers(1, rng.choice([2, 200, 60_000]), df)
        lists.append((np.cumsum(gaps).astype(np.int32), rng.integers(1, rng.choice([2, 255, 70_000]), df).astype(np.int32)))
    starts = np.cumsum([0, *(len(docs) for docs, _ in lists)])
    data, values = entries.entries(starts, *(np.concatenate(column) for column in zip(*lists, strict=True)), None, 0)
    for value, (docs, freqs) in zip(values, lists, strict=True):
        found = entries.read_entry(value, data)
        assert found[0].tolist() == docs.tolist() and found[1].tolist() == freqs.tolist()
        if len(docs) <= entries.INLINE:
            ids, weights, none = pickle.loads(value[entries.INFO_SIZE :])
            assert (ids, none) == (tuple(docs.tolist()), ()) and tuple(weights or [1] * len(docs)) == tuple(freqs.tolist())
            for cut in range(1, len(value)):
                with pytest.raises((ValueError, StructError, IndexError)):
                    entries.read_entry(value[:cut], data)


def test_threads_share_one_index(corpus):
    c = corpus(5, count=200)
    with LexicalIndex(c.directory, c.scattered(5), cache_bytes=20_000) as index:
        queries = [random.Random(i).sample(WORDS, 4) for i in range(30)]
        expected = [index.search(q, {"body": 1.0, "name": 2.0}, 10) for q in queries]
        wrong = []

        def work(seed: int) -> None:
            for i in random.Random(seed).sample(range(30), 30):
                if index.search(queries[i], {"body": 1.0, "name": 2.0}, 10) != expected[i]:
                    wrong.append(i)

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert wrong == []


def test_a_closed_index_says_so(corpus):
    c = corpus(0)
    index = LexicalIndex(c.directory, c.fresh())
    index.close()
    for use in (lambda: index.search(["a"], {"body": 1.0}, 3), lambda: index.postings("body", "a"), lambda: index.terms("body")):
        with pytest.raises(StateError, match="closed"):
            use()
