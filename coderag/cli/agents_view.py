"""What ``coderag agents`` says, for a person."""
from __future__ import annotations

import os
import shlex
from pathlib import Path

from coderag import agents
from coderag.cli.console import paint
from coderag.cli.render import safe

_STATES = {
    "this": "yes",
    "other": "for another repository",
    "broken": "its command is gone: coderag agents add brings it up to date",
    "damaged": "cannot be read",
}


def plugin() -> dict:
    """The plugin's folder and the commands that install it."""
    folder = Path(agents.__file__).parent / "plugin"
    add = ["claude", "plugin", "marketplace", "add", str(folder)]
    return {"folder": str(folder), "commands": [shlex.join(add), "claude plugin install coderag@coderag"]}


def lines(payload: dict, colour: bool) -> list[str]:
    payload = safe(payload)
    if "clients" in payload:
        return _clients(payload, colour)
    if "commands" in payload:
        note = "The plugin starts `coderag` by name: it must be on your PATH."
        return ["Server, skill and session start for Claude Code in one plugin:", "", *payload["commands"], "", note]
    out: list[str] = []
    for row in payload["changes"]:
        out += _change(row, payload["action"], colour)
    return out + [f"note: {note}" for note in payload["notes"]]


def _clients(payload: dict, colour: bool) -> list[str]:
    shown = [c for c in payload["clients"] if c["found"] or c["entries"]]
    absent = [c["client"] for c in payload["clients"] if c not in shown]
    width = max((len(c["client"]) for c in shown), default=0)
    out = ["Agents on this machine, and whether coderag is set up:"] if shown else ["No agent found on this machine."]
    for client in shown:
        states = "; ".join(map(_entry, client["entries"])) or "no"
        style = "green" if _served(client) else "yellow" if client["entries"] else "dim"
        out.append(f"{client['client']:<{width}}  {paint(states, style, colour)}")
    if absent:
        out.append(f"not found: {', '.join(absent)}")
    name = next((c["client"] for c in shown if not _served(c)), "CLIENT")
    return [*out, "", f"Add it:  coderag agents add {name}", f"Another client:  {shlex.join(payload['server'])}"]


def _served(client: dict) -> bool:
    return any(entry["state"] == "this" for entry in client["entries"])


def _entry(entry: dict) -> str:
    home = os.path.expanduser("~")
    shown = "~" + entry["file"][len(home) :] if entry["file"].startswith(home + os.sep) else entry["file"]
    why = f": {entry['detail']}" if entry["detail"] else ""
    return f"{_STATES[entry['state']]}{why} ({shown})"


def _change(row: dict, action: str, colour: bool) -> list[str]:
    if not row["changed"]:
        return [f"{row['title']}: {row['shown']}: {'already so' if action == 'add' else 'nothing of coderag in it'}"]
    styles = {"+": "green", "-": "red", "@": "cyan"}
    diff = [paint(line, styles[line[0]], colour) if line[0] in styles else line for line in row["diff"] if line]
    done = "would be" if not row["written"] else "is"
    what = "deleted: nothing else was in it" if row["deleted"] else "written"
    return [*diff, f"{row['title']}: {row['shown']} {done} {what}"]
