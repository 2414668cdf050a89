"""Other versions, models and options: rebuilt where they must be, never embedded again where texts are equal."""
from __future__ import annotations

import pytest

from coderag.errors import CoderagError
from coderag.index.layout import FORMAT
from coderag.index.snapshot import read_meta
from coderag.model.answers import CURRENT, Query
from coderag.sync import service, state
from coderag.sync.target import head_target
from tests.support.index import as_version, assert_same_as_fresh, found, log_lines, opened, totals
from tests.support.steps import source


@pytest.fixture(autouse=True)
def _inline(monkeypatch):
    monkeypatch.setattr(service, "DELEGATE_ABOVE", float("inf"))


def test_case_67_a_new_pipeline_version_analyses_again_and_embeds_nothing(repo, engine, monkeypatch):
    before = totals(engine.layout)
    engine.close()
    as_version(monkeypatch, 1000)
    with opened(repo) as e:
        assert found(e, "alpha") == ["a.py"]
        assert tuple(b - a for a, b in zip(before, totals(e.layout), strict=True)) == (3, 0)
        assert any("pipeline version changed" in line for line in log_lines(e.layout))
        assert read_meta(head_target(e.repo, e.layout).slot).pipeline == 1000
        assert_same_as_fresh(e)


def test_case_67_the_old_version_answers_until_the_new_one_is_ready(repo, engine, monkeypatch):
    engine.close()
    as_version(monkeypatch, 1000)
    monkeypatch.setattr(service, "run", lambda *a, **k: None)
    with opened(repo) as e:
        answer = e.search(Query("alpha"))
        assert answer.freshness.state != CURRENT and "pipeline version changed" in answer.freshness.note
        assert answer.hits[0].symbol == "alpha"
        assert e.symbol("delta").definitions and e.outline("a.py").symbols


def test_case_20_another_model_is_never_mixed_with_the_old_one(repo, engine, monkeypatch):
    other = type("Other", (type(engine.writer().embedder),), {})()
    other.fingerprint = b"12345678"
    before = totals(engine.layout)
    monkeypatch.setattr(engine.models._chosen, "embedder", lambda folder: other)
    monkeypatch.setattr("coderag.sync.fill.start_worker", lambda *a: None)  # it would choose the bundled one again
    assert "words and names answer" in " ".join(engine.search(Query("alpha")).notes)
    engine.sync()
    assert found(engine, "alpha") == ["a.py"]
    done = tuple(b - a for a, b in zip(before, totals(engine.layout), strict=True))
    assert done[0] == 0 and done[1] == before[1]  # every text again, no file
    assert_same_as_fresh(engine)
    assert any("embedding model changed" in line for line in log_lines(engine.layout))


@pytest.mark.parametrize("text", ["3\n", "17", f"{int(FORMAT) + 1} "])
def test_a_format_from_the_future_is_left_alone(repo, engine, text):
    engine.close()
    engine.layout.format_file.write_text(text)
    files = {p: p.stat().st_mtime_ns for p in engine.layout.root.rglob("*")}
    with opened(repo) as e:
        for ask in (lambda: e.search(Query("alpha")), e.sync, e.gc, e.verify, lambda: e.symbol("alpha")):
            with pytest.raises(CoderagError) as error:
                ask()
            assert "format" in error.value.message and "upgrade" in error.value.hint
    import subprocess
    import sys

    subprocess.run([sys.executable, "-I", "-m", "coderag.cli.worker", "post-commit"], cwd=repo.path, env=repo.env)
    left = {p: p.stat().st_mtime_ns for p in engine.layout.root.rglob("*") if p.name not in ("coderag.log", "runs")}
    assert left == {p: t for p, t in files.items() if p.name not in ("coderag.log", "runs")}


@pytest.mark.parametrize("text", ["", "\0\0", "garbage", "3 00000000\n", "1 ffffffff"])
def test_a_damaged_format_file_is_written_anew(repo, engine, text):
    engine.close()
    engine.layout.format_file.write_text(text)
    before = totals(engine.layout)
    with opened(repo) as e:
        assert found(e, "alpha") == ["a.py"]
        assert totals(e.layout) == before and state.format_problem(e.layout) == ""
        assert e.layout.format_file.read_text().startswith(FORMAT + " ")


def test_an_index_of_an_older_format_is_built_anew_with_one_line(repo, engine):
    engine.close()
    old = str(int(FORMAT) - 1)
    engine.layout.format_file.write_bytes(state._format_line(old))
    store = read_meta(head_target(engine.repo, engine.layout).slot).store
    with opened(repo) as e:
        assert found(e, "alpha") == ["a.py"]
        assert sum(f"has format {old}" in line for line in log_lines(e.layout)) == 1
        assert read_meta(head_target(e.repo, e.layout).slot).store == e.writer().store.id != store
        assert e.verify() == []


def test_unreadable_options_are_one_line_and_good_ones_count_at_once(repo, engine):
    repo.git("config", "coderag.maxfilesize", "many")
    with pytest.raises(CoderagError, match="is not a number"):
        engine.search(Query("alpha"))
    repo.git("config", "--unset", "coderag.maxfilesize")
    assert found(engine, "alpha") == ["a.py"]


def test_an_engine_and_a_worker_with_changed_options_do_not_undo_each_other(repo, engine):
    repo.git("config", "coderag.exclude", "pkg/")
    with opened(repo) as worker:
        worker.sync()
    runs = state.read_json(engine.layout.runs)["runs"]
    assert found(engine, "delta") == []
    assert state.read_json(engine.layout.runs)["runs"] == runs


def test_settings_differ_but_commits_move_too(repo, engine):
    repo.write("gen/g.py", source(["generated"]))
    repo.git("config", "coderag.exclude", "gen/")
    repo.commit()
    assert found(engine, "generated") == []
    repo.git("config", "coderag.exclude", "pkg/")
    repo.write("gen/g.py", source(["generated_two"]))
    repo.commit()
    assert found(engine, "generated_two") == ["gen/g.py"] and found(engine, "delta") == []
    assert_same_as_fresh(engine)
