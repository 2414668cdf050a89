"""Segments: stock Whoosh reads what we wrote, we read it back, and a merge equals a fresh build byte for byte."""
from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from lexical_corpora import WORDS, random_documents

from coderag.index.lexical import (
    FIELDS,
    LexicalIndex,
    MemorySegment,
    build_segment,
    merge_segments,
    segment_files,
    write_toc,
)
from coderag.index.lexical.fields import SCORED
from coderag.index.lexical.files import length_table


def whoosh_index(directory):
    index = pytest.importorskip("whoosh.index")
    return index.open_dir(str(directory))


def expected_postings(documents, field) -> dict[str, list[tuple[int, int]]]:
    found: dict[str, list[tuple[int, int]]] = {}
    for number, document in enumerate(documents):
        for term, count in Counter(document.get(field, ())).items():
            found.setdefault(term, []).append((number, count))
    return found


@pytest.mark.parametrize("seed", range(5))
def test_a_segment_in_memory_answers_like_one_on_disk(corpus, seed):
    c, extra = corpus(seed), random_documents(seed + 100, 12)
    segments = c.scattered(seed)
    masks = [live & (np.arange(len(live)) % 5 > 0) for _, live in segments]
    on_disk = [*zip([name for name, _ in segments], masks, strict=True)]
    on_disk.append((build_segment(c.directory, extra).name, np.ones(len(extra), bool)))
    with LexicalIndex(c.directory, on_disk) as index, LexicalIndex(c.directory, segments) as below:
        laid = below.overlaid(masks, MemorySegment(extra))
        assert laid.documents == index.documents
        for field in FIELDS:
            assert list(laid.terms(field)) == list(index.terms(field))
            assert list(laid.terms(field, "x")) == list(index.terms(field, "x"))
            for term in index.terms(field):
                for mine, theirs in zip(laid.postings(field, term), index.postings(field, term), strict=True):
                    assert np.array_equal(mine[0], theirs[0]) and np.array_equal(mine[1], theirs[1])
        for mine, theirs in zip(laid.scores(WORDS, dict.fromkeys(SCORED, 1.0)), index.scores(WORDS, dict.fromkeys(SCORED, 1.0)), strict=True):
            assert np.array_equal(mine, theirs)
        for i in range(len(on_disk)):
            assert np.array_equal(laid.lengths(i, "body"), index.lengths(i, "body"))


@pytest.mark.parametrize("seed", range(5))
def test_postings_come_back(corpus, seed):
    c = corpus(seed)
    with LexicalIndex(c.directory, c.fresh()) as index:
        for field in FIELDS:
            expected = expected_postings(c.documents, field)
            assert list(index.terms(field)) == sorted(expected)
            for term, postings in expected.items():
                ((docs, freqs),) = index.postings(field, term)
                assert list(zip(docs.tolist(), freqs.tolist(), strict=True)) == postings
                assert docs.dtype == np.int32


@pytest.mark.parametrize("seed", range(3))
def test_stock_whoosh_reads_the_same_postings(corpus, seed):
    c = corpus(seed)
    c.documents = [{f: [t for t in ts if t != "\ud800"] for f, ts in d.items()} for d in c.documents]
    ((name, live),) = c.fresh()
    write_toc(c.directory, [(name, len(live), np.array([], int))])
    with whoosh_index(c.directory).reader() as reader:
        assert set(reader.indexed_field_names()) == set(FIELDS)
        assert reader.stored_fields(0) == {}
        for field in FIELDS:
            expected = expected_postings(c.documents, field)
            assert [t.decode() for t in reader.lexicon(field)] == sorted(expected)
            for term, postings in expected.items():
                matcher, found = reader.postings(field, term), []
                while matcher.is_active():
                    found.append((matcher.id(), int(matcher.weight())))
                    matcher.next()
                assert found == postings
                info = reader.term_info(field, term)
                assert info.doc_frequency() == len(postings)
                assert info.weight() == sum(n for _, n in postings)
                assert info.max_weight() == max(n for _, n in postings)
        lengths = {f: [len(d.get(f, ())) for d in c.documents] for f in SCORED}
        table = length_table()
        for field, column in lengths.items():
            rounded = [reader.doc_field_length(i, field) or 0 for i in range(len(column))]
            assert rounded == [int(table[np.searchsorted(table, n)]) for n in column]
            assert reader.field_length(field) == sum(rounded)
            assert reader.max_field_length(field) == max(rounded)


