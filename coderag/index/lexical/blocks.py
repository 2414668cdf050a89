"""Posting blocks: Whoosh W3's block format in the one spelling that numpy reads and writes without a loop.

A W3 posting list is the tag ``W3Bl`` and blocks of: length (negative in the last one), a pickled tuple of statistics,
a pickled tuple (document number deltas, weights, values). A pickle has many spellings of the same value. Ours writes
all deltas of a block in the same width (``K`` + 1 byte, ``M`` + 2, ``J`` + 4) and the weights as one bytes object, so
stock Whoosh unpickles what it expects, while we see fixed-width records and never unpickle anything. Larger blocks are
compressed, which is part of the format, too: an opcode at every number costs nothing then.

Invariant: ``decode(encode(x)) == x``; decoding foreign bytes raises ``ValueError``, ``struct.error`` or ``zlib.error``,
reads nothing outside the given extent and always ends. Terms with few postings have no block: see ``entries``.
"""
from __future__ import annotations

import zlib
from struct import Struct

import numpy as np

BLOCK = 8192  # postings; large, because a block costs a Python-level step and we never skip blocks
TAG = b"W3Bl"
_COMPRESS_FROM = 100  # bytes of a block's data; below, compression gains little and costs a call
_LEVEL = 1

# length | pickled (n, last id, max weight, compressed, min length, max length) | head of the data: ((first id
_HEAD = np.dtype([
    ("size", ">i4"), ("i0", "V3"), ("i1", "V1"), ("n", "<i4"), ("i2", "V1"), ("last", "<i4"), ("i3", "V1"),
    ("weight", ">f8"), ("i4", "V3"), ("min", "u1"), ("i5", "V1"), ("max", "u1"), ("i6", "V2"), ("d0", "V5"),
    ("first", "<i4"),
])  # fmt: skip
_TEMPLATE = np.zeros(1, _HEAD)
for _name, _bytes in {
    "i0": b"\x80\x02(", "i1": b"J", "i2": b"J", "i3": b"G", "i4": b"K\0K", "i5": b"K", "i6": b"t.", "d0": b"\x80\x03((J",
}.items():  # fmt: skip
    _TEMPLATE[_name] = np.void(_bytes)
_LENGTH = Struct(">i")
_INFO = Struct("<3s x i x i x 8s 3s x x x 2s")
_OPENING = Struct("<5s i")
_DATA_AT = _LENGTH.size + _INFO.size
_COMPRESSED_AT = _HEAD.fields["i4"][1] + 1  # of a block: the byte that says whether its data is compressed
_END = b"Nt."  # no values; end of the tuple
OPCODE = {1: ord("K"), 2: ord("M"), 4: ord("J")}
WIDTH = {code: width for width, code in OPCODE.items()}
NUMBERS = {1: np.dtype([("op", "u1"), ("v", "u1")]), 2: np.dtype([("op", "u1"), ("v", "<u2")]),
           4: np.dtype([("op", "u1"), ("v", "<i4")])}  # fmt: skip
"""Pickled integers of equal width, by width."""


