"""Second stage: a slower model looks at the best candidates once more. Its judgement is one more part of the score.

The model is handed in as a function, so that search knows nothing of models.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence

from coderag.errors import CoderagError
from coderag.model.text import embedded_text
from coderag.search.question import Question
from coderag.search.rank import Ranked
from coderag.search.reader import View
from coderag.search.retrieve import Candidate

Judge = Callable[[str, Sequence[str]], Sequence[float]]
"""(question, passages) -> relevance of each, any scale."""

JUDGED = 30
"""Candidates that are judged, best first."""
WEIGHT = 1.5
"""Of the judgement, scaled to 0..1 over the candidates judged."""
NAME = "second-stage"


def judging(view: View, question: Question, judge: Judge | None, notes: list[str]) -> Callable[[Sequence[Ranked]], None]:
    """What adds the judgement to candidates in their order so far. A model that refuses becomes a note."""

    def second(ranked: Sequence[Ranked]) -> None:
        best = ranked[:JUDGED]
        if judge is None or len(best) < 2:
            return
        try:
            found = judge(question.text, [_passage(view, r.candidate) for r in best])
        except CoderagError as e:
            notes.append(f"degraded: no second stage ({e.message})")
            return
        low, high = min(found), max(found)
        for r, x in zip(best, found, strict=True):
            if x > low:
                r.parts[NAME] = round(WEIGHT * (x - low) / (high - low), 4)
                r.score = round(r.score + r.parts[NAME], 4)

    return second


def _passage(view: View, c: Candidate) -> str:
    return embedded_text(c.path, c.facts.chunk.context, view.sources.lines(c.entry.oid)[c.start - 1 : c.end])
