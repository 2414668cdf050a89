"""Files: names, links, table of contents, unlinked files, and every kind of damage."""
from __future__ import annotations

import os
import random
import time

import numpy as np
import pytest
from lexical_corpora import WORDS

from coderag.errors import StateError
from coderag.index.lexical import (
    FIELDS,
    LexicalIndex,
    build_segment,
    link_segments,
    merge_segments,
    segment_files,
    write_toc,
)

WEIGHTS = {"name": 1.0, "body": 1.0}


def test_links_share_the_bytes(corpus, tmp_path):
    c = corpus(1)
    target = tmp_path / "branch"
    target.mkdir()
    segments = c.fresh()
    link_segments(c.directory, target, [segments[0][0]])
    link_segments(c.directory, target, [segments[0][0]])  # repeating is harmless
    for path in segment_files(c.directory, segments[0][0]):
        assert os.path.samefile(path, target / path.name)
    with LexicalIndex(c.directory, segments) as a, LexicalIndex(target, segments) as b:
        assert a.search(["a"], WEIGHTS, 5) == b.search(["a"], WEIGHTS, 5)


def test_copies_where_links_are_refused(corpus, tmp_path, monkeypatch):
    c = corpus(1)
    (target := tmp_path / "branch").mkdir()

    def refused(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    segments = c.fresh()
    link_segments(c.directory, target, [segments[0][0]])
    for path in segment_files(c.directory, segments[0][0]):
        assert (target / path.name).read_bytes() == path.read_bytes()


def test_linking_what_is_missing_is_one_sentence(tmp_path):
    with pytest.raises(StateError, match="is missing"):
        link_segments(tmp_path, tmp_path / "x", ["MAIN_0123456789abcdef"])
    with pytest.raises(StateError, match="no segment name"):
        segment_files(tmp_path, "../../etc")


def test_only_segment_files_are_written(corpus):
    c = corpus(3)
    ((name, _),) = c.fresh()
    assert sorted(c.directory.iterdir()) == sorted(segment_files(c.directory, name))


def test_a_new_table_of_contents_replaces_the_old(corpus):
    whoosh_index = pytest.importorskip("whoosh.index")
    c = corpus(3)
    ((name, live),) = c.fresh()
    for deleted in ([0, 1], [5], []):
        write_toc(c.directory, [(name, len(live), np.array(deleted, np.int64))])
        with whoosh_index.open_dir(str(c.directory)).searcher() as searcher:
            assert searcher.doc_count() == len(live) - len(deleted)
    assert len(list(c.directory.glob("*.toc"))) == 1
    write_toc(c.directory, [])
    with whoosh_index.open_dir(str(c.directory)).searcher() as searcher:
        assert searcher.doc_count() == 0


def test_files_unlinked_after_opening_do_no_harm(corpus):
    c = corpus(4)
    segments = c.fresh()
    with LexicalIndex(c.directory, segments) as index:
        for path in segment_files(c.directory, segments[0][0]):
            path.unlink()
        assert index.search(["a", "get"], WEIGHTS, 5)
        assert list(index.terms("refs"))
    with pytest.raises(StateError, match="missing"):
        LexicalIndex(c.directory, segments)


def use_everything(directory, segments) -> None:
    with LexicalIndex(directory, segments) as index:
        index.search(WORDS, WEIGHTS, 10)
        for field in FIELDS:
            for term in index.terms(field):
                index.postings(field, term)
    merge_segments(directory, segments)


def damaged(kind: str, data: bytes, rng: random.Random) -> bytes:
    if kind == "empty":
        return b""
    at = rng.randrange(len(data))
    if kind == "truncated":
        return data[:at]
    if kind == "zeroed":
        return data[:at] + bytes(min(64, len(data) - at)) + data[at + 64 :]
    if kind == "flipped":
        return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
    return rng.randbytes(len(data))


@pytest.mark.parametrize("kind", ["empty", "truncated", "zeroed", "flipped", "random"])
@pytest.mark.parametrize("suffix", [".trm", ".pst", "._body_len.col"])
def test_damage_is_one_sentence_or_unnoticed_but_never_a_crash(tmp_path, kind, suffix):
    """A flipped bit inside a number cannot be seen here (checksums are the caller's); the rest must be a StateError."""
    rng = random.Random(f"{kind}{suffix}")
    documents = [{f: [rng.choice(WORDS) for _ in range(8)] for f in FIELDS} for _ in range(60)]
    name = build_segment(tmp_path, documents).name
    path = tmp_path / (name + suffix)
    sound, noticed, rounds = path.read_bytes(), 0, 1 if kind == "empty" else 60
    for _ in range(rounds):
        path.write_bytes(damaged(kind, sound, rng))
        start = time.process_time()
        try:
            use_everything(tmp_path, [(name, np.arange(60) % 3 > 0)])
        except StateError as e:
            noticed += 1
            assert "\n" not in e.one_line()
        assert time.process_time() - start < 2
    if kind in ("empty", "truncated") or (kind == "random" and suffix != "._body_len.col"):
        assert noticed == rounds


def test_a_dictionary_cannot_run_code(tmp_path):
    """The dictionary's extras are a pickle; ours is read without globals."""
    import pickle

    info = build_segment(tmp_path, [{"body": ["a"]}])
    path = tmp_path / (info.name + ".trm")
    data = path.read_bytes()
    start = data.rindex(b"\x80", 0, len(data) - 4)
    evil = pickle.dumps({"fieldmap": os.system, "indextype": "H", "indexlen": 1}, 2)
    path.write_bytes(data[:start] + evil + (len(evil)).to_bytes(4, "big"))
    with pytest.raises(StateError, match="in a term dictionary"):
        LexicalIndex(tmp_path, [(info.name, np.ones(1, bool))])