def encode(
    starts: np.ndarray, docs: np.ndarray, freqs: np.ndarray, lengths: np.ndarray | None
) -> tuple[bytes, np.ndarray]:
    """Posting lists of many terms at once.

    Term ``i`` has the postings ``starts[i]:starts[i + 1]`` (at least one), documents ascending. ``lengths``: length
    byte of each document. Returns the bytes and each term's start in them (one more entry: the end).
    """
    df = np.diff(starts)
    if not len(df):
        return b"", np.zeros(1, np.int64)
    per_term = -(-df // BLOCK)
    first_block = np.cumsum(per_term) - per_term
    term = np.repeat(np.arange(len(df)), per_term)
    begin = starts[term] + (np.arange(len(term)) - first_block[term]) * BLOCK
    n = np.minimum(begin + BLOCK, starts[term + 1]) - begin
    opening = np.zeros(len(term), np.int64)
    opening[first_block] = len(TAG)
    last = np.ones(len(term), np.int64)
    last[:-1] = np.where(term[1:] == term[:-1], 1, -1)
    last[-1] = -1

    delta = np.diff(docs, prepend=docs[:1])
    delta[begin] = 0  # the head holds the first id
    top = np.maximum.reduceat(delta, begin)
    width = width_of(top)
    heaviest = np.maximum.reduceat(freqs, begin)
    deltas_size = (n - 1) * (1 + width)
    weights_size = np.where(heaviest == 1, 1, np.where(heaviest < 256, 5 + n, 2 + 5 * n))
    size = opening + _HEAD.itemsize + deltas_size + 1 + weights_size + len(_END)
    stop = np.cumsum(size)
    at = stop - size + opening

    out = np.zeros(int(stop[-1]), np.uint8)
    out[(at[first_block] - len(TAG))[:, None] + np.arange(len(TAG))] = np.frombuffer(TAG, np.uint8)
    head = np.repeat(_TEMPLATE, len(term))
    head["size"] = (size - opening - 4) * last
    head["n"], head["first"], head["last"] = n, docs[begin], docs[begin + n - 1]
    head["weight"] = heaviest
    if lengths is not None:
        byte = lengths[docs]
        head["min"], head["max"] = np.minimum.reduceat(byte, begin), np.maximum.reduceat(byte, begin)
    out[at[:, None] + np.arange(_HEAD.itemsize)] = head.view(np.uint8).reshape(len(term), -1)

    at_deltas = at + _HEAD.itemsize
    at_weights = at_deltas + deltas_size + 1
    out[at_weights - 1] = ord("t")
    block = np.repeat(np.arange(len(term)), n)
    within = np.arange(len(docs)) - begin[block]
    _write_numbers(out, at_deltas - 1 - width, block, within, delta, width, keep=within > 0)
    out[at_weights[heaviest == 1]] = ord("N")
    plain, wide = (heaviest > 1) & (heaviest < 256), heaviest >= 256
    out[at_weights[plain]] = ord("B")
    for k in range(4):
        out[at_weights[plain] + 1 + k] = (n[plain] >> 8 * k) & 255
    chosen = plain[block]
    out[(at_weights + 5)[block[chosen]] + within[chosen]] = freqs[chosen]
    out[at_weights[wide]] = ord("(")
    out[(at_weights + weights_size - 1)[wide]] = ord("t")
    _write_numbers(out, at_weights + 1, block, within, freqs, np.full(len(term), 4), keep=wide[block])
    out[(stop - len(_END))[:, None] + np.arange(len(_END))] = np.frombuffer(_END, np.uint8)
    data, saved = _compressed(out.tobytes(), at, stop)
    begins = at - len(TAG) - (np.cumsum(saved) - saved)
    return data, np.append(begins[first_block], len(data))


def width_of(largest: np.ndarray) -> np.ndarray:
    """Bytes that numbers up to these take."""
    return np.where(largest < 1 << 8, 1, np.where(largest < 1 << 16, 2, 4))


def _compressed(data: bytes, at: np.ndarray, stop: np.ndarray) -> tuple[bytes, np.ndarray]:
    """The blocks ``at[i]:stop[i]`` with the data of large ones compressed, and how many bytes each lost."""
    saved = np.zeros(len(at), np.int64)
    parts, done = [], 0
    for i in np.flatnonzero(stop - at >= _DATA_AT + _COMPRESS_FROM).tolist():
        begin, end = int(at[i]), int(stop[i])
        body = zlib.compress(data[begin + _DATA_AT : end], _LEVEL)
        saved[i] = end - begin - _DATA_AT - len(body)
        if saved[i] <= 0:
            saved[i] = 0
            continue
        head = bytearray(data[begin : begin + _DATA_AT])
        length = _INFO.size + len(body)
        _LENGTH.pack_into(head, 0, length if _LENGTH.unpack_from(head)[0] > 0 else -length)
        head[_COMPRESSED_AT] = 1
        parts += data[done:begin], head, body
        done = end
    return b"".join([*parts, data[done:]]), saved


def _write_numbers(out, at, block, within, values, width, keep) -> None:
    """Pickled integers of block ``b``: opcode and little-endian bytes, side by side from ``at[b]``."""
    for w, code in OPCODE.items():
        chosen = np.flatnonzero(keep & (width == w)[block])
        if len(chosen):
            where = at[block[chosen]] + within[chosen] * (1 + w)
            out[where] = code
            for k in range(w):
                out[where + 1 + k] = (values[chosen] >> 8 * k) & 255


def decode(data, offset: int, size: int) -> tuple[np.ndarray, np.ndarray]:
    """(documents int32 ascending, frequencies) of the posting list at ``data[offset : offset + size]``."""
    end = offset + size
    if offset < 0 or end > len(data) or data[offset : offset + 4] != TAG:
        raise ValueError("no posting list here")
    at, parts = offset + 4, []
    while True:
        (length,) = _LENGTH.unpack_from(data, at)
        stop = at + _LENGTH.size + abs(length)
        if abs(length) <= _INFO.size or stop > end:
            raise ValueError("posting block exceeds its list")
        parts.append(_decode_block(data, at, stop))
        at = stop
        if length < 0:
            break
    if at != end:
        raise ValueError("posting list is longer than its blocks")
    docs = parts[0][0] if len(parts) == 1 else np.concatenate([p[0] for p in parts])
    freqs = parts[0][1] if len(parts) == 1 else np.concatenate([p[1] for p in parts])
    if len(docs) > 1 and int((docs[1:] - docs[:-1]).min()) <= 0:
        raise ValueError("documents are not ascending")
    return docs, freqs


def _decode_block(data, at: int, stop: int) -> tuple[np.ndarray, np.ndarray]:
    magic, n, last, _, compressed, _ = _INFO.unpack_from(data, at + _LENGTH.size)
    if magic != b"\x80\x02(" or not 1 <= n <= BLOCK or compressed not in (b"K\0K", b"K\1K"):
        raise ValueError("unknown posting block")
    body = data[at + _DATA_AT : stop]
    if compressed[1]:  # bounded, since a damaged byte must not ask for gigabytes
        body = zlib.decompressobj().decompress(body, _OPENING.size + 10 * n + 16)
    opening, first = _OPENING.unpack_from(body)
    at = _OPENING.size
    width = WIDTH.get(body[at], 0) if n > 1 else 1
    if opening != b"\x80\x03((J" or not width or at + (n - 1) * (1 + width) >= len(body):
        raise ValueError("unknown posting block")
    docs = np.empty(n, np.int32)
    docs[0] = first
    if n > 1:
        docs[1:] = np.frombuffer(body, NUMBERS[width], n - 1, at)["v"]
        np.cumsum(docs, out=docs)
        at += (n - 1) * (1 + width)
    kind, stop = body[at : at + 2], len(body)
    if kind == b"tN" and at + 2 + len(_END) == stop:
        freqs = np.ones(n, np.uint8)
    elif kind == b"tB" and at + 6 + n + len(_END) == stop:
        freqs = np.frombuffer(body, np.uint8, n, at + 6).copy()
    elif kind == b"t(" and at + 3 + 5 * n + len(_END) == stop:
        freqs = np.frombuffer(body, NUMBERS[4], n, at + 2)["v"].copy()
    else:
        raise ValueError("unknown weights")
    if docs[-1] != last:
        raise ValueError("last document differs")
    return docs, freqs
