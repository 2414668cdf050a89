"""Errors of the git layer that callers tell apart. Everything else is a plain RepositoryError or StateError."""
from __future__ import annotations

from coderag.errors import StateError


class MissingBlob(StateError):
    """A blob that a tree names is not in this clone (partial clone, gitlink) or cannot be read (damaged)."""

    def __init__(self, oid: str, reason: str = "") -> None:
        super().__init__(
            f"blob {oid} is not readable in this clone" + (f": {reason}" if reason else ""),
            f"fetch it with: git cat-file -p {oid}; if that fails, check the clone with: git fsck",
        )
        self.oid = oid
