"""The interface that both back ends fill: everything that reads refs by name, commits, trees and blobs.

A back end sees objects exactly as stored (no replace refs, no lazy fetch), gives paths as str with surrogateescape,
sorted by their bytes, and may be used from several threads.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from coderag.errors import StateError
from coderag.model.git import Change, TreeEntry


class Backend(Protocol):
    name: str

    def resolve(self, rev: str) -> tuple[str | None, str] | None: ...
    def branches(self) -> dict[str, str]: ...
    def has_commit(self, oid: str) -> bool: ...
    def list_tree(self, commit: str) -> list[TreeEntry]: ...
    def diff(self, old_commit: str, new_commit: str) -> list[Change]: ...
    def read_blobs(self, oids: Iterable[str]) -> Iterator[tuple[str, bytes | None]]: ...
    def blob_sizes(self, oids: Iterable[str]) -> dict[str, int]: ...
    def count_ahead(self, old: str, new: str) -> int: ...
    def close(self) -> None: ...


def decode_path(raw: bytes) -> str:
    """git's path bytes as str; every byte survives, see PEP 383."""
    return raw.decode("utf-8", "surrogateescape")


def path_bytes(path: str) -> bytes:
    """Inverse of :func:`decode_path`; also the sort key of everything the git layer lists."""
    return path.encode("utf-8", "surrogateescape")


def missing_commit(oid: str) -> StateError:
    return StateError(f"commit {oid} is not in this repository", "it may have been removed by gc, or not been fetched")


def missing_tree(oid: str) -> StateError:
    return StateError(f"a tree of commit {oid} is not in this clone", "treeless partial clone? Fetch it with: git fetch --refetch")
