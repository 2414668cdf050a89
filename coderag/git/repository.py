"""One worktree of a repository as the rest of coderag sees it.

Invariant: the answers do not depend on the back end. pygit2 reads objects where it can; the git command line does
where libgit2 refuses the repository. HEAD, options, status and operations need neither to be loaded.
"""
from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from coderag.errors import RepositoryError, StateError
from coderag.git import clean, history, worktree
from coderag.git.backend import Backend
from coderag.git.command import Git, find_git
from coderag.git.commandline import CommandLineBackend
from coderag.git.configuration import Configuration
from coderag.git.errors import MissingBlob
from coderag.git.locate import Location, locate
from coderag.git.private_index import PrivateIndex
from coderag.git.refs import HeadReader
from coderag.model.git import Change, Head, TreeEntry, WorkTree

_SECOND_TRIES = 8
"""How many blobs in a row git is asked for in vain: a partial clone lacks thousands, at a process each in older git."""


def open_repository(path: str | os.PathLike[str], *, backend: str | None = None) -> Repository:
    """The repository that holds ``path``, which may be any folder of it, its git dir, or a file in it.

    RepositoryError with a hint if there is none, it is another user's, or its format is unknown. ``backend`` forces
    "pygit2" or "git" and is meant for tests.
    """
    return Repository(locate(path), backend=backend)


