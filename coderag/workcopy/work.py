"""The working copy in an answer: uncommitted work laid over the snapshot, or files that differ from it counted.

Both belong to a question about what is checked out. With an overlay, a question without a ref covers the work itself;
otherwise the answer is of the commit, and says how many files differ from it.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from coderag.errors import CoderagError
from coderag.git import Repository
from coderag.model.answers import Freshness
from coderag.search.reader import View
from coderag.sync.reconcile import Writer
from coderag.workcopy.compare import Compared, DirtyCount
from coderag.workcopy.looking import Looks
from coderag.workcopy.overlay import Overlay
from coderag.workcopy.reading import WorkFiles

_PATIENCE = 2.0
"""Seconds that git gets at least for looking at the working tree; without what it says the commit answers alone."""
Entry = TypeVar("Entry")  # Hit, Definition or Use
T = TypeVar("T")


class WorkCopy:
    """The working copy of one worktree. Safe to call from several threads."""

    def __init__(self, repo: Repository, overlay: bool, index_copies: Path) -> None:
        """``index_copies``: folder for copies of git's index."""
        self._repo = repo
        self._looks = Looks(repo, index_copies)
        self._overlay = Overlay(WorkFiles(repo), repo.read_blob) if overlay and repo.workdir else None
        self._dirty = DirtyCount(repo)
        self._compared = Compared(repo.workdir)

    def close(self) -> None:
        self._looks.close()

    def covers(self, ref: str | None) -> bool:
        """Whether a question about ``ref`` is answered with the uncommitted work."""
        return self._overlay is not None and not ref

    def answer(
        self, w: Writer, view: View, freshness: Freshness, budget: float, make: Callable[[View], T]
    ) -> tuple[Freshness, T] | None:
        """What ``make`` says of ``view`` with the uncommitted work over it, and the freshness of that. None if HEAD is
        no longer what ``freshness`` says: look again.

        git looks at the working tree while ``make`` is asked about the work as it was at the last question; only if it
        has changed is it asked again. Work that cannot be had is said in the note and left out; the commit still answers.
        """
        assert self._overlay is not None
        with self._looks.begin() as looking:
            guess = self._overlay.last(view)
            made = _attempt(make, guess) if guess is not None else None
            try:
                work = looking.result(max(budget, _PATIENCE))
                if work.commit != freshness.head_commit:
                    return None
                laid = self._overlay.over(w, view, work, budget)
            except CoderagError as e:
                return _noted(freshness, e), make(view)
        said = replace(
            freshness,
            dirty_files=sum(u.tracked for u in work.paths),
            uncommitted_files=len(laid.view.uncommitted),
            left_out=tuple(sorted(Counter(laid.left_out.values()).items())),
        )
        return said, made[0] if made and laid.view is guess else make(laid.view)

    def described(self, freshness: Freshness) -> Freshness:
        """The freshness with the numbers of changed files as git counts them, for who asks about the state only."""
        if not self.covers(None):
            return replace(freshness, dirty_files=len(self._repo.dirty_paths()))
        try:
            paths = self._looks.now(_PATIENCE).paths
        except CoderagError as e:
            return _noted(freshness, e)
        return replace(freshness, dirty_files=sum(u.tracked for u in paths), uncommitted_files=len(paths))

    # what is said of a snapshot without the work

    def count(self, ref: str | None) -> Callable[[Freshness], Freshness]:
        """Begin counting the files that differ; the returned function puts their number into a freshness."""
        if self.covers(ref):
            return lambda freshness: freshness
        counted = self._dirty.start()
        return lambda freshness: replace(freshness, dirty_files=counted()) if self._checked_out(ref) else freshness

    def marked(self, view: View, entries: Iterable[Entry]) -> tuple[Entry, ...]:
        """The entries with what is uncommitted marked."""
        return tuple(replace(e, uncommitted=e.path in view.uncommitted) for e in entries)

    def edited(self, view: View, path: str, ref: str | None) -> bool:
        """Whether the working file is not what was indexed; of no interest for a ``ref`` that is not checked out."""
        entry = view.snapshot.manifest.files.get(path)
        if entry is None or not self._checked_out(ref):
            return False
        return self._compared.differs(path, entry.oid, lambda: view.sources.lines(entry.oid))

    def _checked_out(self, ref: str | None) -> bool:
        return ref in (None, "", "HEAD") or self._repo.resolve(ref)[1] == self._repo.head().commit


def _attempt(make: Callable[[View], T], view: View) -> tuple[T] | None:
    """What ``make`` says, None if it fails: the work may have changed, then it is asked again."""
    try:
        return (make(view),)
    except CoderagError:
        return None


def _noted(freshness: Freshness, e: CoderagError) -> Freshness:
    note = f"uncommitted work is not in this answer: {e.message}"
    return replace(freshness, note=f"{freshness.note}; {note}" if freshness.note else note)
