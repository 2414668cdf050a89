"""Cursor: `mcp.json` in `.cursor/`, of the home folder or of the project."""
from __future__ import annotations

from coderag.agents import json_edit
from coderag.agents.client import FOLDER, Client, Place, Rules, typed

_HEAD = """\
---
description: When to use coderag's tools to find code, and when grep
alwaysApply: true
---

"""

CLIENT = Client(
    name="cursor",
    title="Cursor",
    programs=("cursor", "cursor-agent"),
    traces=lambda machine: [machine.home / ".cursor"],
    user=Place(
        files=lambda machine, root: [machine.home / ".cursor" / "mcp.json"],
        format=json_edit,
        table=("mcpServers",),
        entry=typed,
        repo=FOLDER,
    ),
    project=Place(
        files=lambda machine, root: [root / ".cursor" / "mcp.json"],
        format=json_edit,
        table=("mcpServers",),
        entry=typed,
        repo=FOLDER,
        rules=Rules(lambda machine, root: [root / ".cursor" / "rules" / "coderag.mdc"], _HEAD),
    ),
)
