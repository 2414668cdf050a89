"""``coderag search``: what the agent sees, for a person."""
from __future__ import annotations

from typing import Annotated

import typer

from coderag.cli import console, options, render
from coderag.model.answers import DEEPEST, Query
from coderag.server.tools import search_code


def run(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="Words or identifiers.")],
    docs: Annotated[bool, typer.Option("--docs", help="Search documents and configuration instead of code.")] = False,
    top_k: Annotated[int, typer.Option("--top-k", "-n", metavar="N", min=1, max=100, help="Number of hits.")] = 8,
    language: Annotated[str | None, typer.Option("--language", metavar="L", help="Only this language.")] = None,
    path: options.PathGlob = None,
    ref: options.Ref = None,
    no_overlay: options.NoOverlay = False,
    context_lines: Annotated[int, typer.Option("--context", metavar="N", min=0, max=50, help="Extra lines around each hit.")] = 0,
    detail: Annotated[
        str, typer.Option("--detail", metavar="D", help="outline: no code; normal; full: whole function of a part.")
    ] = "normal",
    skip: Annotated[int, typer.Option("--skip", metavar="N", min=0, max=DEEPEST, help="Leave out the first N hits.")] = 0,
    explain: Annotated[bool, typer.Option("--explain", help="Show what each score is made of.")] = False,
    repo: options.Repo = ".",
    as_json: options.Json = False,
) -> None:
    """Search code, uncommitted work included, by meaning and by name.

    \b
    Example:
      coderag search 'retry with backoff' --path src
      coderag search 'how to configure logging' --docs
      coderag search parse_config --explain --json
    """
    with options.engine(repo, not no_overlay) as engine:
        values, notes = options.checked(
            search_code.PARAMS, engine, query=query, top_k=top_k, language=language, path=path, ref=ref,
            context_lines=context_lines, detail=detail,
        )  # fmt: skip
        language = values["language"].lower() if values["language"] else None
        payload = engine.search(
            Query(values["query"], top_k, language, values["path"], values["ref"], docs, context_lines, values["detail"], skip)
        ).as_json()
    payload["notes"] = [*notes, *payload["notes"]]
    if as_json:
        console.out_json(payload)
    else:
        console.page(render.search(render.safe(payload), explain, console.colours(), query))
