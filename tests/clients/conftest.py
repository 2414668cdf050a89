"""Real clients against the real server. Opt-in: they come from npm, and some are large.

    npm install --prefix ~/clients @modelcontextprotocol/sdk @modelcontextprotocol/inspector \
        @anthropic-ai/claude-code opencode-ai @openai/codex @google/gemini-cli
    CODERAG_CLIENTS=~/clients python -m pytest -m clients tests/clients

Each test skips, and says why, where its client or Node.js is missing. Nothing here needs an account.
"""
from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path

import pytest

from coderag.cli import fixture
from tests.support.git import isolated_environment

PATIENCE = 120
_QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1", "DISABLE_TELEMETRY": "1",
    "OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1", "NO_COLOR": "1",
}  # fmt: skip


@pytest.fixture(scope="session")
def packages() -> Path:
    """The folder that npm installed the clients into."""
    folder = os.environ.get("CODERAG_CLIENTS")
    if not folder or not Path(folder, "node_modules").is_dir():
        pytest.skip("CODERAG_CLIENTS names no folder with clients from npm; see tests/clients/conftest.py")
    if shutil.which("node") is None:
        pytest.skip("Node.js is not installed")
    return Path(folder).resolve()


@pytest.fixture(scope="session")
def program(packages) -> Callable[[str], str]:
    """``program("claude")``: the path of an installed client, or a skip."""

    def find(name: str) -> str:
        path = packages / "node_modules" / ".bin" / name
        if not path.exists():
            pytest.skip(f"{name} is not installed in {packages}")
        return str(path)

    return find


class Person:
    """A home folder, an indexed repository, and coderag and the clients on PATH."""

    def __init__(self, folder: Path, packages: Path) -> None:
        self.repo = fixture.build("shop", folder / "shop")
        self.env = {**isolated_environment(folder), **_QUIET, "CODERAG_QUERYBUDGET": "60000"}
        self.home = Path(self.env["HOME"])
        folders = [str(Path(sys.executable).parent), str(packages / "node_modules" / ".bin"), self.env["PATH"]]
        self.env["PATH"] = os.pathsep.join(folders)
        self.run("coderag", "init")

    def said(self, *command: str) -> str:
        """Everything that a command in the repository prints, without colours."""
        done = subprocess.run(
            command, cwd=self.repo, env=self.env, text=True, timeout=PATIENCE,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        return re.sub(r"\x1b\[[0-9;]*m", "", done.stdout)

    def run(self, *command: str, check: bool = True, **env: str) -> str:
        """Standard output of a command in the repository."""
        done = subprocess.run(
            command, cwd=self.repo, env={**self.env, **env}, capture_output=True, text=True, timeout=PATIENCE,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        assert not check or done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout

    def json(self, *command: str) -> dict:
        return json.loads(self.run(*command))

    @contextmanager
    def http(self, token: str = ""):
        """The address of a server over HTTP."""
        process = subprocess.Popen(
            ["coderag", "serve", "--http", "127.0.0.1:0"], cwd=self.repo, text=True, stderr=subprocess.PIPE,
            env={**self.env, **({"CODERAG_HTTP_TOKEN": token} if token else {})},
        )  # fmt: skip
        try:
            yield re.search(r"http://\S+/mcp", process.stderr.readline()).group()
        finally:
            process.terminate()
            process.communicate(timeout=10)


@pytest.fixture(scope="session")
def person(packages, tmp_path_factory) -> Person:
    return Person(tmp_path_factory.mktemp("person"), packages)
