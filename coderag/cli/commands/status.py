"""``coderag status``: how fresh the index is, what is in it, and whether hooks and worker are well."""
from __future__ import annotations

from coderag.cli import console, options, status_view
from coderag.cli.render import safe


def run(repo: options.Repo = ".", as_json: options.Json = False) -> None:
    """Show how fresh the index is and what is in it.

    Indexed commit against HEAD, files by language, skipped files, hooks, worker, sizes.

    \b
    Example:
      coderag status
      coderag status --json
    """
    with options.engine_anyway(repo) as (engine, problem):
        payload = engine.status()
    if problem:
        payload["options"] = problem
    if as_json:
        console.out_json(payload)
    else:
        console.out(status_view.lines(safe(payload), console.colours()))
