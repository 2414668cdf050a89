"""One segment, opened for reading.

Invariant: everything is opened or read when the object is made, so files unlinked afterwards do no harm; results hold
live documents only. Safe to share between threads: nothing here seeks or changes.
"""
from __future__ import annotations

import copy
import mmap
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from coderag.index.lexical import files
from coderag.index.lexical.dictionary import DictionaryReader, decode_term, encode_term, key_of
from coderag.index.lexical.entries import read_entry

NONE = np.empty(0, np.int32)


class SegmentReader:
    def __init__(self, directory: Path, name: str, live: np.ndarray) -> None:
        files.check_name(name)
        self.name = name
        self.documents = len(live)
        self._set_live(live)
        self.lengths = files.read_lengths(directory, name, self.documents)
        with files.damage_is_named(name):
            self._postings = _mapped(directory / (name + files.POSTINGS))
            self._terms = DictionaryReader(_mapped(directory / (name + files.TERMS)))

    def _set_live(self, live: np.ndarray) -> None:
        self.live = np.ascontiguousarray(live, bool)
        self.live_documents = int(np.count_nonzero(self.live))
        self.has_deletions = self.live_documents < self.documents

    def masked(self, live: np.ndarray) -> SegmentReader:
        """The same files read with another live mask."""
        other = copy.copy(self)
        other._set_live(live)
        return other

    def postings(self, field: str, term: str) -> tuple[np.ndarray, np.ndarray]:
        """(documents int32 ascending, frequencies) of the live documents with this term."""
        with files.damage_is_named(self.name):
            value = self._terms.get(field, encode_term(term))
            return (NONE, NONE) if value is None else self._live_postings(value)

    def terms(self, field: str, prefix: str = "") -> Iterator[str]:
        """Terms some live document has, ascending."""
        start = key_of(field, encode_term(prefix))
        with files.damage_is_named(self.name):
            for key, value in self._terms.items(start):
                if not key.startswith(start):
                    return
                if not self.has_deletions or len(self._live_postings(value)[0]):
                    yield decode_term(key[2:])

    def entries(self) -> Iterator[tuple[bytes, np.ndarray, np.ndarray]]:
        """(dictionary key, documents, frequencies) of every term some live document has, in key order."""
        with files.damage_is_named(self.name):
            for key, value in self._terms.items():
                docs, freqs = self._live_postings(value)
                if len(docs):
                    yield key, docs, freqs

    def _live_postings(self, value: bytes) -> tuple[np.ndarray, np.ndarray]:
        docs, freqs = read_entry(value, self._postings)
        if docs[0] < 0 or docs[-1] >= self.documents:
            raise ValueError("document number out of range")
        if self.has_deletions:
            keep = self.live[docs]
            docs, freqs = docs[keep], freqs[keep]
        return docs, freqs


def _mapped(path: Path):
    """Content of a file without reading it. The map lives as long as something refers to it."""
    with open(path, "rb") as f:
        try:
            return mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:  # an empty file cannot be mapped
            return b""
