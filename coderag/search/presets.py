"""Presets are data: how retrievers and signals are weighted.

The weights of CODE that order files were fitted to two public query sets together (annotated questions and commit
messages; a logistic fit, then a coarse search in steps of 0.2) and rounded; those that order the chunks of one file to the
chunk-level questions of tests/bench/retrieval. docs/ranking.md has what each is worth and how far it can be trusted.
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
    within: Mapping[str, float]  # value of a retriever or signal -> weight among the chunks of one file
    same_file: float  # factor for each further hit of a file already in the list
    folder_agreement: float = 0.0  # weight of how well the other files of the folder do


CODE = Preset(
    roles=frozenset({"code", "config", "text"}),
    fusion={"lexical": 0.8, "dense": 0.8, "symbol": 0.8, "place": 4.0},
    relative={"dense": 0.2, "place": PLACE_WEIGHT},
    signals={
        "definition": 1.1,
        "re-export": 2.0,
        "literal": 0.3,
        "spelled": 1.0,
        "file-name": 1.0,
        "named-file": 1.0,
        "path": 0.8,
        "folder-name": 0.4,
        "file-agreement": 0.7,
        "file": 1.0,
        "file-meaning": 2.0,
        "defined-names": 1.0,
        "declaration": 0.1,
        "long-unit": 0.2,
        "depth": -1.4,
        "test": -2.2,
        "aside": -1.0,
        "not-code": -0.8,
        "platform-twin": -0.5,
    },
    within={
        "place-rank": 4.0,
        "place": PLACE_WEIGHT,
        "lexical-rank": 1.5,
        "dense-rank": 0.75,
        "dense": 0.75,
        "definition": 1.0,
        "literal": 0.3,
        "spelled": 1.0,
        "name": 1.0,
        "doc": 1.0,
        "declaration": 0.75,
        "long-unit": 0.2,
    },
    same_file=0.6,
    folder_agreement=0.3,
)

DOCS = Preset(
    roles=frozenset({"docs", "config"}),
    fusion={"lexical": 1.0, "dense": 1.0},
    relative={"lexical": 0.5, "dense": 0.5},
    signals={
        "literal": 0.5,
        "name": 0.8,
        "file-name": 1.0,
        "path": 0.5,
        "file-agreement": 0.3,
        "file": 0.4,
        "file-meaning": 1.0,
        "number": 2.0,
        "test": -0.5,
    },
    within={},
    same_file=0.8,
)
"""Weights of DOCS were chosen by hand on half of the questions about documents of tests/bench/retrieval."""

FUSION_K = 20
"""Rank constant of reciprocal rank fusion (Cormack, Clarke, Buettcher 2009 use 60; lists here are short)."""
CANDIDATES = 150
"""Chunks each retriever proposes."""
SCORED = 80
"""Chunks that signals look at, best fused first,"""
FILES = 60
"""and the best chunk of further files, up to this many files."""
