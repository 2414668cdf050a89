"""``coderag uninstall-hooks``."""
from __future__ import annotations

from coderag.cli import console, options, render


def run(repo: options.Repo = ".", as_json: options.Json = False) -> None:
    """Remove our git hooks, and only ours.

    The index stays, and so does the check against HEAD at each question: answers remain right.

    \b
    Example:
      coderag uninstall-hooks
    """
    with options.engine(repo) as engine:
        rows = render.hook_rows(engine.uninstall_hooks(), advice=False)
    if as_json:
        console.out_json({"hooks": rows})
    else:
        console.out(render.hooks(rows))
