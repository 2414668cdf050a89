"""A worker that is started for nothing: it goes at once, and never when there is something to do."""
from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time

import pytest

from coderag.fsio import FileLock, remove_tree
from coderag.index import build
from coderag.index.snapshot import current_generation, read_meta
from coderag.sync import service, state
from coderag.sync.settled import settled, settled_soon
from coderag.sync.target import head_target
from tests.support.index import opened
from tests.support.steps import source

LOADED = """
import json, os, sys
out = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT)
os.dup2(out, 2000)
from coderag.cli import worker
worker.main(["post-commit"])
os.write(2000, json.dumps(sorted(sys.modules)).encode())
"""


@pytest.fixture
def quiet(engine):
    service.collect_when_due(engine.writer())
    assert settled(engine.repo, engine.layout)
    return engine


def test_a_worker_without_work_loads_little(quiet, repo, tmp_path):
    def modules() -> set[str]:
        out = tmp_path / "modules"
        out.unlink(missing_ok=True)
        subprocess.run([sys.executable, "-c", LOADED, str(out)], cwd=repo.path, env=repo.env, check=True)
        return set(json.loads(out.read_text()))

    assert not modules() & {"numpy", "pygit2", "sqlite3", "msgpack", "coderag.api"}
    repo.write("n.py", source(["newer"]))
    repo.commit()
    assert {"numpy", "coderag.api"} <= modules()
    assert read_meta(head_target(quiet.repo, quiet.layout).slot).commit == repo.rev()
    assert "numpy" not in modules()


def _commit(repo, engine) -> None:
    repo.write("n.py", source(["newer"]))
    repo.commit()


def _switch(repo, engine) -> None:
    repo.git("switch", "-q", "-c", "other")


def _option(repo, engine) -> None:
    repo.git("config", "coderag.exclude", "README.md")


def _store(repo, engine) -> None:
    os.replace(engine.layout.store, engine.layout.store.with_name("old"))
    with opened(repo) as other:
        other.writer()


def _damage(repo, engine) -> None:
    meta = current_generation(head_target(engine.repo, engine.layout).slot) / "meta"
    meta.write_bytes(meta.read_bytes()[:-1])


def _gone(repo, engine) -> None:
    remove_tree(head_target(engine.repo, engine.layout).slot)


def _week(repo, engine) -> None:
    state.record(engine.layout, last_gc_at=time.time() - state.COLLECT_EVERY - 1)


def _model(repo, engine) -> None:
    repo.git("config", "coderag.model", "/nowhere")


@pytest.mark.parametrize("change", [_commit, _switch, _option, _store, _damage, _gone, _week, _model], ids=lambda f: f.__name__)
def test_anything_that_matters_is_seen(change, quiet, repo):
    change(repo, quiet)
    assert not settled(quiet.repo, quiet.layout)


def test_what_is_due_is_not_settled(quiet, repo, monkeypatch):
    monkeypatch.setattr(build, "MERGE_ABOVE", 1)
    _commit(repo, quiet)
    service.run(quiet.writer())
    assert not settled(quiet.repo, quiet.layout)
    assert service.compact(quiet.writer())
    assert settled(quiet.repo, quiet.layout)


def test_it_waits_for_the_question_that_does_the_same(quiet, repo):
    _commit(repo, quiet)
    lock = FileLock(quiet.layout.root / service.WRITER_LOCK)
    assert lock.acquire(0)
    answers: list[bool] = []
    thread = threading.Thread(target=lambda: answers.append(settled_soon(quiet.repo, quiet.layout)))
    thread.start()
    time.sleep(0.1)
    assert not answers
    service._rounds(quiet.writer(), None, False, lambda *a: None, False)  # whoever holds the lock
    lock.release()
    thread.join()
    assert answers == [True]
