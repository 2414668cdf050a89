"""``verify`` finds what is planted: damage of every file, and what a coderag with a mistake in one place would write."""
from __future__ import annotations

import random
import shutil

import numpy as np
import pytest

from coderag import analysis
from coderag.index import build
from coderag.sync import ingest, rules, vectors
from tests.robustness.test_robust_damage import DAMAGES, HARMLESS, flip, one_of_each
from tests.support.index import opened, published
from tests.support.steps import source


@pytest.fixture
def made(repo, monkeypatch):
    """A snapshot with a base, a delta and two segments, of a repository in which every rule has something to do."""
    monkeypatch.setattr(build, "DELTA_LIMIT", 3)
    repo.write("vendor/v.py", source(["vendored"]))
    repo.commit()
    with opened(repo) as e:
        e.sync()
    repo.write("b.py", source(["gamma"]) + "\ndef caller():\n    return gamma(1)\n")
    repo.commit()
    return repo


def planted(repo, monkeypatch, module, name, wrong) -> list[str]:
    """Differences that verify reports when the last commit was indexed with a mistake."""
    with monkeypatch.context() as m:
        m.setattr(module, name, wrong(getattr(module, name)))
        with opened(repo) as e:
            e.sync()
    with opened(repo) as e:
        return e.verify()


def a_symbol_less(right):
    return lambda *a, **k: (x := right(*a, **k)) and x._replace(symbols=x.symbols[1:])


def a_reference_less(right):
    return lambda *a, **k: (x := right(*a, **k)) and x._replace(references=x.references[1:])


def a_line_short(right):
    def analyze(*a, **k):
        found = right(*a, **k)
        first, *rest = found.chunks
        return found._replace(chunks=(first._replace(end=first.end - 1), *rest))

    return analyze


def a_word_less(right):
    def documents(*a):
        for d in right(*a):
            yield {f: (words[:-1] if f == "body" else words) for f, words in d.items()}

    return documents


def another_code(right):
    def quantise(vectors):
        codes, scales = right(vectors)
        return codes ^ (np.arange(codes.shape[1]) == 5).astype(np.int8), scales

    return quantise


def no_rule(right):
    return lambda self, path, mode: right(self, path.replace("vendor/", ""), mode)


MISTAKES = {
    "symbols": (analysis, "analyze", a_symbol_less), "references": (analysis, "analyze", a_reference_less),
    "chunks": (analysis, "analyze", a_line_short), "postings": (ingest, "documents_of", a_word_less),
    "vectors": (vectors, "quantise", another_code), "rules": (rules.Rules, "verdict", no_rule),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_every_planted_divergence_is_found(name, made, monkeypatch):
    if name == "rules":
        made.git("config", "coderag.exclude", "nothing")  # so that every path is judged anew
    found = planted(made, monkeypatch, *MISTAKES[name])
    assert found and all("\n" not in line for line in found), found
    expected = {"symbols": "stored for", "references": "stored for", "rules": "vendor/v.py", "vectors": "vector "}
    assert any(expected.get(name, name) in line for line in found), found
    with opened(made) as e:
        e.sync(full=True)
        # what is stored by content stays wrong until it is computed anew; the snapshot is then consistently wrong
        assert (e.verify() == []) == (name in ("postings", "rules")), e.verify()


def test_a_sound_index_has_no_differences(made):
    with opened(made) as e:
        e.sync()
        assert e.verify() == []


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda d: d.__name__)
def test_every_planted_damage_is_found(damage, made, tmp_path):
    with opened(made) as e:
        e.sync()
        root = e.layout.root
        answering = published(e).generation.name
    shutil.copytree(root, tmp_path / "sound")
    for file in one_of_each(root):
        older = any(part.startswith("gen-") and part != answering for part in file.parts)
        if file.name in HARMLESS or older or file.suffix == ".toc" or file.name.startswith("store.db-"):
            continue  # nothing is answered from it
        if file.name == "store.db" and damage is flip:
            continue  # below: most of it is empty
        shutil.rmtree(root)
        shutil.copytree(tmp_path / "sound", root)
        before = (root / file).read_bytes()
        damage(root / file)
        if (root / file).exists() and (root / file).read_bytes() == before:
            continue  # there was nothing to put in its place
        with opened(made) as e:
            assert e.verify(), f"{damage.__name__} {file} is not found"


def rows(path) -> list | None:
    """Everything in a store; None if SQLite cannot read it."""
    import sqlite3

    con = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return [con.execute(f"SELECT * FROM {t}").fetchall() for t in ("artifacts", "vectors", "info")]
    except (sqlite3.DatabaseError, UnicodeDecodeError):  # the latter for a message that quotes damaged bytes
        return None
    finally:
        con.close()


def test_any_flipped_bit_of_the_store_that_matters_is_found(made, tmp_path):
    with opened(made) as e:
        e.sync()
        root = e.layout.root
    shutil.copytree(root, tmp_path / "sound")
    sound = (root / "store.db").read_bytes()
    used = [i for i, byte in enumerate(sound) if byte]
    before, dice, matter = rows(root / "store.db"), random.Random(3), 0
    for _ in range(16):
        shutil.rmtree(root)
        shutil.copytree(tmp_path / "sound", root)
        data, at = bytearray(sound), dice.choice(used)
        data[at] ^= 1 << dice.randrange(8)
        (root / "store.db").write_bytes(bytes(data))
        if rows(root / "store.db") == before:
            continue  # free space, or a number that SQLite keeps for itself
        matter += 1
        with opened(made) as e:
            assert e.verify(), f"byte {at}"
    assert matter > 5
