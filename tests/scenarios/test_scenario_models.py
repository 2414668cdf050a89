"""Another embedding model: words answer while its vectors are made, commits go on, going back computes nothing, and a
model that is gone is said to be gone."""
from __future__ import annotations

import numpy as np
import pytest

from coderag.doctor import check_repository
from coderag.errors import StateError
from coderag.index.snapshot import read_meta
from coderag.model.answers import CURRENT, Likeness, Query
from coderag.sync.fill import filling
from tests.support.git import wait_for
from tests.support.index import assert_same_as_fresh, found, log_lines, opened, totals
from tests.support.models import tiny_model
from tests.support.steps import source


@pytest.fixture
def model(tmp_path):
    return tiny_model(tmp_path / "tiny")


@pytest.fixture
def no_worker(monkeypatch):
    """Nothing happens in the background: each step is the test's."""
    monkeypatch.setattr("coderag.models.start_worker", lambda *a: None)
    monkeypatch.setattr("coderag.sync.fill.start_worker", lambda *a: None)


@pytest.fixture(autouse=True)
def _look_at_once(monkeypatch):
    monkeypatch.setattr("coderag.embedding.chosen._LOOK_AGAIN", -1)


def notes(engine, text="gamma"):
    answer = engine.search(Query(text))
    assert answer.freshness.state == CURRENT and answer.hits
    return " ".join(answer.notes)


def meta(engine):
    from coderag.sync.target import head_target

    return read_meta(head_target(engine.repo, engine.layout).slot)


def test_switch_and_back(repo, engine, model, no_worker):
    before = engine.search(Query("total of an order")).hits
    assert notes(engine) == ""
    engine.models.choose(str(model))
    assert "vectors of model tiny are being made; words and names answer" in notes(engine), "still the old snapshot"
    assert engine.sync().mode == "model"
    assert engine.models.owes() and "degraded: vectors of model tiny are being made" in notes(engine)
    repo.write("new.py", source(["omega"]))
    repo.commit("meanwhile")
    assert found(engine, "omega") == ["new.py"]
    made = engine.models.complete()
    assert made == meta(engine).chunks and not engine.models.owes() and notes(engine) == ""
    assert_same_as_fresh(engine)
    assert engine.verify() == []

    computed = totals(engine.layout)
    engine.gc()
    engine.models.choose("")
    assert engine.sync().mode == "model" and notes(engine) == ""
    repo.git("rm", "-q", "new.py")
    repo.commit("as it was")
    assert engine.search(Query("total of an order")).hits == before
    engine.models.choose(str(model))
    engine.sync()
    assert engine.models.complete() == 0 and notes(engine) == ""
    again = totals(engine.layout)
    assert again[0] == computed[0] and again[1] - computed[1] <= 1, "at most new.py under the first model"
    assert_same_as_fresh(engine)


def test_new_chunks_are_found_by_words_until_they_have_vectors(repo, engine, model, no_worker):
    repo.write("many.py", "\n\n".join(source([f"many{i}_{j}" for j in range(3)]) for i in range(12)))
    repo.commit("many")
    engine.models.choose(str(model))
    engine.sync()
    engine.models.complete()
    repo.write("new.py", source(["omega"]))
    repo.commit("one more")
    answer = engine.search(Query("omega"))
    assert answer.hits[0].path == "new.py" and answer.freshness.state == CURRENT
    assert answer.notes == ("vectors of 1 new chunks are being made; words and names find them",)
    assert "dense" in answer.hits[-1].signals, "the others are searched by meaning all the same"
    assert engine.models.complete() == 1 and notes(engine) == ""
    assert_same_as_fresh(engine)


def test_uncommitted_work_is_found_by_words_while_vectors_are_made(repo, model, no_worker):
    with opened(repo, overlay=True) as engine:

        def uncommitted(word):
            answer = engine.search(Query(word))
            assert answer.freshness.uncommitted_files == 1, answer.freshness
            assert answer.hits[0].path == "work.py" and answer.hits[0].uncommitted

        repo.write("work.py", source(["omega"]))
        uncommitted("omega")
        engine.models.choose(str(model))
        uncommitted("omega")  # over a snapshot of the model before
        engine.sync()
        uncommitted("omega")  # over one without vectors
        repo.write("work.py", source(["omicron"]))
        engine.models.complete()
        uncommitted("omicron")


def test_making_vectors_can_be_left_and_taken_up(repo, engine, model, no_worker, monkeypatch):
    monkeypatch.setattr("coderag.sync.fill._BATCH", 2)
    engine.models.choose(str(model))
    engine.sync()
    total = meta(engine).chunks
    assert engine.models.complete(stop=lambda: True) == 2 and meta(engine).missing
    seen = []
    assert engine.models.complete(progress=lambda *row: seen.append(row)) == total - 2
    assert seen[0][0] == 4 and seen[-1][:2] == (total, total) and filling(engine.layout) is None
    assert_same_as_fresh(engine)


def test_vectors_of_the_model_before_are_kept_for_a_while(repo, engine, model, no_worker, monkeypatch):
    """Also those that were in a base, which goes with its last snapshot."""
    monkeypatch.setattr("coderag.index.build.BASE_FROM", 2)
    engine.sync(full=True)
    chunks = meta(engine).chunks
    assert meta(engine).base
    engine.models.choose(str(model))
    engine.sync()
    assert engine.models.complete() == chunks and meta(engine).base
    assert engine.gc()["vectors"] == 0
    computed = totals(engine.layout)
    engine.models.choose("")
    engine.sync()
    assert totals(engine.layout) == computed and notes(engine) == ""
    assert engine.gc(now=True)["vectors"] == chunks and notes(engine) == ""
    assert_same_as_fresh(engine)


