"""Back end on the git command line: for repositories that libgit2 refuses (SHA-256, reftable, unknown extensions).

The same answers as `libgit2`, at the price of a process per question; blobs go through one long-lived process.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from coderag.errors import StateError
from coderag.git.backend import decode_path, missing_commit, missing_tree, path_bytes
from coderag.git.cat_file import CatFile
from coderag.git.command import Git
from coderag.model.git import Change, TreeEntry

_OID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


class CommandLineBackend:
    name = "git"

    def __init__(self, git: Git) -> None:
        self._git = git
        self._contents, self._headers = CatFile(git, "--batch"), CatFile(git, "--batch-check")

    def resolve(self, rev: str) -> tuple[str | None, str] | None:
        """(full ref or None, commit id), None if ``rev`` names no commit here."""
        oid = self._git.line("rev-parse", "--verify", "--quiet", rev + "^{commit}")
        if oid is None or not _OID.fullmatch(oid):  # "^main" verifies as "^<id>"
            return None
        ref = self._git.line("rev-parse", "--symbolic-full-name", rev) or ""
        return (ref if ref.startswith("refs/") else None), oid

    def branches(self) -> dict[str, str]:
        output = self._git.run("for-each-ref", "--format=%(objectname) %(refname)", "refs/heads")
        pairs = (line.split(b" ", 1) for line in output.splitlines())
        return {decode_path(name): oid.decode("ascii") for oid, name in pairs}

    def has_commit(self, oid: str) -> bool:
        if not _OID.fullmatch(oid):
            return False
        return any(answer and answer[0] == "commit" for _, answer in self._headers.ask([oid]))

    def _require(self, commit: str) -> None:
        if not self.has_commit(commit):
            raise missing_commit(commit)

    def list_tree(self, commit: str) -> list[TreeEntry]:
        self._require(commit)
        try:
            output = self._git.run("ls-tree", "-r", "-z", "--full-tree", commit)
        except StateError as error:
            raise missing_tree(commit) from error
        records = (record.split(b"\t", 1) for record in output.split(b"\0")[:-1])  # "<mode> <type> <id>\t<path>"
        entries = sorted((name, *meta.split(b" ")) for meta, name in records)
        return [TreeEntry(decode_path(name), int(mode, 8), oid.decode("ascii")) for name, mode, _, oid in entries]

    def diff(self, old_commit: str, new_commit: str) -> list[Change]:
        self._require(old_commit)
        self._require(new_commit)
        try:
            # .gitmodules may tell diff to overlook submodules; a moved gitlink is a change all the same.
            output = self._git.run(
                "diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--ignore-submodules=none",
                old_commit, new_commit,
            )  # fmt: skip
        except StateError as error:
            raise missing_tree(new_commit) from error
        fields = output.split(b"\0")
        found = [_change(meta, name) for meta, name in zip(fields[0:-1:2], fields[1::2], strict=True)]
        found.sort(key=lambda change: path_bytes(change.path))
        return found

    def read_blobs(self, oids: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        for oid, answer in self._contents.ask(oids):
            yield oid, answer[2] if answer and answer[0] == "blob" else None

    def blob_sizes(self, oids: Iterable[str]) -> dict[str, int]:
        return {oid: answer[1] for oid, answer in self._headers.ask(oids) if answer and answer[0] == "blob"}

    def count_ahead(self, old: str, new: str) -> int:
        if not (_OID.fullmatch(old) and _OID.fullmatch(new)) or self._git.line("merge-base", old, new) is None:
            return 0
        count = self._git.line("rev-list", "--count", f"{old}..{new}")
        return int(count) if count else 0

    def close(self) -> None:
        self._contents.close()
        self._headers.close()


def _change(meta: bytes, name: bytes) -> Change:
    """One raw record: ":<old mode> <new mode> <old id> <new id> <letter>", mode 0 = absent on that side."""
    old_mode, new_mode, old_oid, new_oid, _ = meta[1:].split(b" ")
    path = decode_path(name)
    sides = [
        TreeEntry(path, int(mode, 8), oid.decode("ascii")) if int(mode, 8) else None
        for mode, oid in ((old_mode, old_oid), (new_mode, new_oid))
    ]
    return Change(path, *sides)
