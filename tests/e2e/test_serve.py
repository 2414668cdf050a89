"""What a client gets beside tools, from the real server over stdio: resources, prompts, its roots, several repositories,
progress while the first index is built."""
from __future__ import annotations

import asyncio
import json
import sys
import time

import mcp_types as types
import pytest
from mcp import Client, MCPError, StdioServerParameters

from coderag.fsio import FileLock
from tests.support.git import NO_HOOKS, Repo


def repository(folder, name: str, **files: str) -> Repo:
    repo = Repo(folder, name)
    repo.env.update(NO_HOOKS)
    for stem, text in files.items():
        repo.write(f"src/{stem}.py", text)
    repo.commit("first")
    repo.git("config", "coderag.queryBudget", "30000")  # a busy machine may need more than two seconds
    return repo


def session(repo: Repo, use, *arguments: str, cwd=None, **client) -> None:
    """Runs ``use(client)`` against ``coderag serve ARGUMENTS``."""
    parameters = StdioServerParameters(
        command=sys.executable, args=["-m", "coderag.cli", "serve", *arguments], env=dict(repo.env), cwd=str(cwd or repo.path)
    )

    async def run() -> None:
        async with Client(parameters, **client) as it:
            await use(it)

    asyncio.run(asyncio.wait_for(run(), 60))


def test_resources_and_prompts(tmp_path):
    repo = repository(tmp_path, "shop", cart='"""The cart."""\n\n\ndef total(lines):\n    return sum(lines)\n')

    async def use(client) -> None:
        uris = [str(r.uri) for r in (await client.list_resources()).resources]
        assert uris == ["coderag://overview", "coderag://status", "coderag://guide"]
        overview = (await client.read_resource("coderag://overview")).contents[0].text
        assert overview.startswith("main @ ") and "The cart." in overview
        assert "worker" in (await client.read_resource("coderag://status")).contents[0].text
        assert "## search_code" in (await client.read_resource("coderag://guide")).contents[0].text
        with pytest.raises(MCPError, match="no resource coderag://nothing"):
            await client.read_resource("coderag://nothing")

        prompts = {p.name: p for p in (await client.list_prompts()).prompts}
        assert list(prompts) == ["explore_feature", "find_where_to_change", "review_change"]
        got = await client.get_prompt("review_change", {"ref": "side"})
        assert "get_symbol_info with ref=side" in got.messages[0].content.text
        with pytest.raises(MCPError, match="argument ref is missing"):
            await client.get_prompt("review_change", {"ref": " "})
        with pytest.raises(MCPError, match="no prompt 'cook'"):
            await client.get_prompt("cook", {})

    session(repo, use)


def test_without_a_repository_the_clients_root_is_served(tmp_path):
    repo = repository(tmp_path, "my shop", cart="def total(lines):\n    return sum(lines)\n")
    asked = []

    async def roots(_context):
        asked.append(1)
        return types.ListRootsResult(roots=[types.Root(uri=(tmp_path / "gone").as_uri()), types.Root(uri=repo.path.as_uri())])

    async def use(client) -> None:
        for _ in range(2):
            answer = await client.call_tool("get_symbol_info", {"symbol_name": "total"})
            assert answer.structured_content["definitions"][0]["path"] == "src/cart.py", answer.content[0].text

    session(repo, use, cwd=tmp_path, list_roots_callback=roots, mode="legacy")
    assert asked == [1]


def test_without_roots_the_current_folder_is_served_or_it_says_so(tmp_path):
    repo = repository(tmp_path, "shop", cart="def total(lines):\n    return sum(lines)\n")

    async def inside(client) -> None:
        assert (await client.call_tool("get_symbol_info", {"symbol_name": "total"})).structured_content["definitions"]

    async def outside(client) -> None:
        answer = await client.call_tool("get_symbol_info", {"symbol_name": "total"})
        assert answer.is_error and "start the server with --repo PATH" in answer.content[0].text

    session(repo, inside)
    session(repo, outside, cwd=tmp_path)


def test_several_repositories_each_by_name(tmp_path):
    app = repository(tmp_path, "app", main="def start():\n    return 'app'\n")
    lib = repository(tmp_path, "lib", main="def start():\n    return 'lib'\n")

    async def use(client) -> None:
        tool = (await client.list_tools()).tools[0]
        assert tool.input_schema["properties"]["repo"]["description"] == "One of app, lib" and "repo" in tool.input_schema["required"]
        for name in ("app", "lib"):
            answer = await client.call_tool("search_code", {"query": "start", "repo": name})
            assert name in answer.structured_content["hits"][0]["text"]
        for wrong in ({}, {"repo": "web"}):
            answer = await client.call_tool("search_code", {"query": "start", **wrong})
            assert answer.is_error and "served: app, lib" in answer.content[0].text
        uris = [str(r.uri) for r in (await client.list_resources()).resources]
        assert "coderag://overview/lib" in uris
        assert "main.py" in (await client.read_resource("coderag://overview/lib")).contents[0].text

    session(app, use, "--repo", str(app.path), "--repo", str(lib.path))


def test_a_client_that_shows_progress_waits_for_the_first_index(tmp_path):
    repo = repository(tmp_path, "shop", cart="def total(lines):\n    return sum(lines)\n")
    repo.git("config", "coderag.queryBudget", "100")
    seen = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        seen.append(message)

    async def use(client) -> None:
        state = repo.path / ".git" / "coderag"
        state.mkdir()
        lock = FileLock(state / "writer.lock")
        assert lock.acquire(1)  # another process is at it
        (state / "progress").write_text(json.dumps({"done": 1, "total": 3, "at": time.time()}))
        asyncio.get_running_loop().call_later(2, lock.release)
        answer = await client.call_tool("get_symbol_info", {"symbol_name": "total"}, progress_callback=progress)
        assert answer.structured_content["freshness"]["state"] == "current" and seen

    session(repo, use)
