"""Fixtures of the server's tests: a folder that the fake Engine takes for a repository, and calls against it."""
from __future__ import annotations

import pytest

from coderag.server import calls
from coderag.server.source import EngineSource
from coderag.server.tools import TOOLS
from tests.unit.server.fake_engine import FakeEngine


@pytest.fixture
def repo(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "src").mkdir()
    return tmp_path


@pytest.fixture
def source(repo):
    return EngineSource(str(repo), FakeEngine.open)


@pytest.fixture
def call(source):
    """``call("search_code", query=...)`` -> Reply."""
    return lambda name, **arguments: calls.answer(TOOLS[name], arguments, source)
