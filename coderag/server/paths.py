"""Paths that callers name: made relative to the repository, or refused.

Nothing here opens a file. Answers come from the indexed commit, so a path that gets through can at most name something
that is not in it; the checks exist to give a clear line for ``../../etc/passwd`` and friends, and to accept the
absolute paths that agents like to send.
"""
from __future__ import annotations

import os
import posixpath
import re
from typing import TYPE_CHECKING

from coderag.errors import UsageError
from coderag.server.escape import one_line, unescape_path

if TYPE_CHECKING:
    from coderag.server.arguments import Param

LONGEST = 4096
"""Characters of a path that an operating system takes."""
_DRIVE = re.compile(r"^[A-Za-z]:[\\/]")


def _refuse(param: Param, path: str, why: str) -> UsageError:
    return UsageError(
        f"{param.name}: {one_line(repr(path), 120)} {why}; expected a path relative to the repository root, "
        f'example: "{param.name}": "{param.example}"'
    )


def _below(path: str, root: str | None) -> str | None:
    """What is left of the absolute ``path`` below ``root``; ``None`` if it lies elsewhere."""
    for base in () if root is None else (root, os.path.realpath(root)):
        if path == base or path.startswith(base.rstrip("/") + "/"):
            return path[len(base) :].lstrip("/")
    return None


def relative(param: Param, path: str, root: str | None) -> str:
    """``path`` relative to ``root`` without ``.`` and ``..``; "" is the root itself."""
    if "\x00" in path:
        raise _refuse(param, path, "contains a NUL character")
    if len(path) > LONGEST:
        raise _refuse(param, path, f"is longer than {LONGEST:,} characters")
    path = unescape_path(path.strip())
    if _DRIVE.match(path) or path.startswith("~/"):
        raise _refuse(param, path, "is outside the repository")
    if path.startswith("/"):
        below = _below(path, root)
        if below is None:
            raise _refuse(param, path, "is outside the repository")
        path = below
    normal = posixpath.normpath(path) if path else "."
    if normal == ".." or normal.startswith("../"):
        raise _refuse(param, path, "leads out of the repository")
    if normal.split("/")[0].lower() == ".git":
        raise _refuse(param, path, "is git's own folder")
    return "" if normal == "." else normal


def inside(param: Param, path: str, root: str | None) -> str:
    """The path of one file, relative to the root."""
    found = relative(param, path, root)
    if not found:
        raise _refuse(param, path, "names no file")
    return found


def glob(param: Param, pattern: str, root: str | None) -> str | None:
    """A gitignore-style glob; ``None`` when it means the whole repository.

    A leading slash anchors a gitignore pattern at the root, but also starts an absolute path. It counts as an anchor
    if the root has such an entry.
    """
    pattern = pattern.strip()
    negated = "!" if pattern.startswith("!") else ""
    body = pattern.removeprefix("!")
    anchor = ""
    if not body.strip("/"):
        return None
    if body.startswith("/") and root is not None and "\x00" not in body and _below(body, root) is None:
        first = body.lstrip("/").split("/")[0]
        if set(first) & set("*?[") or os.path.lexists(os.path.join(root, first)):
            anchor, body = "/", body.lstrip("/")
    folder = "/" if body.endswith("/") else ""
    found = relative(param, body, root)
    return f"{negated}{anchor}{found}{folder}" if found else None
