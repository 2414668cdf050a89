"""The tool list as clients see it: names, plain schemas, size. The golden file is what agents pay for."""
from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from coderag.server.app import tool_list
from coderag.server.tools import INSTRUCTIONS, TOOLS

GOLDEN = Path(__file__).parents[2] / "golden" / "tools.json"
FORBIDDEN = {"$ref", "$defs", "definitions", "anyOf", "oneOf", "allOf", "not", "const"}


def listing() -> list[dict]:
    return [tool.model_dump(by_alias=True, exclude_none=True, mode="json") for tool in tool_list()]


def test_golden_tool_list():
    """Regenerate with CODERAG_REGEN=1 and read the difference."""
    text = json.dumps({"instructions": INSTRUCTIONS.split("\n"), "tools": listing()}, indent=2, ensure_ascii=False) + "\n"
    if os.environ.get("CODERAG_REGEN"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_names_and_arguments_are_the_contract():
    expected = {
        "search_code": ["query", "top_k", "language", "path", "ref", "context_lines", "detail", "max_tokens", "cursor"],
        "search_docs": ["query", "top_k", "path", "ref", "max_tokens", "cursor"],
        "find_similar": ["code", "file_path", "line", "top_k", "elsewhere", "ref", "max_tokens"],
        "get_file_symbols": ["file_path", "ref"],
        "get_repo_structure": ["depth", "path", "ref"],
        "get_symbol_info": ["symbol_name", "path", "ref"],
        "index_status": [],
    }
    assert {tool["name"]: list(tool["inputSchema"]["properties"]) for tool in listing()} == expected
    defaults = {n: p.default for n in TOOLS for p in TOOLS[n].params if p.name == "top_k"}
    assert defaults == {"search_code": 8, "search_docs": 5, "find_similar": 5}


def test_registry_keys_are_the_tools_names():
    assert all(name == tool.name for name, tool in TOOLS.items())


@pytest.mark.parametrize("tool", listing(), ids=lambda tool: tool["name"])
def test_schema_is_plain(tool):
    """One schema that a client cannot read hides all tools."""
    assert re.fullmatch(r"[a-zA-Z0-9_-]{1,40}", tool["name"])
    for schema in (tool["outputSchema"], tool["inputSchema"]):
        assert schema["type"] == "object" and isinstance(schema["properties"], dict) and isinstance(schema["required"], list)
        assert set(schema["required"]) <= set(schema["properties"])

    def walk(node: object) -> None:
        if isinstance(node, dict):
            assert not FORBIDDEN & set(node)
            if "type" in node:
                assert isinstance(node["type"], str)
                assert node["type"] != "array" or "items" in node
            assert None not in node.values()
            for key, value in node.items():
                walk(list(value.values()) if key == "properties" else value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    for name, value in schema["properties"].items():
        assert value["type"] in ("string", "integer", "boolean") and value["description"], name
    walk(schema)
    walk(tool["outputSchema"])


def test_definitions_and_instructions_are_small():
    tokens = (len(json.dumps(listing())) + len(INSTRUCTIONS)) / 4
    assert tokens < 2_000


def test_examples_in_descriptions_are_valid_calls(call):
    for tool in TOOLS.values():
        if "Example: " in tool.description:
            example = json.loads(tool.description.split("Example: ")[1])
            assert not call(tool.name, **example).is_error
