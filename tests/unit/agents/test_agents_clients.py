"""Every client's own format: an entry goes in, twice is once, and out again without a trace; all else keeps its bytes."""
from __future__ import annotations

import json
import os
import stat
import tomllib

import pytest

from coderag.agents import jsonc, setup
from coderag.agents.client import PROJECT, USER, Machine
from coderag.agents.clients import CLIENTS
from coderag.agents.setup import Target
from coderag.errors import StateError, UsageError
from tests.unit.agents.conftest import LAUNCHER, SAMPLES, lay_out

COMMAND = LAUNCHER[0]
# client, scope, file, sample that a person may have there, the entry that has to be in it, and where
FORMATS = [
    ("claude-code", USER, "home/.claude.json", "claude-user.json", "mcpServers",
     {"type": "stdio", "command": COMMAND, "args": ["serve"]}),
    ("claude-code", PROJECT, "shop é/.mcp.json", "claude-project.json", "mcpServers",
     {"type": "stdio", "command": "coderag", "args": ["serve"]}),
    ("cursor", USER, "home/.cursor/mcp.json", "cursor.json", "mcpServers",
     {"type": "stdio", "command": COMMAND, "args": ["serve", "--repo", "${workspaceFolder}"]}),
    ("cursor", PROJECT, "shop é/.cursor/mcp.json", "cursor.json", "mcpServers",
     {"type": "stdio", "command": "coderag", "args": ["serve", "--repo", "${workspaceFolder}"]}),
    ("opencode", USER, "home/.config/opencode/opencode.jsonc", "opencode.jsonc", "mcp",
     {"type": "local", "command": [COMMAND, "serve"], "enabled": True}),
    ("opencode", PROJECT, "shop é/opencode.jsonc", "opencode.jsonc", "mcp",
     {"type": "local", "command": ["coderag", "serve"], "enabled": True}),
    ("codex", USER, "home/.codex/config.toml", "codex.toml", "mcp_servers", {"command": COMMAND, "args": ["serve"]}),
    ("codex", PROJECT, "shop é/.codex/config.toml", "codex.toml", "mcp_servers", {"command": "coderag", "args": ["serve"]}),
    ("gemini", USER, "home/.gemini/settings.json", "gemini.json", "mcpServers", {"command": COMMAND, "args": ["serve"]}),
    ("gemini", PROJECT, "shop é/.gemini/settings.json", "gemini.json", "mcpServers",
     {"command": "coderag", "args": ["serve"]}),
    ("vscode", USER, "home/.config/Code/User/mcp.json", "vscode.json", "servers",
     {"type": "stdio", "command": COMMAND, "args": ["serve", "--repo", "${workspaceFolder}"]}),
    ("vscode", PROJECT, "shop é/.vscode/mcp.json", "vscode.json", "servers",
     {"type": "stdio", "command": "coderag", "args": ["serve", "--repo", "${workspaceFolder}"]}),
    ("zed", USER, "home/.config/zed/settings.json", "zed.json", "context_servers",
     {"source": "custom", "command": COMMAND, "args": ["serve"]}),
    ("zed", PROJECT, "shop é/.zed/settings.json", "zed.json", "context_servers",
     {"source": "custom", "command": "coderag", "args": ["serve"]}),
    ("windsurf", USER, "home/.codeium/windsurf/mcp_config.json", "windsurf.json", "mcpServers",
     {"command": COMMAND, "args": ["serve", "--repo", "ROOT"]}),
]  # fmt: skip
IDS = [f"{row[0]}-{row[1]}" for row in FORMATS]


def value_of(path):
    text = path.read_text("utf-8")
    return tomllib.loads(text) if path.suffix == ".toml" else jsonc.parse(text).value


def lines_kept(before: bytes, after: bytes) -> bool:
    """Whether every line of ``before`` is in ``after``, in order; a comma may have come to its value."""
    rest = iter(after.splitlines())
    plain = [line.replace(b",", b"") for line in before.splitlines()]
    return all(any(line == found.replace(b",", b"") for found in rest) for line in plain)


@pytest.mark.parametrize(("name", "scope", "file", "sample", "table", "entry"), FORMATS, ids=IDS)
def test_a_file_of_a_person(target, tmp_path, name, scope, file, sample, table, entry):
    client, path = CLIENTS[name], tmp_path / file
    before = lay_out(path, sample)
    old = value_of(path)
    change = setup.add(client, scope, target)
    assert change.path == path
    change.write()
    expected = {**entry, **({"args": ["serve", "--repo", str(target.root)]} if name == "windsurf" else {})}
    new = value_of(path)
    assert new[table].pop("coderag") == expected
    assert {k: v for k, v in new.items() if v} == {k: v for k, v in old.items() if v}
    if sample not in ("cursor.json", "gemini.json", "windsurf.json"):  # there it goes into a line that exists
        assert lines_kept(before, path.read_bytes())
    assert path.read_bytes().count(b"\r\n") in (0, path.read_bytes().count(b"\n"))
    assert not setup.add(client, scope, target)
    setup.remove(client, scope, target).write()
    assert path.read_bytes() == before
    assert not setup.remove(client, scope, target)


