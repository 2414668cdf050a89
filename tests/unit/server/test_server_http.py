"""HTTP mode: loopback only, Host and Origin checked, a token if wanted, a taken port is a clear line."""
from __future__ import annotations

import asyncio
import base64
import http.client
import json
import re
import socket
import subprocess
import sys
from contextlib import contextmanager

import pytest
from mcp import Client

from coderag.errors import StateError, UsageError
from coderag.server import http as server_http
from coderag.server.tools import TOOLS
from tests.unit.server.test_server_stdio import INITIALIZE, SCRIPT, environment

TOKEN = "s3cret-t0ken"


@contextmanager
def serving(repo, *token: str):
    (repo / ".git").mkdir()
    process = subprocess.Popen(
        [sys.executable, SCRIPT, str(repo), "127.0.0.1:0", *token], env=environment(), text=True, stderr=subprocess.PIPE
    )
    line = process.stderr.readline()
    host, port = re.search(r"http://([\d.]+):(\d+)/mcp", line).groups()
    yield host, int(port)
    process.terminate()
    process.communicate(timeout=10)


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("repo")) as where:
        yield where


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    """The same with a token."""
    with serving(tmp_path_factory.mktemp("guarded"), TOKEN) as where:
        yield where


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
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": f"Bearer {TOKEN}"}, 200),
        ({"Authorization": f"bearer {TOKEN}"}, 200),
        ({"Authorization": "Basic " + base64.b64encode(f"me:{TOKEN}".encode()).decode()}, 200),
        ({"Authorization": "Basic " + base64.b64encode(b"me:other").decode()}, 401),
        ({"Authorization": "Basic ???"}, 401),
        ({"Authorization": TOKEN}, 401),
        ({"Authorization": f"Bearer {TOKEN}x"}, 401),
        ({"Authorization": f"Bearer {TOKEN[:-1]}"}, 401),
        ({"Authorization": "Bearer "}, 401),
        ({"Authorization": "Basic czNjcmV0"}, 401),
        ({"Authorization": f"Bearer {TOKEN}", "Host": "evil.test:{port}"}, 421),
        ({"Authorization": f"Bearer {TOKEN}", "Origin": "http://evil.test"}, 403),
    ],
)
def test_token(guarded, headers, status):
    found, body = post(guarded, **{k: v.format(port=guarded[1]) for k, v in headers.items()})
    assert found == status and (status != 401 or "Authorization: Bearer TOKEN" in body)


@pytest.mark.parametrize("method", ["GET", "DELETE", "OPTIONS"])
def test_token_for_every_method_and_path(guarded, method):
    for path in ("/mcp", "/", "/anything"):
        connection = http.client.HTTPConnection(*guarded, timeout=10)
        connection.request(method, path)
        assert connection.getresponse().status == 401


@pytest.mark.parametrize("token", ["", "two words", "caf\u00e9", "line\n"])
def test_a_token_that_no_header_can_hold(token):
    with pytest.raises(UsageError, match="printable ASCII"):
        server_http.checked_token(token)


def test_large_request_is_answered(address):
    """A request far above any real one is refused or answered in one piece; the server lives on."""
    body = json.dumps({**INITIALIZE, "params": {**INITIALIZE["params"], "x": "a" * 20_000_000}})
    connection = http.client.HTTPConnection(*address, timeout=30)
    try:
        connection.request("POST", "/mcp", body, {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"})
        assert connection.getresponse().status in (200, 400, 413)
    except ConnectionError:
        pass  # refused while it was being sent
    assert post(address)[0] == 200


@pytest.mark.parametrize("body", [b"", b"not json", b"\xff\xfe", b"[" * 100_000, b'{"jsonrpc": "2.0", "id": 1, "method": "x", "params": "\xc3"}'])
def test_bodies_that_are_no_request(address, body):
    connection = http.client.HTTPConnection(*address, timeout=30)
    connection.request("POST", "/mcp", body, {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"})
    reply = connection.getresponse()
    assert 400 <= reply.status < 500 and b"Traceback" not in reply.read()
    assert post(address)[0] == 200


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
