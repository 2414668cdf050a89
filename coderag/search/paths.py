"""A path or path filter as a client sent it to one of the repository: separators, ``./``, absolute paths, refusals."""
from __future__ import annotations

import unicodedata
from pathlib import Path, PurePosixPath, PureWindowsPath

from coderag.errors import UsageError


def repository_path(text: str, root: Path | None) -> str:
    """Path relative to the repository's root, "" for the root itself. UsageError if it leaves the repository."""
    if "\0" in text:
        raise UsageError("the path contains a NUL character", "give a path relative to the repository, like src/app.py")
    p = text.strip().replace("\\", "/")
    if PureWindowsPath(text.strip()).drive and not p.startswith("/"):
        raise UsageError(f"{text!r} is outside the repository", "give a path relative to the repository")
    if p.startswith("/"):
        if root is None:
            raise UsageError(f"{text!r} is absolute", "give a path relative to the repository")
        try:
            p = PurePosixPath(p).relative_to(PurePosixPath(str(root).replace("\\", "/"))).as_posix()
        except ValueError:
            raise UsageError(f"{text!r} is outside the repository", f"the repository is {root}")
    parts: list[str] = []
    for part in p.split("/"):
        if part in ("", "."):
            continue
        if part == "..":
            if not parts:
                raise UsageError(f"{text!r} is outside the repository", "give a path relative to the repository")
            parts.pop()
        else:
            parts.append(part)
    if parts and parts[0] == ".git":
        raise UsageError("files inside .git are not served", "give a path of a tracked file")
    return "/".join(parts)


def find_path(wanted: str, paths: list[str]) -> str | None:
    """The tracked path that is meant: exact, else equal after Unicode normalisation, else None."""
    if wanted in set(paths):
        return wanted
    folded = unicodedata.normalize("NFC", wanted)
    for p in paths:
        if unicodedata.normalize("NFC", p) == folded:
            return p
    return None


def closest(wanted: str, names: list[str], n: int = 5) -> list[str]:
    """Names most like the wanted one: same last component first, then by spelling, then by that of the last component."""
    import difflib

    last = wanted.rsplit("/", 1)[-1].lower()
    by_last: dict[str, list[str]] = {}
    for p in names:
        by_last.setdefault(p.rsplit("/", 1)[-1].lower(), []).append(p)
    near = difflib.get_close_matches(wanted, names[:20_000], n=n, cutoff=0.6)
    alike = difflib.get_close_matches(last, list(by_last)[:20_000], n=n, cutoff=0.75)
    return list(dict.fromkeys([*by_last.get(last, ()), *near, *(p for name in alike for p in by_last[name])]))[:n]


def no_such_file(path: str, paths: list[str], uncommitted: frozenset[str] = frozenset()) -> UsageError:
    """The error for a path that is not there, with the closest ones. ``uncommitted``: those that differ from the commit."""
    if path in uncommitted:
        return UsageError(f"{path!r} is deleted, not committed yet", "ref HEAD still has it")
    near = closest(path, paths)
    return UsageError(
        f"no file {path!r} in this commit", "did you mean " + ", ".join(near) + "?" if near else "check the path"
    )


def filter_of(text: str, workdir: Path | None) -> str:
    """A path filter as it was given; an absolute path inside the repository becomes a relative one. UsageError if it
    leads out."""
    bare = text.strip().lstrip("!")
    if bare.startswith("/") and workdir and bare.startswith(str(workdir)):
        return ("!" if text.strip().startswith("!") else "") + (repository_path(bare, workdir) or "*")
    if "\0" in bare or ".." in bare.split("/"):
        repository_path(bare, workdir)
    return text
