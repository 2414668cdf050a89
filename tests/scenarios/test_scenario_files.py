"""What can happen to a path: modes, links, renames, folders, names; and the rules of the commit."""
from __future__ import annotations

import os

import pytest

from coderag.model.answers import Query
from tests.support.index import assert_same_as_fresh, found, totals
from tests.support.steps import NOTHING, Step, perform, play, source

SCENARIOS: dict[str, list[Step]] = {
    "mode": [Step("update-index --chmod=+x a.py \n commit -q -m x", "+alpha@a.py +beta", NOTHING)],
    "file-to-link-and-back": [
        Step("rm a.py \n ln b.py a.py \n ci", "-alpha +gamma@b.py", NOTHING),
        Step("rm a.py \n w a.py alpha beta \n ci", "+alpha@a.py", NOTHING),
    ],
    "case-75-links-out-and-loops": [
        Step("ln /etc/passwd out.py \n ln . loop \n ln ../../.. up \n ci", "+alpha -root", NOTHING),
    ],
    "file-to-folder-and-back": [
        Step("rm b.py \n w b.py/inner.py inside \n ci", "+inside@b.py/inner.py -gamma"),
        Step("rm b.py \n w b.py gamma \n ci", "+gamma@b.py -inside", NOTHING),
    ],
    "folder-to-link": [
        Step("rm pkg \n ln a.py pkg \n ci", "-delta", NOTHING),
        Step("rm pkg \n w pkg/c.py delta \n ci", "+delta@pkg/c.py -epsilon"),
    ],
    "delete-folder": [Step("rm pkg \n ci", "-delta -epsilon", NOTHING)],
    "rename-only-its-own-vectors": [
        Step("mv a.py moved.py \n ci", "+alpha@moved.py +beta@moved.py", (0, 2)),
        Step("mv moved.py a.py \n ci", "+alpha@a.py", NOTHING),
    ],
    "rename-folder": [Step("mv pkg lib \n ci", "+delta@lib/c.py +epsilon@lib/c.py", (0, 2))],
    "rename-to-another-language": [
        Step("mv a.py a.txt \n ci", "-alpha"),
        Step("mv a.txt a.py \n ci", "+alpha", NOTHING),
    ],
    "case-127-case-only-rename": [Step("mv b.py B.py \n ci", "+gamma@B.py", (0, 1)), Step("mv B.py b.py \n ci", "+gamma@b.py", NOTHING)],
    "copy": [Step("w copy.py alpha beta \n ci", "+alpha +beta", (0, 2))],
    "swap-two-files": [Step("mv a.py x \n mv b.py a.py \n mv x b.py \n ci", "+alpha@b.py +gamma@a.py", (0, 3))],
    "empty-file-and-filled": [Step("t e.py \n ci", "+alpha"), Step("w e.py filled \n ci", "+filled"), Step("t e.py \n ci", "-filled")],
    "filter-file": [
        Step("t .coderagfilter pkg/ \n ci", "-delta +alpha", (1, 1)),
        Step("t .coderagfilter b.py \n ci", "+delta -gamma", (1, 1)),
        Step("rm .coderagfilter \n ci", "+delta +gamma", NOTHING),
    ],
    "attributes": [
        Step("t .gitattributes a.py linguist-generated \n ci", "-alpha +gamma", (1, 1)),
        Step("t pkg/.gitattributes *.py linguist-vendored=true \n ci", "-alpha -delta +gamma", (1, 1)),
        Step("rm .gitattributes \n ci", "+alpha -delta", NOTHING),
        Step("mv pkg lib \n ci", "-delta", (0, 1)),
    ],
    "vendored-by-name": [
        Step("w vendor/v.py vendored \n ci", "-vendored", NOTHING),
        Step("mv vendor/v.py mine.py \n ci", "+vendored@mine.py", (1, 1)),
        Step("rm mine.py \n w node_modules/v.py vendored \n ci", "-vendored", NOTHING),
    ],
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_paths(name, repo, engine):
    play(repo, engine, SCENARIOS[name])


ODD = [b"a b.py", b'q"x.py', b"-dash.py", "данные.py".encode(), b"t\tab.py", b"[id].py", b"50%.py", b"caf\xe9.py", b"back\\slash.py",
       b"new\nline.py", b"*.py"]  # fmt: skip


def test_case_57_odd_names_follow_their_edits(repo, engine):
    for i, name in enumerate(ODD):
        repo.write(name, source([f"odd_{i}_first"]))
    repo.commit()
    assert_same_as_fresh(engine)
    for i, name in enumerate(ODD):
        assert found(engine, f"odd_{i}_first") == [os.fsdecode(name)]
        repo.write(name, source([f"odd_{i}_second"]))
    repo.commit()
    for i, name in enumerate(ODD):
        assert found(engine, f"odd_{i}_second") == [os.fsdecode(name)]
        assert not found(engine, f"odd_{i}_first")
        if b"\\" not in name:  # in a path filter it is a slash
            assert os.fsdecode(name) in {h.path for h in engine.search(Query("order", path=os.fsdecode(name))).hits}
    assert_same_as_fresh(engine)


def test_case_127_twins_that_differ_in_case_only(repo, engine):
    blob = repo.git("hash-object", "-w", "--stdin", input=source(["upper_twin"]))
    other = repo.git("hash-object", "-w", "--stdin", input=source(["lower_twin"]))
    repo.git("update-index", "--add", "--cacheinfo", f"100644,{blob},Twin.py", "--cacheinfo", f"100644,{other},twin.py")
    repo.git("commit", "-q", "-m", "twins")
    assert (found(engine, "upper_twin"), found(engine, "lower_twin")) == (["Twin.py"], ["twin.py"])
    assert_same_as_fresh(engine)


def test_case_130_long_paths(repo, engine):
    path = "/".join(["twelveletter"] * 25) + "/" + "n" * 100 + ".py"
    repo.write(path, source(["very_deep"]))
    repo.commit()
    assert found(engine, "very_deep") == [path]
    assert_same_as_fresh(engine)


def test_case_112_options_change_both_ways(repo, engine):
    for i in range(3):
        repo.write(f"gen/g{i}.py", source([f"generated_{i}"]))
    repo.commit()
    assert found(engine, "generated_1") == ["gen/g1.py"]
    before = totals(engine.layout)
    repo.git("config", "--add", "coderag.exclude", "gen/**")
    assert found(engine, "generated_1") == []  # the engine that runs sees it too
    assert_same_as_fresh(engine)
    repo.git("config", "--unset-all", "coderag.exclude")
    assert found(engine, "generated_1") == ["gen/g1.py"]
    assert_same_as_fresh(engine)
    assert totals(engine.layout) == before


def test_a_smaller_size_limit_drops_what_is_too_large(repo, engine):
    repo.write("big.py", source([f"big_{i}" for i in range(40)]))
    repo.commit()
    assert found(engine, "big_7") == ["big.py"]
    repo.git("config", "coderag.maxfilesize", "1k")
    assert found(engine, "big_7") == [] and found(engine, "alpha") == ["a.py"]
    assert_same_as_fresh(engine)
    repo.git("config", "coderag.maxfilesize", "1m")
    assert found(engine, "big_7") == ["big.py"]
    assert_same_as_fresh(engine)


def test_a_mapped_extension_is_analysed_again_and_nothing_else(repo, engine):
    repo.write("shader.xyz", source(["mapped_one"]))
    repo.commit()
    assert found(engine, "mapped_one") == []
    before = totals(engine.layout)
    repo.git("config", "coderag.map", "*.xyz = python")
    assert found(engine, "mapped_one") == ["shader.xyz"]
    assert totals(engine.layout)[0] - before[0] == 1
    assert_same_as_fresh(engine)
    perform(repo, "w shader.xyz mapped_two")
    repo.commit()
    assert found(engine, "mapped_two") and not found(engine, "mapped_one")
