"""What a sync brings up to date: a ref or a worktree's detached HEAD, the commit it points to, and its slot."""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from coderag.git import Repository
from coderag.index.layout import Layout


@dataclass(frozen=True)
class Target:
    ref: str | None  # full ref; None = no branch (detached HEAD, or a bare commit id)
    commit: str | None  # None = no commit yet
    slot: Path
    label: str  # what an answer calls it

    @property
    def name(self) -> str:
        return self.ref or self.label


def head_target(repo: Repository, layout: Layout) -> Target:
    """HEAD of this worktree, read afresh."""
    head = repo.head()
    label = head.ref or "HEAD (detached)"
    return Target(head.ref, head.commit, layout.slot(head.ref, repo.worktree_id), label)


def ref_target(repo: Repository, layout: Layout, rev: str) -> Target:
    """Any revision. StateError if unknown. A branch has its own slot, a bare commit id one of its own."""
    ref, commit = repo.resolve(rev)
    if ref is None:
        return Target(None, commit, layout.commit_slot(commit), commit)
    return Target(ref, commit, layout.slot(ref), ref)


def target_of(repo: Repository, layout: Layout, rev: str | None) -> Target:
    if rev is None or rev in ("", "HEAD"):
        return head_target(repo, layout)
    return ref_target(repo, layout, rev)
