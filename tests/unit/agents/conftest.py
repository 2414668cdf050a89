"""Fixtures: a person's home and repository, in which the sample files are laid out."""
from __future__ import annotations

from pathlib import Path

import pytest

from coderag.agents.client import Machine
from coderag.agents.setup import Target

SAMPLES = Path(__file__).with_name("samples")
LAUNCHER = ["/opt/my tools/coderag"]


@pytest.fixture
def target(tmp_path) -> Target:
    home, root = tmp_path / "home", tmp_path / "shop é"
    home.mkdir()
    root.mkdir()
    return Target(root, Machine(home, {}, "linux"), LAUNCHER)


def lay_out(path: Path, sample: str) -> bytes:
    """Copies a sample to where a client looks for it."""
    data = (SAMPLES / sample).read_bytes()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return data
