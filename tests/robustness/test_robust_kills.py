"""A short version of the kill run; ``python -m tests.robustness.kills`` is the long one."""
from __future__ import annotations

from coderag.index import build
from tests.robustness.kills import Killing, lower_bounds


def test_a_few_workers_killed_at_random_moments(tmp_path, monkeypatch):
    for name in ("SEGMENT_CHUNKS", "MERGE_ABOVE", "DELTA_LIMIT"):
        monkeypatch.setattr(build, name, getattr(build, name))  # put back afterwards
    lower_bounds()
    run = Killing(tmp_path, 3)
    run.play(6)
    assert run.seen["killed"] == 6 and run.seen["answers of the reader"]
