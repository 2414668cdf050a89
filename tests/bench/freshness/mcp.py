"""A small MCP client over stdio: one question at a time, on the caller's thread, with the server's pid in its hands."""
from __future__ import annotations

import json
import selectors
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.bench.freshness.processes import Processes


class ServerGone(Exception):
    """The server closed its output, or did not answer in time."""


class Mcp:
    def __init__(self, processes: Processes, command: Sequence[str], cwd: Path, env: Mapping[str, str],
                 log: Path) -> None:  # fmt: skip
        self._child = processes.start(command, cwd, env, log)
        self._wait = selectors.DefaultSelector()
        self._wait.register(self._child.stdout, selectors.EVENT_READ)
        self._buffer = b""
        self._number = 0
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "freshness", "version": "1"}}
        self._request("initialize", hello, 120.0)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def call(self, tool: str, arguments: dict, timeout: float = 300.0) -> dict:
        """The result object of a tool call; ``{"error": ...}`` if the protocol refused it."""
        return self._request("tools/call", {"name": tool, "arguments": arguments}, timeout)

    def close(self) -> None:
        self._child.stdin.close()
        try:
            self._child.wait(10)
        except Exception:
            self._child.kill()
            self._child.wait()
        self._wait.close()
        self._child.stdout.close()

    def _send(self, message: dict) -> None:
        try:
            self._child.stdin.write(json.dumps(message).encode() + b"\n")
            self._child.stdin.flush()
        except OSError as e:
            raise ServerGone(str(e)) from e

    def _request(self, method: str, params: dict, timeout: float) -> dict:
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        deadline = time.monotonic() + timeout
        while True:
            message = self._read(deadline)
            if "method" in message:
                if "id" in message:  # the server asks the client: roots, sampling; there are none
                    self._send({"jsonrpc": "2.0", "id": message["id"], "result": {"roots": []}})
            elif message.get("id") == self._number:
                return message["result"] if "result" in message else {"error": message.get("error")}

    def _read(self, deadline: float) -> dict:
        while b"\n" not in self._buffer:
            if not self._wait.select(max(0.0, deadline - time.monotonic())):
                raise ServerGone("no answer in time")
            part = self._child.stdout.read1(1 << 16)
            if not part:
                raise ServerGone("the server has ended")
            self._buffer += part
        line, self._buffer = self._buffer.split(b"\n", 1)
        return json.loads(line)


def text_of(result: dict) -> str:
    return "\n".join(part.get("text", "") for part in result.get("content", ()))
