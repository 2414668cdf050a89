"""Fusion, signals and diversity: candidates of several retrievers to one ordered list with explanations."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from coderag.search.presets import FUSION_K, SCORED, Preset
from coderag.search.question import Question
from coderag.search.reader import View
from coderag.search.retrieve import LEXICAL, SYMBOL, Candidate, Pool
from coderag.search.signals import SIGNALS
from coderag.search.signals.base import Context


@dataclass
class Ranked:
    candidate: Candidate
    score: float
    parts: dict[str, float]  # contribution by name; they sum up to the score


def fuse(pool: Pool, preset: Preset) -> list[Ranked]:
    """Weighted reciprocal rank fusion plus each retriever's score relative to its best, best first."""
    best = {r: max((c.scores.get(r, 0.0) for c in pool.by_place.values()), default=0.0) for r in preset.fusion}
    out = []
    for c in pool.by_place.values():
        parts = {}
        for retriever, weight in preset.fusion.items():
            if retriever in c.ranks:
                parts[retriever + "-rank"] = weight * FUSION_K / (FUSION_K + c.ranks[retriever])
                share = preset.relative.get(retriever, 0.0)
                if share and best[retriever] > 0:
                    parts[retriever] = share * c.scores[retriever] / best[retriever]
        out.append(Ranked(c, _sum(parts), parts))
    out.sort(key=lambda r: (-r.score, r.candidate.order))
    return out


def rerank(
    view: View,
    question: Question,
    pool: Pool,
    preset: Preset,
    k: int,
    files: np.ndarray | None = None,
    second: Callable[[list[Ranked]], None] = lambda best: None,
) -> list[Ranked]:
    """The best ``k``: fused, judged by every signal of the preset, overlaps and floods removed. ``second`` may add to
    the parts and scores of the best."""
    everything = fuse(pool, preset)
    # definitions asked for by name are judged even where no other retriever saw them
    fused = everything[:SCORED] + [r for r in everything[SCORED:] if SYMBOL in r.candidate.ranks]
    for r in fused:
        r.candidate.artifact = view.sources.artifact(r.candidate.entry)
    context = Context(
        view,
        question,
        sum(question.idf.get(t, 0.0) for t in question.content),
        _second_best(fused),
        _relative(view, files, {r.candidate.path for r in fused}),
    )
    for r in fused:
        for signal in SIGNALS:
            weight = preset.signals.get(signal.name, 0.0)
            value = signal.value(r.candidate, context) if weight else 0.0
            if value:
                r.parts[signal.name] = weight * value
        r.score = _sum(r.parts)
    second(sorted(fused, key=lambda r: (-r.score, r.candidate.order)))
    return _diverse(fused, preset, k)


def _second_best(fused: list[Ranked]) -> dict[str, float]:
    scores: dict[str, list[float]] = {}
    for r in fused:
        scores.setdefault(r.candidate.path, []).append(r.candidate.scores.get(LEXICAL, 0.0))
    top = max((s for v in scores.values() for s in v), default=0.0)
    return {p: sorted(v)[-2] / top for p, v in scores.items() if len(v) > 1 and top > 0}


def _relative(view: View, files: np.ndarray | None, paths: set[str]) -> dict[str, float]:
    best = float(files.max(initial=0.0)) if files is not None else 0.0
    if not best:
        return {}
    return {p: float(files[view.path_index(p)]) / best for p in paths}


def _diverse(ranked: list[Ranked], preset: Preset, k: int) -> list[Ranked]:
    """Greedy: each further chunk of a file already taken loses; a range that overlaps a taken one is dropped."""
    taken: list[Ranked] = []
    spans: dict[str, list[tuple[int, int]]] = {}
    left = sorted(ranked, key=lambda r: (-r.score, r.candidate.order))
    while left and len(taken) < k:
        best = min(left, key=lambda r: (-_demoted(r, spans, preset), r.candidate.order))
        left.remove(best)
        c = best.candidate
        if any(c.start <= end and start <= c.end for start, end in spans.get(c.path, [])):
            continue
        loss = _demoted(best, spans, preset) - best.score
        if loss:
            best.parts["same-file"] = loss
            best.score = _sum(best.parts)
        spans.setdefault(c.path, []).append((c.start, c.end))
        taken.append(best)
    return sorted(taken, key=lambda r: (-r.score, r.candidate.order))


def _demoted(r: Ranked, spans: dict[str, list[tuple[int, int]]], preset: Preset) -> float:
    times = len(spans.get(r.candidate.path, ()))
    factor = preset.same_file**times
    return r.score * factor if r.score > 0 else r.score


def _sum(parts: dict[str, float]) -> float:
    for name in parts:
        parts[name] = round(parts[name], 4)
    return round(sum(parts.values()), 4)
