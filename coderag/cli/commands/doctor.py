"""``coderag doctor``: is the environment fit, and what to do where it is not."""
from __future__ import annotations

import typer

from coderag.cli import console, options, render
from coderag.errors import RepositoryError


def run(repo: options.Repo = ".", as_json: options.Json = False) -> None:
    """Check the environment, and say what to do about each problem.

    Versions, grammars, model, hooks, permissions.

    \b
    Example:
      coderag doctor
    """
    checks = _checks(repo)
    if as_json:
        console.out_json({"checks": checks})
    else:
        console.out(render.checks(render.safe(checks), console.colours()))
    if not all(check["ok"] for check in checks):
        raise typer.Exit(1)


def _checks(repo: str) -> list[dict]:
    """The Engine's checks; without a repository those of the environment, and the reason."""
    try:
        with options.engine_anyway(repo) as (engine, _):
            return engine.doctor()
    except RepositoryError as exc:
        from coderag.doctor import check_machine

        return [*check_machine(), {"check": "repository", "ok": False, "detail": exc.message, "hint": exc.hint}]
