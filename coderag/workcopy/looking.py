"""git's looks at the working tree, beside the questions that need them."""
from __future__ import annotations

import threading
import time
from pathlib import Path

from coderag.errors import CoderagError
from coderag.git import Repository
from coderag.model.git import WorkTree


class Looks:
    """Looks at one worktree. Safe to call from several threads, which share what one of them sees."""

    def __init__(self, repo: Repository, index_copies: Path) -> None:
        """``index_copies``: folder for copies of git's index."""
        self.repo, self.index = repo, repo.private_index(index_copies)
        self.busy = threading.Lock()
        self.seen: tuple[float, WorkTree] | None = None  # when git began to look, and what it said

    def begin(self) -> Pending:
        return Pending(self)

    def now(self, patience: float) -> WorkTree:
        """See :meth:`Pending.result`."""
        with self.begin() as looking:
            return looking.result(patience)

    def close(self) -> None:
        self.index.close()


class Pending:
    """One question's look: begun at once if git is not looking for another question, whose end is awaited otherwise.

    Of the questions that come meanwhile the first looks anew, and the others share what it sees: a look serves who came
    before it began.
    """

    def __init__(self, looks: Looks) -> None:
        self._looks, self._came, self._look = looks, time.monotonic(), None
        self._first = looks.busy.acquire(blocking=False)
        if self._first:
            try:
                self._look = looks.repo.look(looks.index)
            except CoderagError:
                self._release()  # result tries again, and says it
            except BaseException:
                self._release()
                raise

    def result(self, patience: float) -> WorkTree:
        """What git says now. StateError if it cannot, or takes longer than ``patience`` seconds."""
        looks = self._looks
        if not self._first:
            self._first = looks.busy.acquire()
        try:
            if self._look is None and (looks.seen is None or looks.seen[0] < self._came):
                self._look = looks.repo.look(looks.index)
            if self._look is not None:
                looks.seen = self._look.began, self._look.result(patience)
            assert looks.seen is not None
            return looks.seen[1]
        finally:
            self._release()

    def _release(self) -> None:
        if self._look is not None:
            self._look.end()
        if self._first:
            self._first = False
            self._looks.busy.release()

    def __enter__(self) -> Pending:
        return self

    def __exit__(self, *_: object) -> None:
        self._release()
