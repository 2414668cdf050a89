"""Scores: equal to the formula, and independent of segmentation, deletion and merging."""
from __future__ import annotations

import math
import random

import numpy as np
import pytest
from lexical_corpora import WORDS, live_scores

from coderag.index.lexical import FIELDS, K1, LexicalIndex
from coderag.index.lexical.files import length_bytes, length_table

WEIGHTS = {"name": 3.0, "path": 1.5, "body": 1.0, "doc": 0.5}


def reference(documents, terms, weights, term_weights) -> list[float]:
    """BM25F straight from the formula, over plain lists."""
    table = length_table()

    def length(document, field):  # Whoosh keeps one byte per length
        return int(table[length_bytes(np.array([len(document.get(field, ()))]))[0]])

    average = {}
    for field in weights:
        lengths = [n for n in (length(d, field) for d in documents) if n]
        average[field] = sum(lengths) / len(lengths) if lengths else 1.0
    scores = [0.0] * len(documents)
    for term in dict.fromkeys(terms):
        df = sum(any(term in d.get(f, ()) for f in weights if weights[f] > 0) for d in documents)
        idf = math.log(1 + (len(documents) - df + 0.5) / (df + 0.5))
        for i, document in enumerate(documents):
            tf = 0.0
            for field, weight in weights.items():
                b = FIELDS[field].b
                share = 1 - b + b * length(document, field) / average[field]
                tf += weight * document.get(field, []).count(term) / share
            scores[i] += term_weights.get(term, 1.0) * idf * tf / (K1 + tf)
    return scores


@pytest.mark.parametrize("seed", range(8))
def test_scores_follow_the_formula(corpus, seed):
    c = corpus(seed)
    rng = random.Random(seed)
    terms = [rng.choice(WORDS) for _ in range(5)] + ["only3", "absent"]
    term_weights = {terms[0]: 2.5, terms[1]: 0.25}
    segments = c.fresh()
    with LexicalIndex(c.directory, segments) as index:
        found = live_scores(index, segments, terms, WEIGHTS, term_weights)
    assert found == pytest.approx(reference(c.documents, terms, WEIGHTS, term_weights), rel=1e-6)


@pytest.mark.parametrize("seed", range(25))
def test_scores_depend_on_the_live_documents_only(corpus, seed):
    c = corpus(seed, count=random.Random(seed).randint(1, 80))
    rng = random.Random(-seed)
    fresh, scattered = c.fresh(), c.scattered(seed)
    with LexicalIndex(c.directory, fresh) as one, LexicalIndex(c.directory, scattered) as many:
        assert one.documents == many.documents == len(c.documents)
        for _ in range(5):
            terms = [rng.choice(WORDS) for _ in range(rng.randint(1, 6))]
            weights = {f: w for f, w in WEIGHTS.items() if rng.random() < 0.7}
            expected, found = (live_scores(i, s, terms, weights) for i, s in ((one, fresh), (many, scattered)))
            assert expected.tobytes() == found.tobytes()
        for field in FIELDS:
            assert list(one.terms(field)) == list(many.terms(field))
            for term in one.terms(field):
                assert one.document_frequency(field, term) == many.document_frequency(field, term)


def test_a_duplicate_term_counts_once_and_weight_zero_leaves_it_out(corpus):
    c = corpus(1)
    with LexicalIndex(c.directory, c.fresh()) as index:
        assert index.search(["a", "b", "a"], WEIGHTS, 9) == index.search(["a", "b"], WEIGHTS, 9)
        assert index.search(["a", "b"], WEIGHTS, 9, term_weights={"b": 0}) == index.search(["a"], WEIGHTS, 9)


def test_fields_without_weight_do_not_match(corpus):
    c = corpus(2)
    with LexicalIndex(c.directory, c.fresh()) as index:
        (scores,) = index.scores(["get"], {"name": 1.0})
        assert np.flatnonzero(scores).tolist() == [i for i, d in enumerate(c.documents) if "get" in d.get("name", ())]
        assert index.search(["get"], {}, 5) == []
        with pytest.raises(KeyError):
            index.search(["get"], {"defs": 1.0}, 5)


@pytest.mark.parametrize("seed", range(6))
def test_search_orders_filters_and_cuts(corpus, seed):
    c = corpus(seed)
    segments = c.scattered(seed)
    rng = np.random.default_rng(seed)
    with LexicalIndex(c.directory, segments) as index:
        allowed = [None if rng.random() < 0.3 else rng.random(len(live)) < 0.5 for _, live in segments]
        everything = [
            (s, d, float(score))
            for s, scores in enumerate(index.scores(["a", "user"], WEIGHTS))
            for d, score in enumerate(scores)
            if score > 0 and (allowed[s] is None or allowed[s][d])
        ]
        everything.sort(key=lambda hit: (-hit[2], hit[0], hit[1]))
        for k in (1, 3, 10, 1000):
            assert index.search(["a", "user"], WEIGHTS, k, allowed) == everything[:k]
        assert index.search(["a"], WEIGHTS, 0) == []


def test_ties_at_the_cut_are_returned_on_request(corpus):
    c = corpus(0)
    c.documents = [{"body": ["same", "words"]} for _ in range(7)]
    with LexicalIndex(c.directory, c.fresh()) as index:
        assert [d for _, d, _ in index.search(["same"], WEIGHTS, 3)] == [0, 1, 2]
        assert [d for _, d, _ in index.search(["same"], WEIGHTS, 3, ties=True)] == list(range(7))


def test_an_empty_index_answers(tmp_path, corpus):
    with LexicalIndex(tmp_path, []) as index:
        assert (index.documents, index.search(["a"], WEIGHTS, 5), list(index.terms("body"))) == (0, [], [])
    c = corpus(0, count=0)
    segments = c.fresh()
    with LexicalIndex(c.directory, segments) as index:
        assert index.search(["a"], WEIGHTS, 5) == []
        assert index.postings("body", "a")[0][0].tolist() == []
