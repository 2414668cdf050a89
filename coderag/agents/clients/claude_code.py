"""Claude Code: `~/.claude.json` for every repository, `.mcp.json` for a project. Starts servers in the opened folder."""
from __future__ import annotations

from pathlib import Path

from coderag.agents import json_edit
from coderag.agents.client import Client, Machine, Place, Rules, typed


def _config(machine: Machine) -> Path:
    moved = machine.environ.get("CLAUDE_CONFIG_DIR", "")
    return Path(moved) / ".claude.json" if moved else machine.home / ".claude.json"


def _memory(machine: Machine) -> Path:
    return machine.folder("CLAUDE_CONFIG_DIR", ".claude") / "CLAUDE.md"


CLIENT = Client(
    name="claude-code",
    title="Claude Code",
    programs=("claude",),
    traces=lambda machine: [_config(machine), machine.folder("CLAUDE_CONFIG_DIR", ".claude")],
    user=Place(
        files=lambda machine, root: [_config(machine)],
        format=json_edit,
        table=("mcpServers",),
        entry=typed,
        rules=Rules(lambda machine, root: [_memory(machine)]),
    ),
    project=Place(
        files=lambda machine, root: [root / ".mcp.json"],
        format=json_edit,
        table=("mcpServers",),
        entry=typed,
        rules=Rules(lambda machine, root: [root / "CLAUDE.md"]),
        note="Claude Code asks each person once whether to trust it",
    ),
    others=lambda machine, root: [("projects", str(root), "mcpServers")],  # claude mcp add, without --scope
)
