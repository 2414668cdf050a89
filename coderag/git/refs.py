"""Where HEAD points, read from git's own files.

Invariant: nothing is remembered between calls except packed-refs as long as its stat data are the same; another
process may move any ref at any time. Costs microseconds and needs no library, so every request can afford it.
Repositories that keep refs elsewhere (reftable) say so in HEAD and are asked through git.
"""
from __future__ import annotations

import os
import re
import threading
from pathlib import Path

from coderag.errors import RepositoryError
from coderag.git.command import Git
from coderag.model.git import Head

_OID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_PER_WORKTREE = ("refs/bisect/", "refs/worktree/", "refs/rewritten/")
_REFTABLE_HEAD = "refs/heads/.invalid"  # what a reftable repository's HEAD file says to programs that read it
_MAX_HOPS = 5  # git's own limit for symbolic refs


class HeadReader:
    """Reads HEAD of one worktree afresh at each call. Safe to use from several threads."""

    def __init__(self, git_dir: Path, common_dir: Path, git: Git) -> None:
        self._git_dir, self._common_dir, self._git = str(git_dir), str(common_dir), git
        self._packed: tuple[tuple[int, int, int], dict[str, str]] | None = None
        self._lock = threading.Lock()

    def read(self) -> Head:
        """HEAD now. RepositoryError if the repository or worktree is gone or its HEAD is damaged."""
        name = "HEAD"
        for _ in range(_MAX_HOPS + 1):
            value = self._value(name)
            if value is None:
                if name == "HEAD":
                    raise RepositoryError(
                        f"repository is gone: {self._git_dir} has no HEAD", "the folder was moved, deleted or damaged"
                    )
                return Head(name, None)
            if value.startswith("ref:"):
                name = value[4:].strip()
                if name == _REFTABLE_HEAD:
                    return self._ask_git()
            elif _OID.fullmatch(value):
                return Head(None if name == "HEAD" else name, value)
            else:
                break
        raise RepositoryError(f"HEAD cannot be read: {name} is damaged", "check the repository with: git fsck")

    def _value(self, name: str) -> str | None:
        own = name == "HEAD" or name.startswith(_PER_WORKTREE)
        path = os.path.join(self._git_dir if own else self._common_dir, name)
        for _ in range(2):  # a ref can be packed, or unpacked, between the two looks
            try:
                return self._loose(path)
            except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
                pass
            except OSError as error:
                raise RepositoryError(f"cannot read {path}: {error.strerror}") from error
            if not own and (oid := self._packed_refs().get(name)):
                return oid
        return None

    @staticmethod
    def _loose(path: str) -> str:
        with open(path, "rb") as file:
            value = os.fsdecode(file.read().strip())
        if path.endswith("/HEAD") and not value.startswith("ref:") and os.path.islink(path):  # core.preferSymlinkRefs
            target = os.readlink(path)
            return "ref: " + target if target.startswith("refs/") else value
        return value

    def _packed_refs(self) -> dict[str, str]:
        path = os.path.join(self._common_dir, "packed-refs")
        try:
            with open(path, "rb") as file:
                stat = os.fstat(file.fileno())
                stamp = (stat.st_ino, stat.st_size, stat.st_mtime_ns)
                with self._lock:
                    if self._packed and self._packed[0] == stamp:
                        return self._packed[1]
                lines = os.fsdecode(file.read()).split("\n")
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise RepositoryError(f"cannot read {path}: {error.strerror}") from error
        pairs = (line.split(" ", 1) for line in lines if line and line[0] not in "#^" and " " in line)
        refs = {name.rstrip("\r"): oid for oid, name in pairs}
        with self._lock:
            self._packed = (stamp, refs)
        return refs

    def _ask_git(self) -> Head:
        ref = self._git.line("symbolic-ref", "--quiet", "HEAD")
        return Head(ref, self._git.line("rev-parse", "--verify", "--quiet", "HEAD^{commit}"))
