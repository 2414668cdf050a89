"""One query over one snapshot: retrievers -> fusion -> signals -> hits. Reads the snapshot and nothing else of git
but the blobs of the hits."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from coderag import languages
from coderag.errors import CoderagError, UsageError
from coderag.index.analyzer import tokens
from coderag.model.answers import DEEPEST, DETAILS, Hit, Query
from coderag.search import directives, retrieve, second_stage, traces
from coderag.search.bridge import as_english
from coderag.search.empty import nothing_found, nothing_passes
from coderag.search.file_level import file_scores
from coderag.search.fold import MOST_COPIES, fold
from coderag.search.hits import hit_of, text_of
from coderag.search.presets import CANDIDATES, CODE, DOCS
from coderag.search.question import TEST_WORDS, Question
from coderag.search.rank import rerank
from coderag.search.reader import View
from coderag.search.second_stage import Judge
from coderag.search.unknown import corrected, unknown_names

MOST_HITS = 100
SPARE = 8
"""Hits looked at beyond those asked for: some turn out to be copies of others, and one tells that there are more."""
OF_A_KIND = 10
"""Times as many candidates where only those of one kind stay: the index does not know kinds."""


@dataclass(frozen=True)
class Found:
    hits: tuple[Hit, ...]
    notes: tuple[str, ...]
    considered: int
    more: bool = False  # further hits follow


def find(
    view: View, query: Query, embed: Callable[[str, dict[str, float]], np.ndarray], judge: Judge | None = None
) -> Found:
    """UsageError on a query that cannot be answered; a failing retriever becomes a note, the other one answers.

    ``judge``: the model of the second stage, if there is one.
    """
    if not 1 <= query.top_k <= MOST_HITS:
        raise UsageError(f"top_k is {query.top_k}", f"give a number from 1 to {MOST_HITS}")
    if query.detail not in DETAILS:
        raise UsageError(f"detail is {query.detail!r}", f"give one of {', '.join(DETAILS)}")
    if not 0 <= query.offset <= DEEPEST:
        raise UsageError(f"offset is {query.offset}", f"give a number from 0 to {DEEPEST}")
    narrowed = directives.read(view, query)
    query = narrowed.query
    if query.language is not None:
        query = replace(query, language=languages.canonical(query.language))
    if query.language is not None and query.language not in (known := {e.language for e in view.snapshot.manifest.files.values()}):
        known = ", ".join(sorted(known)) or "none"
        raise UsageError(f"no file of language {query.language!r} is indexed", f"indexed here: {known}")
    preset = DOCS if query.docs else CODE
    index = view.snapshot.lexical
    text = as_english(query.text, lambda word: all(index.document_frequency("body", t) for t in tokens(word)))
    question = retrieve.question_of(view, text)
    unknown = [] if query.docs else unknown_names(view, question)
    if (meant := corrected(question, unknown)) != question.text:
        question = retrieve.question_of(view, meant)
    if question.wants_tests:
        question = replace(question, wants_tests=not _names_the_tested(view, question))
    elif _only_in_tests(view, question):
        question = replace(question, wants_tests=True)
    masks, vectors = view.allowed(preset.roles, query.language, query.path)
    masks = narrowed.allowed(view, masks)
    notes = [*narrowed.notes, *question.notes, *([f"read as: {text}"] if text != query.text else [])]
    considered = int(sum(m.sum() for m in masks))
    if considered == 0:
        return Found((), (*notes, nothing_passes(view, query)), 0)
    pool = retrieve.Pool(view)
    k = CANDIDATES * (OF_A_KIND if narrowed.kinds else 1)
    vector = _gather(pool, question, k, masks, vectors, notes, embed)
    if narrowed.kinds:
        pool.keep(lambda candidate: narrowed.has_kind(view, candidate))
    files = file_scores(view, question, view.paths_mask(preset.roles, query.language, query.path))
    wanted = query.offset + query.top_k
    second = second_stage.judging(view, question, judge, notes)
    ranked = [r for r in rerank(view, question, pool, preset, wanted + SPARE, files, vector, second) if r.score > 0]
    notes += [name.note() for name in unknown]
    folded = fold([text_of(view, r.candidate) for r in ranked])
    hits = []
    for index, copies in folded[query.offset : wanted]:
        similar = tuple(f"{c.path}:{c.start}-{c.end}" for c in (ranked[i].candidate for i in copies[:MOST_COPIES]))
        hits.append(replace(hit_of(view, ranked[index], query.detail, query.context_lines), similar=similar))
    if not hits:
        notes += nothing_found(view, query, considered, narrowed.kinds)
    return Found(tuple(hits), tuple(notes), considered, len(folded) > wanted)


def _only_in_tests(view: View, question: Question) -> bool:
    """Whether the names that the query spells out occur, and nowhere but in tests."""
    paths = _paths_with(view, "body", [name.lower() for name in question.distinctive])
    return bool(paths) and all(map(view.is_test, paths))


def _names_the_tested(view: View, question: Question) -> bool:
    """Whether every ``test`` in the query is half of the name of something defined outside of tests: ``test client``."""
    words = question.text.lower().split()

    def named(i: int) -> bool:
        return any(_defined_outside_tests(view, *words[at : at + 2]) for at in (i - 1, i) if 0 <= at < len(words) - 1)

    asked = [i for i, word in enumerate(words) if word in TEST_WORDS]
    return bool(asked) and all(map(named, asked))


def _defined_outside_tests(view: View, first: str, second: str) -> bool:
    spellings = (first.title() + second.title(), first + second.title(), f"{first}_{second}")
    return not all(map(view.is_test, _paths_with(view, "defs", spellings)))


def _paths_with(view: View, field: str, terms: Iterable[str]) -> set[str]:
    return {view.snapshot.paths[i] for term in terms for i in np.flatnonzero(view.file_frequencies(field, term))}


def _gather(pool, question: Question, k: int, masks, vectors, notes: list[str], embed) -> np.ndarray | None:
    """Fills the pool. Returns the vector of the query, None if there is none."""
    failures, vector = 0, None
    try:
        retrieve.lexical(pool, question, k, masks)
        retrieve.symbol(pool, question, k, masks)
        retrieve.place(pool, traces.places(pool.view, question.text), masks)
    except CoderagError as e:
        failures += 1
        notes.append(f"degraded: text index unavailable ({e.message})")
    try:
        vector = retrieve.query_vector(pool.view, question, embed)
        if vector is not None:
            retrieve.dense(pool, vector, k, masks, vectors)
    except CoderagError as e:
        failures += 1
        notes.append(f"degraded: {e.message}")
        if failures == 2:
            raise
    return vector