@pytest.mark.parametrize("seed", range(3))
def test_stock_whoosh_sees_the_live_documents_only(corpus, seed):
    query = pytest.importorskip("whoosh.query")
    c = corpus(seed)
    segments = c.scattered(seed)
    write_toc(c.directory, [(name, len(live), np.flatnonzero(~live)) for name, live in segments])
    total = np.concatenate([live for _, live in segments])
    with whoosh_index(c.directory).searcher() as searcher, LexicalIndex(c.directory, segments) as index:
        assert searcher.doc_count() == index.documents == int(total.sum())
        bases = np.cumsum([0, *(len(live) for _, live in segments)])
        for field in ("body", "refs"):
            for term in WORDS:
                if term == "\ud800":
                    continue
                hits = searcher.search(query.Term(field, term), limit=None)
                ours = [int(b) + d for b, (docs, _) in zip(bases, index.postings(field, term), strict=False) for d in docs]
                assert sorted(hit.docnum for hit in hits) == ours


def test_stock_top_k_is_not_misled_by_block_statistics(tmp_path):
    """Whoosh skips blocks by their recorded maxima; a wrong maximum would lose hits."""
    query = pytest.importorskip("whoosh.query")
    rng = random.Random(5)
    documents = [{"body": ["a"] * rng.randint(1, 300) + ["b"] * rng.randint(0, 40)} for _ in range(20_000)]
    info = build_segment(tmp_path, documents)
    write_toc(tmp_path, [(info.name, info.documents, np.array([], int))])
    with whoosh_index(tmp_path).searcher() as searcher:
        q = query.Or([query.Term("body", "a"), query.Term("body", "b")])
        every = [round(hit.score, 6) for hit in searcher.search(q, limit=None)]
        assert [round(hit.score, 6) for hit in searcher.search(q, limit=10)] == every[:10]


@pytest.mark.parametrize("seed", range(10))
def test_a_merge_has_the_bytes_of_a_fresh_build(corpus, seed):
    c = corpus(seed)
    merged = merge_segments(c.directory, c.scattered(seed))
    fresh = build_segment(c.directory, c.documents)
    assert (merged.documents, merged.lengths) == (fresh.documents, fresh.lengths)
    for ours, theirs in zip(
        segment_files(c.directory, merged.name), segment_files(c.directory, fresh.name), strict=True
    ):
        assert ours.read_bytes() == theirs.read_bytes()


def test_merging_nothing_gives_an_empty_segment(tmp_path):
    info = build_segment(tmp_path, [{"body": ["a"]}])
    for parts in ([], [(info.name, np.zeros(1, bool))]):
        assert merge_segments(tmp_path, parts).documents == 0


def test_long_lists_cross_blocks_and_widths(tmp_path):
    documents = [{"body": ["every"] * (1 + i % 300)} for i in range(20_000)]
    for i in range(0, 20_000, 700):
        documents[i]["doc"] = ["spread"] * 2
    documents[0]["name"] = documents[-1]["name"] = ["ends"]
    info = build_segment(tmp_path, documents)
    with LexicalIndex(tmp_path, [(info.name, np.ones(20_000, bool))]) as index:
        ((docs, freqs),) = index.postings("body", "every")
        assert docs.tolist() == list(range(20_000)) and freqs.tolist() == [1 + i % 300 for i in range(20_000)]
        assert index.postings("doc", "spread")[0][0].tolist() == list(range(0, 20_000, 700))
        assert index.postings("doc", "spread")[0][1].tolist() == [2] * 29
        assert index.postings("name", "ends")[0][0].tolist() == [0, 19_999]


def test_a_failing_build_leaves_no_files(tmp_path, monkeypatch):
    from coderag.index.lexical import writer

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writer, "entries", full)
    with pytest.raises(OSError):
        build_segment(tmp_path, [{"body": ["a"]}])
    assert list(tmp_path.iterdir()) == []


def test_prefixes(tmp_path):
    info = build_segment(tmp_path, [{"defs": ["getUser", "getUsers", "Get", "other"]}, {"defs": ["getZ"]}])
    with LexicalIndex(tmp_path, [(info.name, np.array([True, False]))]) as index:
        assert list(index.terms("defs", "getU")) == ["getUser", "getUsers"]
        assert list(index.terms("defs")) == ["Get", "getUser", "getUsers", "other"]
        assert list(index.terms("refs")) == []
        with pytest.raises(KeyError):
            index.terms("nothing")
