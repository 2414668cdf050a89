"""The official SDKs, the inspector, and agents' own command lines."""
from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path

import pytest

from coderag import __version__
from coderag.server.prompts import PROMPTS
from coderag.server.resources import RESOURCES
from coderag.server.tools import TOOLS

pytestmark = pytest.mark.clients
SESSION = str(Path(__file__).with_name("session.cjs"))


def check_session(seen: dict) -> None:
    assert seen["server"] == {"name": "coderag", "version": __version__} and "search_code" in seen["instructions"]
    assert [tool["name"] for tool in seen["tools"]] == list(TOOLS)
    *answers, refused = seen["results"]
    assert not any(answer.get("isError") for answer in answers) and refused["isError"]
    hits = answers[0]["structuredContent"]["hits"]
    assert hits[0]["path"] == "shop/stock.py" and hits[0]["symbol"] == "Stock.reserve"
    assert all(answer["content"][0]["text"].startswith("main @ 007b8dd, current") for answer in answers)
    assert [r["uri"] for r in seen["resources"]] == list(RESOURCES)
    assert all(c["contents"][0]["text"] for c in seen["contents"])
    assert [p["name"] for p in seen["prompts"]] == list(PROMPTS)
    assert "gift cards" in seen["prompt"]["messages"][0]["content"]["text"]
    assert "unknown tool" in json.dumps(seen["unknown"])
    assert seen["cancelled"] == "cancelled"


def sdk(packages: Path) -> str:
    if not (packages / "node_modules" / "@modelcontextprotocol" / "sdk").is_dir():
        pytest.skip(f"@modelcontextprotocol/sdk is not installed in {packages}")
    return str(packages)


def test_typescript_over_stdio(person, packages):
    check_session(person.json("node", SESSION, sdk(packages), "stdio", "coderag", "serve", "--repo", str(person.repo)))


@pytest.mark.parametrize("token", ["", "t0ken"])
def test_typescript_over_http(person, packages, token):
    with person.http(token) as url:
        check_session(person.json("node", SESSION, sdk(packages), "http", url, *filter(None, [token])))
        if token:
            assert person.run("node", SESSION, sdk(packages), "http", url, "wrong", check=False) == ""


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_python(person, transport):
    from mcp import Client, StdioServerParameters

    async def session(target) -> dict:
        async with Client(target) as client:
            return (await client.call_tool("get_symbol_info", {"symbol_name": "call_with_retries"})).structured_content

    if transport == "stdio":
        found = asyncio.run(session(StdioServerParameters(command="coderag", args=["serve"], env=person.env, cwd=str(person.repo))))
    else:
        with person.http() as url:
            found = asyncio.run(session(url))
    assert found["definitions"][0]["path"] == "shop/retry.py"


def inspect(person, program, *arguments: str) -> dict:
    return person.json(program("mcp-inspector"), "--cli", "coderag", "serve", *arguments)


def test_inspector(person, program):
    tools = inspect(person, program, "--method", "tools/list")["tools"]
    assert [tool["name"] for tool in tools] == list(TOOLS)
    answer = inspect(person, program, "--method", "tools/call", "--tool-name", "search_code", "--tool-arg", "query=stock", "top_k=2")
    assert len(answer["structuredContent"]["hits"]) == 2
    resources = inspect(person, program, "--method", "resources/list")["resources"]
    assert [r["uri"] for r in resources] == list(RESOURCES)
    read = inspect(person, program, "--method", "resources/read", "--uri", "coderag://guide")
    assert "search_code" in read["contents"][0]["text"]
    prompts = inspect(person, program, "--method", "prompts/list")["prompts"]
    assert [p["name"] for p in prompts] == list(PROMPTS)
    wrong = inspect(person, program, "--method", "tools/call", "--tool-name", "search_code", "--tool-arg", "query=x", "top_k=0")
    assert wrong["isError"] and "\n" not in wrong["content"][0]["text"]


