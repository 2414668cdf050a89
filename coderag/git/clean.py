"""Working files as the blobs that git would make of them: their ids, and line endings where git changes them.

Nothing is written into the repository and no filter program is run: some of them write (Git LFS does). What such a
program would make of a file is not known here, and the caller is told so.
"""
from __future__ import annotations

import hashlib
from collections.abc import Mapping

from coderag.git.backend import decode_path, path_bytes
from coderag.git.command import Git

_ATTRIBUTES = ("filter", "ident", "working-tree-encoding")
_UNUSED = (b"unspecified", b"unset")


def as_committed(git: Git, files: Mapping[str, bytes], sha256: bool) -> dict[str, tuple[str, bytes] | None]:
    """Path -> (blob id, contents) that committing these bytes would store; None where git runs a filter on the file,
    converts its encoding, or changes it otherwise. StateError with git's words if git cannot say.
    """
    if not files:
        return {}
    converted = _converted(git, files)
    out: dict[str, tuple[str, bytes] | None] = {}
    for path, data in files.items():
        out[path] = None if path in converted else (blob_id(data, sha256), data)
    returns = [p for p, found in out.items() if found and b"\r\n" in found[1]]
    for path, oid in zip(returns, _ids(git, returns), strict=True):
        stored = out[path]
        if stored and stored[0] != oid:
            plain = files[path].replace(b"\r\n", b"\n")
            out[path] = (oid, plain) if blob_id(plain, sha256) == oid else None
    return out


def blob_id(data: bytes, sha256: bool) -> str:
    head = b"blob %d\0" % len(data)
    return (hashlib.sha256 if sha256 else hashlib.sha1)(head + data).hexdigest()


def _converted(git: Git, files: Mapping[str, bytes]) -> set[str]:
    """Paths whose attributes make git store something else than their bytes, line endings aside."""
    output = git.run("check-attr", "-z", "--stdin", *_ATTRIBUTES, input=b"".join(path_bytes(p) + b"\0" for p in files))
    fields = output.split(b"\0")[:-1]
    found = set()
    for raw, attribute, value in zip(fields[::3], fields[1::3], fields[2::3], strict=True):
        path = decode_path(raw)
        if value not in _UNUSED and (attribute != b"ident" or b"$Id" in files[path]):
            found.add(path)
    return found


def _ids(git: Git, paths: list[str]) -> list[str]:
    """Blob ids of working files as git makes them, "" if one of them has just gone. It reads the files again: an id
    that fits neither form of the bytes in hand may also mean that the file has just changed."""
    if not paths:
        return []
    # --stdin-paths takes one path a line and unquotes C strings
    names = b"".join(b'"' + _quoted(path_bytes(p)) + b'"\n' for p in paths)
    ids = (git.line("hash-object", "--stdin-paths", input=names) or "").split()
    return ids if len(ids) == len(paths) else [""] * len(paths)


def _quoted(raw: bytes) -> bytes:
    return b"".join(b"\\%03o" % c if c < 32 or c in b'"\\' or c > 126 else bytes([c]) for c in raw)
