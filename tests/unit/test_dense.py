"""Base, delta and tombstones answer like one exact search; files are checked before hnswlib sees them."""
from __future__ import annotations

import threading

import numpy as np
import pytest

from coderag.embedding.codes import quantise
from coderag.fsio import Damaged
from coderag.index import dense
from coderag.index import graph as graphs
from coderag.index.dense import Base, DenseIndex, Vectors, exact_scores, write_base

DIM, MODEL = 32, b"model"


def structured(n: int, seed: int = 0, dim: int = DIM) -> Vectors:
    """Clusters of clusters, as embeddings of code are; random directions would be a hopeless graph."""
    rng = np.random.default_rng(seed)
    coarse = rng.normal(size=(20, dim))
    fine = coarse[rng.integers(20, size=200)] + 0.6 * rng.normal(size=(200, dim))
    points = fine[rng.integers(200, size=n)] + 0.35 * rng.normal(size=(n, dim))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    codes, scales = quantise(points.astype(np.float32))
    keys = np.sort(rng.choice(2**62, size=n, replace=False).astype(np.int64) - 2**61)
    return Vectors(keys, codes, scales)


def take(vectors: Vectors, rows: np.ndarray) -> Vectors:
    return Vectors(vectors.keys[rows], vectors.codes[rows], vectors.scales[rows])


def queries(vectors: Vectors, n: int, seed: int = 9) -> np.ndarray:
    rng = np.random.default_rng(seed)
    near = vectors.floats()[rng.integers(len(vectors), size=n)] + 0.2 * rng.normal(size=(n, vectors.codes.shape[1]))
    return (near / np.linalg.norm(near, axis=1, keepdims=True)).astype(np.float32)


def exact(vectors: Vectors, query: np.ndarray, k: int, allowed: np.ndarray | None = None) -> tuple[list[int], list[float]]:
    """The oracle: one full scan."""
    rows = np.flatnonzero(np.ones(len(vectors), bool) if allowed is None else allowed)
    scores = exact_scores(vectors, rows, query)
    order = np.lexsort((vectors.keys[rows], -scores))[:k]
    return vectors.keys[rows][order].tolist(), scores[order].tolist()


def index(tmp_path, base: Vectors | None, delta: Vectors, live: np.ndarray) -> DenseIndex:
    loaded = None
    if base is not None:
        loaded = Base(tmp_path, write_base(tmp_path, base, MODEL), DIM)
        loaded._prepare()
        if loaded._loading:
            loaded._loading.join()
    return DenseIndex(loaded, delta, live)


def answer(found) -> tuple[list[int], list[float]]:
    keys, scores = found
    return keys.tolist(), scores.tolist()


@pytest.mark.parametrize("split", [0, 1, 300, 999, 1000])
def test_base_and_delta_are_one_index(tmp_path, split):
    everything = structured(1000)
    chosen = np.random.default_rng(1).permutation(1000)
    base, delta = take(everything, np.sort(chosen[:split])), take(everything, np.sort(chosen[split:]))
    one = index(tmp_path, base if split else None, delta, everything.keys)
    for query in queries(everything, 20):
        assert answer(one.search(query, 10)) == exact(everything, query, 10)


@pytest.mark.parametrize("dead_share", [0.0, 0.3, 0.6, 0.99, 1.0])
def test_tombstones_never_show_and_top_k_stays_full(tmp_path, dead_share):
    everything = structured(1200)
    live = np.random.default_rng(2).random(1200) >= dead_share
    one = index(tmp_path, take(everything, np.arange(0, 900)), take(everything, np.arange(900, 1200)), everything.keys[live])
    for query in queries(everything, 20):
        keys, scores = answer(one.search(query, 50))
        assert (keys, scores) == exact(everything, query, 50, live)
        assert len(keys) == min(50, int(live.sum()))


def test_filters_are_applied_before_the_cut(tmp_path):
    everything = structured(1000)
    one = index(tmp_path, take(everything, np.arange(800)), take(everything, np.arange(800, 1000)), everything.keys)
    only = np.zeros(1000, bool)
    only[::97] = True
    masks = one.masks(everything.keys[only])
    for query in queries(everything, 10):
        assert answer(one.search(query, 5, masks)) == exact(everything, query, 5, only)
    assert answer(one.search(query, 5, one.masks(np.zeros(0, np.int64)))) == ([], [])
    assert answer(one.search(query, 5, one.masks(np.array([12345])))) == ([], [])


