"""Fusion, signals and diversity: candidates of several retrievers to one ordered list with explanations.

Two orders are made. Files are ordered by what speaks for the file: the score of its best chunk, most of which the file's
chunks share. Within a file its chunks are ordered by their own evidence alone (``Preset.within``): the best one takes the
file's place, each other one stays behind by as much as its evidence is less.
"""
from __future__ import annotations

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


@dataclass
class Ranked:
    candidate: Candidate
    score: float
    parts: dict[str, float]  # contribution by name; they sum up to the score
    values: dict[str, float] = field(default_factory=dict)  # by name, before weighting


def fuse(pool: Pool, preset: Preset) -> list[Ranked]:
    """Weighted reciprocal rank fusion plus each retriever's score relative to its best, best first."""
    best = {r: max((c.scores[r] for c in pool.by_place.values() if r in c.scores), default=0.0) for r in preset.fusion}
    shares = [(r, r + "-rank", weight, best[r], preset.relative.get(r, 0.0)) for r, weight in preset.fusion.items()]
    out = []
    for c in pool.by_place.values():
        parts, values = {}, {}
        for retriever, rank, weight, top, relative in shares:
            if retriever in c.ranks:
                value = values[rank] = FUSION_K / (FUSION_K + c.ranks[retriever])
                parts[rank] = round(weight * value, 4)
                if top > 0:
                    value = values[retriever] = c.scores[retriever] / top
                    parts[retriever] = round(relative * value, 4)
        out.append(Ranked(c, _sum(parts), parts, values))
    out.sort(key=lambda r: (-r.score, r.candidate.order))
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
        c = r.candidate
        c.artifact, c.symbols = view.sources.artifact(c.entry), view.sources.definitions(c.entry).between(c.start, c.end)
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
    second(sorted(fused, key=lambda r: (-r.score, r.candidate.order)))
    return _diverse(fused, preset, k)


def _judge(ranked: list[Ranked], preset: Preset, context: Context) -> None:
    """Adds what each signal of the preset says to the parts and the score."""
    weighed = [(s, preset.signals.get(s.name, 0.0)) for s in SIGNALS if preset.signals.get(s.name) or s.name in preset.within]
    of_file: dict[tuple[str, str], float] = {}
    for r in ranked:
        c = r.candidate
        r.parts = {name: part for name, part in r.parts.items() if part}
        for signal, weight in weighed:
            name = signal.name
            if signal.of_file:
                value = of_file.get((name, c.path))
                if value is None:
                    value = of_file[name, c.path] = signal.value(c, context)
            else:
                value = signal.value(c, context)
            r.values[name] = value
            if part := weight * value:
                r.parts[name] = round(part, 4)
        r.score = _sum(r.parts)


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
    own = [sum([weight * r.values.get(name, 0.0) for name, weight in within]) for r in ranked]
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
    scores: dict[str, list[float]] = {}
    for r in fused:
        scores.setdefault(r.candidate.path, []).append(r.candidate.scores.get(LEXICAL, 0.0))
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
    return sorted(taken, key=lambda r: (-r.score, r.candidate.order))


def _demoted(r: Ranked, spans: dict[str, list[tuple[int, int]]], preset: Preset) -> float:
    times = len(spans.get(r.candidate.path, ()))
    factor = preset.same_file**times
    return r.score * factor if r.score > 0 else r.score


def _sum(parts: dict[str, float]) -> float:
    return round(sum(parts.values()), 4)
