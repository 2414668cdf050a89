"""What is going on in a worktree besides commits: an operation in progress, files changed but not committed.

Reads only. git's index is never written and no lock of git is taken.
"""
from __future__ import annotations

from pathlib import Path

from coderag.git.backend import decode_path, path_bytes
from coderag.git.command import Git, find_git

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
