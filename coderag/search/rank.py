"""Fusion, signals and diversity: candidates of several retrievers to one ordered list with explanations.

Two orders are made. Files are ordered by what speaks for the file: the score of its best chunk, most of which the file's
chunks share. Within a file its chunks are ordered by their own evidence alone (``Preset.within``): the best one takes the
file's place, each other one stays behind by as much as its evidence is less.
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

import numpy as np

from coderag.search.file_level import meanings
from coderag.search.folder_agreement import folder_agreement
from coderag.search.presets import FILES, FUSION_K, SCORED, Preset
from coderag.search.question import Question
from coderag.search.reader import View
from coderag.search.retrieve import LEXICAL, SYMBOL, Candidate, Pool
from coderag.search.signals import SIGNALS
from coderag.search.signals.base import Context

Weighed = tuple[str, Callable[[Candidate, Context], float], float]
"""A signal: name, value, weight."""


@dataclass(slots=True, eq=False)
class Ranked:
    candidate: Candidate
    score: float
    parts: dict[str, float]  # contribution by name; they sum up to the score
    values: dict[str, float] = field(default_factory=dict)  # by name, before weighting


def fuse(pool: Pool, preset: Preset) -> list[Ranked]:
    """Weighted reciprocal rank fusion plus each retriever's score relative to its best, best first."""
    out = [Ranked(c, 0.0, {}) for c in pool.by_place.values()]
    for retriever, weight in preset.fusion.items():
        found = [r for r in out if retriever in r.candidate.ranks]
        top = max((r.candidate.scores[retriever] for r in found), default=0.0)
        by_rank, relative = retriever + "-rank", preset.relative.get(retriever, 0.0)
        for r in found:
            value = r.values[by_rank] = FUSION_K / (FUSION_K + r.candidate.ranks[retriever])
            part = r.parts[by_rank] = round(weight * value, 4)
            r.score += part
            if relative and top > 0:
                value = r.values[retriever] = r.candidate.scores[retriever] / top
                part = r.parts[retriever] = round(relative * value, 4)
                r.score += part
    for r in out:
        r.score = round(r.score, 4)
    out.sort(key=_best_first)
    return out


def rerank(
    view: View,
    question: Question,
    pool: Pool,
    preset: Preset,
    k: int,
    files: np.ndarray | None = None,
    vector: np.ndarray | None = None,
    second: Callable[[list[Ranked]], None] = lambda best: None,
) -> list[Ranked]:
    """The best ``k``: fused, judged by every signal of the preset, overlaps and floods removed. ``files``: BM25 by path
    index; ``vector``: of the query; ``second`` may add to the parts and scores of the best."""
    everything = fuse(pool, preset)
    fused = _judged(everything)
    for r in fused:
        r.candidate.facts = view.sources.facts(r.candidate.entry, r.candidate.ordinal)
    paths = {r.candidate.path: r.candidate.file for r in fused}
    context = Context(
        view,
        question,
        _second_best(everything),
        _relative(files, paths),
        meanings(view, vector, sorted(paths)) if vector is not None else {},
    )
    _judge(fused, preset, context)
    if preset.folder_agreement:
        _add_folder_agreement(fused, preset.folder_agreement)
    if preset.within:
        _order_within_files(fused, preset)
    second(sorted(fused, key=_best_first))
    return _diverse(fused, preset, k)


def _judge(ranked: list[Ranked], preset: Preset, context: Context) -> None:
    """Adds what each signal of the preset says to the parts and the score."""
    used = [(s, preset.signals.get(s.name, 0.0)) for s in SIGNALS if preset.signals.get(s.name) or s.name in preset.within]
    of_file, of_chunk = ([(s.name, s.value, weight) for s, weight in used if s.of_file == whole] for whole in (True, False))
    files: dict[int, tuple[dict[str, float], dict[str, float]]] = {}
    for r in ranked:
        c = r.candidate
        if c.file not in files:
            files[c.file] = _said(of_file, c, context)
        for values, parts in (files[c.file], _said(of_chunk, c, context)):
            r.values.update(values)
            r.parts.update(parts)
        r.score = _sum(r.parts)


def _said(signals: list[Weighed], c: Candidate, context: Context) -> tuple[dict[str, float], dict[str, float]]:
    """What is not zero of the values of ``signals`` and of their parts of the score."""
    values, parts = {}, {}
    for name, value_of, weight in signals:
        if value := value_of(c, context):
            values[name] = value
            if part := weight * value:
                parts[name] = round(part, 4)
    return values, parts


