"""``coderag similar``: code like a given piece of code."""
from __future__ import annotations

import sys
from typing import Annotated

import typer

from coderag.cli import console, options, render
from coderag.errors import UsageError
from coderag.server.source import root_of
from coderag.server.tools import find_similar


def run(
    place: Annotated[str, typer.Argument(metavar="PLACE", help="FILE:LINE, or - to read the code from standard input.")],
    top_k: Annotated[int, typer.Option("--top-k", "-n", metavar="N", min=1, max=100, help="Number of hits.")] = 5,
    elsewhere: Annotated[bool, typer.Option("--elsewhere", help="Other folders first.")] = False,
    ref: options.Ref = None,
    no_overlay: options.NoOverlay = False,
    repo: options.Repo = ".",
    as_json: options.Json = False,
) -> None:
    """Find code like the function at a line, or like code from standard input.

    \b
    Example:
      coderag similar src/app.py:12 --elsewhere
      pbpaste | coderag similar -
    """
    with options.engine(repo, not no_overlay) as engine:
        what = {"code": sys.stdin.read()} if place == "-" else _place(place, root_of(engine))
        values, notes = options.checked(
            find_similar.PARAMS, engine, top_k=top_k, elsewhere=elsewhere, ref=ref, **what
        )  # fmt: skip
        payload = find_similar.call(engine, values)
    payload["notes"] = [*notes, *payload["notes"]]
    if as_json:
        console.out_json(payload)
    else:
        console.page(render.search(render.safe(payload), False, console.colours()))


def _place(text: str, root: str | None) -> dict:
    path, _, line = text.rpartition(":")
    if not path or not line.isdigit():
        raise UsageError(f"{text!r} is no place in a file", "give FILE:LINE, for example src/app.py:12")
    return {"file_path": options.from_here(path, root), "line": int(line)}
