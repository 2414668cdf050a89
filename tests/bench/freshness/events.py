"""What happens to the repository: a scratch clone, branches prepared before any tool sees it, and nine events.

Every event brings a function with a name that occurs nowhere else, and takes another such function away, both inside
files that the repository has anyway. Names are single invented words, so that no part of one matches another.
"""
from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.freshness.processes import Processes

_CUT = "\n\n\n"


@dataclass(frozen=True)
class Event:
    """``arrange`` brings the repository into the state before, unmeasured. ``new``/``gone``: (word, path)."""

    name: str
    new: tuple[str, str]
    gone: tuple[str, str]
    act: Callable[[], None]
    arrange: Callable[[], None] = field(default=lambda: None)
    elsewhere: bool = False  # asked in the second worktree
    hot: bool = False  # a question is answered right before it: what is remembered for a moment is then wrong


class Scratch:
    """A clone of ``source`` in ``folder``/repo with branches main, topic, side and far."""

    def __init__(self, source: Path, folder: Path, processes: Processes, env: Mapping[str, str], differ: int) -> None:
        self.path, self.worktree = folder / "repo", folder / "second"
        self._processes, self._env = processes, env
        self._random = random.Random(4)
        subprocess.run(["git", "clone", "-q", "--local", "--single-branch", str(source), str(self.path)], check=True,
                       env=dict(env))  # fmt: skip
        self.git("checkout", "-q", "-B", "main")
        self.files = len(self.git("ls-files").splitlines())
        self._words = {name: self._word() for name in _NAMES}
        self._prepare(differ)

    def git(self, *args: str) -> str:
        done = self._processes.run(["git", *args], self.path, self._env, counted=False)
        if done.returncode != 0:
            raise RuntimeError(f"git {' '.join(args)}: {done.stdout}{done.stderr}")
        return done.stdout

    def events(self) -> list[Event]:
        w, a, b = self._words, self._a, self._b
        return [
            Event("commit", (w["commit"], a), (w["base"], a), lambda: self._replace(a, "base", "commit", "-m", "commit")),
            Event("amend", (w["amend"], a), (w["commit"], a), lambda: self._replace(a, "commit", "amend", "--amend",
                  "--no-edit")),
            Event(f"checkout, {self.differing} files, first time", (w["far"], self._far_file), (w["amend"], a),
                  lambda: self.git("checkout", "-q", "far")),
            Event(f"checkout, {self.differing} files, back", (w["amend"], a), (w["far"], self._far_file),
                  lambda: self.git("checkout", "-q", "main")),
            Event("rebase", (w["amend"], a), (w["base"], a), lambda: self.git("rebase", "-q", "main"),
                  arrange=lambda: self.git("checkout", "-q", "topic")),
            Event("reset --hard", (w["dropped"], b), (w["topic"], b), lambda: self.git("reset", "-q", "--hard", "HEAD~1")),
            Event("edit, not committed", (w["edit"], a), (w["amend"], a), lambda: self._swap(a, "amend", "edit")),
            Event("edit, right after a question", (w["hot"], a), (w["amend"], a), lambda: self._swap(a, "amend", "hot"),
                  arrange=lambda: self.git("checkout", "-q", "--", a), hot=True),
            Event("second worktree", (w["side"], b), (w["amend"], a),
                  lambda: self.git("worktree", "add", "-q", str(self.worktree), "side"),
                  arrange=lambda: self.git("checkout", "-q", "--", a), elsewhere=True),
        ]  # fmt: skip

    def _prepare(self, differ: int) -> None:
        self._a, self._b = self._two_files()
        self._put(self._a, "base")
        self._put(self._b, "dropped")
        self.git("commit", "-qam", "base")
        self.git("checkout", "-q", "-b", "topic")
        self._replace(self._b, "dropped", "topic", "-m", "topic")
        self.git("checkout", "-q", "-b", "side", "main")
        self._replace(self._b, "dropped", "side", "-m", "side")
        far = self._far_commit(differ)
        self.git("checkout", "-q", "-b", "far", far)
        self._far_file = self._two_files()[0]
        self._put(self._far_file, "far")
        self.git("commit", "-qam", "far")
        self.differing = self._differing("far", "main")
        self.git("checkout", "-q", "main")

    def _two_files(self) -> tuple[str, str]:
        """The two Python files nearest to 300 lines, outside tests and documentation."""
        sizes = []
        for path in self.git("ls-files", "*.py").splitlines():
            if not {"test", "tests", "docs", "examples"} & set(Path(path).parts):
                lines = (self.path / path).read_bytes().count(b"\n")
                sizes.append((abs(lines - 300), path))
        if len(sizes) < 2:
            raise RuntimeError("the benchmark writes Python functions: it needs a repository with Python files")
        return sorted(sizes)[0][1], sorted(sizes)[1][1]

    def _far_commit(self, differ: int) -> str:
        """The nearest ancestor, by first parents, that differs from main in that many files (nine tenths of the
        repository, if it is smaller)."""
        wanted = min(differ, self.files * 9 // 10)
        line = self.git("rev-list", "--first-parent", "main").splitlines()
        low, high = 0, len(line) - 1
        while low < high:
            middle = (low + high) // 2
            if self._differing(line[middle], "main") >= wanted:
                high = middle
            else:
                low = middle + 1
        return line[low]

    def _differing(self, one: str, other: str) -> int:
        return len(self.git("diff", "--name-only", "--no-renames", one, other).splitlines())

    def _word(self) -> str:
        return "zq" + "".join(self._random.choice("bdfklmnprstv") + self._random.choice("aeiou") for _ in range(4))

    def _function(self, name: str) -> str:
        word = self._words[name]
        return f'{_CUT}def {word}(value):\n    """Return the {word} of a value."""\n    return value + {len(word)}\n'

    def _put(self, path: str, name: str) -> None:
        with open(self.path / path, "a", encoding="utf-8") as f:
            f.write(self._function(name))

    def _swap(self, path: str, old: str, new: str) -> None:
        target = self.path / path
        text = target.read_text(encoding="utf-8")
        assert self._function(old) in text
        target.write_text(text.replace(self._function(old), self._function(new)), encoding="utf-8")

    def _replace(self, path: str, old: str, new: str, *commit: str) -> None:
        self._swap(path, old, new)
        self.git("commit", "-qa", *commit)


_NAMES = ("base", "dropped", "commit", "amend", "topic", "side", "far", "edit", "hot")
