"""Options that several commands share, and the opening of the Engine they refer to."""
from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from coderag.errors import UsageError
from coderag.server.arguments import Param, Reading, read
from coderag.server.source import open_engine, root_of

Repo = Annotated[str, typer.Option("--repo", metavar="PATH", help="Repository, or a folder in it.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Ref = Annotated[str | None, typer.Option("--ref", metavar="REF", help="Branch, tag or commit instead of HEAD.")]
NoOverlay = Annotated[bool, typer.Option("--no-overlay", help="Leave uncommitted work out.")]
PathGlob = Annotated[str | None, typer.Option("--path", metavar="GLOB", help="Only below this folder or glob.")]


@contextmanager
def engine(repo: str, overlay: bool = True) -> Iterator:
    """The Engine of ``repo``, closed at the end."""
    opened = open_engine(repo, overlay)
    try:
        yield opened
    finally:
        opened.close()


@contextmanager
def engine_anyway(repo: str) -> Iterator[tuple]:
    """The Engine and what is wrong with the options ("" if nothing): a bad one must not silence status and doctor."""
    problem = ""
    try:
        opened = open_engine(repo)
    except UsageError as exc:
        from coderag.api import Engine
        from coderag.git import open_repository
        from coderag.settings import Settings

        problem = exc.one_line()
        opened = Engine(open_repository(repo), Settings(), sys.executable, dict(os.environ))
    try:
        yield opened, problem
    finally:
        opened.close()


def checked(params: tuple[Param, ...], opened: object, **values: object) -> tuple[dict, list[str]]:
    """Values read by the same rules as a tool's arguments, and notes."""
    reading = Reading(root_of(opened))
    return read(params, values, reading), reading.notes


def from_here(path: str, root: str | None) -> str:
    """What a person typed, relative to where they are, as a path of the repository if it is one."""
    if root is None:
        return path
    absolute = os.path.abspath(path)
    inside = os.path.join(os.path.realpath(os.path.dirname(absolute)), os.path.basename(absolute))
    for candidate in (absolute, inside):
        if candidate.startswith(root.rstrip("/") + "/") and os.path.lexists(candidate):
            return os.path.relpath(candidate, root)
    return path
