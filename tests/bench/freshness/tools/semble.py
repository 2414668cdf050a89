"""semble's MCP server. Its model is downloaded at first use; a local model2vec folder stands in for it."""
from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from tests.bench.freshness.mcp import Mcp, text_of
from tests.bench.freshness.tools.base import Answer, NotInstalled, Place, Tool, command


class Semble(Tool):
    name = "semble"
    note = "MCP `search`, another model (SEMBLE_MODEL_NAME) in place of its own"

    def __init__(self, place: Place) -> None:
        cache = place.home / "semble-cache"
        env = {**place.env, "SEMBLE_CACHE_LOCATION": str(cache), "SEMBLE_MODEL_NAME": os.environ["SEMBLE_MODEL_NAME"],
               "HF_HUB_OFFLINE": "1"}  # fmt: skip
        super().__init__(Place(place.processes, place.repo, place.home, env))
        self._cache = cache

    @classmethod
    def version(cls) -> str:
        found = command("FRESHNESS_SEMBLE", "semble")
        if not os.path.isdir(os.environ.get("SEMBLE_MODEL_NAME", "")):
            raise NotInstalled("SEMBLE_MODEL_NAME must be a model2vec folder, see README.md")
        done = subprocess.run([found, "--version"], capture_output=True, text=True, check=True)
        return done.stdout.split()[-1]

    def prepare(self) -> None:
        p = self.place
        self._server = Mcp(p.processes, [command("FRESHNESS_SEMBLE", "semble")], p.repo, p.env, p.log)
        self.ask("main")  # builds the index

    def ask(self, word: str) -> Answer:
        whole = {"max_snippet_lines": None}  # by default only a chunk's first ten lines are shown
        result = self._server.call("search", {"query": word, "repo": str(self.place.repo), **whole})
        try:
            answer = json.loads(text_of(result))
        except ValueError:
            return Answer((), marked=True, refused=text_of(result)[:300] or str(result)[:300])
        hits = tuple((h["file_path"], h["content"]) for h in answer.get("results", ()))
        return Answer(hits)

    def folders(self) -> list[Path]:
        return [self._cache]

    def close(self) -> None:
        self._server.close()
