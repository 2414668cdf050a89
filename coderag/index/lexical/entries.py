"""Values of the term dictionary: Whoosh's W3TermInfo, statistics of a term and where its postings are.

Invariant: ``read_entry`` returns what ``entries`` was given; it raises ``ValueError`` or ``struct.error`` on anything
else. Like posting blocks, inlined postings are pickles that we write in one spelling and never unpickle.
"""
from __future__ import annotations

from collections.abc import Iterator
from struct import Struct

import numpy as np

from coderag.index.lexical import blocks

# W3TermInfo: flag, total weight, documents, shortest, longest, heaviest, first id, last id
_INFO = [("flag", "u1"), ("weight", ">f4"), ("df", ">u4"), ("min", "u1"), ("max", "u1"), ("heaviest", ">f4"),
         ("first", ">u4"), ("last", ">u4")]  # fmt: skip
INFO_SIZE = np.dtype(_INFO).itemsize
_LISTED = np.dtype([*_INFO, ("offset", ">i8"), ("size", ">i4")])
_EXTENT = Struct(">qi")
# A single posting is kept in the entry, as the pickle of ((id,), (weight,), ())
_INLINED = np.dtype([*_INFO, ("p0", "V5"), ("id", "<i4"), ("p1", "V3"), ("freq", "<i4"), ("p2", "V4")])
_INLINE = Struct("<5s i 3s i 4s")
_P0, _P1, _P2 = b"\x80\x02((J", b"t(J", b"t)t."


def entries(
    starts: np.ndarray, docs: np.ndarray, freqs: np.ndarray, lengths: np.ndarray | None, offset: int
) -> tuple[bytes, list[bytes]]:
    """Postings bytes, to be written at ``offset``, and the dictionary value of each term; arguments as for blocks."""
    df = np.diff(starts)
    if not len(df):
        return b"", []
    first = starts[:-1]
    single = df == 1
    info = np.zeros(len(df), _LISTED)
    info["weight"], info["heaviest"] = np.add.reduceat(freqs, first), np.maximum.reduceat(freqs, first)
    info["df"], info["first"], info["last"] = df, docs[first], docs[starts[1:] - 1]
    if lengths is not None:
        byte = lengths[docs]
        info["min"], info["max"] = np.minimum.reduceat(byte, first), np.maximum.reduceat(byte, first)

    listed = np.repeat(~single, df)
    data, bounds = blocks.encode(np.append(0, np.cumsum(df[~single])), docs[listed], freqs[listed], lengths)
    listed_rows = info[~single]
    listed_rows["offset"], listed_rows["size"] = offset + bounds[:-1], np.diff(bounds)
    inlined = np.zeros(int(single.sum()), _INLINED)
    for name, _ in _INFO:
        inlined[name] = info[name][single]
    inlined["flag"] = 1
    inlined["id"], inlined["freq"] = docs[first[single]], freqs[first[single]]
    inlined["p0"], inlined["p1"], inlined["p2"] = np.void(_P0), np.void(_P1), np.void(_P2)

    many, one = rows_of(listed_rows), rows_of(inlined)
    return data, [next(one) if is_single else next(many) for is_single in single.tolist()]


def rows_of(table: np.ndarray) -> Iterator[bytes]:
    data, size = table.tobytes(), table.nbytes // max(1, len(table))
    return (data[i : i + size] for i in range(0, len(data), size or 1))


def read_entry(value: bytes, postings) -> tuple[np.ndarray, np.ndarray]:
    """Postings behind a dictionary value; ``postings`` is the content of the postings file."""
    if value[0]:
        p0, doc, p1, freq, p2 = _INLINE.unpack_from(value, INFO_SIZE)
        if (p0, p1, p2) != (_P0, _P1, _P2):
            raise ValueError("unknown inlined posting")
        return np.array([doc], np.int32), np.array([freq], np.int32)
    offset, size = _EXTENT.unpack_from(value, INFO_SIZE)
    return blocks.decode(postings, offset, size)
