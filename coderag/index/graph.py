"""Nearest neighbours of a query among many vectors, by hnswlib. Sole owner of it.

What is kept of an HNSW graph on disk is its links: about 13 neighbours a vector, 3 or 4 bytes each, in place of
hnswlib's own file of 1,164 bytes a vector. The vectors are put back in from the codes that stand beside it anyway,
which is also faster than reading them.

hnswlib reads past its buffers on damaged data and wrong dimensions: what is given to it here has passed a check sum,
and has the counts that its description says.
"""
from __future__ import annotations

from collections.abc import Callable

import msgpack
import numpy as np

from coderag.fsio import Damaged
from coderag.index.vectors import Vectors

M, EF_CONSTRUCTION = 16, 100
EF = 1600
"""Measured over 189,000 real chunks, 100 questions: mean recall at 50 is 0.967 with 400, 0.983 with 800, 0.990 with
1,600 (6 ms), 0.994 with 4,000. Questions lie apart from the code they ask for, so it takes more than chunk-to-chunk
search would."""
_BATCH, _CACHED = 1_024, 512
"""Vectors given to hnswlib at a time, and unpacked at a time (what stays in the processor's cache is twice as fast)."""


def _hnswlib():
    try:
        import hnswlib

        return hnswlib
    except Exception:  # missing, or built for another processor: exact search serves
        return None


def hnswlib_problem() -> str:
    """"" if hnswlib loads, else one line for ``coderag doctor``."""
    return "" if _hnswlib() else "hnswlib cannot be imported; exact search is used (slower above 20,000 chunks)"


def exact_index(vectors: Vectors):
    """hnswlib's own exact index; None without hnswlib."""
    lib = _hnswlib()
    if lib is None or not len(vectors):
        return None
    index = lib.BFIndex(space="ip", dim=vectors.codes.shape[1])
    index.init_index(max_elements=len(vectors))
    index.add_items(vectors.floats(), np.arange(len(vectors)))
    return index


def build_links(vectors: Vectors, check: Callable[[], None] = lambda: None) -> bytes | None:
    """The graph over ``vectors``, for :func:`load_graph`; None without hnswlib. The same for the same vectors. ``check``
    is called every so many vectors."""
    lib = _hnswlib()
    if lib is None:
        return None
    n = len(vectors)
    graph = lib.Index(space="ip", dim=vectors.codes.shape[1])
    graph.init_index(n, ef_construction=EF_CONSTRUCTION, M=M, random_seed=100)
    for at in range(0, n, _BATCH):  # one thread, in order: the same graph every time
        check()
        part = vectors.rows(slice(at, at + _BATCH))
        graph.add_items(part.floats(), np.arange(at, at + len(part)), num_threads=1)
    state = graph.__getstate__()[0]
    del graph  # the state is a copy of all of it
    return _pack(state)


def load_graph(links: bytes, vectors: Vectors):
    """A searchable hnswlib index. None without hnswlib; Damaged if the links are not those of these vectors."""
    lib = _hnswlib()
    if lib is None:
        return None
    try:
        return lib.Index(_unpack(links, vectors))
    except Exception as e:
        raise Damaged(f"vector graph cannot be loaded ({type(e).__name__})", "it is rebuilt by the next sync")


def _element(state: dict) -> np.dtype:
    """An element of hnswlib's lowest level: neighbours, vector, label."""
    return np.dtype([("count", "<u4"), ("links", "<u4", state["max_M0"]), ("vector", "<f4", state["dim"]), ("label", "<u8")])


def _upper(state: dict) -> np.dtype:
    """The neighbours of an element on one of the upper levels."""
    return np.dtype([("count", "<u4"), ("links", "<u4", state["max_M"])])


def _pack(state: dict) -> bytes:
    lists = (state["data_level0"].view(_element(state)), state["link_lists"].view(_upper(state)))
    if not np.array_equal(lists[0]["label"], np.arange(len(lists[0]))):
        raise ValueError("hnswlib numbers its elements otherwise")
    counts = [part["count"].astype(np.uint8) for part in lists]
    ids = np.concatenate([part["links"][_used(part["links"], c)] for part, c in zip(lists, counts, strict=True)])
    width = 3 if len(lists[0]) < 1 << 24 else 4
    narrow = np.ascontiguousarray(ids.astype("<u4")).view(np.uint8).reshape(-1, 4)[:, :width]
    plain = {k: v for k, v in state.items() if not isinstance(v, np.ndarray)} | {"num_threads": 1}  # else: our cores
    levels = state["element_levels"].astype(np.uint8)
    return msgpack.packb([plain, width, levels.tobytes(), *(c.tobytes() for c in counts), narrow.tobytes()])


def _unpack(data: bytes, vectors: Vectors) -> dict:
    """The parameters from which hnswlib makes an index."""
    state, width, levels, *packed, narrow = msgpack.unpackb(data)
    n, dim = vectors.codes.shape
    counts = [np.frombuffer(c, np.uint8) for c in packed]
    wide = np.zeros((len(narrow) // width, 4), np.uint8)
    wide[:, :width] = np.frombuffer(narrow, np.uint8).reshape(-1, width)
    ids = wide.view("<u4")[:, 0]
    if (state["cur_element_count"], state["max_elements"], state["dim"]) != (n, n, dim) or len(counts[0]) != n:
        raise ValueError("another number of vectors")
    if len(ids) and int(ids.max()) >= n:
        raise ValueError("a link leads nowhere")
    lists = [np.zeros(len(c), dtype) for c, dtype in zip(counts, (_element(state), _upper(state)), strict=True)]
    at = 0
    for part, count in zip(lists, counts, strict=True):
        total = int(count.sum(dtype=np.int64))
        part["count"] = count
        part["links"][_used(part["links"], count)] = ids[at : at + total]
        at += total
    if at != len(ids):
        raise ValueError("links are left over")
    for start in range(0, n, _CACHED):
        part = slice(start, start + _CACHED)
        lists[0]["vector"][part] = vectors.rows(part).floats()
    lists[0]["label"] = np.arange(n)
    return state | {
        "label_lookup_external": np.arange(n, dtype=np.uint64),
        "label_lookup_internal": np.arange(n, dtype=np.uint32),
        "element_levels": np.frombuffer(levels, np.uint8).astype(np.int32),
        "data_level0": lists[0].view(np.int8),
        "link_lists": lists[1].view(np.int8),
    }


def _used(links: np.ndarray, counts: np.ndarray) -> np.ndarray:
    return np.arange(links.shape[1]) < counts[:, None]
