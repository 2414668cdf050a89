"""What the scripts that ask the project's own questions share: repositories at fixed commits, and the figures."""
from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

FIXTURE = "fixture:"
"""Prefix of the name of a repository that comes with the project."""


def checkout(mirrors: Path, name: str, commit: str, folder: Path) -> Path:
    """A new clone of the repository in ``folder``, at that commit."""
    if name.startswith(FIXTURE):
        from coderag.cli import fixture

        target = fixture.build(name.removeprefix(FIXTURE), folder / name.removeprefix(FIXTURE))
    else:
        source = next((p for p in (mirrors / name, mirrors / name.replace("/", "+") / "repo") if p.exists()), None)
        if source is None:
            sys.exit(f"no clone of {name} in {mirrors}; run: git clone https://github.com/{name} {mirrors / name}")
        target = folder / name.replace("/", "+")
        subprocess.run(["git", "clone", "-q", "--local", "--no-checkout", source, target], check=True)
    subprocess.run(["git", "-C", target, "-c", "advice.detachedHead=false", "checkout", "-q", commit], check=True)
    return target


def figures(ranks: Sequence[int], *at: int) -> str:
    """Recall at each of ``at`` and the mean reciprocal rank. A rank of 0 means not found."""
    n = len(ranks)
    recalls = " ".join(f"recall@{k} {sum(0 < r <= k for r in ranks) / n:.3f}" for k in at)
    return f"{n} queries  {recalls}  mrr {sum(1 / r for r in ranks if r) / n:.3f}"
