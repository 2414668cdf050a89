"""Codex: `config.toml` in `~/.codex/`, or in `.codex/` of a project that the person trusts."""
from __future__ import annotations

from coderag.agents import toml_edit
from coderag.agents.client import Client, Place, Rules, separate

_HOME = ("CODEX_HOME", ".codex")

CLIENT = Client(
    name="codex",
    title="Codex",
    programs=("codex",),
    traces=lambda machine: [machine.folder(*_HOME)],
    user=Place(
        files=lambda machine, root: [machine.folder(*_HOME) / "config.toml"],
        format=toml_edit,
        table=("mcp_servers",),
        entry=separate,
        rules=Rules(lambda machine, root: [machine.folder(*_HOME) / "AGENTS.md"]),
    ),
    project=Place(
        files=lambda machine, root: [root / ".codex" / "config.toml"],
        format=toml_edit,
        table=("mcp_servers",),
        entry=separate,
        rules=Rules(lambda machine, root: [root / "AGENTS.md"]),
        note="Codex reads this file only in projects that the person trusts",
    ),
)