@pytest.mark.parametrize(("name", "scope", "file", "sample", "table", "entry"), FORMATS, ids=IDS)
def test_a_file_that_was_not_there(target, tmp_path, name, scope, file, sample, table, entry):
    client = CLIENTS[name]
    setup.add(client, scope, target).write()
    made = setup.add(client, scope, target)
    assert not made and value_of(made.path)[table].keys() == {"coderag"}
    setup.remove(client, scope, target).write()
    assert not made.path.exists()
    assert list(target.root.iterdir()) == list(target.machine.home.iterdir()) == []  # nor its folder


@pytest.mark.parametrize("name", CLIENTS)
@pytest.mark.parametrize("content", ["", "\n", "{}", "{}\n", "{\n}\n", '{"a": {}}', "{ }", '{"TABLE": {}}', '{"TABLE":\n{\n}}\n',
                                     '{"TABLE": { /* none */ }}', '{\n  "TABLE": { // none\n  }\n}', "// only\n{} // this\n"])  # fmt: skip
def test_files_with_little_in_them(target, name, content):
    client = CLIENTS[name]
    if name == "codex":
        content = {"{}": "# c", "{}\n": "# c\n", '{"a": {}}': "a = 1"}.get(content, content)
        if "{" in content or "/" in content:
            pytest.skip("no TOML")
    path = setup.add(client, USER, target).path
    path.parent.mkdir(parents=True, exist_ok=True)
    before = content.replace("TABLE", client.user.table[0]).encode()
    path.write_bytes(before)
    setup.add(client, USER, target).write()
    assert value_of(path)[client.user.table[0]]["coderag"]
    setup.remove(client, USER, target).write()
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("claude-code", '{"mcpServers": {"a": 1,,}}', "not valid JSON in line 1, column 24"),
        ("claude-code", '{\n  "mcpServers": {\n    "a": tru\n', "line 3, column 10"),
        ("claude-code", '{"a": 1} {"b": 2}', "more text after the end"),
        ("claude-code", "[1, 2]", "holds no JSON object"),
        ("claude-code", '{"mcpServers": []}', "'mcpServers' is not an object"),
        ("claude-code", '{"a": ' + "[" * 5000 + "]" * 5000 + "}", "nested too deep"),
        ("claude-code", b'{"a": "\xff"}', "not UTF-8 text"),
        ("codex", "[mcp_servers\n", "not valid TOML"),
        ("codex", "mcp_servers = { docs = { command = 'x' } }\n", "is not written as a table"),
        ("codex", "mcp_servers.coderag.command = 'x'\n", "is not written as a table"),
    ],
)
def test_a_damaged_file_is_one_line_and_stays_as_it_is(target, name, content, words):
    client = CLIENTS[name]
    path = setup.add(client, USER, target).path
    path.parent.mkdir(parents=True, exist_ok=True)
    before = content if isinstance(content, bytes) else content.encode()
    path.write_bytes(before)
    with pytest.raises(StateError) as caught:
        setup.add(client, USER, target)
    line = caught.value.one_line()
    assert words in line and str(path) in line and "\n" not in line
    assert path.read_bytes() == before


def test_an_entry_is_brought_up_to_date_and_keeps_what_the_person_added(target):
    client = CLIENTS["claude-code"]
    path = target.machine.home / ".claude.json"
    path.write_text('{"mcpServers": {\n  "coderag": {"command": "/gone/coderag", "args": ["serve"], // mine\n    "env": {"A": "1"}},\n  "b": {}}}')
    setup.add(client, USER, target).write()
    text = path.read_text()
    entry = jsonc.parse(text).value["mcpServers"]["coderag"]
    assert entry == {"command": COMMAND, "args": ["serve"], "env": {"A": "1"}, "type": "stdio"} and "// mine" in text
    setup.remove(client, USER, target).write()
    assert jsonc.parse(path.read_text()).value == {"mcpServers": {"b": {}}}


def test_an_entry_for_a_remote_server_is_replaced(target):
    path = target.machine.home / ".claude.json"
    path.write_text('{"mcpServers": {"coderag": {"type": "http", "url": "http://127.0.0.1:8123/mcp"}}}')
    setup.add(CLIENTS["claude-code"], USER, target).write()
    assert json.loads(path.read_text())["mcpServers"]["coderag"] == {"type": "stdio", "command": COMMAND, "args": ["serve"]}


