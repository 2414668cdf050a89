"""An Engine without git or index: the same methods, answers made from the question. Words of a query steer it."""
from __future__ import annotations

import os
import time
from pathlib import Path
from types import SimpleNamespace

from coderag.errors import RepositoryError, StateError
from coderag.model import answers as a
from coderag.model.git import Head

COMMIT, HEAD = "1a2b3c4" + "0" * 33, "9f8e7d6" + "0" * 33
FRESH = a.Freshness("refs/heads/main", COMMIT, COMMIT, "current")
STALE = a.Freshness("refs/heads/main", COMMIT, HEAD, "stale", 3, 12, 2, "the worker is running")
NASTY = "bell \x07 esc \x1b[31m nul \x00 bidi \u202e c1 \x9b lone \ud800 byte \udce9 tag \U000e0041"


def hit(number: int = 1, text: str | None = None, **changes) -> a.Hit:
    text = "def f(a):\n    return a" if text is None else text
    values = {
        "path": f"src/m{number}.py", "start_line": 10, "end_line": 9 + len(text.split("\n")), "symbol": f"pkg.f{number}",
        "kind": "function", "language": "python", "score": 1 / number,
        "signals": {"definition_match": 0.4, "lexical": 0.2, "test_penalty": -0.1}, "text": text,
    }  # fmt: skip
    return a.Hit(**{**values, **changes})


def function(lines: int) -> str:
    return "\n".join(["def long():", *(f"    value_{n} = compute(value_{n - 1}, {n})" for n in range(1, lines))])


