"""Every source file of a language folder against its complete expectation.

``tests/languages/<id>/<file>`` stands beside ``<file>.expect``. The hint comes from the file's name, so extensions are
tested too. ``pytest tests/languages --regen`` writes the listings anew: read the diff, each line is a claim.
"""
from __future__ import annotations

import sys
from pathlib import Path

import pytest

from coderag.analysis import analyze
from coderag.languages import LANGUAGES, get, hint_for, resolve

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
from listing import listing  # noqa: E402

SOURCES = sorted(
    p for p in HERE.glob("*/*") if p.is_file() and p.suffix not in (".expect", ".pyc") and p.parent.name != "__pycache__"
)


@pytest.mark.parametrize("source", SOURCES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_listing(source: Path, pytestconfig: pytest.Config) -> None:
    data = source.read_bytes()
    artifact = analyze(data, hint_for(source.name, {}))
    text = listing(artifact)
    expected = source.with_name(source.name + ".expect")
    if pytestconfig.getoption("--regen", default=False):
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text("utf-8")
    covered = {line for c in artifact.chunks for line in range(c.start, c.end + 1)}
    if get(resolve(hint_for(source.name, {}), data.decode("utf-8", "replace"))).sparse:  # outputs are in no chunk
        assert covered <= set(range(1, artifact.lines + 1))
    else:
        assert artifact.skip or not artifact.chunks or covered == set(range(1, artifact.lines + 1))
    for s in artifact.symbols:
        assert 1 <= s.start <= s.line <= s.end <= artifact.lines
        if s.parent >= 0:
            parent = artifact.symbols[s.parent]
            assert parent.start <= s.start and s.end <= parent.end, (s, parent)


def test_every_folder_is_a_language() -> None:
    assert {p.parent.name for p in SOURCES} <= set(LANGUAGES)