def test_toml_entry_is_brought_up_to_date_and_removed_with_its_subtables(target):
    path = target.machine.home / ".codex" / "config.toml"
    path.parent.mkdir()
    path.write_text(
        'a = 1\n\n[mcp_servers."coderag"] # ours\nargs = [\n  "serve", # x\n]\nstartup_timeout_sec = 30\n'
        '\n[mcp_servers.coderag.env]\nA = "1"\n\n[b]\nc = 2\n'
    )
    setup.add(CLIENTS["codex"], USER, target).write()
    entry = value_of(path)["mcp_servers"]["coderag"]
    assert entry == {"command": COMMAND, "args": ["serve"], "startup_timeout_sec": 30, "env": {"A": "1"}}
    assert "# ours" in path.read_text() and not setup.add(CLIENTS["codex"], USER, target)
    setup.remove(CLIENTS["codex"], USER, target).write()
    assert path.read_text() == "a = 1\n\n[b]\nc = 2\n"


def test_mode_and_link_are_kept(target):
    real = target.machine.home / "dotfiles" / "claude.json"
    before = lay_out(real, "claude-user.json")
    real.chmod(0o640)
    link = target.machine.home / ".claude.json"
    link.symlink_to(real)
    setup.add(CLIENTS["claude-code"], USER, target).write()
    assert link.is_symlink() and stat.S_IMODE(real.stat().st_mode) == 0o640 and real.read_bytes() != before
    setup.remove(CLIENTS["claude-code"], USER, target).write()
    assert link.is_symlink() and real.read_bytes() == before
    assert [p.name for p in real.parent.iterdir()] == ["claude.json"]


def test_a_file_changed_meanwhile_is_not_overwritten(target):
    path = target.machine.home / ".claude.json"
    lay_out(path, "claude-user.json")
    change = setup.add(CLIENTS["claude-code"], USER, target)
    path.write_text('{"newer": 1}')
    with pytest.raises(StateError, match="changed by another program"):
        change.write()
    assert path.read_text() == '{"newer": 1}'


def test_diff_shows_the_change_and_little_around_it(target):
    lay_out(target.machine.home / ".claude.json", "claude-user.json")
    diff = setup.add(CLIENTS["claude-code"], USER, target).diff("~/.claude.json")
    assert diff[:2] == ["--- ~/.claude.json", "+++ ~/.claude.json"]
    assert '+      "args": ["serve"]' in diff and not any("oauthAccount" in line for line in diff)


def test_no_project_file_is_a_usage_error(target):
    with pytest.raises(UsageError, match="Windsurf has no configuration file in a project"):
        setup.add(CLIENTS["windsurf"], PROJECT, target)


def test_folders_that_the_environment_names(target, tmp_path):
    moved = {"CODEX_HOME": str(tmp_path / "cx"), "CLAUDE_CONFIG_DIR": str(tmp_path / "cl"), "XDG_CONFIG_HOME": str(tmp_path / "xdg")}
    there = Target(target.root, Machine(target.machine.home, moved, "linux"), LAUNCHER)
    paths = {name: str(setup.add(CLIENTS[name], USER, there).path.relative_to(tmp_path)) for name in CLIENTS}
    assert paths["codex"] == "cx/config.toml" and paths["claude-code"] == "cl/.claude.json"
    assert paths["opencode"] == "xdg/opencode/opencode.json" and paths["vscode"] == "xdg/Code/User/mcp.json"
    mac = Target(target.root, Machine(target.machine.home, {}, "darwin"), LAUNCHER)
    assert "Library/Application Support/Code/User/mcp.json" in str(setup.add(CLIENTS["vscode"], USER, mac).path)


def test_what_is_found_and_configured(target):
    client, machine = CLIENTS["claude-code"], target.machine
    installed = {COMMAND: COMMAND, "coderag": "/usr/bin/coderag", "claude": "/usr/bin/claude"}.get
    assert setup.evidence(client, machine, lambda name: None) == "" and setup.configured(client, target, installed) == []
    assert setup.evidence(client, machine, installed) == "/usr/bin/claude"
    setup.add(client, USER, target).write()
    assert setup.evidence(client, machine, lambda name: None).endswith(".claude.json")

    def states(which=installed) -> list[tuple[str, str]]:
        return [(found.scope, found.state) for found in setup.configured(client, target, which)]

    assert states() == [(USER, "this")]
    assert states(lambda name: None) == [(USER, "broken")]
    setup.add(client, PROJECT, target).write()
    assert states() == [(USER, "this"), (PROJECT, "this")]
    config = machine.home / ".claude.json"
    elsewhere = {"command": COMMAND, "args": ["serve", "--repo", "/other"]}
    here = {"command": COMMAND, "args": ["serve", "--repo", str(target.root)]}
    config.write_text(json.dumps({"mcpServers": {"coderag": elsewhere}, "projects": {str(target.root): {"mcpServers": {"coderag": here}}}}))
    assert states() == [(USER, "other"), (USER, "this"), (PROJECT, "this")]
    config.write_text("{")
    assert states() == [(USER, "damaged"), (PROJECT, "this")]


def test_samples_are_what_they_seem():
    for sample in SAMPLES.iterdir():
        if sample.suffix in (".json", ".jsonc"):
            assert isinstance(jsonc.parse(sample.read_text("utf-8")).value, dict)
    assert os.linesep == "\n" and b"\r\n" in (SAMPLES / "gemini.json").read_bytes()
