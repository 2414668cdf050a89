"""Fixtures of the git tests: an isolated repository, and both back ends."""
from __future__ import annotations

import os

import pytest

from coderag.git import open_repository
from tests.support.git import Repo, isolate


@pytest.fixture(autouse=True)
def _isolated(monkeypatch, tmp_path):
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def repo(tmp_path) -> Repo:
    return Repo(tmp_path)


@pytest.fixture(params=["pygit2", "git"])
def opened(request):
    """A function that opens a path (or Repo) with one of the back ends and closes it after the test."""
    handles = []

    def open_with(path):
        handle = open_repository(path.path if isinstance(path, Repo) else path, backend=request.param)
        assert handle.backend == request.param
        handles.append(handle)
        return handle

    yield open_with
    for handle in handles:
        handle.close()


NAMES = [
    b"a b.py", b'q"x.py', b"-dash.py", "данные.py".encode(), "résumé.md".encode(), b"t\tab.py", b"new\nline.py",
    b"[id].tsx", b"50%.md", b"#x.md", b"caf\xe9.py", b"back\\slash.py", b" lead", b"dir with space/x y.py", b"*.py", b"$(id).py",
]  # fmt: skip


@pytest.fixture
def names() -> list[str]:
    """File names that break careless parsing, as str with surrogateescape."""
    return [os.fsdecode(name) for name in NAMES]
