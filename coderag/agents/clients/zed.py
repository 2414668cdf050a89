"""Zed: `context_servers` of `settings.json`, the user's or a project's. Starts servers in the opened folder."""
from __future__ import annotations

from pathlib import Path

from coderag.agents import json_edit
from coderag.agents.client import Client, Machine, Place, Rules, separate


def _entry(command: list[str]) -> dict:
    return {"source": "custom", **separate(command)}  # older versions need the source, newer ones ignore it


def _folder(machine: Machine) -> Path:
    return (machine.home / ".config" if machine.platform == "darwin" else machine.config()) / "zed"


CLIENT = Client(
    name="zed",
    title="Zed",
    programs=("zed", "zeditor", "zedit"),
    traces=lambda machine: [_folder(machine)],
    user=Place(
        files=lambda machine, root: [_folder(machine) / "settings.json"],
        format=json_edit,
        table=("context_servers",),
        entry=_entry,
    ),
    project=Place(
        files=lambda machine, root: [root / ".zed" / "settings.json"],
        format=json_edit,
        table=("context_servers",),
        entry=_entry,
        rules=Rules(lambda machine, root: [root / name for name in ("AGENTS.md", ".rules")]),
    ),
)
