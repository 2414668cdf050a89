"""coderag: `coderag serve` over stdio, with the hooks that `coderag init` installs, and without."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.bench.freshness.mcp import Mcp
from tests.bench.freshness.tools.base import Answer, Tool

_COMMAND = [sys.executable, "-m", "coderag.cli"]


class Coderag(Tool):
    name = "coderag"
    note = "MCP `search_code`, hooks installed"
    first = ("init",)

    @classmethod
    def version(cls) -> str:
        done = subprocess.run([*_COMMAND, "--version"], capture_output=True, text=True, check=True)
        return done.stdout.split()[-1]

    def prepare(self) -> None:
        p = self.place
        done = p.processes.run([*_COMMAND, *self.first], p.repo, p.env)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        self._serve()

    def _serve(self) -> None:
        p = self.place
        self._server = Mcp(p.processes, [*_COMMAND, "serve", "--repo", str(p.repo)], p.home, p.env, p.log)

    def beside(self, worktree: Path) -> Tool:
        other = type(self)(type(self.place)(self.place.processes, worktree, self.place.home, self.place.env))
        other._serve()
        return other

    def ask(self, word: str) -> Answer:
        result = self._server.call("search_code", {"query": word})
        if "error" in result or result.get("isError"):
            return Answer((), marked=True, refused=str(result)[:300])
        answer = result["structuredContent"]
        fresh = answer["freshness"]
        hits = tuple((h["path"], h["text"]) for h in answer["hits"])
        edits_missing = fresh["left_out"] or (fresh["uncommitted_files"] is None and fresh["dirty_files"])
        return Answer(hits, marked=fresh["state"] != "current" or bool(edits_missing))

    def folders(self) -> list[Path]:
        return [self.place.repo / ".git" / "coderag"]

    def close(self) -> None:
        self._server.close()


class CoderagWithoutHooks(Coderag):
    name = "coderag, no hooks"
    note = "MCP `search_code`, no hooks: only questions make it look"
    first = ("reindex",)
