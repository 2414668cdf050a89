"""Visual Studio Code (Copilot): `mcp.json` of the user's profile, `.vscode/mcp.json` of a project."""
from __future__ import annotations

from coderag.agents import json_edit
from coderag.agents.client import FOLDER, Client, Place, Rules, typed

CLIENT = Client(
    name="vscode",
    title="VS Code",
    programs=("code",),
    traces=lambda machine: [machine.applications() / "Code", machine.home / ".vscode"],
    user=Place(
        files=lambda machine, root: [machine.applications() / "Code" / "User" / "mcp.json"],
        format=json_edit,
        table=("servers",),
        entry=typed,
        repo=FOLDER,
    ),
    project=Place(
        files=lambda machine, root: [root / ".vscode" / "mcp.json"],
        format=json_edit,
        table=("servers",),
        entry=typed,
        repo=FOLDER,
        rules=Rules(lambda machine, root: [root / ".github" / "copilot-instructions.md"]),
        note="VS Code asks each person once whether to trust it",
    ),
)