class FakeEngine:
    def __init__(self, root: str) -> None:
        self.root = root
        self.repo = SimpleNamespace(workdir=Path(root), head=self._head)
        self.asked: list[object] = []
        self.closed = False

    @classmethod
    def open(cls, path: str, overlay: bool = True, *, environ=None) -> FakeEngine:
        if not os.path.isdir(os.path.join(path, ".git")):
            raise RepositoryError(f"{path} is not in a git repository", "run git init")
        return cls(os.path.realpath(path))

    def _head(self) -> Head:
        unborn = os.path.exists(os.path.join(self.root, "unborn"))
        return Head("refs/heads/main", None if unborn else COMMIT)

    def search(self, query: a.Query) -> a.SearchAnswer:
        self.asked.append(query)
        words = query.text.split()
        if "boom" in words:
            raise KeyError("first line\nsecond line")
        if "busy" in words:
            raise StateError("the index is being rebuilt", "ask again in a minute")
        if "print" in words:
            print("stray output of a library")
            os.write(1, b"stray output of native code\n")
            os.system("echo stray output of a child")
        if "slow" in words:
            time.sleep(1.5)
        if "stuck" in words:
            time.sleep(60)
        if "unready" in words:
            building = a.Freshness("refs/heads/main", None, HEAD, "building", note="12 of 40 files; ask again soon")
            return a.SearchAnswer(building, ())
        if "nothing" in words:
            return a.SearchAnswer(STALE, ())
        if "nasty" in words:
            return a.SearchAnswer(FRESH, (hit(1, NASTY, path="caf\udce9.py", modified=True), hit(2)))
        if "long" in words:
            return a.SearchAnswer(FRESH, (hit(1, function(900)),))
        if "line" in words:
            return a.SearchAnswer(FRESH, (hit(1, "x" * 3_000_000),))
        if "huge" in words:
            return a.SearchAnswer(FRESH, tuple(hit(n, function(900 if n == 2 else 30)) for n in range(1, query.top_k + 1)))
        found = tuple(hit(n, context="class Store:") for n in range(1, min(query.top_k, 3) + 1))
        return a.SearchAnswer(FRESH, found, considered=100)

    def similar(self, likeness: a.Likeness) -> a.SimilarAnswer:
        self.asked.append(likeness)
        return a.SimilarAnswer(FRESH, likeness.path and f"{likeness.path}:10-20", (hit(1),))

    def outline(self, file_path: str, ref: str | None = None) -> a.OutlineAnswer:
        self.asked.append((file_path, ref))
        count = 4_000 if "big" in file_path else 2
        symbols = tuple(
            a.OutlineSymbol(f"m{n}", f"C.m{n}", "method" if n % 2 else "class", f"def m{n}(self)", n, n + 1, "Doc.", n % 2)
            for n in range(count)
        )
        return a.OutlineAnswer(FRESH, file_path, "python", 320, "A module", symbols)

    def tree(self, depth: int = 2, path: str | None = None, ref: str | None = None) -> a.TreeAnswer:
        self.asked.append((depth, path, ref))
        count = 5_000 if path == "big" else 2
        rows = [a.TreeRow("src/", 0, count, 40, (("python", count),), "The code", 1)]
        rows += [a.TreeRow(f"src/m{n}.py", 1, 1, 20, (("python", 1),), "") for n in range(count)]
        return a.TreeAnswer(FRESH, path or "", tuple(rows))

    def symbol(self, name: str, path: str | None = None, ref: str | None = None) -> a.SymbolAnswer:
        self.asked.append((name, path, ref))
        if name == "no where":
            return a.SymbolAnswer(FRESH, name, (), (), 0)
        if name == "missing":
            return a.SymbolAnswer(FRESH, name, (), (), 0, ("mixing",))
        many = name == "popular"
        text = function(900) if many else "def f(a):\n    return a"
        lines = len(text.split("\n"))
        definitions = tuple(
            a.Definition(f"src/m{n}.py", 1, lines, 1, name, f"pkg.{name}", "function", "python", "def f(a)", "Doc.", text)
            for n in range(8 if many else 2)
        )
        uses = tuple(
            a.Use(f"src/u{n}.py", n + 1, name, "call", "pkg.g", "", text=f"    return {name}(1)")
            for n in range(3_000 if many else 2)
        )
        return a.SymbolAnswer(FRESH, name, definitions, uses, len(uses))

    def status(self) -> dict:
        return {
            "repository": self.root, "freshness": FRESH.as_json(),
            "snapshot": {
                "files": 3, "chunks": 12, "symbols": 7, "segments": 1, "generation": 4,
                "languages": {"python": {"files": 2, "chunks": 10}, "markdown": {"files": 1, "chunks": 2}},
                "skipped": {"binary": 2, "secret": 1}, "last_run": a.SyncReport(mode="delta", seconds=0.3).as_json(),
            },
            "hooks": [{"name": "post-commit", "state": "installed", "path": ".git/hooks/post-commit", "detail": ""}],
            "worker": {"state": "idle", "progress": None, "last_event": "post-commit", "last_run": None, "last_error": None},
            "store": {"bytes": {"artifacts": 2_048, "bases": 5_000_000}},
            "totals": {"artifacts_computed": 3, "vectors_computed": 12},
        }  # fmt: skip

    @property
    def models(self):
        return SimpleNamespace(complete=lambda ref=None, progress=None: 0)

    def sync(self, full=False, ref=None, progress=None) -> a.SyncReport:
        self.asked.append(("sync", full, ref))
        for done in range(0, 41, 10):
            if progress:
                progress(done, 40, done * 3, "files")
        return a.SyncReport(ref="refs/heads/main", commit=COMMIT, mode="full", reason="first index", files_changed=40,
                            artifacts_computed=40, vectors_computed=120, chunks_added=120, seconds=1.25)  # fmt: skip

    def configure(self, include=(), exclude=()) -> None:
        self.asked.append(("configure", list(include), list(exclude)))

    def install_hooks(self, force=False) -> list:
        return [_Hook("post-commit", "installed"), _Hook("post-merge", "installed")]

    def uninstall_hooks(self) -> list:
        return [_Hook("post-commit", "absent")]

    def doctor(self) -> list[dict]:
        return [
            {"check": "python", "ok": True, "detail": "3.11", "hint": ""},
            {"check": "hooks", "ok": Path(self.root, "healthy").exists(), "detail": "none", "hint": "coderag install-hooks"},
        ]

    def verify(self, progress=None) -> list[str]:
        return [] if Path(self.root, "healthy").exists() else [f"difference {n}" for n in range(30)]

    def gc(self, now: bool = False) -> dict:
        return {"artifacts_removed": 4, "bytes_freed": 4_096}

    def close(self) -> None:
        self.closed = True


class _Hook:
    def __init__(self, name: str, state: str) -> None:
        self.name, self.state, self.path, self.detail = name, state, f".git/hooks/{name}", ""
