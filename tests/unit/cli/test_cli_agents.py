"""``coderag agents``: the list, the changes it shows and makes, and its refusals."""
from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from coderag.agents.clients import CLIENTS


@pytest.fixture
def repo(repo):
    """A repository that git knows, too."""
    (repo / ".git").rmdir()
    subprocess.run(["git", "init", "-q", str(repo)], check=True)
    return repo


def test_list(coderag, repo, home):
    done = coderag("agents")
    assert done.code == 0 and "No agent found" in done.out and f"not found: {', '.join(CLIENTS)}" in done.out
    (home / ".cursor").mkdir()
    (home / ".codex").mkdir()
    coderag("agents", "add", "codex")
    done = coderag("agents")
    assert "cursor  no\n" in done.out and "codex   yes (~/.codex/config.toml)" in done.out
    assert "Add it:  coderag agents add cursor" in done.out and f"serve --repo {repo}" in done.out
    rows = {row["client"]: row for row in json.loads(coderag("agents", "list", "--json").out)["clients"]}
    assert rows["codex"]["entries"][0]["state"] == "this" and rows["codex"]["entries"][0]["command"][-1] == "serve"
    assert rows["zed"] == {"client": "zed", "title": "Zed", "found": "", "entries": []}
    (home / ".codex" / "config.toml").write_text("x")
    assert "cannot be read: not valid TOML" in coderag("agents").out


def test_add_and_remove(coderag, repo, home):
    dry = coderag("agents", "add", "claude-code", "--dry-run")
    assert dry.code == 0 and '+    "coderag": {' in dry.out and "~/.claude.json would be written" in dry.out
    assert not (home / ".claude.json").exists()
    done = coderag("agents", "add", "claude-code", "cursor")
    assert done.code == 0 and "Claude Code: ~/.claude.json is written" in done.out and "note: the entry starts /" in done.out
    entry = json.loads((home / ".claude.json").read_text())["mcpServers"]["coderag"]
    version = subprocess.run([entry["command"], *entry["args"][:-1], "--version"], capture_output=True, text=True)
    assert version.stdout.startswith("coderag ")
    again = coderag("agents", "add", "claude-code")
    assert "Claude Code: ~/.claude.json: already so" in again.out
    done = coderag("agents", "remove", "claude-code", "cursor")
    assert "~/.claude.json is deleted: nothing else was in it" in done.out
    assert list(home.rglob("*json*")) == []
    assert "nothing of coderag in it" in coderag("agents", "remove", "claude-code").out


def test_project_and_rules(coderag, repo, home):
    (repo / "CLAUDE.md").write_text("# Mine\n")
    done = coderag("agents", "add", "claude-code", "--project", "--rules")
    assert ".mcp.json is written" in done.out and "CLAUDE.md is written" in done.out
    assert "starts coderag by name" in done.out and "It is not on yours" in done.out and "asks each person once" in done.out
    assert json.loads((repo / ".mcp.json").read_text())["mcpServers"]["coderag"]["command"] == "coderag"
    left = coderag("agents", "remove", "claude-code").out
    assert "still has coderag in .mcp.json: --project removes it there" in left
    left = coderag("agents", "remove", "claude-code", "--project").out
    assert "CLAUDE.md still has coderag's rules: --rules removes them, too" in left
    coderag("agents", "remove", "claude-code", "--project", "--rules")
    assert (repo / "CLAUDE.md").read_text() == "# Mine\n" and not (repo / ".mcp.json").exists()


def test_refusals(coderag, repo, home, tmp_path_factory, monkeypatch):
    (home / ".claude.json").write_text('{"a": }')
    for argv, code, words in (
        (["add"], 2, "name a client"),
        (["add", "emacs"], 2, "no client 'emacs'"),
        (["list", "cursor"], 2, "takes no client"),
        (["add", "windsurf", "--project"], 2, "no configuration file in a project"),
        (["add", "cursor", "vscode", "--rules"], 2, "try --project, or leave out --rules"),
        (["add", "claude-code"], 1, "not valid JSON in line 1, column 7"),
    ):
        done = coderag("agents", *argv)
        assert (done.code, words in done.err) == (code, True), done.err
        assert done.err.count("\n") <= 2
    assert sorted(p.name for p in home.iterdir()) == [".claude.json"]
    monkeypatch.chdir(tmp_path_factory.mktemp("nowhere"))
    assert "not a git repository" in coderag("agents", "add", "codex", "--project").err
    assert "not a git repository" in coderag("agents", "add", "windsurf").err
    assert coderag("agents", "add", "codex").code == 0 and coderag("agents").code == 0


def test_plugin(coderag, repo):
    done = coderag("agents", "plugin")
    assert "claude plugin marketplace add " in done.out and "claude plugin install coderag@coderag" in done.out
    folder = json.loads(coderag("agents", "plugin", "--json").out)["folder"]
    assert Path(folder, ".claude-plugin", "marketplace.json").is_file()
