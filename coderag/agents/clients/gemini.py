"""Gemini CLI: `settings.json` in `.gemini/`, of the home folder or of the project."""
from __future__ import annotations

from coderag.agents import json_edit
from coderag.agents.client import Client, Place, Rules, separate

CLIENT = Client(
    name="gemini",
    title="Gemini CLI",
    programs=("gemini",),
    traces=lambda machine: [machine.home / ".gemini"],
    user=Place(
        files=lambda machine, root: [machine.home / ".gemini" / "settings.json"],
        format=json_edit,
        table=("mcpServers",),
        entry=separate,
        rules=Rules(lambda machine, root: [machine.home / ".gemini" / "GEMINI.md"]),
        note="Gemini CLI starts servers only in folders that the person trusts",
    ),
    project=Place(
        files=lambda machine, root: [root / ".gemini" / "settings.json"],
        format=json_edit,
        table=("mcpServers",),
        entry=separate,
        rules=Rules(lambda machine, root: [root / "GEMINI.md"]),
        note="Gemini CLI starts servers only in folders that the person trusts",
    ),
)
