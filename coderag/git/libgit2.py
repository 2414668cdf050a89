"""Back end on pygit2. The only module, with `locate`, that imports it; lazily, as the import costs 50 ms and more.

Trees are compared by id and equal ones never opened: ten times faster than libgit2's own diff for one commit.
"""
from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from coderag.git.backend import decode_path, missing_commit, missing_tree, path_bytes
from coderag.model.git import MODE_TREE, Change, TreeEntry

_ENTRY = tuple[bytes, int, Any]  # raw name, mode, pygit2.Oid


class Libgit2Backend:
    """One handle per thread: libgit2 objects must not be shared, and handles share packs among themselves."""

    name = "pygit2"

    def __init__(self, git_dir: Path) -> None:
        """May raise pygit2.GitError, ValueError or KeyError where libgit2 refuses the repository."""
        import pygit2

        pygit2.settings.owner_validation = False  # whose it is has been judged where it was found, by git's own rules
        self._pygit2, self._path, self._local = pygit2, str(git_dir), threading.local()
        self._repo.odb  # noqa: B018 - opens the object store, so that every refusal shows here

    @property
    def _repo(self) -> Any:
        repo = getattr(self._local, "repo", None)
        if repo is None:
            repo = self._local.repo = self._pygit2.Repository(self._path, self._pygit2.enums.RepositoryOpenFlag.NO_SEARCH)
        return repo

    def resolve(self, rev: str) -> tuple[str | None, str] | None:
        """(full ref or None, commit id), None if ``rev`` names no commit here."""
        repo, error = self._repo, (KeyError, ValueError, self._pygit2.GitError)
        if not _is_full_id(rev):
            try:
                ref = repo.lookup_reference_dwim(rev).resolve()
                return (None if ref.name == "HEAD" else ref.name), str(ref.peel(self._pygit2.Commit).id)
            except error:
                pass
        try:
            return None, str(repo.revparse_single(rev).peel(self._pygit2.Commit).id)
        except error:
            return None

    def branches(self) -> dict[str, str]:
        repo, found = self._repo, {}
        for raw in repo.raw_listall_references():
            if raw.startswith(b"refs/heads/"):
                name = decode_path(raw)
                try:
                    found[name] = str(repo.lookup_reference(name).resolve().target)
                except (KeyError, ValueError, self._pygit2.GitError):
                    continue  # deleted meanwhile, or broken
        return found

    def has_commit(self, oid: str) -> bool:
        return self._commit(oid) is not None

    def _commit(self, oid: str) -> Any | None:
        if not _is_full_id(oid):  # pygit2 would take a prefix
            return None
        try:
            found = self._repo.get(oid)
        except self._pygit2.GitError:  # damaged
            return None
        return found if isinstance(found, self._pygit2.Commit) else None

    def _tree(self, commit: str) -> Any:
        found = self._commit(commit)
        if found is None:
            raise missing_commit(commit)
        return found.tree_id

    def _entries(self, tree: Any) -> list[_ENTRY]:
        return [(e.raw_name, int(e.filemode), e.id) for e in self._repo[tree]]

    def list_tree(self, commit: str) -> list[TreeEntry]:
        found: list[_ENTRY] = []
        pending = [(b"", self._tree(commit))]
        try:
            while pending:
                prefix, tree = pending.pop()
                for name, mode, oid in self._entries(tree):
                    if mode == MODE_TREE:
                        pending.append((prefix + name + b"/", oid))
                    else:
                        found.append((prefix + name, mode, oid))
        except (KeyError, self._pygit2.GitError) as error:
            raise missing_tree(commit) from error
        found.sort(key=lambda entry: entry[0])
        return [TreeEntry(decode_path(path), mode, str(oid)) for path, mode, oid in found]

    def diff(self, old_commit: str, new_commit: str) -> list[Change]:
        found: list[Change] = []
        pending = [(b"", self._tree(old_commit), self._tree(new_commit))]
        try:
            while pending:
                prefix, old_tree, new_tree = pending.pop()
                if old_tree != new_tree:
                    self._compare(prefix, old_tree, new_tree, found, pending)
        except (KeyError, self._pygit2.GitError) as error:
            raise missing_tree(new_commit) from error
        found.sort(key=lambda change: path_bytes(change.path))
        return found

    def _compare(self, prefix: bytes, old_tree: Any, new_tree: Any, found: list[Change], pending: list) -> None:
        """Differences of two trees' own entries to ``found``, pairs of sub-trees still to compare to ``pending``."""
        old = {name: (mode, oid) for name, mode, oid in self._entries(old_tree)} if old_tree else {}
        new = {name: (mode, oid) for name, mode, oid in self._entries(new_tree)} if new_tree else {}
        for name in old.keys() | new.keys():
            before, after = old.get(name), new.get(name)
            if before == after:
                continue
            # A file replaced by a folder is a deletion and additions: each side is a tree to enter, or an entry.
            trees = [side[1] if side and side[0] == MODE_TREE else None for side in (before, after)]
            if trees[0] or trees[1]:
                pending.append((prefix + name + b"/", *trees))
            path = decode_path(prefix + name)
            sides = [
                TreeEntry(path, side[0], str(side[1])) if side and side[0] != MODE_TREE else None
                for side in (before, after)
            ]
            if sides[0] or sides[1]:
                found.append(Change(path, *sides))

    def read_blobs(self, oids: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        blob, bad = self._pygit2.enums.ObjectType.BLOB, (KeyError, ValueError, self._pygit2.GitError)
        for oid in oids:
            try:
                kind, data = self._repo.read(oid)
            except bad:  # plain KeyError in a partial clone, GitError if damaged
                yield oid, None
            else:
                yield oid, data if kind == blob else None

    def blob_sizes(self, oids: Iterable[str]) -> dict[str, int]:
        odb, sizes, blob = self._repo.odb, {}, self._pygit2.enums.ObjectType.BLOB
        for oid in oids:
            try:
                kind, size = odb.read_header(oid)
            except (KeyError, ValueError, self._pygit2.GitError):
                continue
            if kind == blob:
                sizes[oid] = size
        return sizes

    def count_ahead(self, old: str, new: str) -> int:
        try:
            repo = self._repo
            return repo.ahead_behind(new, old)[0] if repo.merge_base(old, new) else 0
        except (KeyError, ValueError, self._pygit2.GitError):
            return 0

    def close(self) -> None:
        self._local = threading.local()


def _is_full_id(rev: str) -> bool:
    return len(rev) == 40 and not rev.strip("0123456789abcdefABCDEF")
