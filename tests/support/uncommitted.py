"""The oracle of uncommitted work: answers that cover it equal those after committing the same content.

    laid = answers(engine)          # before
    repo.commit()
    assert answers(engine) == laid  # after; what only says "not committed yet" is left out of both
"""
from __future__ import annotations

from coderag.api import Engine
from coderag.model.answers import CURRENT, Query
from tests.support.index import QUESTIONS

MOST = 4
"""Names that are asked for: each question costs the tests a look at the working copy."""
_SAID = ("freshness", "uncommitted", "modified")


def answers(engine: Engine, ref: str | None = None) -> dict[str, object]:
    """Question -> answer: searches with all scores and texts, every name and outline, the whole tree."""
    tree = engine.tree(depth=9, ref=ref)
    assert tree.freshness.state == CURRENT, tree.freshness
    paths = [r.path for r in tree.rows if not r.path.endswith("/")]
    outlines = {p: engine.outline(p, ref=ref) for p in paths[:8]}
    names = sorted({s.name for o in outlines.values() for s in o.symbols})[:MOST]
    out: dict[str, object] = {"tree": _plain(tree.as_json())}
    out |= {f"outline {p}": _plain(o.as_json()) for p, o in outlines.items()}
    out |= {f"symbol {n}": _plain(engine.symbol(n, ref=ref).as_json()) for n in ("alpha", *names)}
    queries = [Query(text, top_k=30, ref=ref) for text in (*QUESTIONS[:2], *names, "alpha delta limit")]
    queries += [Query(QUESTIONS[-1], docs=True, ref=ref), Query("order", path="pkg/", top_k=30, ref=ref)]
    for query in queries:
        answer = engine.search(query)
        out[f"search {query}"] = answer.considered, _plain(answer.as_json())
    return out


def _plain(value):
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items() if k not in _SAID}
    return [_plain(v) for v in value] if isinstance(value, list) else value


def differences(one: dict[str, object], other: dict[str, object]) -> list[str]:
    return [f"{q}: {one.get(q)}\n against {other.get(q)}" for q in one.keys() | other.keys() if one.get(q) != other.get(q)]
