"""Fixtures of the commands' tests: the fake Engine in place of the real one, and a repository for it."""
from __future__ import annotations

import sys
import types
from dataclasses import dataclass

import pytest

from coderag.cli.main import main
from tests.unit.server.fake_engine import FakeEngine


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str


@pytest.fixture
def home(tmp_path_factory, monkeypatch):
    """A home folder without any agent, and none on PATH."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    for name in ("XDG_CONFIG_HOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def repo(tmp_path, monkeypatch, home):
    """A folder the fake Engine takes for a repository; also the current folder."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "app.py").write_text("x = 1\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def engines(monkeypatch):
    """The engines that commands opened, newest last."""
    opened: list[FakeEngine] = []

    class Recording(FakeEngine):
        @classmethod
        def open(cls, path, *, environ=None, overlay=True):
            opened.append(super().open(path, environ=environ, overlay=overlay))
            opened[-1].overlay = overlay
            return opened[-1]

    api = types.ModuleType("coderag.api")
    api.Engine = Recording
    monkeypatch.setitem(sys.modules, "coderag.api", api)
    doctor = types.ModuleType("coderag.doctor")
    doctor.check_machine = lambda: [{"check": "python", "ok": True, "detail": "3.11", "hint": ""}]
    monkeypatch.setitem(sys.modules, "coderag.doctor", doctor)
    return opened


@pytest.fixture
def coderag(engines, capsys, monkeypatch):
    """``coderag("search", "x")`` -> Done(code, out, err)."""
    monkeypatch.delenv("CODERAG_DEBUG", raising=False)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*argv: str) -> Done:
        code = main(argv)
        return Done(code, *capsys.readouterr())

    return run
