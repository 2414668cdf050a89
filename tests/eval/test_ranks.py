"""The regression net of ranking: the place of every answer on our own fixtures is committed in ranks.txt.

A change of ranking shows there, query by query. Regenerate with CODERAG_REGEN=1 and read the difference: a query that
lost needs a reason.
"""
from __future__ import annotations

import os
from pathlib import Path

import pytest

from coderag.api import Engine
from coderag.cli import fixture
from coderag.model.answers import Query
from tests.support.git import isolate

FOLDER = Path(__file__).parent
RANKS = FOLDER / "ranks.txt"


def _queries() -> list[tuple[str, str, str, str]]:
    lines = (FOLDER / "queries.txt").read_text("utf-8").splitlines()
    rows = [tuple(part.strip() for part in line.split("|")) for line in lines if line and not line.startswith("#")]
    assert all(len(row) == 4 for row in rows)
    return rows


@pytest.fixture(scope="module")
def ranks(tmp_path_factory) -> list[tuple[str, str, str]]:
    """(rank or "-", fixture, query) in the order of queries.txt, from the real engine."""
    out, engines = [], {}
    with pytest.MonkeyPatch.context() as monkeypatch:
        isolate(monkeypatch, tmp_path_factory.mktemp("home"))
        for name, query, path, symbol in _queries():
            fixed, _, docs = name.partition(" ")
            if fixed not in engines:
                engines[fixed] = Engine.open(fixture.build(fixed, tmp_path_factory.mktemp("eval") / fixed))
                engines[fixed].sync()
            out.append((_rank(engines[fixed], query, path, symbol, docs == "docs"), name, query))
        for engine in engines.values():
            engine.close()
    return out


def _rank(engine: Engine, query: str, path: str, symbol: str, docs: bool) -> str:
    wanted = [(s.start_line, s.end_line) for s in engine.outline(path).symbols if symbol in (s.qualname, s.name)]
    assert wanted or not symbol, f"{path} defines no {symbol}"
    for place, hit in enumerate(engine.search(Query(query, top_k=20, docs=docs)).hits, 1):
        inside = not symbol or any(hit.start_line <= end and start <= hit.end_line for start, end in wanted)
        if hit.path == path and inside:
            return str(place)
    return "-"


def test_every_rank_is_as_committed(ranks):
    text = "".join(f"{rank:>2}  {name}: {query}\n" for rank, name, query in ranks)
    if os.environ.get("CODERAG_REGEN"):
        RANKS.write_text(text, encoding="utf-8")
    assert text == RANKS.read_text("utf-8"), "ranks changed; regenerate with CODERAG_REGEN=1 and read the difference"


def test_the_first_three_hold_the_answer(ranks):
    """The bar that regenerating cannot lower."""
    among = sum(rank in ("1", "2", "3") for rank, _, _ in ranks)
    assert among / len(ranks) >= 0.9
