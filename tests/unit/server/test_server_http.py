"""HTTP mode: loopback only, Host and Origin checked, a taken port is a clear line."""
from __future__ import annotations

import asyncio
import http.client
import json
import re
import socket
import subprocess
import sys

import pytest
from mcp import Client

from coderag.errors import StateError, UsageError
from coderag.server import http as server_http
from coderag.server.tools import TOOLS
from tests.unit.server.test_server_stdio import INITIALIZE, SCRIPT, environment


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    repo = tmp_path_factory.mktemp("repo")
    (repo / ".git").mkdir()
    process = subprocess.Popen(
        [sys.executable, SCRIPT, str(repo), "127.0.0.1:0"], env=environment(), text=True, stderr=subprocess.PIPE
    )
    line = process.stderr.readline()
    host, port = re.search(r"http://([\d.]+):(\d+)/mcp", line).groups()
    yield host, int(port)
    process.terminate()
    process.communicate(timeout=10)


def post(address, **headers) -> tuple[int, str]:
    connection = http.client.HTTPConnection(*address, timeout=10)
    accept = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    connection.request("POST", "/mcp", json.dumps(INITIALIZE), {**accept, **headers})
    reply = connection.getresponse()
    return reply.status, reply.read().decode()


def test_client_session(address):
    async def session() -> None:
        async with Client("http://{}:{}/mcp".format(*address)) as client:
            assert len((await client.list_tools()).tools) == len(TOOLS)
            found = await client.call_tool("search_code", {"query": "x"})
            assert found.structured_content["hits"]

    asyncio.run(asyncio.wait_for(session(), 30))


@pytest.mark.parametrize(
    ("headers", "statuses"),
    [
        ({}, {200}),
        ({"Host": "localhost:{port}"}, {200}),
        ({"Origin": "http://127.0.0.1:{port}"}, {200}),
        ({"Host": "evil.test"}, {403, 421}),
        ({"Host": "evil.test:{port}"}, {403, 421}),
        ({"Host": "localhost.evil.test:{port}"}, {403, 421}),
        ({"Origin": "http://evil.test"}, {403}),
        ({"Origin": "http://localhost:1"}, {403}),
        ({"Origin": "null"}, {403}),
        ({"Host": "evil.test", "MCP-Protocol-Version": "2026-07-28"}, {403, 421}),
    ],
)
def test_host_and_origin(address, headers, statuses):
    status, body = post(address, **{k: v.format(port=address[1]) for k, v in headers.items()})
    assert status in statuses, body


@pytest.mark.parametrize(
    ("text", "expected"),
    [("127.0.0.1:8123", ("127.0.0.1", 8123)), ("localhost:1", ("127.0.0.1", 1)), ("[::1]:80", ("::1", 80))],
)
def test_addresses(text, expected):
    assert server_http.parse_address(text) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("8123", "HOST:PORT"),
        ("127.0.0.1:http", "HOST:PORT"),
        ("127.0.0.1:99999", "HOST:PORT"),
        ("0.0.0.0:8123", "can be reached from other machines"),
        ("192.168.1.2:8123", "can be reached from other machines"),
        ("[::]:8123", "can be reached from other machines"),
        ("example.org:8123", "of names only localhost"),
        ("localhost.evil.test:8123", "of names only localhost"),
    ],
)
def test_other_addresses_are_refused(text, words):
    with pytest.raises(UsageError) as caught:
        server_http.parse_address(text)
    assert words in caught.value.one_line() and "127.0.0.1:8123" in caught.value.one_line()


def test_port_in_use():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(StateError, match="is in use"):
            server_http.listen(*taken.getsockname())
