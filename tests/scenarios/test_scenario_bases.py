"""Where vectors are: in a base or in the store, never in both, and never computed again while they are anywhere."""
from __future__ import annotations

import shutil

import pytest

from coderag.fsio import Damaged
from coderag.index import build, dense
from coderag.index.build import Builder
from coderag.index.ground import open_ground
from coderag.index.snapshot import read_meta
from coderag.sync.target import head_target
from tests.support.index import assert_same_as_fresh, found, log_lines, opened, totals
from tests.support.steps import source


@pytest.fixture(autouse=True)
def _small(monkeypatch):
    """Bases, deltas and graphs of a few vectors."""
    monkeypatch.setattr(build, "DELTA_LIMIT", 3)
    monkeypatch.setattr(dense, "EXACT_LIMIT", 4)


def base_of(engine) -> str:
    return read_meta(head_target(engine.repo, engine.layout).slot).base


def stored(engine) -> int:
    return engine.writer().store.counts()[1]


def test_a_first_index_leaves_no_vector_in_the_store(repo, engine):
    assert [p.name for p in engine.layout.bases.iterdir()] == [base_of(engine)]
    assert stored(engine) == 0
    repo.write("n.py", source(["newer"]))
    repo.commit()
    assert found(engine, "newer") == ["n.py"]
    assert stored(engine) == 1  # in the delta and in the store, until there is a new base
    assert engine.gc()["vectors"] == 0 and stored(engine) == 1
    assert_same_as_fresh(engine)


def test_a_base_that_goes_gives_its_vectors_back(repo, engine):
    first = base_of(engine)
    repo.git("checkout", "-q", "-b", "other")
    for name in "pqrstu":
        repo.write(f"{name}.py", source([f"{name}_one", f"{name}_two"]))
    repo.git("rm", "-q", "-r", "pkg")
    repo.commit()
    assert found(engine, "p_one") == ["p.py"]
    second = base_of(engine)
    assert second != first and {p.name for p in engine.layout.bases.iterdir()} == {first, second}
    repo.git("checkout", "-q", "main")
    repo.git("branch", "-q", "-D", "other")
    assert found(engine, "alpha") == ["a.py"]
    repo.write("b.py", source(["gamma", "more"]))
    repo.commit()
    assert found(engine, "more") == ["b.py"]  # this run collects what the deleted branch left
    assert {p.name for p in engine.layout.bases.iterdir()} == {first}
    before = totals(engine.layout)
    repo.write("p.py", source(["p_one", "p_two"]))
    repo.commit()
    assert found(engine, "p_one") == ["p.py"]
    assert totals(engine.layout) == before  # neither analysed nor embedded again
    assert_same_as_fresh(engine)


def test_deleted_bases_are_made_again_from_the_blobs(repo, engine):
    shutil.rmtree(engine.layout.bases)
    with opened(repo) as e:
        assert found(e, "alpha") == ["a.py"]
        assert_same_as_fresh(e)
        assert stored(e) == 0
        e.layout.log.write_text("")  # what the fixture looks for at the end


@pytest.mark.parametrize("name", ["keys", "vectors", "links"])
def test_a_damaged_base_does_not_count_as_a_place_where_vectors_are(repo, engine, name):
    engine.close()
    path = engine.layout.bases / base_of(engine) / name
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)
    with opened(repo) as e:
        assert found(e, "alpha") == ["a.py"]
        assert e.verify() == []
        assert_same_as_fresh(e)
        assert len([line for line in log_lines(e.layout) if "rebuilding" in line]) == 1
        e.layout.log.write_text("")


def test_a_large_index_ends_in_one_segment(repo, engine, monkeypatch):
    monkeypatch.setattr(build, "SEGMENT_CHUNKS", 2)
    assert len(read_meta(head_target(engine.repo, engine.layout).slot).segments) == 1
    engine.sync(full=True)
    assert len(read_meta(head_target(engine.repo, engine.layout).slot).segments) == 1
    assert_same_as_fresh(engine)


def test_a_merge_does_not_copy_damage(repo, engine, tmp_path):
    ground = open_ground(head_target(engine.repo, engine.layout).slot, {}, engine.layout.bases)
    builder = Builder(tmp_path / "slot", tmp_path / "bases", ground)
    builder.apply(build.Change())
    path = next(iter((builder.work / "lexical").glob("*.trm")))
    data = bytearray(path.read_bytes())
    data[40] ^= 1
    path.unlink()
    path.write_bytes(data)
    with pytest.raises(Damaged):
        builder._merge(builder._masks(), list(builder.segments))
