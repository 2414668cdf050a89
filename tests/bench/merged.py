"""A large repository with real history: several repositories' trees as folders of one, under the commits of the first.

    repo, commits = merged_repository(folder, ["/path/hibernate", "/path/rails"], commits=500)

The last ``commits`` commits of the first repository's first-parent line are made again, each with the newest trees of
the others in folders of their own, so every commit changes what it changed in reality. Objects are borrowed, not
copied: the source repositories must stay where they are.
"""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

IDENTITY = {"GIT_AUTHOR_NAME": "bench", "GIT_AUTHOR_EMAIL": "b@example.org", "GIT_COMMITTER_NAME": "bench",
            "GIT_COMMITTER_EMAIL": "b@example.org"}  # fmt: skip
FOLDER = "merged"


def git(repo: Path, *args: str, input: str | None = None) -> str:
    """Standard output. CalledProcessError if git fails."""
    return subprocess.run(
        ["git", "-c", "core.hooksPath=/dev/null", *args], cwd=repo, env={**os.environ, **IDENTITY}, input=input,
        capture_output=True, text=True, check=True, errors="surrogateescape",
    ).stdout  # fmt: skip


def merged_repository(folder: Path, sources: list[str], commits: int) -> tuple[Path, list[str]]:
    """The repository, checked out on ``main`` at the first of the commits, and all of them, oldest first."""
    repo = folder / "repo"
    git(folder, "init", "-q", "-b", "main", str(repo))
    git(repo, "config", "gc.auto", "0")
    stores = [git(Path(source), "rev-parse", "--path-format=absolute", "--git-path", "objects").strip() for source in sources]
    (repo / ".git" / "objects" / "info" / "alternates").write_text("".join(s + "\n" for s in stores))
    heads = [git(Path(source), "rev-parse", "HEAD").strip() for source in sources]
    trees = [f"040000 tree {git(repo, 'rev-parse', head + '^{tree}').strip()}\trepo{i}" for i, head in enumerate(heads[1:], 1)]
    extra = f"040000 tree {git(repo, 'mktree', input=chr(10).join(trees) + chr(10)).strip()}\t{FOLDER}\n" if trees else ""
    made: list[str] = []
    for commit in reversed(git(repo, "rev-list", "--first-parent", f"--max-count={commits + 1}", heads[0]).split()):
        tree = git(repo, "mktree", "--missing", input=git(repo, "ls-tree", commit) + extra).strip()
        parent = ["-p", made[-1]] if made else []
        made.append(git(repo, "commit-tree", tree, *parent, "-m", f"as {commit}").strip())
    git(repo, "reset", "-q", "--hard", made[0])
    return repo, made
