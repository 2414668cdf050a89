"""`git grep`: no index, reads the working files each time. The floor that an index has to justify itself against."""
from __future__ import annotations

import subprocess
from pathlib import Path

from tests.bench.freshness.tools.base import Answer, Tool


class GitGrep(Tool):
    name = "git grep"
    note = "no index; literal words in the tracked working files"

    @classmethod
    def version(cls) -> str:
        return subprocess.run(["git", "--version"], capture_output=True, text=True, check=True).stdout.split()[2]

    def prepare(self) -> None:
        pass

    def ask(self, word: str) -> Answer:
        p = self.place
        done = p.processes.run(["git", "grep", "-F", "-w", "-I", "-e", word], p.repo, p.env)
        return Answer(tuple(tuple(line.split(":", 1)) for line in done.stdout.splitlines()))

    def folders(self) -> list[Path]:
        return []