def test_a_model_that_is_gone(repo, engine, model, no_worker, tmp_path):
    engine.models.choose(str(model))
    engine.sync()
    engine.models.complete()
    fingerprint = meta(engine).fingerprint
    model.rename(tmp_path / "aside")
    assert "degraded: model tiny cannot be used" in notes(engine) and "is not a folder" in notes(engine)
    like = engine.similar(Likeness(path="a.py", line=1))
    assert like.hits and "cannot be used" in like.notes[0]
    repo.write("new.py", source(["omega"]))
    repo.commit("without a model")
    assert found(engine, "omega") == ["new.py"]
    assert meta(engine).fingerprint == fingerprint, "nothing is rebuilt, no other model steps in"
    status = engine.status()
    assert status["models"]["embedding"]["problem"] and status["freshness"]["state"] == CURRENT
    assert any(not row["ok"] and row["check"] == "embedding model" for row in check_repository(engine))
    with opened(repo) as other:
        assert "cannot be used" in notes(other)
    (tmp_path / "aside").rename(model)
    assert engine.models.complete() == 1 and notes(engine) == ""
    assert_same_as_fresh(engine)


def test_a_model_that_fails_when_it_is_run(repo, model, no_worker):
    (model / "model.onnx").write_bytes(b"cut short")
    with opened(repo) as engine:
        engine.models.choose(str(model))
        engine.sync()
        assert "being made" in notes(engine)
        with pytest.raises(StateError, match="cannot be loaded"):
            engine.models.complete()
        assert any("vectors of tiny: embedding model cannot be loaded" in line for line in log_lines(engine.layout))
        assert found(engine, "alpha") == ["a.py"]


def test_a_worker_makes_the_vectors(repo, model):
    """The real thing: a detached process, and a query that does not wait for it."""
    with opened(repo) as engine:
        engine.sync()
        engine.models.choose(str(model))
        wait_for(lambda: notes(engine) == "")
        assert not meta(engine).missing
        assert engine.status()["models"]["embedding"]["name"] == "tiny"
        repo.git("switch", "-q", "-c", "other")
        repo.write("new.py", source(["omega"]))
        repo.commit("on a branch")
        assert found(engine, "omega") == ["new.py"]
        wait_for(lambda: notes(engine) == "")
        assert_same_as_fresh(engine)


def test_the_second_stage_reorders_and_says_what_it_added(repo, engine, model, tmp_path):
    first = engine.search(Query("alpha beta", top_k=5))
    engine.models.choose(str(tiny_model(tmp_path / "judge", labels=1)), rerank=True)
    judged = engine.search(Query("alpha beta", top_k=5))
    assert {h.path for h in judged.hits} == {h.path for h in first.hits} and not judged.notes
    added = [h.signals.get("second-stage", 0.0) for h in judged.hits]
    assert max(added) > 0 and all(0 <= a <= 1.5 for a in added)
    assert all(np.isclose(sum(h.signals.values()), h.score, atol=1e-3) for h in judged.hits)
    assert engine.search(Query("alpha beta", top_k=5)) == judged
    (tmp_path / "judge/model.onnx").unlink()
    with opened(repo) as other:
        answer = other.search(Query("alpha beta", top_k=5))
        assert answer.hits == first.hits and "no second stage" in " ".join(answer.notes)
    engine.models.choose("", rerank=True)
    assert engine.search(Query("alpha beta", top_k=5)).hits == first.hits


def test_the_command(repo, engine, model, no_worker, capsys, monkeypatch, tmp_path):
    from coderag.cli.main import main

    def run(*argv: str) -> tuple[int, str, str]:
        code = main(["model", *argv, "--repo", str(repo.path)])
        return code, *capsys.readouterr()

    hub = tmp_path / "hub"
    tiny_model(hub / "models--acme--judge/snapshots/1", labels=1)
    monkeypatch.setenv("HF_HUB_CACHE", str(hub))
    code, out, _ = run()
    assert code == 0 and "embedding bundled  256 dimensions\n" in out and "rerank    none\n" in out
    assert "found     acme/judge  cross-encoder" in out
    monkeypatch.chdir(model.parent)
    code, out, err = run("use", "tiny")
    assert (code, err) == (0, "") and f"embedding tiny  16 dimensions, {model}" in out and "runs on CPU, about" in out
    assert repo.git("config", "coderag.model").strip() == str(model)
    code, out, _ = run("use", "acme/judge", "--rerank")
    assert code == 0 and out.startswith("rerank    acme/judge") and "background" not in out
    assert main(["status", "--repo", str(repo.path)]) == 0
    shown = capsys.readouterr().out
    assert "model       tiny, 16 dimensions, on CPU" in shown and "rerank      acme/judge, on CPU" in shown
    (model / "tokenizer.json").unlink()
    assert main(["status", "--repo", str(repo.path)]) == 0
    assert "tiny cannot be used" in capsys.readouterr().out
    for argv, said in (
        (("use", "tiny"), "no tokenizer.json"),
        (("use", "acme/judge"), "is a cross-encoder"),
        (("use", "acme/absent"), "coderag downloads nothing"),
        (("use",), "say list, use"),
        (("choose", "x"), "say list, use"),
    ):
        code, out, err = run(*argv)
        assert code in (1, 2) and not out and said in err and "hint: " in err, argv
    assert repo.git("config", "coderag.model").strip() == str(model), "a refused model changes nothing"
    assert run("reset")[0] == run("reset", "--rerank")[0] == 0
    assert "bundled" in run("list")[1] and "coderag" not in repo.git("config", "--local", "--list").replace("coderag.querybudget", "")
