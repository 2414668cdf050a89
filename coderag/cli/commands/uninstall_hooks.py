"""``coderag uninstall-hooks``."""
from __future__ import annotations

from coderag.cli import console, options, render


def run(repo: options.Repo = ".") -> None:
    """Remove our git hooks, and only ours.

    The index stays, and so does the check against HEAD at each question: answers remain right.

    \b
    Example:
      coderag uninstall-hooks
    """
    with options.engine(repo) as engine:
        console.out(render.hooks(engine.uninstall_hooks()))
