"""``coderag reindex``: catch up now, or start over."""
from __future__ import annotations

from typing import Annotated

import typer

from coderag.cli import console, options, render
from coderag.cli.progress import Progress


def run(
    full: Annotated[bool, typer.Option("--full", help="Throw the snapshot away and rebuild it.")] = False,
    ref: options.Ref = None,
    repo: options.Repo = ".",
    as_json: options.Json = False,
) -> None:
    """Bring the index up to HEAD now, or rebuild it with --full.

    \b
    Example:
      coderag reindex
      coderag reindex --full
      coderag reindex --ref feature/login
    """
    with options.engine(repo) as engine, Progress() as progress:
        report = engine.sync(full=full, ref=ref, progress=progress)
        report.vectors_computed += engine.models.complete(ref=ref, progress=progress)
    if as_json:
        console.out_json(report.as_json())
    else:
        console.out(render.report(report.as_json()))
