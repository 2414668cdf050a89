"""The clients, in the order in which they are listed. A new client is one file and one line here."""
from __future__ import annotations

from coderag.agents.client import Client
from coderag.agents.clients import claude_code, codex, cursor, gemini, opencode, vscode, windsurf, zed

CLIENTS: dict[str, Client] = {
    "claude-code": claude_code.CLIENT,
    "cursor": cursor.CLIENT,
    "opencode": opencode.CLIENT,
    "codex": codex.CLIENT,
    "gemini": gemini.CLIENT,
    "vscode": vscode.CLIENT,
    "zed": zed.CLIENT,
    "windsurf": windsurf.CLIENT,
}
