"""What kind of file a hook is, and the two kinds that coderag writes itself.

A fresh hook is a shebang, a comment and the block. A wrapper stands in for a hook that a shell block cannot be put
into: the original waits beside it under a second name and is run with the same arguments, stdin and exit status.
"""
from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from coderag.errors import StateError
from coderag.git.hooks import block

FOREIGN_SUFFIX = ".coderag-foreign"
LEGACY_SUFFIXES = (".legacy", ".old")  # what pre-commit and lefthook rename a hook to that they find

_SHELLS = {"sh", "bash", "dash", "ash", "ksh", "ksh93", "mksh", "zsh"}
_FRESH = b"#!/bin/sh\n# Made by coderag.\n"
_WRAPPER = b"#!/bin/sh\n# Made by coderag: runs its own block, then the hook that was here before.\n"
_RUN = b'[ -x "${0%/*}/@NAME@" ] || exit 0\nexec "${0%/*}/@NAME@" "$@"\n'
_CANNOT_RUN = b"# @NAME@ is not run: its first line ends in CR LF, so git could not run it either.\n"


def fresh(text: bytes) -> bytes:
    """A hook that is nothing but coderag's block."""
    return _FRESH + text


def is_fresh(rest: bytes) -> bool:
    """Whether a file without its block is what is left of a fresh hook."""
    return rest == _FRESH


def wrapper(hook: str, text: bytes, foreign: Path) -> bytes:
    """A hook that runs the block and then ``foreign``, if git would have run that."""
    return _WRAPPER + text + _wrapper_tail(hook, runs=not has_crlf_shebang(_head(foreign)))


def is_wrapper(hook: str, rest: bytes) -> bool:
    """Whether a file without its block is what is left of a wrapper."""
    return rest in [_WRAPPER + _wrapper_tail(hook, runs=runs) for runs in (True, False)]


def _wrapper_tail(hook: str, *, runs: bool) -> bytes:
    return (_RUN if runs else _CANNOT_RUN).replace(b"@NAME@", (hook + FOREIGN_SUFFIX).encode("ascii"))


def _head(path: Path) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(256)
    except OSError:
        return b""


def has_crlf_shebang(data: bytes) -> bool:
    """The kernel looks for an interpreter whose name ends in CR, and finds none."""
    return data.startswith(b"#!") and data.partition(b"\n")[0].endswith(b"\r")


def takes_block(path: Path, data: bytes) -> bool:
    """Whether the block can go into the file itself: a regular, executable shell script that git can run.

    A symbolic link usually leads to a tracked file, a file without execute bit must not begin to run: neither does.
    """
    if path.is_symlink() or not os.access(path, os.X_OK) or has_crlf_shebang(data) or b"\0" in data:
        return False
    line = data.partition(b"\n")[0]
    if not line.startswith(b"#!"):
        return False
    words = os.fsdecode(line[2:]).split()
    if words and os.path.basename(words[0]) == "env":
        words = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
    return bool(words) and os.path.basename(words[0]) in _SHELLS


def read(path: Path) -> bytes | None:
    """A hook's bytes, None if there is none. StateError if it cannot be read."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StateError(f"cannot read hook {path}: {error.strerror}") from error


def block_in(path: Path) -> bytes | None:
    """coderag's block in a hook file; None if there is no block or no file."""
    data = read(path)
    return None if data is None else block.extract(data)


def write(path: Path, data: bytes, mode: int | None = None) -> None:
    """Put ``data`` at ``path`` at once, with ``mode`` or the mode the file has; git may run the hook meanwhile.

    StateError if the folder or disk refuses.
    """
    try:
        wanted = stat.S_IMODE(path.stat().st_mode) if mode is None else mode
        fd, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(fd, "wb") as file:
                file.write(data)
            os.chmod(temporary, wanted)
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise StateError(f"cannot write hook {path}: {error.strerror}", "check the permissions of its folder") from error
