"""What to paste into an agent's configuration. One function per agent, a literal table of them."""
from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from collections.abc import Callable


def launcher() -> list[str]:
    """How to start coderag from anywhere: the absolute path of the command, or the interpreter and module.

    Agents start servers with another PATH than a shell's, so a bare name would fail for many.
    """
    names = ("coderag", "git-coderag")
    started = os.path.abspath(sys.argv[0]) if sys.argv and os.sep in sys.argv[0] else None
    beside = os.path.join(os.path.dirname(sys.executable), "coderag")
    for path in (started, shutil.which("coderag"), beside):
        if path and os.path.basename(path) in names and os.access(path, os.X_OK):
            return [os.path.abspath(path)]
    return [sys.executable, "-P", "-m", "coderag.cli"]


def claude_code(command: list[str]) -> list[str]:
    server = {"mcpServers": {"coderag": {"command": command[0], "args": command[1:]}}}
    return [f"claude mcp add coderag -- {shlex.join(command)}", "or, for the whole project, in .mcp.json:", _json(server)]


def cursor(command: list[str]) -> list[str]:
    return ["in .cursor/mcp.json:", _json({"mcpServers": {"coderag": {"command": command[0], "args": command[1:]}}})]


def opencode(command: list[str]) -> list[str]:
    return ["in opencode.json:", _json({"mcp": {"coderag": {"type": "local", "command": command, "enabled": True}}})]


def codex(command: list[str]) -> list[str]:
    # A JSON string is a valid TOML basic string.
    return [
        "in ~/.codex/config.toml:",
        "[mcp_servers.coderag]",
        f"command = {json.dumps(command[0])}",
        f"args = {json.dumps(command[1:])}",
    ]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


AGENTS: dict[str, Callable[[list[str]], list[str]]] = {
    "Claude Code": claude_code,
    "Cursor": cursor,
    "OpenCode": opencode,
    "Codex": codex,
}


def instructions(repo: str) -> list[str]:
    """Lines for every agent, ready to paste."""
    command = [*launcher(), "serve", "--repo", repo]
    lines: list[str] = []
    for name, render in AGENTS.items():
        lines += ["", f"{name}:", *(f"  {line}" for line in render(command))]
    return lines[1:]
