"""Values that the git layer hands out. Ids are lower-case hex; paths are str with surrogateescape (bytes are kept)."""
from __future__ import annotations

from typing import NamedTuple

MODE_TREE, MODE_FILE, MODE_LINK, MODE_GITLINK = 0o040000, 0o100644, 0o120000, 0o160000


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


class Uncommitted(NamedTuple):
    """A path that the working copy does not hold as HEAD does."""

    path: str
    mode: int  # of what stands there now; 0 = nothing. For an untracked path MODE_FILE, whatever it is
    oid: str  # of the blob, where git has it and the working file equals it; "" = only the working file has it
    tracked: bool


class WorkTree(NamedTuple):
    """What differs from HEAD at one moment, sorted by path bytes. Ignored files are no part of it."""

    commit: str | None  # HEAD at that moment
    paths: tuple[Uncommitted, ...]
