"""codegraph (npm: @colbymchenry/codegraph): its MCP server with the file watcher and daemon it has by default."""
from __future__ import annotations

import re
import subprocess
from pathlib import Path

from tests.bench.freshness.mcp import Mcp, text_of
from tests.bench.freshness.tools.base import Answer, Place, Tool, command

_SECTION = re.compile(r"^\*\*`([^`]+)`\*\*(.*)$")
_SYMBOL = re.compile(r"^- `([^`]+)` \(([^:)]+):\d+\)")


class Codegraph(Tool):
    name = "codegraph"
    note = "MCP `codegraph_explore`, watcher and daemon on"

    def __init__(self, place: Place) -> None:
        quiet = {"CODEGRAPH_TELEMETRY": "0", "DO_NOT_TRACK": "1", "CODEGRAPH_NO_UPDATE_CHECK": "1"}
        super().__init__(Place(place.processes, place.repo, place.home, {**place.env, **quiet}))

    @classmethod
    def version(cls) -> str:
        found = command("FRESHNESS_CODEGRAPH", "codegraph")
        return subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout.strip()

    def prepare(self) -> None:
        p, found = self.place, command("FRESHNESS_CODEGRAPH", "codegraph")
        done = p.processes.run([found, "init", str(p.repo)], p.repo, p.env)
        if done.returncode != 0:
            raise RuntimeError(done.stdout + done.stderr)
        self._server = Mcp(p.processes, [found, "serve", "--mcp", "-p", str(p.repo)], p.repo, p.env, p.log)

    def ask(self, word: str) -> Answer:
        result = self._server.call("codegraph_explore", {"query": word})
        text = text_of(result)
        if "error" in result or result.get("isError"):
            return Answer((), marked=True, refused=(text or str(result))[:300])
        return Answer(tuple(_hits(text)), marked="⚠" in text or "pending index sync" in text)

    def folders(self) -> list[Path]:
        return [self.place.repo / ".codegraph"]

    def close(self) -> None:
        self._server.close()


def _hits(text: str) -> list[tuple[str, str]]:
    """Symbols it lists and sections of source it shows; the heading, which repeats the question, is none."""
    hits: list[tuple[str, str]] = []
    section: list[str] | None = None
    path = ""
    for line in text.splitlines():
        if match := _SECTION.match(line):
            if section is not None:
                hits.append((path, "\n".join(section)))
            path, section = match[1], [match[2]]
        elif section is not None:
            section.append(line)
        elif match := _SYMBOL.match(line):
            hits.append((match[2], match[1]))
    if section is not None:
        hits.append((path, "\n".join(section)))
    return hits
