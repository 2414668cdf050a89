"""``coderag install-hooks``."""
from __future__ import annotations

from coderag.cli import console, options, render


def run(repo: options.Repo = ".") -> None:
    """Install the git hooks that keep the index up to date.

    Existing hooks keep running.

    \b
    Example:
      coderag install-hooks
    """
    with options.engine(repo) as engine:
        console.out(render.hooks(engine.install_hooks()))
