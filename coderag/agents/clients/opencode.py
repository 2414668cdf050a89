"""OpenCode: `opencode.json` or `opencode.jsonc`, below the configuration folder or in the project."""
from __future__ import annotations

from pathlib import Path

from coderag.agents import json_edit
from coderag.agents.client import Client, Machine, Place, Rules

_NAMES = ("opencode.json", "opencode.jsonc")


def _entry(command: list[str]) -> dict:
    return {"type": "local", "command": command, "enabled": True}


def _folder(machine: Machine) -> Path:
    return machine.config() / "opencode"


CLIENT = Client(
    name="opencode",
    title="OpenCode",
    programs=("opencode",),
    traces=lambda machine: [_folder(machine)],
    user=Place(
        files=lambda machine, root: [_folder(machine) / name for name in (*_NAMES, "config.json")],
        format=json_edit,
        table=("mcp",),
        entry=_entry,
        rules=Rules(lambda machine, root: [_folder(machine) / "AGENTS.md"]),
    ),
    project=Place(
        files=lambda machine, root: [root / name for name in _NAMES],
        format=json_edit,
        table=("mcp",),
        entry=_entry,
        rules=Rules(lambda machine, root: [root / "AGENTS.md"]),
    ),
)