# client, its program, what its list of servers says of ours
LISTS = [
    ("claude-code", "claude", r"coderag: \S+coderag serve - \S+ Connected"),
    ("opencode", "opencode", r"coderag\s+connected"),
    ("codex", "codex", r"coderag\s+\S+coderag\s+serve\s.*enabled"),
    ("gemini", "gemini", r"coderag: \S+coderag serve \(stdio\) - Connected"),
]


def trust_folder(person, client: str) -> None:
    """Gemini CLI starts nothing in a folder that was not trusted; Codex does not even read its file there."""
    folder = person.home / f".{client}"
    if client == "gemini":
        folder.mkdir(exist_ok=True)
        (folder / "trustedFolders.json").write_text(json.dumps({str(person.repo): "TRUST_FOLDER"}))
    if client == "codex":
        folder.mkdir(exist_ok=True)
        (folder / "config.toml").write_text(f'[projects.{json.dumps(str(person.repo))}]\ntrust_level = "trusted"\n')


@pytest.mark.parametrize(("client", "name", "line"), LISTS, ids=[row[0] for row in LISTS])
def test_an_agent_reads_what_coderag_wrote(person, program, client, name, line):
    """The agent's own health check, after `coderag agents add`; and it forgets the server after `remove`."""
    command = program(name)
    person.run("coderag", "agents", "add", client)
    if client == "gemini":
        trust_folder(person, client)
    shown = person.said(command, "mcp", "list")
    assert re.search(line, shown), shown
    person.run("coderag", "agents", "remove", client)
    assert "coderag serve" not in person.said(command, "mcp", "list")


PROJECTS = [
    ("opencode", r"coderag\s+connected"),
    ("codex", r"coderag\s+coderag\s+serve\s.*enabled"),
    ("gemini", r"coderag: coderag serve \(stdio\) - Connected"),
]


@pytest.mark.parametrize(("client", "line"), PROJECTS, ids=[row[0] for row in PROJECTS])
def test_an_agent_reads_the_projects_file(person, program, client, line):
    command = program(client)
    person.run("coderag", "agents", "add", client, "--project")
    trust_folder(person, client)
    shown = person.said(command, "mcp", "list")
    assert re.search(line, shown), shown
    person.run("coderag", "agents", "remove", client, "--project")
    assert "coderag serve" not in person.said(command, "mcp", "list")


def test_claude_reads_the_projects_file(person, program):
    """It asks a person whether to trust it, so that it only lists the server."""
    person.run("coderag", "agents", "add", "claude-code", "--project")
    assert re.search(r"coderag: coderag serve - .*(approval|Connected)", person.said(program("claude"), "mcp", "list"))
    person.run("coderag", "agents", "remove", "claude-code", "--project")
    assert not (person.repo / ".mcp.json").exists()


def test_claude_plugin(person, program):
    claude = program("claude")
    plugin = person.json("coderag", "agents", "plugin", "--json")
    person.run(claude, "plugin", "validate", plugin["folder"], "--strict")
    for command in plugin["commands"]:
        person.run("sh", "-c", command)
    assert re.search(r"plugin:coderag:coderag: coderag serve - \S+ Connected", person.said(claude, "mcp", "list"))
    details = person.run(claude, "plugin", "details", "coderag@coderag")
    assert "find-code" in details and "SessionStart" in details
    person.run(claude, "plugin", "uninstall", "coderag@coderag")
    hook = json.loads((Path(plugin["folder"]) / "hooks" / "hooks.json").read_text())["hooks"]["SessionStart"][0]["hooks"][0]
    assert person.run("sh", "-c", hook["command"]).startswith("# shop, indexed by coderag")
    assert person.run("sh", "-c", hook["command"], PATH="/usr/bin:/bin") == ""


def test_the_clients_are_those_of_this_interpreter(person):
    """What the other tests start is the coderag under test."""
    assert person.run("sh", "-c", "command -v coderag").strip() == str(Path(sys.executable).parent / "coderag")
