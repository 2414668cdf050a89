"""``coderag verify``: is the index what a fresh one would be."""
from __future__ import annotations

import typer

from coderag.cli import console, options
from coderag.cli.progress import Progress
from coderag.server.escape import visible

_ADVICE = "an index that is only old needs `coderag reindex`; a wrong one `coderag reindex --full`, and a report"
_SHOWN = 20


def run(repo: options.Repo = ".", as_json: options.Json = False) -> None:
    """Compare the index with a fresh one.

    Checks every checksum, rebuilds the snapshot of HEAD aside, and compares. Exit 1 if anything differs.

    \b
    Example:
      coderag verify
    """
    with options.engine(repo) as engine, Progress() as progress:
        differences = engine.verify(progress=progress)
    if as_json:
        console.out_json({"sound": not differences, "differences": differences})
    else:
        rest = len(differences) - _SHOWN
        console.out([visible(line) for line in differences[:_SHOWN]])
        console.out([f"… and {rest} more"] if rest > 0 else [])
        console.out([_ADVICE] if differences else ["sound"])
    if differences:
        raise typer.Exit(1)
