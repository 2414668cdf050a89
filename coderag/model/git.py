"""Values that the git layer hands out. Ids are lower-case hex; paths are str with surrogateescape (bytes are kept)."""
from __future__ import annotations

from typing import NamedTuple

MODE_TREE, MODE_LINK, MODE_GITLINK = 0o040000, 0o120000, 0o160000


class Head(NamedTuple):
    """Where HEAD of a worktree points."""

    ref: str | None  # full name "refs/heads/main"; None = detached
    commit: str | None  # None = unborn (no commit yet)

    @property
    def unborn(self) -> bool:
        return self.commit is None


class TreeEntry(NamedTuple):
    """A non-tree entry of a commit's tree."""

    path: str
    mode: int
    oid: str


class Change(NamedTuple):
    """One path of a tree diff. ``None`` = absent on that side. Renames are a deletion and an addition."""

    path: str
    old: TreeEntry | None
    new: TreeEntry | None
