"""Builds segments: inverts documents in memory and writes one Whoosh W3 segment.

Invariant: the files depend on the documents and their order only (the segment's name apart), and either all files of
the segment are on disk, flushed, or none is. Memory grows with the documents given; the caller bounds their number.
"""
from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import numpy as np

from coderag import fsio
from coderag.index.lexical import files
from coderag.index.lexical.dictionary import DictionaryWriter, encode_term
from coderag.index.lexical.entries import entries
from coderag.index.lexical.fields import FIELDS, SCORED
from coderag.index.lexical.whoosh_api import whoosh

BATCH = 1 << 18  # postings encoded at once: the temporary arrays take about 100 bytes each


@dataclass(frozen=True, slots=True)
class SegmentInfo:
    """``lengths``: summed field lengths, as rounded by Whoosh's length bytes."""

    name: str
    documents: int
    lengths: dict[str, int]


def build_segment(directory: Path, documents: Iterable[Mapping[str, Sequence[str]]]) -> SegmentInfo:
    """One segment in ``directory`` with the documents in order. OSError if the disk refuses."""
    fields = {name: _FieldInverter() for name in FIELDS}
    count = 0
    for document in documents:
        for name, inverter in fields.items():
            inverter.add(document.get(name, ()))
        count += 1
    lengths = {name: files.length_bytes(np.array(fields[name].lengths, np.int64)) for name in SCORED}
    with SegmentWriter(directory, count, lengths) as writer:
        for name in FIELDS:
            fields.pop(name).write(writer, name)
    return writer.info


class _FieldInverter:
    """Tokens of one field as numbers, in document order; sorting them once is the inversion."""

    def __init__(self) -> None:
        self._numbers: defaultdict[str, int] = defaultdict()
        self._numbers.default_factory = self._numbers.__len__
        self._tokens = array("i")
        self.lengths = array("i")

    def add(self, tokens: Sequence[str]) -> None:
        self._tokens.extend(map(self._numbers.__getitem__, tokens))
        self.lengths.append(len(tokens))

    def write(self, writer: SegmentWriter, field: str) -> None:
        terms = sorted((encode_term(term), number) for term, number in self._numbers.items())
        if not terms:
            return
        names = [name for name, _ in terms]
        rank = np.empty(len(terms), np.int64)
        rank[[number for _, number in terms]] = np.arange(len(terms))
        self._numbers.clear()
        del terms
        starts, docs, freqs = self._inverted(rank)
        writer.add(field, names, starts, docs, freqs)

    def _inverted(self, rank: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Postings in term order. Arrays of all tokens are dropped as soon as they have served: they set the peak."""
        documents = len(self.lengths)
        key = rank[np.frombuffer(self._tokens, np.int32)]
        self._tokens = array("i")
        key *= documents
        key += np.repeat(np.arange(documents, dtype=np.int32), np.frombuffer(self.lengths, np.int32))
        key.sort()
        first = np.ones(len(key), bool)
        np.not_equal(key[1:], key[:-1], out=first[1:])
        head = np.flatnonzero(first)
        freqs = np.diff(head, append=len(key)).astype(np.int32)
        key = key[head]
        starts = np.searchsorted(key, np.arange(len(rank) + 1) * documents)
        key %= documents
        return starts, key.astype(np.int32), freqs


class SegmentWriter:
    """The files of one new segment. A context: leaving it by an error removes them."""

    def __init__(self, directory: Path, documents: int, lengths: Mapping[str, np.ndarray]) -> None:
        w = whoosh()
        self.name = files.new_name()
        self._directory, self._documents, self._lengths = directory, documents, dict(lengths)
        self._postings = open(self._path(files.POSTINGS), "wb")
        try:
            self._terms_file = w.files.FileStorage(str(directory)).create_file(self.name + files.TERMS)
        except BaseException:
            self._postings.close()
            self._path(files.POSTINGS).unlink()
            raise
        self._dictionary = DictionaryWriter(self._terms_file)

    def add(
        self, field: str, terms: Sequence[bytes], starts: np.ndarray, docs: np.ndarray, freqs: np.ndarray
    ) -> None:
        """Ascending terms of one field; term ``i`` owns the postings ``starts[i]:starts[i + 1]``."""
        begin = 0
        while begin < len(terms):
            end = int(np.searchsorted(starts, starts[begin] + BATCH, "right")) - 1
            end = min(max(end, begin + 1), len(terms))
            low, high = int(starts[begin]), int(starts[end])
            data, values = entries(
                starts[begin : end + 1] - low, docs[low:high], freqs[low:high], self._lengths.get(field),
                self._postings.tell(),
            )  # fmt: skip
            self._postings.write(data)
            self._dictionary.add(field, terms[begin:end], values)
            begin = end

    def __enter__(self) -> SegmentWriter:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            if error is None:
                self._finish()
        except BaseException:
            self._discard()
            raise
        if error is not None:
            self._discard()

    def _finish(self) -> None:
        w = whoosh()
        self._dictionary.finish()
        self._postings.close()
        # Nothing is stored, but a stock reader expects the column.
        storage = w.files.FileStorage(str(self._directory))
        with storage.create_file(self.name + files.STORED) as f:
            w.w3.STORED_COLUMN.writer(f).finish(self._documents)
        for field, suffix in files.LENGTHS.items():
            self._path(suffix).write_bytes(self._lengths[field].tobytes())
        for path in files.segment_files(self._directory, self.name):
            files.flush(path)
        fsio.sync_dir(self._directory)
        self.info = SegmentInfo(self.name, self._documents, files.total_lengths(self._lengths))

    def _discard(self) -> None:
        self._postings.close()
        if not self._terms_file.is_closed:
            self._terms_file.close()
        for path in files.segment_files(self._directory, self.name):
            path.unlink(missing_ok=True)

    def _path(self, suffix: str) -> Path:
        return self._directory / (self.name + suffix)
