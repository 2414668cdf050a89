"""What is going on in a worktree besides commits: an operation in progress, files changed but not committed.

Reads only. git's index is never written and no lock of git is taken.
"""
from __future__ import annotations

import time
from pathlib import Path

from coderag.git.backend import decode_path, path_bytes
from coderag.git.command import Git, find_git
from coderag.git.private_index import PrivateIndex
from coderag.model.git import MODE_FILE, Uncommitted, WorkTree

_MARKS = (
    ("rebase-merge", "rebase"),
    ("rebase-apply/applying", "am"),
    ("rebase-apply", "rebase"),
    ("MERGE_HEAD", "merge"),
    ("CHERRY_PICK_HEAD", "cherry-pick"),
    ("REVERT_HEAD", "revert"),
)


def operation(git_dir: Path) -> str | None:
    """The operation that waits to be continued in this worktree, or None.

    A rebase goes through cherry-picks and a bisect may hold a merge: the outermost one that moves HEAD is named first.
    """
    for name, what in _MARKS:
        if (git_dir / name).exists():
            return what
    try:  # between two commits of `git cherry-pick a b c` only the sequencer's list is there
        todo = (git_dir / "sequencer" / "todo").read_bytes()
    except OSError:
        todo = b""
    if todo:
        return "revert" if todo.startswith((b"revert", b"r ")) else "cherry-pick"
    return "bisect" if (git_dir / "BISECT_LOG").exists() else None


def dirty_paths(git: Git, workdir: Path | None) -> list[str]:
    """Tracked paths whose index entry or working file differs from HEAD, sorted by bytes; [] if bare or without git.

    Untracked files are not looked for. Raises StateError with git's words if the index cannot be read.
    """
    if workdir is None or not find_git():
        return []
    output = git.run("status", "--porcelain", "-z", "--untracked-files=no", "--no-renames", "--ignore-submodules=dirty")
    return sorted((decode_path(record[3:]) for record in output.split(b"\0") if record), key=path_bytes)


class Look:
    """A look at what `git add --all` would add to HEAD, beside other work. StateError if git cannot be run.

    git's own status is asked: 10,000 files take it 20 ms, and it alone knows every rule there is (ignored files, sparse
    checkouts, assume-unchanged, intent to add, file system monitors). A repository inside of this one is left out.
    """

    def __init__(self, git: Git, index: PrivateIndex | None = None) -> None:
        """Who looks again and again gives an ``index`` of its own."""
        flags = ("--porcelain=v2", "-z", "--branch", "--no-ahead-behind", "--untracked-files=all", "--no-renames",
                 "--ignore-submodules=dirty")  # fmt: skip
        self.began = time.monotonic()
        self._asked = index.start(*flags) if index else git.start("status", *flags)

    def result(self, timeout: float) -> WorkTree:
        """What git says. StateError if it cannot, or not within ``timeout`` seconds since it began. To be called once."""
        return _read(self._asked.output(timeout))

    def end(self) -> None:
        """Give up what was not collected."""
        self._asked.end()


def _read(output: bytes) -> WorkTree:
    commit, found = None, {}
    for record in output.split(b"\0"):
        kind, _, rest = record.partition(b" ")
        if kind == b"#" and rest.startswith(b"branch.oid "):
            commit = rest.split()[1].decode("ascii")
        elif kind in (b"1", b"u"):
            entry = _tracked(kind, rest)
            found[entry.path] = entry
        elif kind == b"?" and not rest.endswith(b"/"):  # after the tracked: taken out of the index, but still there
            path = decode_path(rest)
            found[path] = Uncommitted(path, MODE_FILE, "", False)
    paths = sorted(found.values(), key=lambda entry: path_bytes(entry.path))
    return WorkTree(None if commit == "(initial)" else commit, tuple(paths))


def _tracked(kind: bytes, rest: bytes) -> Uncommitted:
    """`<XY> <sub> <mH> <mI> <mW> <hH> <hI> <path>`, or for a conflict `<XY> <sub> <m1> <m2> <m3> <mW> <h1> <h2> <h3> <path>`."""
    if kind == b"u":
        fields = rest.split(b" ", 9)
        return Uncommitted(decode_path(fields[9]), int(fields[5], 8), "", True)
    fields = rest.split(b" ", 7)
    mode = int(fields[4], 8)
    staged = fields[0].endswith(b".") and mode != 0
    return Uncommitted(decode_path(fields[7]), mode, fields[6].decode("ascii") if staged else "", True)
