"""Whole files as the unit, by words and by meaning: a file about the subject beats a file with one lucky chunk.

By words: the postings of the chunks summed by owner, so it needs no index of its own and is exact for any segmentation.
Formula: Robertson and Zaragoza 2009, k1 = 1.2, b = 0.5; the forms of a word count as the word.
"""
from __future__ import annotations

import math

import numpy as np

from coderag.search.question import Question
from coderag.search.reader import View

K1, B = 1.2, 0.5
_PATH_WEIGHT = 3.0
"""How often a word of the path counts, per chunk-independent occurrence."""


def file_scores(view: View, question: Question, allowed: np.ndarray) -> np.ndarray:
    """float64 per path index; 0 for files outside ``allowed`` (bool per path index)."""
    lengths = view.file_lengths()
    n = max(1, int(allowed.sum()))
    average = float(lengths[allowed].mean()) if allowed.any() else 1.0
    norm = K1 * (1 - B + B * lengths / max(average, 1.0))
    total = np.zeros(len(lengths))
    for term in question.content:
        tf = np.zeros(len(lengths))
        for form in (term, *question.forms.get(term, ())):
            tf += view.file_frequencies("body", form)
            tf += _PATH_WEIGHT * (view.file_frequencies("path", form) > 0)
        tf[~allowed] = 0
        df = int(np.count_nonzero(tf))
        if df:
            idf = math.log(1 + (n - df + 0.5) / (df + 0.5))
            total += question.weights.get(term, 1.0) * idf * tf * (K1 + 1) / (tf + norm)
    return np.round(total, 6)


def meanings(view: View, query: np.ndarray, paths: list[str]) -> dict[str, float]:
    """Cosine of the query's vector to the summed chunk vectors of each file, 6 decimals; the same for any segmentation,
    since a file's vectors are summed in its own order."""
    sums = view.file_vectors(paths)
    dots = (sums * query.astype(np.float64)).sum(axis=1)  # row by row: a matrix product may round by its shape
    lengths = np.sqrt((sums * sums).sum(axis=1)) * max(float(np.sqrt((query.astype(np.float64) ** 2).sum())), 1e-9)
    return dict(zip(paths, np.round(dots / np.maximum(lengths, 1e-9), 6).tolist(), strict=True))