@pytest.mark.parametrize("n", [0, 1, 2])
def test_case_42_more_neighbours_than_there_are(tmp_path, n):
    vectors = structured(5)
    few = take(vectors, np.arange(n))
    query = queries(vectors, 1)[0]
    for one in (index(tmp_path, few if n else None, Vectors.empty(DIM), few.keys), index(tmp_path, None, few, few.keys)):
        assert answer(one.search(query, 10)) == exact(few, query, 10)
    one = index(tmp_path, vectors, Vectors.empty(DIM), vectors.keys[:1])  # all but one deleted
    assert one.search(query, 10)[0].tolist() == [vectors.keys[0]]
    assert one.search(query, 10_000)[0].tolist() == [vectors.keys[0]]


def test_equal_vectors_are_ordered_by_key(tmp_path):
    same = structured(1)
    keys = np.array([-5, -1, 3, 8, 40], np.int64)
    five = Vectors(keys, np.repeat(same.codes, 5, 0), np.repeat(same.scales, 5))
    one = index(tmp_path, take(five, np.array([1, 3])), take(five, np.array([0, 2, 4])), keys)
    assert one.search(same.floats()[0], 3)[0].tolist() == [-5, -1, 3]


def test_a_score_does_not_depend_on_the_part_it_stands_in(tmp_path):
    everything = structured(500)
    query = queries(everything, 1)[0]
    runs = []
    for split in (0, 100, 499):
        one = index(tmp_path, take(everything, np.arange(split)) if split else None, take(everything, np.arange(split, 500)), everything.keys)
        runs.append(answer(one.search(query, 500)))
    assert runs[0] == runs[1] == runs[2]


@pytest.fixture
def graph(monkeypatch):
    """HNSW from few vectors on, so that a test need not build 20,000."""
    pytest.importorskip("hnswlib")
    monkeypatch.setattr(dense, "EXACT_LIMIT", 200)


def recall(one: DenseIndex, vectors: Vectors, k: int, masks=None, allowed=None) -> float:
    hits = total = 0
    for query in queries(vectors, 60):
        keys, scores = answer(one.search(query, k, masks))
        wanted, right = exact(vectors, query, k, allowed)
        assert scores == sorted(scores, reverse=True)
        known = dict(zip(*exact(vectors, query, len(vectors), allowed), strict=True))
        assert all(known[key] == score for key, score in zip(keys, scores, strict=True))  # exact, if found
        hits += len(set(keys) & set(wanted))
        total += len(wanted)
    return hits / total


def test_hnsw_recall(tmp_path, graph):
    vectors = structured(6000)
    one = index(tmp_path, vectors, Vectors.empty(DIM), vectors.keys)
    assert recall(one, vectors, 50) >= 0.99
    assert one._parts[0]._graph is not None


def test_hnsw_recall_with_tombstones_and_delta(tmp_path, graph):
    vectors = structured(6000)
    live = np.random.default_rng(3).random(6000) >= 0.3
    one = index(tmp_path, take(vectors, np.arange(5000)), take(vectors, np.arange(5000, 6000)), vectors.keys[live])
    assert recall(one, vectors, 50, None, live) >= 0.99


def test_hnsw_with_a_narrow_filter_is_exact(tmp_path, graph):
    vectors = structured(3000)
    one = index(tmp_path, vectors, Vectors.empty(DIM), vectors.keys)
    only = np.zeros(3000, bool)
    only[::40] = True
    assert recall(one, vectors, 50, one.masks(vectors.keys[only]), only) == 1.0


def test_the_graph_is_the_same_every_time(tmp_path, graph):
    vectors = structured(1000)
    names = [write_base(tmp_path / d, vectors, MODEL) for d in ("a", "b")]
    assert names[0] == names[1]
    a, b = ((tmp_path / d / names[0] / "links").read_bytes() for d in ("a", "b"))
    assert a == b and len(a) < 1000 * (3 * 2 * graphs.M + 4)


def test_a_graph_from_its_links_finds_what_the_built_one_finds(graph):
    import hnswlib

    vectors = structured(2500)  # with a remainder after the last full batch
    built = hnswlib.Index(space="ip", dim=DIM)
    built.init_index(2500, ef_construction=graphs.EF_CONSTRUCTION, M=graphs.M, random_seed=100)
    built.add_items(vectors.floats(), np.arange(2500), num_threads=1)
    links = graphs.build_links(vectors)
    loaded = graphs.load_graph(links, vectors)
    for one in (built, loaded):
        one.set_ef(60)
    near = queries(vectors, 50)
    for a, b in zip(built.knn_query(near, 20), loaded.knn_query(near, 20), strict=True):
        assert np.array_equal(a, b)
    with pytest.raises(Damaged):
        graphs.load_graph(links, take(vectors, np.arange(2499)))