class Repository:
    """Read access to one worktree, safe from several threads. Close it, or use it as a context manager."""

    def __init__(self, location: Location, *, backend: str | None = None) -> None:
        self.git_dir: Path = location.git_dir
        self.common_dir: Path = location.common_dir
        self.workdir: Path | None = location.workdir
        self.worktree_id: str = location.worktree_id
        self.git = Git(location.git_dir, location.workdir)
        self._forced, self._loaded, self._fallback = backend, None, None
        self._lock = threading.Lock()
        self._head = HeadReader(location.git_dir, location.common_dir, self.git)
        self._configuration = Configuration(location, self.git)

    def __repr__(self) -> str:
        return f"Repository({str(self.workdir or self.git_dir)!r})"

    def __enter__(self) -> Repository:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def backend(self) -> str:
        """"pygit2" or "git". Finding out loads pygit2. RepositoryError if neither can read the repository."""
        return self._backend.name

    @property
    def _backend(self) -> Backend:
        with self._lock:
            if self._loaded is None:
                self._loaded = _load(self.git_dir, self.git, self._forced)
            return self._loaded

    def head(self) -> Head:
        """HEAD of this worktree, read afresh. RepositoryError if the repository is gone or HEAD is damaged."""
        return self._head.read()

    def resolve(self, rev: str) -> tuple[str | None, str]:
        """Full ref name (None if ``rev`` is not a ref) and commit id. StateError if it names no commit."""
        name = os.fsdecode(os.fsencode(rev)) if rev else ""
        if name in ("HEAD", "@"):
            head = self.head()
            found = (head.ref, head.commit) if head.commit else None
        else:
            found = None if not name or name.startswith("-") or "\0" in name else self._backend.resolve(name)
        if found is None:
            raise StateError(f"unknown branch, tag or commit: {rev}", "list what there is with: git branch --all; git tag")
        return found

    def branches(self) -> dict[str, str]:
        """Local branches: full ref name -> commit id."""
        return self._backend.branches()

    def has_commit(self, oid: str) -> bool:
        """Whether the full id names a commit of this clone."""
        return self._backend.has_commit(oid)

    def list_tree(self, commit: str) -> list[TreeEntry]:
        """Files, links and gitlinks of a commit, sorted by path bytes. StateError if the commit or a tree is missing."""
        return self._backend.list_tree(commit)

    def diff(self, old_commit: str, new_commit: str) -> list[Change]:
        """Paths that differ, sorted by path bytes. StateError if a commit or tree is missing: never taken for "none"."""
        return self._backend.diff(old_commit, new_commit)

    def read_blob(self, oid: str) -> bytes:
        """Contents of a blob. MissingBlob if it is not in this clone or damaged; nothing is ever downloaded."""
        for _, data in self.read_blobs([oid]):
            if data is not None:
                return data
        raise MissingBlob(oid)

    def read_blobs(self, oids: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        """(oid, contents) in the order asked; None where :meth:`read_blob` would raise."""
        tries = _SECOND_TRIES
        for oid, data in self._backend.read_blobs(oids):
            if data is None and tries and (other := self._second_reader()):
                data = next(found for _, found in other.read_blobs([oid]))
                tries = _SECOND_TRIES if data is not None else tries - 1
            yield oid, data

    def _second_reader(self) -> Backend | None:
        """git itself, for an object that libgit2 does not find; None if git is the back end, or absent."""
        if self._backend.name == "git" or not find_git():
            return None
        with self._lock:
            if self._fallback is None:
                self._fallback = CommandLineBackend(self.git)
            return self._fallback

    def blob_sizes(self, oids: Iterable[str]) -> dict[str, int]:
        """Size in bytes of each blob that is in this clone; others are left out."""
        return self._backend.blob_sizes(oids)

    def commits_between(self, old: str, new: str) -> int:
        """How many commits ``new`` has that ``old`` has not; 0 if either is unknown or they share no history."""
        return CommandLineBackend(self.git).count_ahead(old, new) if find_git() else self._backend.count_ahead(old, new)

    def changes(self, commit: str, commits: int) -> Counter[str]:
        """See :func:`coderag.git.history.changes`; nothing without git."""
        return history.changes(self.git, commit, commits) if find_git() else Counter()

    def dirty_paths(self) -> list[str]:
        """See :func:`coderag.git.worktree.dirty_paths`."""
        return worktree.dirty_paths(self.git, self.workdir)

    def private_index(self, folder: Path) -> PrivateIndex:
        """For :meth:`look`, with its copies of the index in ``folder``. Close it when done."""
        return PrivateIndex(self.git, self.git_dir, folder)

    def look(self, index: PrivateIndex | None = None) -> worktree.Look:
        """Begin to look at the work tree. StateError also without git, or if there is no work tree."""
        if self.workdir is None:
            raise StateError("a bare repository has no working copy")
        return worktree.Look(self.git, index)

    def uncommitted(self, timeout: float = 60.0, index: PrivateIndex | None = None) -> WorkTree:
        """Look and wait. StateError as of :meth:`look`, or if it takes longer than ``timeout`` seconds."""
        return self.look(index).result(timeout)

    def as_committed(self, files: Mapping[str, bytes]) -> dict[str, tuple[str, bytes] | None]:
        """See :func:`coderag.git.clean.as_committed`."""
        return clean.as_committed(self.git, files, sha256=len(self.head().commit or "") == 64)

    def operation(self) -> str | None:
        """See :func:`coderag.git.worktree.operation`."""
        return worktree.operation(self.git_dir)

    def config(self) -> dict[str, list[str]]:
        """Every ``coderag.*`` key in lower case -> values of all levels in git's order (the last one wins)."""
        return self._configuration.read()

    def set_config(self, key: str, values: list[str]) -> None:
        """See :meth:`coderag.git.configuration.Configuration.write`."""
        self._configuration.write(key, values)

    def close(self) -> None:
        """Release handles and processes. The repository may be used again; it opens what it needs."""
        with self._lock:
            loaded, self._loaded = self._loaded, None
            fallback, self._fallback = self._fallback, None
        for reader in (loaded, fallback):
            if reader is not None:
                reader.close()


def _load(git_dir: Path, git: Git, forced: str | None) -> Backend:
    if forced == "git":
        return CommandLineBackend(git)
    try:
        from coderag.git.libgit2 import Libgit2Backend

        return Libgit2Backend(git_dir)
    except Exception as error:  # GitError, InvalidError (ValueError), KeyError, a broken install: git can do without
        if forced or not find_git():
            raise RepositoryError(
                f"repository format not supported by libgit2: {error}", "put git on PATH; it is used instead then"
            ) from error
        return CommandLineBackend(git)
