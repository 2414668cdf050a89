"""What agents really send: numbers as strings, "null", JSON text, absolute paths; and what is refused, in which words."""
from __future__ import annotations

import pytest

from coderag.errors import UsageError
from coderag.model.answers import Query
from coderag.server import arguments
from coderag.server.arguments import Reading
from coderag.server.tools import TOOLS

SURROGATE_PATH = "src/caf\udce9.py"


def read(tool: str, root: str | None = None, **raw):
    return arguments.read(TOOLS[tool].params, raw, Reading(root))


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({"top_k": "5"}, {"top_k": 5}),
        ({"top_k": " 5 "}, {"top_k": 5}),
        ({"top_k": 5.0}, {"top_k": 5}),
        ({"top_k": "[5]"}, {"top_k": 5}),
        ({"top_k": "null"}, {"top_k": 8}),
        ({"top_k": None}, {"top_k": 8}),
        ({"top_k": ""}, {"top_k": 8}),
        ({"context_lines": "0"}, {"context_lines": 0}),
        ({"language": "null"}, {"language": None}),
        ({"language": '["python"]'}, {"language": "python"}),
        ({"language": ["python"]}, {"language": "python"}),
        ({"path": '"src"'}, {"path": "src"}),
        ({"path": "./src/"}, {"path": "src/"}),
        ({"path": "src/../lib/*.py"}, {"path": "lib/*.py"}),
        ({"path": "[ab]*.py"}, {"path": "[ab]*.py"}),
        ({"path": "!tests/**"}, {"path": "!tests/**"}),
        ({"path": "."}, {"path": None}),
        ({"path": "/"}, {"path": None}),
        ({"path": ""}, {"path": None}),
        ({"ref": " feature/x "}, {"ref": "feature/x"}),
        ({"query": 42}, {"query": "42"}),
        ({"query": True}, {"query": "true"}),
        ({"query": "null"}, {"query": "null"}),
        ({"query": ["retry", "backoff"]}, {"query": "retry backoff"}),
        ({"query": "  a\x00b "}, {"query": "a b"}),
        ({"query": '"exact words"'}, {"query": '"exact words"'}),
        ({"query": "half \ud800"}, {"query": "half ?"}),
    ],
)
def test_understood(raw, expected, tmp_path):
    values = read("search_code", str(tmp_path), **{"query": "x", **raw})
    assert {name: values[name] for name in expected} == expected


def test_paths_relative_to_the_repository(tmp_path):
    (tmp_path / "src").mkdir()
    root = str(tmp_path)
    assert read("get_file_symbols", root, file_path=f"{root}/src/a.py")["file_path"] == "src/a.py"
    assert read("get_file_symbols", root, file_path=r"src/caf\xe9.py")["file_path"] == SURROGATE_PATH
    assert read("search_code", root, query="x", path=f"{root}/src")["path"] == "src"
    assert read("search_code", root, query="x", path="/src/*.py")["path"] == "/src/*.py"  # anchored, not absolute
    assert read("get_repo_structure", root, path=root)["path"] is None
    assert read("get_repo_structure", root, path="src/")["path"] == "src"


@pytest.mark.parametrize(
    ("tool", "raw", "words"),
    [
        ("search_code", {}, ["query", "required", "example"]),
        ("search_code", {"query": ""}, ["query", "not blank", "example"]),
        ("search_code", {"query": "   "}, ["query", "not blank"]),
        ("search_code", {"query": "\x00"}, ["query", "not blank"]),
        ("search_code", {"query": {"a": 1}}, ["query", "text", '{"a": 1}']),
        ("search_code", {"query": "x", "top_k": 0}, ["top_k", "1 to 100", "got 0", 'example: "top_k": 8']),
        ("search_code", {"query": "x", "top_k": 10_000}, ["top_k", "1 to 100", "got 10000"]),
        ("search_code", {"query": "x", "top_k": "five"}, ["top_k", "whole number", '"five"']),
        ("search_code", {"query": "x", "top_k": 1.5}, ["top_k", "whole number"]),
        ("search_code", {"query": "x", "top_k": True}, ["top_k", "whole number"]),
        ("search_code", {"query": "x", "top_k": "nan"}, ["top_k", "whole number"]),
        ("search_code", {"query": "x", "context_lines": -1}, ["context_lines", "0 to 50"]),
        ("search_code", {"query": "x", "limit": 5}, ["unknown argument limit", "Known arguments: query, top_k"]),
        ("search_code", {"query": "x", "topk": 5}, ["unknown argument topk", "did you mean top_k?"]),
        ("search_code", {"query": "x", "path": "../x"}, ["path", "leads out of the repository", "example"]),
        ("search_code", {"query": "x", "path": "/etc/**"}, ["path", "outside the repository"]),
        ("search_code", {"query": "x", "path": ["a", "b"]}, ["path", "glob"]),
        ("search_code", {"query": "x", "ref": "--output=x"}, ["ref", "branch, tag or commit"]),
        ("search_code", {"query": "x", "ref": "a\nb"}, ["ref", "one line"]),
        ("get_repo_structure", {"depth": 0}, ["depth", "1 to 10"]),
        ("get_repo_structure", {"depth": "99"}, ["depth", "1 to 10"]),
        ("get_file_symbols", {"file_path": "../../etc/passwd"}, ["file_path", "leads out"]),
        ("get_file_symbols", {"file_path": "/etc/passwd"}, ["file_path", "outside"]),
        ("get_file_symbols", {"file_path": "src/../../x"}, ["file_path", "leads out"]),
        ("get_file_symbols", {"file_path": "a\x00b"}, ["file_path", "NUL"]),
        ("get_file_symbols", {"file_path": "C:\\x"}, ["file_path", "outside"]),
        ("get_file_symbols", {"file_path": "~/x"}, ["file_path", "outside"]),
        ("get_file_symbols", {"file_path": ".git/config"}, ["file_path", "git's own"]),
        ("get_file_symbols", {"file_path": "."}, ["file_path", "names no file"]),
        ("get_symbol_info", {"symbol_name": " "}, ["symbol_name", "a name"]),
        ("index_status", {"verbose": True}, ["unknown argument verbose", "takes no arguments"]),
    ],
)
def test_refused_with_one_clear_line(call, tool, raw, words):
    reply = call(tool, **raw)
    assert reply.is_error and reply.structured is None
    assert "\n" not in reply.text and len(reply.text) < 400
    assert all(word in reply.text for word in words), reply.text


def test_long_query_is_cut_with_a_note(call, source):
    reply = call("search_code", query="Traceback " * 10_000)
    assert not reply.is_error
    assert "query shortened: the first 4,000 of 99,999 characters" in reply.text
    assert reply.structured["notes"][0].startswith("query shortened")
    assert len(source.get().asked[-1].text) == arguments.MAX_QUERY_CHARS


def test_values_reach_the_engine(call, source):
    call("search_code", query="x", top_k="3", language="Python", path="src", ref="dev", context_lines=2)
    assert source.get().asked[-1] == Query("x", 3, "python", "src", "dev", False, 2)
    call("search_docs", query="x")
    assert source.get().asked[-1] == Query("x", 5, docs=True)
    call("get_file_symbols", file_path="src/a.py", ref="null")
    assert source.get().asked[-1] == ("src/a.py", None)
    call("get_repo_structure", depth="3", path="src")
    assert source.get().asked[-1] == (3, "src", None)
    call("get_symbol_info", symbol_name="pkg.f()")
    assert source.get().asked[-1] == ("pkg.f", None, None)


def test_errors_are_usage_errors():
    with pytest.raises(UsageError):
        read("search_code", query="x", top_k=0)