def test_questions_before_the_graph_is_there_are_answered_exactly(tmp_path, graph, monkeypatch):
    vectors = structured(1000)
    base = Base(tmp_path, write_base(tmp_path, vectors, MODEL), DIM)
    go, load = threading.Event(), graphs.load_graph
    monkeypatch.setattr(dense, "load_graph", lambda *a: go.wait(30) and load(*a))
    one = DenseIndex(base, Vectors.empty(DIM), vectors.keys)
    query = queries(vectors, 1)[0]
    assert answer(one.search(query, 50)) == exact(vectors, query, 50) and base._graph is None
    go.set()
    base._loading.join()
    assert base._graph is not None and len(one.search(query, 50)[0]) == 50


def test_a_writer_reads_the_keys_of_a_base_and_not_its_vectors(tmp_path, graph):
    vectors = structured(300)
    base = Base(tmp_path, write_base(tmp_path, vectors, MODEL), DIM)
    (tmp_path / base.name / "vectors").unlink()
    (tmp_path / base.name / "links").unlink()
    assert np.array_equal(base.keys, vectors.keys) and base.holds(vectors.keys).all()
    with pytest.raises(FileNotFoundError):
        base.load()


def test_without_hnswlib_exact_search_serves(tmp_path, monkeypatch):
    monkeypatch.setattr(graphs, "_hnswlib", lambda: None)
    monkeypatch.setattr(dense, "EXACT_LIMIT", 200)
    vectors = structured(600)
    one = index(tmp_path, vectors, Vectors.empty(DIM), vectors.keys)
    query = queries(vectors, 1)[0]
    assert answer(one.search(query, 20)) == exact(vectors, query, 20)
    assert "exact search" in graphs.hnswlib_problem()


@pytest.mark.parametrize("name", ["meta", "keys", "vectors", "links"])
@pytest.mark.parametrize("damage", ["cut", "flip", "empty"])
def test_a_damaged_base_is_refused_before_hnswlib_reads_it(tmp_path, graph, name, damage):
    vectors = structured(300)
    folder = tmp_path / write_base(tmp_path, vectors, MODEL)
    data = bytearray((folder / name).read_bytes())
    if damage == "cut":
        del data[len(data) // 2 :]
    elif damage == "flip":
        data[len(data) // 2] ^= 0x40
    else:
        data.clear()
    (folder / name).write_bytes(data)
    with pytest.raises(Damaged):
        Base(tmp_path, folder.name, DIM).load()
    assert write_base(tmp_path, vectors, MODEL) == folder.name
    Base(tmp_path, folder.name, DIM).load()


def test_another_dimension_is_refused(tmp_path, graph):
    name = write_base(tmp_path, structured(300), MODEL)
    with pytest.raises(Damaged):
        Base(tmp_path, name, DIM + 1)
    packed = structured(3).pack()
    with pytest.raises(Damaged):
        Vectors.unpack(packed, DIM + 1)
    with pytest.raises(Damaged):
        Vectors.unpack(packed[:-3], DIM)


def test_a_missing_base_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        Base(tmp_path, "nothing", DIM)


def test_a_base_is_written_once_and_completely(tmp_path, graph, monkeypatch):
    vectors = structured(300)
    name = write_base(tmp_path, vectors, MODEL)
    before = (tmp_path / name / "meta").stat().st_ino
    assert write_base(tmp_path, vectors, MODEL) == name and (tmp_path / name / "meta").stat().st_ino == before
    assert [p.name for p in tmp_path.iterdir()] == [name]
    assert write_base(tmp_path, vectors, b"other model") != name


def test_collect_wants_every_row():
    vectors = structured(3)
    rows = {int(k): (float(s), c.tobytes()) for k, c, s in zip(vectors.keys, vectors.codes, vectors.scales, strict=True)}
    back = Vectors.collect(vectors.keys, rows, DIM)
    assert np.array_equal(back.codes, vectors.codes) and np.array_equal(back.scales, vectors.scales)
    del rows[int(vectors.keys[1])]
    with pytest.raises(KeyError):
        Vectors.collect(vectors.keys, rows, DIM)


def test_pack_round_trip():
    for vectors in (structured(7), Vectors.empty(DIM)):
        back = Vectors.unpack(vectors.pack(), DIM)
        assert np.array_equal(back.keys, vectors.keys) and np.array_equal(back.codes, vectors.codes)
