"""Presets are data: how retrievers and signals are weighted.

The weights of CODE come from a coarse coordinate search (steps of 0.15) over two public query sets, annotated questions
and commit messages, all repositories together; weights that moved nothing beyond noise were set by hand. declaration and
same_file concern the chunks within a file, which those sets do not see: same_file 0.35 in place of 0.6 gains 0.001
there, and hides the second function that an answer needs.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

PLACE_WEIGHT = 16.0
"""Weight of a place that the query names. Nothing is more exact: it is more than everything else together, and enough
that of several places (frames of a trace) the first stays the first."""


@dataclass(frozen=True)
class Preset:
    roles: frozenset[str]
    fusion: Mapping[str, float]  # retriever -> weight of K / (K + rank)
    relative: Mapping[str, float]  # retriever -> weight of score / best score
    signals: Mapping[str, float]
    same_file: float  # factor for each further hit of a file already in the list


CODE = Preset(
    roles=frozenset({"code", "config", "text"}),
    fusion={"lexical": 0.4, "dense": 1.0, "symbol": 0.5, "place": 4.0},
    relative={"lexical": 0.2, "dense": 0.7, "place": PLACE_WEIGHT},
    signals={
        "definition": 1.35,
        "literal": 0.3,
        "name": 0.9,
        "file-name": 1.3,
        "folder": 0.7,
        "file-agreement": 0.7,
        "file": 0.95,
        "defined-names": 0.5,
        "declaration": 0.1,
        "long-unit": 0.25,
        "test": -2.0,
        "aside": -0.35,
        "not-code": -1.1,
        "depth": -0.3,
    },
    same_file=0.6,
)

DOCS = Preset(
    roles=frozenset({"docs"}),
    fusion={"lexical": 1.0, "dense": 1.0},
    relative={"lexical": 1.0, "dense": 0.6},
    signals={"literal": 0.5, "name": 0.8, "file-name": 0.5, "folder": 0.2, "file-agreement": 0.3, "file": 0.4},
    same_file=0.8,
)

FUSION_K = 20
"""Rank constant of reciprocal rank fusion (Cormack, Clarke, Buettcher 2009 use 60; lists here are short)."""
CANDIDATES = 150
"""Chunks each retriever proposes."""
SCORED = 80
"""Chunks that signals look at, best fused first."""
