"""The `coderag.*` keys of git's configuration, all levels merged as git merges them.

git is asked, because libgit2 knows neither GIT_CONFIG_GLOBAL nor every conditional include. The answer is kept as
long as every file it came from, every file that could add to it, and HEAD (onbranch includes) are unchanged.
"""
from __future__ import annotations

import os
import threading
from pathlib import Path

from coderag.errors import StateError, UsageError
from coderag.git.command import Git, environment, find_git
from coderag.git.locate import Location

_Stamp = tuple[tuple[str, tuple[int, int, int] | None], ...]


class Configuration:
    """Reads and writes the options of one repository. Safe to use from several threads."""

    def __init__(self, location: Location, git: Git) -> None:
        self._location, self._git, self._lock = location, git, threading.Lock()
        self._files: set[str] = set()  # where the last answer came from
        self._kept: tuple[_Stamp, dict[str, str], dict[str, list[str]]] | None = None

    def read(self) -> dict[str, list[str]]:
        """Key in lower case -> values, from the least to the most specific level. StateError if git refuses a file."""
        if not find_git():
            return self._read_with_libgit2()
        variables = {name: value for name, value in environment().items() if name in _PLACES or "CONFIG" in name}
        with self._lock:
            candidates = self._candidates(variables)
            before = _stamp(self._files | candidates)
            if self._kept and self._kept[:2] == (before, variables):
                return {key: list(values) for key, values in self._kept[2].items()}
            self._files, values = self._ask_git()
            # A file that changed while git read it may be newer than the answer: such an answer is not kept.
            after = _stamp(self._files | candidates)
            self._kept = (after, variables, values) if after == before else None
            return {key: list(found) for key, found in values.items()}

    def _ask_git(self) -> tuple[set[str], dict[str, list[str]]]:
        fields = self._git.run("config", "--list", "--includes", "--show-origin", "-z").split(b"\0")
        base = self._location.workdir or Path.cwd()
        files: set[str] = set()
        values: dict[str, list[str]] = {}
        for origin, entry in zip(fields[0:-1:2], fields[1::2], strict=True):
            raw_key, has_value, raw_value = entry.partition(b"\n")
            key, value = os.fsdecode(raw_key), os.fsdecode(raw_value) if has_value else "true"
            if origin.startswith(b"file:"):
                file = os.path.join(base, os.fsdecode(origin[5:]))
                files.add(file)
                if key.startswith(("include.", "includeif.")) and key.endswith(".path"):
                    # Not named as an origin while it is absent, empty, or its condition is not met.
                    files.add(os.path.join(os.path.dirname(file), os.path.expanduser(value)))
            _add(values, key, value)
        return files, values

    def _candidates(self, variables: dict[str, str]) -> set[str]:
        """Files that would count if they came into being."""
        where = self._location
        home = variables.get("HOME", "")
        own = variables.get("GIT_CONFIG_GLOBAL")
        xdg = variables.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
        paths = [own] if own else [os.path.join(home, ".gitconfig"), os.path.join(xdg, "git", "config")]
        paths += [variables.get("GIT_CONFIG_SYSTEM") or "/etc/gitconfig", str(where.common_dir / "config")]
        return {*paths, str(where.git_dir / "config.worktree"), str(where.git_dir / "HEAD")}

    def _read_with_libgit2(self) -> dict[str, list[str]]:
        import pygit2

        values: dict[str, list[str]] = {}
        for entry in pygit2.Repository(str(self._location.git_dir)).config:
            _add(values, entry.name, "true" if entry.value is None else entry.value)
        return values

    def write(self, key: str, values: list[str]) -> None:
        """Make ``values`` the key's only values in the repository's own file; [] removes it.

        UsageError for a key that is not ours or not valid, StateError if the file cannot be written.
        """
        section, _, name = key.partition(".")
        if section.lower() != "coderag" or not name:
            raise UsageError(f"not an option of coderag: {key}", "options are named coderag.<name>")
        try:
            if not values:
                self._git.run("config", "--local", "--unset-all", key, ok=(0, 5))  # 5 = was not set
                return
            self._git.run("config", "--local", "--replace-all", key, values[0])
            for value in values[1:]:
                self._git.run("config", "--local", "--add", key, value)
        except StateError as error:
            raise StateError(f"cannot set {key}: {error.message}", error.hint) from error


_PLACES = ("HOME", "XDG_CONFIG_HOME")


def _add(values: dict[str, list[str]], key: str, value: str) -> None:
    key = key.lower()
    if key.startswith("coderag."):
        values.setdefault(key, []).append(value)


def _stamp(paths: set[str]) -> _Stamp:
    """Identity of each file's contents, as far as stat tells; git replaces its files, so the inode changes too."""
    stamps = []
    for path in sorted(paths):
        try:
            stat = os.stat(path)
        except OSError:
            stamps.append((path, None))
        else:
            stamps.append((path, (stat.st_ino, stat.st_size, stat.st_mtime_ns)))
    return tuple(stamps)
