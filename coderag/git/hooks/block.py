"""The block of shell code that coderag puts into a hook: its text, and finding it again.

The text is the stub `hooks/coderag-hook` with three values filled in. Invariant: taking a block out of a file that it
was put into gives back the file's bytes.
"""
from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path

from coderag.errors import InternalError

FLAGS = ("-I", "-E -P")
"""Ways to start Python without importing from the work tree: isolated, or with the user's own site-packages."""

_BLOCK = re.compile(rb"^# >>> coderag >>>\r?\n.*?^# <<< coderag <<<\r?(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_PYTHON = re.compile(rb"^ *coderag_python=", re.MULTILINE)


def stub_path() -> Path:
    """The stub's file: package data of a wheel, or `hooks/` of a source checkout. InternalError if it is in neither."""
    package = Path(__file__).resolve().parents[2]
    for path in (package / "_data" / "hooks" / "coderag-hook", package.parent / "hooks" / "coderag-hook"):
        if path.is_file():
            return path
    raise InternalError("the hook stub is not part of this installation", "reinstall coderag")


def render(hook: str, python: str, flags: str) -> bytes:
    """The block for one hook. ``python`` is an absolute path and may hold any character."""
    text = stub_path().read_bytes().replace(b"\r\n", b"\n")
    text = text.replace(b"@HOOK@", hook.encode("ascii")).replace(b"@FLAGS@", flags.encode("ascii"))
    return text.replace(b"'@PYTHON@'", os.fsencode(shlex.quote(python)))


def flags_for(python: str) -> str:
    """Isolated mode hides the user's site-packages: where coderag lives there, the second best is used."""
    import site

    if python == sys.executable and site.ENABLE_USER_SITE:
        own = Path(site.getusersitepackages()).resolve()
        if Path(__file__).resolve().is_relative_to(own):
            return FLAGS[1]
    return FLAGS[0]


def extract(data: bytes) -> bytes | None:
    """The block in a hook's bytes, None if there is none."""
    found = _BLOCK.search(data)
    return found.group() if found else None


def insert(data: bytes, block: bytes) -> bytes:
    """``data`` with ``block`` after its first line; foreign code may end early, so a later place might never be reached."""
    line, newline, rest = data.partition(b"\n")
    if not newline:
        return line + b"\n" + block.removesuffix(b"\n")
    return line + b"\n" + block + rest


def replace(data: bytes, block: bytes) -> bytes:
    """``data`` with the block in it exchanged."""
    found = _BLOCK.search(data)
    if found is None:
        return data
    if not found.group().endswith(b"\n"):
        block = block.removesuffix(b"\n")
    return data[: found.start()] + block + data[found.end() :]


def remove(data: bytes) -> bytes:
    """Inverse of :func:`insert`."""
    found = _BLOCK.search(data)
    if found is None:
        return data
    before = data[: found.start()]
    if not found.group().endswith(b"\n"):
        before = before.removesuffix(b"\n")
    return before + data[found.end() :]


def interpreter_of(block: bytes) -> str:
    """The interpreter path that a block names, "" if it cannot be made out."""
    found = _PYTHON.search(block)
    if found is None:
        return ""
    words = shlex.shlex(os.fsdecode(block[found.end() :]), posix=True)
    words.whitespace_split, words.commenters = True, ""
    try:
        return words.get_token() or ""
    except ValueError:
        return ""
