"""The editors against generated files: adding changes one entry only, and removing gives back the bytes."""
from __future__ import annotations

import json
import tomllib

from hypothesis import given, settings
from hypothesis import strategies as st

from coderag.agents import json_edit, jsonc, rules, tail, toml_edit

ENTRY = {"command": "/opt/co\"de/rag é", "args": ["serve", "--repo", "${workspaceFolder}"]}
NEW_LINES = st.sampled_from(["\n", "\r\n"])
blanks = st.text(" \t\n", max_size=4)
comments = st.sampled_from(["", "", "// a, \"b\" }\n", "/* c */", "/* d\n e */", "//\n", "// trailing  \n"])
gaps = st.builds(lambda a, c, b: a + c + b, blanks, comments, blanks)
keys = st.sampled_from(["a", "b", "servers", "x y", "coderag2", "\\\"q"])
scalars = st.sampled_from(["1", "-2.5e3", "true", "null", '"s"', '"// no { comment"', '"\\u00e9\\""', "[]", "[1, /* x */ 2,]"])


@st.composite
def objects(draw, depth: int = 2, must: str = "") -> str:
    """The text of an object; with ``must`` as one of its keys, if given."""
    names = draw(st.lists(keys, max_size=3, unique=True))
    if must and must not in names:
        names.insert(draw(st.integers(0, len(names))), must)
    members = []
    for name in names:
        inner = objects(depth - 1) if depth and (name == must or draw(st.booleans())) else scalars
        members.append(f'{draw(gaps)}"{name}"{draw(gaps)}:{draw(gaps)}{draw(inner)}{draw(gaps)}')
    comma = "," + draw(gaps) if members and draw(st.booleans()) else ""
    return "{" + ",".join(members) + (comma or "" if members else draw(gaps)) + "}"


@settings(max_examples=300, deadline=None)
@given(st.builds(lambda a, o, b: a + o + b, gaps, st.one_of(objects(), objects(must="servers")), gaps), NEW_LINES)
def test_json(text, eol):
    text = text.replace("\n", eol)
    before = jsonc.parse(text).value
    table = ("servers",)
    if not isinstance(before.get("servers", {}), dict):
        table = ("servers2",)
    after = json_edit.add(text, table, "coderag", ENTRY)
    value = jsonc.parse(after).value
    assert value[table[0]].pop("coderag") == ENTRY
    assert value == {**before, table[0]: before.get(table[0], {})}
    assert json_edit.add(after, table, "coderag", ENTRY) == after
    assert json_edit.remove(after, table, "coderag") == text


@settings(max_examples=100, deadline=None)
@given(objects(must="servers"), st.sampled_from([("servers",), ("a", "b")]))
def test_json_with_another_entry_added_behind_ours(text, table):
    """Another program writes after us: its entry stays."""
    try:
        ours = json_edit.add(text, table, "coderag", ENTRY)
    except Exception as error:
        assert "is not an object" in str(error)
        return
    both = json_edit.add(ours, table, "other", {"command": "x"})
    rest = json_edit.remove(both, table, "coderag")
    value = jsonc.parse(rest).value
    for key in table:
        value = value[key]
    assert value["other"] == {"command": "x"} and "coderag" not in value


def test_json_reads_what_json_reads():
    for text in ('{"a": [1, 2.5, -3e2, true, false, null, "x\\n\\u00e9"], "b": {}}', '{"a": 1, "a": 2}'):
        assert jsonc.parse(text).value == json.loads(text)


statements = st.sampled_from([
    "a = 1", "# c [mcp_servers.coderag]", "", "  b.c = 'x # y' # z", '"q\\"=" = "v"', "d = [\n 1, # ]\n [2],\n]", "e = {x = [1]}",
    'f = """\n[mcp_servers.coderag]\nx = 1\n"""', "g = '''\\'''", "h = 2024-01-01T00:00:00Z", 'i = """a\\"""""',
])  # fmt: skip
headers = st.sampled_from(["[mcp_servers]", "[mcp_servers.other]", "[ 'x y' . z ]", "[[list]]", "[p.\"q]\"] # r"])


@st.composite
def tomls(draw) -> str:
    def body() -> list[str]:
        return draw(st.lists(statements, max_size=4, unique=True))

    rows = body()
    for header in draw(st.lists(headers, max_size=4, unique=True)):
        rows += [header, *body()]
    return draw(NEW_LINES).join(rows) + draw(st.sampled_from(["", "\n", "\n\n"]))


@settings(max_examples=300, deadline=None)
@given(tomls())
def test_toml(text):
    before = tomllib.loads(text)
    table = ("mcp_servers",)
    after = toml_edit.add(text, table, "coderag", ENTRY)
    value = tomllib.loads(after)
    assert value["mcp_servers"].pop("coderag") == ENTRY
    assert value == {**before, "mcp_servers": before.get("mcp_servers", {})}
    assert toml_edit.add(after, table, "coderag", ENTRY) == after
    assert toml_edit.remove(after, table, "coderag") == text
    changed = toml_edit.add(after, table, "coderag", {"command": "other", "args": ["serve"], "cwd": "."})
    assert tomllib.loads(changed)["mcp_servers"]["coderag"] == {"command": "other", "args": ["serve"], "cwd": "."}
    more = tail.append(changed, "[later]\nx = 1")
    rest = tomllib.loads(toml_edit.remove(more, table, "coderag") or "")
    assert rest == {**before, "later": {"x": 1}}


@settings(max_examples=150, deadline=None)
@given(st.text("ab #\n", max_size=12), NEW_LINES, st.text("c\n", max_size=4))
def test_rules(text, eol, more):
    text = text.replace("\n", eol)
    after = rules.add(text)
    assert rules.find(after) and rules.add(after) == after
    assert rules.remove(after) == text
    old = after.replace(f"rules v{rules.VERSION}", "rules v0").replace("search_code", "old_tool")
    assert rules.add(old) == after
    kept = rules.remove(after + eol + more)
    assert kept is None or (text.strip() in kept and kept.endswith(more))
