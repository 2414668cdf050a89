"""Which repositories a server answers for: those it was started with, or else the one its client works in."""
from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from urllib.parse import unquote, urlsplit

from coderag.errors import UsageError
from coderag.server.arguments import Param
from coderag.server.source import EngineSource, open_engine


class Repositories:
    """One source a repository, by name: the last part of its path, made unique by the parts before it."""

    def __init__(self, paths: Sequence[str] = (), overlay: bool = True) -> None:
        """Without ``paths`` the client's root counts, or the current folder where the client names none. ``overlay``:
        whether answers cover uncommitted work."""
        self._make = partial(EngineSource, opener=partial(open_engine, overlay=overlay))
        self.by_name = {name: self._make(path) for name, path in _named(paths or ["."]).items()}
        self.open_to_roots = not paths

    def follow(self, roots: Sequence[str]) -> None:
        """Serves the first of the client's ``roots`` (``file://`` URIs or paths) that exists, if none was given."""
        self.open_to_roots = False
        for root in roots:
            path = _local(root)
            if path and os.path.isdir(path):
                self.close()
                self.by_name = {name: self._make(found) for name, found in _named([path]).items()}
                return

    @property
    def several(self) -> bool:
        return len(self.by_name) > 1

    def extra(self) -> tuple[Param, ...]:
        """The argument that tools get where there is a choice."""
        if not self.several:
            return ()
        return (Param("repo", "word", f"One of {', '.join(self.by_name)}", next(iter(self.by_name)), required=True),)

    def choose(self, name: str | None) -> EngineSource:
        """UsageError if there is a choice and no or an unknown name."""
        if not self.several:
            return next(iter(self.by_name.values()))
        found = self.by_name.get(name or "")
        if found is None:
            what = f"repo: no repository {name!r} here" if name else "repo: expected the name of a repository"
            raise UsageError(what, f"served: {', '.join(self.by_name)}")
        return found

    def warm_up(self) -> None:
        for source in self.by_name.values():
            source.warm_up()

    def close(self) -> None:
        for source in self.by_name.values():
            source.close()


def _named(paths: Sequence[str]) -> dict[str, str]:
    real = list(dict.fromkeys(os.path.realpath(os.path.expanduser(p)) for p in paths))
    for depth in range(1, 50):
        names = ["/".join(p.strip("/").split("/")[-depth:]) or "/" for p in real]
        if len(set(names)) == len(names):
            break
    return dict(zip(names, real, strict=True))


def _local(root: str) -> str | None:
    if root.startswith("file:"):
        return unquote(urlsplit(root).path)
    return root if root.startswith("/") else None
