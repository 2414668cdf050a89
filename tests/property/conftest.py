from __future__ import annotations

import pytest

from tests.support.git import isolate


@pytest.fixture(autouse=True)
def _isolated(monkeypatch, tmp_path):
    isolate(monkeypatch, tmp_path)
