"""Merges segments by their postings; no text is needed.

Invariant: the result has the bytes of a segment built afresh from the live documents in the same order. Memory is
bounded by one batch of postings, whatever the size of the parts.
"""
from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from heapq import merge
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import numpy as np

from coderag.index.lexical import files
from coderag.index.lexical.dictionary import FIELD_NUMBER
from coderag.index.lexical.reader import SegmentReader
from coderag.index.lexical.writer import BATCH, SegmentInfo, SegmentWriter

_FIELD = {number: name for name, number in FIELD_NUMBER.items()}
_KEY, _PART = itemgetter(0), itemgetter(0, 1)
_CHECK_EVERY = 1000


def merge_segments(
    directory: Path, parts: Sequence[tuple[str, np.ndarray]], check: Callable[[], None] = lambda: None
) -> SegmentInfo:
    """New segment with the live documents of ``parts`` (name, live mask), part by part. ``check`` is called every
    thousand terms; what it raises ends the work and leaves nothing."""
    readers = [SegmentReader(directory, name, live) for name, live in parts]
    documents = sum(reader.live_documents for reader in readers)
    lengths = {
        field: np.concatenate([np.empty(0, np.uint8), *(r.lengths[field][r.live] for r in readers)])
        for field in files.LENGTHS
    }
    with SegmentWriter(directory, documents, lengths) as writer:
        batch = _Batch(writer)
        entries = merge(*_renumbered(readers), key=_PART)
        for number, (key, found) in enumerate(groupby(entries, key=_KEY)):
            if not number % _CHECK_EVERY:
                check()
            batch.add(key, found)
        batch.flush()
    return writer.info


def _renumbered(readers: Sequence[SegmentReader]) -> list[Iterator[tuple]]:
    base, found = 0, []
    for part, reader in enumerate(readers):
        number = (np.cumsum(reader.live) - 1 + base).astype(np.int32)
        found.append(_entries(reader, part, number))
        base += reader.live_documents
    return found


def _entries(reader: SegmentReader, part: int, number: np.ndarray) -> Iterator[tuple]:
    for key, docs, freqs in reader.entries():
        yield key, part, number[docs], freqs


class _Batch:
    """Collects terms of one field until it is worth encoding them."""

    def __init__(self, writer: SegmentWriter) -> None:
        self._writer = writer
        self._field = 0
        self._clear()

    def _clear(self) -> None:
        self._terms: list[bytes] = []
        self._starts = array("q", [0])
        self._docs = array("i")
        self._freqs = array("i")

    def add(self, key: bytes, found: Iterator[tuple]) -> None:
        field = int.from_bytes(key[:2], "big")
        if field != self._field or len(self._docs) >= BATCH:
            self.flush()
            self._field = field
        for _, _, docs, freqs in found:
            self._docs.frombytes(docs.tobytes())
            self._freqs.frombytes(freqs.astype(np.int32).tobytes())
        self._terms.append(key[2:])
        self._starts.append(len(self._docs))

    def flush(self) -> None:
        if self._terms:
            self._writer.add(
                _FIELD[self._field], self._terms, np.array(self._starts, np.int64),
                np.array(self._docs, np.int32), np.array(self._freqs, np.int32),
            )  # fmt: skip
        self._clear()
