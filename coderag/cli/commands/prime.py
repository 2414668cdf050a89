"""``coderag prime``: a repository in a few lines, for an agent whose session begins."""
from __future__ import annotations

import os

from coderag.cli import console, options
from coderag.errors import RepositoryError
from coderag.server import overview
from coderag.server.source import root_of


def run(repo: options.Repo = ".", as_json: options.Json = False) -> None:
    """Print what an agent should know when its session begins, in 400 tokens at most.

    Languages, main folders, where programs start, what changes often, and how fresh the index is. Waits for nothing
    and prints nothing outside of a repository, so that any agent may run it at the start of any session.

    \b
    Example:
      coderag prime
    """
    try:
        with options.engine(repo) as engine:
            freshness, found = engine.overview()
            name = os.path.basename(root_of(engine) or os.path.realpath(repo))
    except RepositoryError:
        return
    payload = {"freshness": freshness.as_json(), "overview": found.as_json() if found else None}
    if as_json:
        console.out_json({"name": name, **payload})
    else:
        console.out(overview.text(name, **payload).split("\n"))
