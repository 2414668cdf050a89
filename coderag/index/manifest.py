"""Path -> artifact for one commit, and the list of what is not indexed and why.

Invariant: every entry of the commit's tree is in exactly one of the two lists. Paths exist only here.
"""
from __future__ import annotations

import threading
import zlib
from collections import OrderedDict
from pathlib import Path
from typing import NamedTuple

import msgpack

from coderag.fsio import Damaged, digest, read_checked, write_checked


class Entry(NamedTuple):
    """An indexed file. Its chunks are ``count`` documents of segment ``segment`` from ``first`` on."""

    oid: str
    mode: int
    hint: str  # what the path says of the language; with the blob it names the artifact
    language: str  # what it turned out to be
    lines: int
    title: str
    segment: str  # "" when the file has no chunk
    first: int
    count: int


class Skipped(NamedTuple):
    oid: str
    mode: int
    hint: str
    reason: str


class Manifest:
    """Mutable while a snapshot is built, never changed after it is published."""

    def __init__(self, files: dict[str, Entry] | None = None, skipped: dict[str, Skipped] | None = None) -> None:
        self.files = files or {}
        self.skipped = skipped or {}

    def copy(self) -> Manifest:
        return Manifest(dict(self.files), dict(self.skipped))

    def drop(self, path: str) -> None:
        self.files.pop(path, None)
        self.skipped.pop(path, None)

    def tree_ids(self) -> dict[str, tuple[int, str]]:
        """Path -> (mode, oid) of everything in the tree."""
        out = {p: (e.mode, e.oid) for p, e in self.files.items()}
        out.update((p, (s.mode, s.oid)) for p, s in self.skipped.items())
        return out

    def ordered(self) -> Manifest:
        """A copy with both lists in path order."""
        skipped = {p: self.skipped[p] for p in sorted(self.skipped, key=path_key)}
        return Manifest({p: self.files[p] for p in self.sorted_paths()}, skipped)

    def sorted_paths(self) -> list[str]:
        return sorted(self.files, key=path_key)

    def pack(self) -> bytes:
        files = [(p, *entry) for p, entry in self.files.items()]
        skipped = [(p, *entry) for p, entry in self.skipped.items()]
        return zlib.compress(msgpack.packb([files, skipped], unicode_errors="surrogateescape"), 1)

    @staticmethod
    def unpack(data: bytes) -> Manifest:
        """Damaged if the bytes are not a manifest."""
        try:
            files, skipped = msgpack.unpackb(zlib.decompress(data), unicode_errors="surrogateescape", use_list=False)
            return Manifest({r[0]: Entry(*r[1:]) for r in files}, {r[0]: Skipped(*r[1:]) for r in skipped})
        except Exception as e:
            raise Damaged(f"manifest cannot be read ({type(e).__name__})", "it is rebuilt by the next sync")


_recent: OrderedDict[bytes, Manifest] = OrderedDict()
_RECENT = 3
"""Manifests kept by content: what a process has just published it need not unpack, nor what it builds upon next."""
_lock = threading.Lock()


def write_manifest(generation: Path, manifest: Manifest) -> bytes:
    """Its digest. OSError if the disk refuses."""
    ordered = manifest.ordered()  # as unpacking would give it: no order of history may reach an answer
    data = ordered.pack()
    key = write_checked(generation / "manifest", data)
    _remember(key, ordered)
    return key


def read_manifest(generation: Path, expected: bytes | None = None) -> Manifest:
    """Not to be changed: others may hold it. Damaged, also if it is another than ``expected``; OSError if it cannot be
    read."""
    data = read_checked(generation / "manifest", expected)
    key = digest(data)
    with _lock:
        found = _recent.get(key)
    return found or _remember(key, Manifest.unpack(data))


def _remember(key: bytes, manifest: Manifest) -> Manifest:
    with _lock:
        _recent[key] = manifest
        _recent.move_to_end(key)
        while len(_recent) > _RECENT:
            _recent.popitem(last=False)
    return manifest


def path_key(path: str) -> bytes:
    """Sort key of a path: git's byte order."""
    return path.encode("utf-8", "surrogateescape")
