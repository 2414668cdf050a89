"""The real server in its own process, asked through the MCP client over stdio, from tests that are not async.

    with Served(repo.path, repo.env) as server:
        answer = server.ask("search_code", query="retry")      # structured answer, a dict
        line = server.refusal("search_code", query="")          # text of a tool error
        answers = server.ask_all([("search_code", {...}), ...]) # at the same time

The client runs in a thread with its own event loop. Nothing is mocked: this is what an agent does.
"""
from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

PATIENCE = 60.0
COMMAND = [sys.executable, "-m", "coderag.cli"]


def coderag(where: Path, env: Mapping[str, str], *args: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    """A coderag command, run from ``where`` with a repository's environment."""
    done = subprocess.run(
        [*COMMAND, *args], cwd=where, env=dict(env), capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    if check and done.returncode != 0:
        raise AssertionError(f"coderag {' '.join(args)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done


class Served:
    def __init__(
        self, repo: Path, env: Mapping[str, str], command: Sequence[str] = COMMAND, options: Sequence[str] = ()
    ) -> None:
        self._options = options
        self._repo, self._env, self._command = repo, dict(env), list(command)
        self._loop = asyncio.new_event_loop()
        self._ready, self._end = threading.Event(), asyncio.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="mcp-client", daemon=True)

    def __enter__(self) -> Served:
        self._thread.start()
        if not self._ready.wait(PATIENCE):
            raise AssertionError("the server did not answer")
        if self._failure is not None:
            raise self._failure
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(PATIENCE)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._session())
        except BaseException as e:  # noqa: BLE001  raised again in the test's thread
            self._failure = e
        finally:
            self._ready.set()
            self._loop.close()

    async def _session(self) -> None:
        from mcp import Client, StdioServerParameters

        parameters = StdioServerParameters(
            command=self._command[0], args=[*self._command[1:], "serve", *self._options, "--repo", str(self._repo)], env=self._env,
            cwd=os.fspath(self._repo.parent),
        )  # fmt: skip
        async with Client(parameters) as client:
            self._client = client
            self._ready.set()
            await self._end.wait()

    def _await(self, work):
        return asyncio.run_coroutine_threadsafe(asyncio.wait_for(work, PATIENCE), self._loop).result(PATIENCE + 5)

    def tools(self) -> list:
        return self._await(self._client.list_tools()).tools

    def call(self, tool: str, **arguments: object):
        """The protocol's own result object."""
        return self._await(self._client.call_tool(tool, arguments))

    def ask(self, tool: str, **arguments: object) -> dict:
        result = self.call(tool, **arguments)
        assert not result.is_error, result.content[0].text
        return result.structured_content

    def refusal(self, tool: str, **arguments: object) -> str:
        result = self.call(tool, **arguments)
        assert result.is_error, result.structured_content
        return result.content[0].text

    def ask_all(self, calls: Sequence[tuple[str, dict]]) -> list[dict]:
        """All answers, in order; the calls are sent before the first answer is read."""

        async def every():
            return await asyncio.gather(*(self._client.call_tool(tool, arguments) for tool, arguments in calls))

        return [result.structured_content for result in self._await(every())]
