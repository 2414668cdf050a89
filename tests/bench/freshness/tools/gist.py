"""gist (PyPI: gist-search): the command, ranked; its index accelerates, and it spawns a daemon by itself."""
from __future__ import annotations

import re
import subprocess
from pathlib import Path

from tests.bench.freshness.tools.base import Answer, Tool, command

_HIT = re.compile(r"^\s*\d+\. (.+?):\d+\s+(.*)$")


class Gist(Tool):
    name = "gist"
    note = "command `gist WORD --rank=8` (words and regular expressions only, no search by meaning), index built once"

    @classmethod
    def version(cls) -> str:
        found = command("FRESHNESS_GIST", "gist")
        return subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]

    def prepare(self) -> None:
        done = self._run("index")
        if done.returncode != 0:
            raise RuntimeError(done.stderr)

    def _run(self, *args: str) -> subprocess.CompletedProcess[str]:
        p = self.place
        return p.processes.run([command("FRESHNESS_GIST", "gist"), *args], p.repo, p.env)

    def beside(self, worktree: Path) -> Tool:
        return type(self)(type(self.place)(self.place.processes, worktree, self.place.home, self.place.env))

    def ask(self, word: str) -> Answer:
        done = self._run(word, "--rank=8")
        if done.returncode > 1:
            return Answer((), marked=True, refused=done.stderr[:300])
        hits = tuple((m[1], m[2]) for m in map(_HIT.match, done.stdout.splitlines()) if m)
        return Answer(hits, marked="stale" in done.stderr)

    def folders(self) -> list[Path]:
        return [self.place.repo / ".gist"]
