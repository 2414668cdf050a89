"""BM25F, the scoring formula, and nothing about files.

For a document d and query terms t, after Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and
Beyond", Foundations and Trends in Information Retrieval 3(4), 2009, section 3.6::

    score(d)  = Σ_t  weight(t) · idf(t) · tf(t, d) / (K1 + tf(t, d))
    tf(t, d)  = Σ_f  weight(f) · frequency(t, f, d) / (1 - b_f + b_f · length(f, d) / average_length(f))
    idf(t)    = ln(1 + (N - df(t) + 0.5) / (df(t) + 0.5))

so the frequencies of all fields are combined first and saturate together: a word in name and body is one piece of
evidence, not two. The 1 + inside the logarithm (as in Lucene) keeps idf positive for terms most documents have.
N: live documents. df(t): live documents with t in any field of positive weight. average_length(f): over the live
documents that have the field at all, because most chunks have no doc comment.

Invariant: a score depends on the set of live documents only, bit for bit. Every operation is elementwise in float64;
fields are summed in table order, terms in the order given; so neither segmentation nor deletions can change rounding.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import log

import numpy as np

from coderag.index.lexical.fields import FIELDS, SCORED

K1 = 1.2
DENSE = 4  # a term in every fourth document is added as a whole column


def idf(documents: int, df: int) -> float:
    return log(1 + (documents - df + 0.5) / (df + 0.5))


def norms(field: str, length_counts: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Divisor of a frequency for each length byte. ``length_counts[i]``: live documents with length byte i."""
    having = int(length_counts[1:].sum())
    average = int(length_counts @ lengths) / having if having else 1.0
    b = FIELDS[field].b
    return 1 - b + b * lengths / average


Part = tuple[np.ndarray, np.ndarray, np.ndarray, float]  # documents, frequencies, their divisors, field weight


def combined(parts: Iterable[Part], scratch: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(documents in no particular order, tf) of one term. ``scratch``: a zero per document, zero again afterwards."""
    weighed = [(docs, freqs * weight / divisors) for docs, freqs, divisors, weight in parts if len(docs)]
    if not weighed:
        return np.empty(0, np.int32), np.empty(0, np.float64)
    docs, tf = weighed[0]
    if len(weighed) == 1:
        return docs, tf
    scratch[docs] = tf
    union = [docs]
    for docs, tf in weighed[1:]:
        before = scratch[docs]
        union.append(docs[before == 0])
        scratch[docs] = before + tf
    docs = np.concatenate(union)
    tf = scratch[docs]
    scratch[docs] = 0
    return docs, tf


class Matches:
    """tf / (K1 + tf) of one term in one segment: sparse, or one value per document where that is cheaper to add."""

    def __init__(self, docs: np.ndarray, tf: np.ndarray, documents: int) -> None:
        self.df = len(docs)
        # Single precision halves what the cache holds; rounding here is the same whatever the segmentation.
        values = (tf / (K1 + tf)).astype(np.float32)
        self._docs: np.ndarray | None = docs
        self._values = values
        if self.df * DENSE > documents:
            self._docs, self._values = None, np.zeros(documents, np.float32)
            self._values[docs] = values

    @property
    def nbytes(self) -> int:
        return self._values.nbytes + (self._docs.nbytes if self._docs is not None else 0)

    def add_to(self, total: np.ndarray, factor: float) -> None:
        gain = np.multiply(self._values, factor, dtype=np.float64)  # else single precision, in some numpy releases
        if self._docs is None:
            total += gain
        elif self.df:
            total[self._docs] += gain


def usable(weights: Mapping[str, float]) -> list[tuple[str, float]]:
    """(field, weight) of positive weight in table order. KeyError for a field that is not scored."""
    unknown = weights.keys() - set(SCORED)
    if unknown:
        raise KeyError(f"not a scored field: {', '.join(sorted(unknown))}")
    return [(field, float(weights[field])) for field in SCORED if weights.get(field, 0) > 0]
