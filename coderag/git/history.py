"""What the last commits touched. Bounded work: a fixed number of commits, trees compared, no blob read."""
from __future__ import annotations

from collections import Counter

from coderag.git.backend import decode_path
from coderag.git.command import Git

SWEEPING = 50
"""Commits that touch more files say nothing of any one: mass renames, licence years, formatting."""


def changes(git: Git, commit: str, commits: int) -> Counter[str]:
    """Path -> in how many of the last ``commits`` commits before and with ``commit`` it changed; merges do not count.

    StateError with git's words if it cannot tell, as in a clone without trees.
    """
    ids = git.run("rev-list", "--no-merges", "-n", str(commits), commit)
    touched = git.run("diff-tree", "--stdin", "--root", "-r", "-z", "--name-only", "--no-renames", input=ids)
    known = set(ids.split())
    counts: Counter[str] = Counter()
    paths: list[bytes] = []
    for field in (*touched.split(b"\0"), b""):
        if field and field not in known:
            paths.append(field)
            continue
        if len(paths) <= SWEEPING:
            counts.update(map(decode_path, paths))
        paths = []
    return counts
