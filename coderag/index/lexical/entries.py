"""Values of the term dictionary: Whoosh's W3TermInfo, statistics of a term and where its postings are.

Invariant: ``read_entry`` returns what ``entries`` was given; it raises ``ValueError`` or ``struct.error`` on anything
else. Like posting blocks, inlined postings are pickles that we write in one spelling and never unpickle.

Up to ``INLINE`` postings stand in the entry itself: a posting list of their own would take 60 bytes more.
"""
from __future__ import annotations

from collections.abc import Iterator
from struct import Struct

import numpy as np

from coderag.index.lexical import blocks
from coderag.index.lexical.blocks import NUMBERS, OPCODE, WIDTH, width_of

INLINE = 16

# W3TermInfo: flag, total weight, documents, shortest, longest, heaviest, first id, last id
_INFO = [("flag", "u1"), ("weight", ">f4"), ("df", ">u4"), ("min", "u1"), ("max", "u1"), ("heaviest", ">f4"),
         ("first", ">u4"), ("last", ">u4")]  # fmt: skip
INFO_SIZE = np.dtype(_INFO).itemsize
_LISTED = np.dtype([*_INFO, ("offset", ">i8"), ("size", ">i4")])
_EXTENT = Struct(">qi")
_DF = Struct(">5x I")
_VALUES_AND_END = b")\x87."  # no values; a tuple of three; end


def entries(
    starts: np.ndarray, docs: np.ndarray, freqs: np.ndarray, lengths: np.ndarray | None, offset: int
) -> tuple[bytes, list[bytes]]:
    """Postings bytes, to be written at ``offset``, and the dictionary value of each term; arguments as for blocks."""
    df = np.diff(starts)
    if not len(df):
        return b"", []
    first = starts[:-1]
    info = np.zeros(len(df), _LISTED)
    info["weight"], info["heaviest"] = np.add.reduceat(freqs, first), np.maximum.reduceat(freqs, first)
    info["df"], info["first"], info["last"] = df, docs[first], docs[starts[1:] - 1]
    if lengths is not None:
        byte = lengths[docs]
        info["min"], info["max"] = np.minimum.reduceat(byte, first), np.maximum.reduceat(byte, first)

    values: list[bytes] = [b""] * len(df)
    many = df > INLINE
    listed = np.repeat(many, df)
    data, bounds = blocks.encode(np.append(0, np.cumsum(df[many])), docs[listed], freqs[listed], lengths)
    rows = info[many]
    rows["offset"], rows["size"] = offset + bounds[:-1], np.diff(bounds)
    for i, value in zip(np.flatnonzero(many).tolist(), rows_of(rows), strict=True):
        values[i] = value
    few = np.flatnonzero(~many)
    heavy = np.where(info["heaviest"] == 1, 0, np.where(info["heaviest"] < 256, 1, 2))
    shape = df * 100 + width_of(info["last"]) * 10 + heavy
    for kind in np.unique(shape[few]).tolist():
        chosen = few[shape[few] == kind]
        for i, value in zip(chosen.tolist(), _inlined(info[chosen], first[chosen], docs, freqs, kind), strict=True):
            values[i] = value
    return data, values


def _inlined(info: np.ndarray, first: np.ndarray, docs: np.ndarray, freqs: np.ndarray, shape: int) -> Iterator[bytes]:
    """Entries with a pickle of ((id, ...), weights, ()), all of one shape: number of postings, width of an id, and
    weights all 1 (an empty tuple), below 256 (bytes) or larger (a tuple)."""
    n, width, heavy = shape // 100, shape // 10 % 10, shape % 10
    weights = ([], [("bytes", "V2"), ("weights", "u1", n)], [("mark", "V1"), ("weights", NUMBERS[4], n), ("end", "V1")])
    table = np.zeros(len(info), [*_INFO, ("p0", "V1"), ("ids", NUMBERS[width], n), ("p1", "V1"), *weights[heavy],
                                 ("p2", "V4" if heavy == 0 else "V3")])  # fmt: skip
    for name, _ in _INFO:
        table[name] = info[name]
    at = first[:, None] + np.arange(n)
    table["flag"], table["p0"], table["p1"] = 1, np.void(b"("), np.void(b"t")
    table["p2"] = np.void(b")" + _VALUES_AND_END if heavy == 0 else _VALUES_AND_END)
    table["ids"]["op"], table["ids"]["v"] = OPCODE[width], docs[at]
    if heavy == 1:
        table["bytes"], table["weights"] = np.void(b"C" + bytes([n])), freqs[at]
    elif heavy == 2:
        table["mark"], table["end"] = np.void(b"("), np.void(b"t")
        table["weights"]["op"], table["weights"]["v"] = OPCODE[4], freqs[at]
    return rows_of(table)


def rows_of(table: np.ndarray) -> Iterator[bytes]:
    data, size = table.tobytes(), table.nbytes // max(1, len(table))
    return (data[i : i + size] for i in range(0, len(data), size or 1))


def read_entry(value: bytes, postings) -> tuple[np.ndarray, np.ndarray]:
    """Postings behind a dictionary value; ``postings`` is the content of the postings file."""
    if value[0]:
        return _read_inlined(value)
    offset, size = _EXTENT.unpack_from(value, INFO_SIZE)
    return blocks.decode(postings, offset, size)


def _read_inlined(value: bytes) -> tuple[np.ndarray, np.ndarray]:
    (n,) = _DF.unpack_from(value)
    width = WIDTH.get(value[INFO_SIZE + 1], 0)
    at = INFO_SIZE + 1 + n * (1 + width)
    if value[INFO_SIZE] != ord("(") or not width or not 1 <= n <= INLINE or len(value) < at + 2:
        raise ValueError("unknown inlined postings")
    docs = np.frombuffer(value, NUMBERS[width], n, INFO_SIZE + 1)["v"].astype(np.int32)
    kind, rest = value[at : at + 2], len(value) - at
    if kind == b"t)" and rest == 5:
        freqs = np.ones(n, np.uint8)
    elif kind == b"tC" and rest == 6 + n and value[at + 2] == n:
        freqs = np.frombuffer(value, np.uint8, n, at + 3).copy()
    elif kind == b"t(" and rest == 6 + 5 * n:
        freqs = np.frombuffer(value, NUMBERS[4], n, at + 2)["v"].copy()
    else:
        raise ValueError("unknown inlined weights")
    if n > 1 and int((docs[1:] - docs[:-1]).min()) <= 0:
        raise ValueError("documents are not ascending")
    return docs, freqs
