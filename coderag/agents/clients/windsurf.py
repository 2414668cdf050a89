"""Windsurf: one file for all projects, and nothing that names the opened one: the entry holds the repository's path."""
from __future__ import annotations

from coderag.agents import json_edit
from coderag.agents.client import Client, Place, separate

CLIENT = Client(
    name="windsurf",
    title="Windsurf",
    programs=("windsurf",),
    traces=lambda machine: [machine.home / ".codeium" / "windsurf"],
    user=Place(
        files=lambda machine, root: [machine.home / ".codeium" / "windsurf" / "mcp_config.json"],
        format=json_edit,
        table=("mcpServers",),
        entry=separate,
        repo="",
        note="Windsurf has one list for all projects: it asks this repository until you add another",
    ),
)
