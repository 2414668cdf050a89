"""The real server in a real process: protocol, purity of stdout, parallel calls, and leaving with the client."""
from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from coderag.server.tools import TOOLS

ROOT = Path(__file__).parents[3]
SCRIPT = str(Path(__file__).with_name("serve_fake.py"))
INITIALIZE = {
    "jsonrpc": "2.0", "id": 0, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}},
}  # fmt: skip
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def environment(**extra: str) -> dict[str, str]:
    # Without buffering, what a sitecustomize prints is on the wire before any code of ours runs.
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return {**inherited, "PYTHONPATH": os.pathsep.join([*filter(None, [extra.pop("path", "")]), str(ROOT)]), **extra}


def start(repo, **extra) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, SCRIPT, str(repo)], env=environment(**extra), text=True, encoding="utf-8",
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def tool_call(number: int, name: str, **arguments) -> dict:
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": name, "arguments": arguments}}


def write(process: subprocess.Popen, *messages: dict) -> None:
    process.stdin.write("".join(json.dumps(message) + "\n" for message in messages))
    process.stdin.flush()


def until(process: subprocess.Popen, number: int) -> tuple[dict, list[dict]]:
    """Reads replies until the one with id ``number``; returns it and those before it."""
    earlier = []
    for line in process.stdout:
        message = json.loads(line)
        if message.get("id") == number:
            return message, earlier
        earlier.append(message)
    raise AssertionError(f"no reply {number}: {process.stderr.read()}")


@pytest.fixture
def server(repo):
    process = start(repo)
    write(process, INITIALIZE, INITIALIZED)
    until(process, 0)
    yield process
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        stream.close()


def test_session_through_the_client(repo):
    async def session() -> None:
        parameters = StdioServerParameters(command=sys.executable, args=[SCRIPT, str(repo)], env=environment())
        async with Client(parameters) as client:
            tools = await client.list_tools()
            assert [tool.name for tool in tools.tools][:2] == ["search_code", "search_docs"]
            found = await client.call_tool("search_code", {"query": "x", "top_k": "2"})
            assert not found.is_error and len(found.structured_content["hits"]) == 2
            assert found.content[0].text.startswith("main @ 1a2b3c4, current")
            nasty = await client.call_tool("search_code", {"query": "nasty"})
            assert nasty.structured_content["hits"][0]["path"] == r"caf\xe9.py"
            wrong = await client.call_tool("search_code", {"query": ""})
            assert wrong.is_error and wrong.content[0].text.startswith("query: ")
            assert (await client.call_tool("index_status", {})).structured_content["snapshot"]["files"] == 3

    asyncio.run(asyncio.wait_for(session(), 30))


def test_stdout_carries_only_json_rpc(repo, tmp_path):
    """A sitecustomize, libraries, native code and children may print; every line on the wire is still JSON-RPC."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text("print('hi from sitecustomize')\n")
    process = start(repo, path=str(tmp_path / "site"), PYTHONWARNINGS="always")
    messages = [INITIALIZE, INITIALIZED, tool_call(1, "search_code", query="print"), tool_call(2, "search_code", query="boom")]
    write(process, *messages)
    until(process, 1)
    out, err = process.communicate(timeout=10)
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in out.splitlines())
    for stray in ("hi from sitecustomize", "output of a library", "output of native code", "output of a child"):
        assert stray in err
    assert "Traceback" in err and "Traceback" not in out


def test_parallel_calls_and_ping(server):
    """20 calls in one write, one slow; ping does not wait for them, and every reply has its own id."""
    calls = [tool_call(1, "search_code", query="slow")]
    calls += [tool_call(n, "search_code", query=f"q{n}", top_k=n % 3 + 1) for n in range(2, 11)]
    calls += [tool_call(n, "get_symbol_info", symbol_name=f"s{n}") for n in range(11, 21)]
    begun = time.monotonic()
    write(server, *calls, {"jsonrpc": "2.0", "id": 99, "method": "ping"})
    _, early = until(server, 99)
    assert time.monotonic() - begun < 1
    _, rest = until(server, 1)
    replies = {message["id"]: message["result"]["structuredContent"] for message in [*early, *rest]}
    assert set(replies) == set(range(2, 21))
    assert all(len(replies[n]["hits"]) == n % 3 + 1 for n in range(2, 11))
    assert all(replies[n]["name"] == f"s{n}" for n in range(11, 21))


def test_unknown_tool_and_malformed_input_do_not_end_the_session(server):
    server.stdin.write("this is not JSON\n")
    write(server, tool_call(1, "grep", pattern="x"))
    reply, _ = until(server, 1)
    assert "unknown tool 'grep'" in reply["error"]["message"]
    write(server, tool_call(2, "index_status"))
    assert until(server, 2)[0]["result"]["structuredContent"]


def test_initialize_is_answered_before_any_repository_is_read(tmp_path):
    process = start(tmp_path)
    write(process, INITIALIZE, INITIALIZED, {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, tool_call(2, "index_status"))
    reply, _ = until(process, 0)
    assert "search_code" in reply["result"]["instructions"]
    reply, earlier = until(process, 2)
    assert len(earlier[0]["result"]["tools"]) == len(TOOLS)
    assert reply["result"]["isError"] and "--repo PATH" in reply["result"]["content"][0]["text"]
    process.communicate(timeout=10)


def test_ends_with_stdin_even_while_a_call_is_stuck(server):
    write(server, tool_call(1, "search_code", query="stuck"))
    time.sleep(0.3)
    begun = time.monotonic()
    server.stdin.close()
    assert server.wait(timeout=10) == 0
    assert time.monotonic() - begun < 5


def test_ends_with_its_parent(repo):
    """The parent is killed while this test, a sibling, keeps the pipes open."""
    launcher = (
        "import subprocess, sys, time; p = subprocess.Popen(sys.argv[1:]);"
        "sys.stderr.write(f'pid {p.pid}\\n'); sys.stderr.flush(); time.sleep(60)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", launcher, sys.executable, SCRIPT, str(repo)], env=environment(), text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    pid = int(process.stderr.readline().split()[1])
    write(process, INITIALIZE)
    until(process, 0)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert process.stdout.read() == ""  # returns when the orphan, the last holder of the pipe, has ended
    with pytest.raises(ProcessLookupError):
        for _ in range(50):
            os.kill(pid, 0)
            if Path(f"/proc/{pid}/stat").exists() and " Z " in Path(f"/proc/{pid}/stat").read_text():
                raise ProcessLookupError  # dead, and nobody has asked for its exit code
            time.sleep(0.1)
    process.stdin.close()
    process.stderr.close()
