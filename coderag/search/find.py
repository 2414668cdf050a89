"""One query over one snapshot: retrievers -> fusion -> signals -> hits. Reads the snapshot and nothing else of git
but the blobs of the hits."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from coderag import languages
from coderag.errors import CoderagError, UsageError
from coderag.model.answers import Hit, Query
from coderag.search import retrieve
from coderag.search.file_level import file_scores
from coderag.search.presets import CANDIDATES, CODE, DOCS, Preset
from coderag.search.question import Question, parse
from coderag.search.rank import Ranked, rerank
from coderag.search.reader import View

MOST_HITS = 100


@dataclass(frozen=True)
class Found:
    hits: tuple[Hit, ...]
    notes: tuple[str, ...]
    considered: int


def find(view: View, query: Query, embed: Callable[[str, dict[str, float]], np.ndarray]) -> Found:
    """UsageError on a query that cannot be answered; a failing retriever becomes a note, the other one answers."""
    if not 1 <= query.top_k <= MOST_HITS:
        raise UsageError(f"top_k is {query.top_k}", f"give a number from 1 to {MOST_HITS}")
    if query.language is not None:
        query = replace(query, language=languages.canonical(query.language))
    if query.language is not None and query.language not in _languages(view):
        known = ", ".join(sorted(_languages(view))) or "none"
        raise UsageError(f"no file of language {query.language!r} is indexed", f"indexed here: {known}")
    preset = DOCS if query.docs else CODE
    index = view.snapshot.lexical
    question = parse(query.text, lambda term: index.document_frequency("body", term), index.documents)
    masks, vectors = view.allowed(preset.roles, query.language, query.path)
    notes = list(question.notes)
    considered = int(sum(m.sum() for m in masks))
    if considered == 0:
        return Found((), (*notes, _nothing_passes(view, query, preset)), 0)
    pool = retrieve.Pool(view)
    _gather(pool, question, masks, vectors, notes, embed)
    files = file_scores(view, question, view.paths_mask(preset.roles, query.language, query.path))
    ranked = [r for r in rerank(view, question, pool, preset, query.top_k, files) if r.score > 0]
    if not ranked:
        notes.append(f"no match among {considered} chunks")
    return Found(tuple(_hit(view, r, query.context_lines) for r in ranked), tuple(notes), considered)


def _gather(pool, question: Question, masks, vectors, notes: list[str], embed) -> None:
    failures = 0
    try:
        retrieve.lexical(pool, question, CANDIDATES, masks)
        retrieve.symbol(pool, question, CANDIDATES, masks)
    except CoderagError as e:
        failures += 1
        notes.append(f"degraded: text index unavailable ({e.message})")
    try:
        vector = retrieve.query_vector(pool.view, question, embed)
        if vector is not None:
            retrieve.dense(pool, vector, CANDIDATES, masks, vectors)
    except CoderagError as e:
        failures += 1
        notes.append(f"degraded: embeddings unavailable ({e.message})")
        if failures == 2:
            raise


def _languages(view: View) -> set[str]:
    return {e.language for e in view.snapshot.manifest.files.values()}


def _nothing_passes(view: View, query: Query, preset: Preset) -> str:
    kind = "document sections" if query.docs else "code chunks"
    if query.path or query.language:
        what = " and ".join(
            x for x in (f"path {query.path!r}" if query.path else "", f"language {query.language!r}" if query.language else "") if x
        )
        n = int(view.paths_mask(frozenset({"code", "config", "text", "docs"}), query.language, query.path).sum())
        return f"the filter ({what}) leaves no {kind}; it matches {n} of {len(view.snapshot.paths)} indexed files"
    return f"this commit has no {kind}"


def _hit(view: View, r: Ranked, context_lines: int) -> Hit:
    c = r.candidate
    chunk = c.chunk
    start, end = c.start, _last_line(view.sources.lines(c.entry.oid), c.start, c.end)
    if context_lines > 0:
        start, end = max(1, start - context_lines), min(c.entry.lines, end + context_lines)
    return Hit(
        path=c.path,
        start_line=start,
        end_line=end,
        symbol=chunk.qualname or chunk.name,
        kind=chunk.kind,
        language=c.entry.language,
        score=r.score,
        signals=dict(r.parts),
        text=view.text(c.entry, start, end),
        context=chunk.context,
    )


def _last_line(lines: list[str], start: int, end: int) -> int:
    """Without blank lines at the end: they belong to the chunk, but nobody wants to read them."""
    while end > start and end <= len(lines) and not lines[end - 1].strip():
        end -= 1
    return end