def _add_folder_agreement(ranked: list[Ranked], weight: float) -> None:
    """Adds the part ``folder-agreement``, the same for all chunks of a file."""
    scores = _best_of_files(ranked, [r.score for r in ranked])
    gain = {path: round(weight * value, 4) for path, value in folder_agreement(scores).items()}
    for r in ranked:
        if part := gain[r.candidate.path]:
            r.parts["folder-agreement"] = part
            r.score = round(r.score + part, 4)


def _order_within_files(ranked: list[Ranked], preset: Preset) -> None:
    """Adds the part ``in-file``, which gives every chunk its file's score less what its own evidence lacks."""
    within = list(preset.within.items())
    own = [sum([weight * value for name, weight in within if (value := r.values.get(name))]) for r in ranked]
    score, most = _best_of_files(ranked, [r.score for r in ranked]), _best_of_files(ranked, own)
    for r, evidence in zip(ranked, own, strict=True):
        path = r.candidate.path
        shift = round(score[path] - r.score + evidence - most[path], 4)
        if shift:
            r.parts["in-file"] = shift
            r.score = _sum(r.parts)


def _best_of_files(ranked: list[Ranked], values: list[float]) -> dict[str, float]:
    """The greatest value of each path's chunks; ``values`` go with ``ranked``."""
    best: dict[str, float] = {}
    for r, value in zip(ranked, values, strict=True):
        best[r.candidate.path] = max(best.get(r.candidate.path, value), value)
    return best


def _judged(fused: list[Ranked]) -> list[Ranked]:
    """The best chunks, the best chunk of each further file, and definitions asked for by name wherever they rank."""
    out, seen = fused[:SCORED], {r.candidate.path for r in fused[:SCORED]}
    for r in fused[SCORED:]:
        if SYMBOL in r.candidate.ranks or (r.candidate.path not in seen and len(seen) < FILES):
            out.append(r)
            seen.add(r.candidate.path)
    return out


def _second_best(fused: list[Ranked]) -> dict[str, float]:
    scores: dict[str, list[float]] = defaultdict(list)
    for r in fused:
        scores[r.candidate.path].append(r.candidate.scores.get(LEXICAL, 0.0))
    top = max((s for v in scores.values() for s in v), default=0.0)
    return {p: sorted(v)[-2] / top for p, v in scores.items() if len(v) > 1 and top > 0}


def _relative(files: np.ndarray | None, paths: dict[str, int]) -> dict[str, float]:
    """``paths``: with their indexes."""
    best = float(files.max(initial=0.0)) if files is not None else 0.0
    if not best:
        return {}
    return {path: float(files[file]) / best for path, file in paths.items()}


def _diverse(ranked: list[Ranked], preset: Preset, k: int) -> list[Ranked]:
    """Greedy: each further chunk of a file already taken loses; a range that overlaps a taken one is dropped."""
    taken: list[Ranked] = []
    spans: dict[str, list[tuple[int, int]]] = {}
    # scores only fall while files are taken, so one that is out of date is looked at again when its turn comes
    left = [(-r.score, r.candidate.order, i) for i, r in enumerate(ranked)]
    heapify(left)
    while left and len(taken) < k:
        score, order, i = heappop(left)
        best = ranked[i]
        now = -_demoted(best, spans, preset)
        if now > score:
            heappush(left, (now, order, i))
            continue
        c = best.candidate
        if any(c.start <= end and start <= c.end for start, end in spans.get(c.path, [])):
            continue
        loss = _demoted(best, spans, preset) - best.score
        if loss:
            best.parts["same-file"] = round(loss, 4)
            best.score = _sum(best.parts)
        spans.setdefault(c.path, []).append((c.start, c.end))
        taken.append(best)
    return sorted(taken, key=_best_first)


def _demoted(r: Ranked, spans: dict[str, list[tuple[int, int]]], preset: Preset) -> float:
    times = len(spans.get(r.candidate.path, ()))
    factor = preset.same_file**times
    return r.score * factor if r.score > 0 else r.score


def _best_first(r: Ranked) -> tuple[float, tuple[int, int, int]]:
    return -r.score, r.candidate.order


def _sum(parts: dict[str, float]) -> float:
    return round(sum(parts.values()), 4)
