"""The rule block in the clients' own files, and the plugin's folder."""
from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from coderag import __version__, agents
from coderag.agents import rules, setup
from coderag.agents.client import PROJECT, USER
from coderag.agents.clients import CLIENTS
from coderag.errors import UsageError
from coderag.server.tools import TOOLS
from tests.unit.agents.conftest import lay_out

PLUGIN = Path(agents.__file__).parent / "plugin"


def test_block_is_short_and_names_real_tools():
    names = set(re.findall(r"`(\w+)`", rules.TEXT))
    assert names and names <= set(TOOLS)
    assert len(rules.block()) / 3.5 < 250  # tokens, about


@pytest.mark.parametrize(
    ("name", "scope", "file"),
    [
        ("claude-code", PROJECT, "shop é/CLAUDE.md"), ("claude-code", USER, "home/.claude/CLAUDE.md"),
        ("codex", PROJECT, "shop é/AGENTS.md"), ("codex", USER, "home/.codex/AGENTS.md"),
        ("opencode", PROJECT, "shop é/AGENTS.md"), ("gemini", PROJECT, "shop é/GEMINI.md"),
        ("vscode", PROJECT, "shop é/.github/copilot-instructions.md"), ("zed", PROJECT, "shop é/AGENTS.md"),
    ],
)  # fmt: skip
def test_in_a_file_of_a_person(target, tmp_path, name, scope, file):
    path, client = tmp_path / file, CLIENTS[name]
    before = lay_out(path, "AGENTS.md")
    setup.add_rules(client, scope, target).write()
    text = path.read_text("utf-8")
    assert text.startswith(before.decode()) and text.endswith("\n\n" + rules.block() + "\n")
    assert not setup.add_rules(client, scope, target)
    path.write_text(text.replace(f"v{rules.VERSION}", "v0").replace(rules.TEXT, "old text") + "\nMore.\n")
    setup.add_rules(client, scope, target).write()
    assert path.read_text("utf-8") == text + "\nMore.\n"
    path.write_text(text)
    setup.remove_rules(client, scope, target).write()
    assert path.read_bytes() == before


def test_in_a_file_of_its_own(target):
    client = CLIENTS["cursor"]
    change = setup.add_rules(client, PROJECT, target)
    change.write()
    text = change.path.read_text("utf-8")
    assert change.path.name == "coderag.mdc" and text.startswith("---\n") and "alwaysApply: true\n---\n" in text
    assert not setup.add_rules(client, PROJECT, target)
    setup.remove_rules(client, PROJECT, target).write()
    assert list(target.root.iterdir()) == []
    change.write()
    change.path.write_text(text + "\nAlso mine.\n")
    setup.remove_rules(client, PROJECT, target).write()
    assert "Also mine." in change.path.read_text("utf-8") and "search_code" not in change.path.read_text("utf-8")


def test_a_block_without_its_end_is_left_alone(target):
    path = target.root / "CLAUDE.md"
    path.write_text("<!-- coderag rules v0 -->\nno end\n")
    setup.add_rules(CLIENTS["claude-code"], PROJECT, target).write()
    assert path.read_text().startswith("<!-- coderag rules v0 -->\nno end\n")


def test_a_client_without_such_a_file(target):
    with pytest.raises(UsageError, match="no file for rules with --user"):
        setup.add_rules(CLIENTS["cursor"], USER, target)
    with pytest.raises(UsageError, match="no file for rules"):
        setup.add_rules(CLIENTS["windsurf"], USER, target)


def test_plugin_folder():
    manifest = json.loads((PLUGIN / ".claude-plugin" / "plugin.json").read_text())
    market = json.loads((PLUGIN / ".claude-plugin" / "marketplace.json").read_text())
    assert manifest["name"] == market["name"] == market["plugins"][0]["name"] == "coderag"
    assert manifest["version"] == __version__
    server = json.loads((PLUGIN / ".mcp.json").read_text())["mcpServers"]["coderag"]
    assert (server["command"], server["args"]) == ("coderag", ["serve"])
    hooks = json.loads((PLUGIN / "hooks" / "hooks.json").read_text())["hooks"]
    assert "coderag prime" in hooks["SessionStart"][0]["hooks"][0]["command"]
    skill = (PLUGIN / "skills" / "find-code" / "SKILL.md").read_text()
    assert re.match(r"---\nname: find-code\ndescription: .+\n---\n", skill)
    assert set(re.findall(r"`(\w+_\w+)`", skill)) <= set(TOOLS)
