"""The oracle of every test that changes an index: what was reached step by step equals what is built from nothing.

    with opened(repo) as engine:
        assert found(engine, "alpha") == ["a.py"]
        assert_same_as_fresh(engine)

`assert_same_as_fresh` compares the published snapshot of HEAD (or of ``ref``) with one that a second engine builds in an
empty store: manifest, chunks, vectors, postings, artifacts, and the ranked answers of questions taken from the content.
"""
from __future__ import annotations

import contextlib
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from coderag.api import Engine
from coderag.errors import UsageError
from coderag.fsio import FileLock
from coderag.git import open_repository
from coderag.index.layout import Layout
from coderag.index.snapshot import Snapshot, current_generation
from coderag.model.answers import CURRENT, Query
from coderag.store import artifacts
from coderag.store.artifacts import artifact_key
from coderag.sync import reconcile, service, state
from coderag.sync.opening import identity, open_store
from coderag.sync.target import target_of
from coderag.sync.verify import compare, complete
from tests.support.git import Repo

QUESTIONS = (
    "where is the total of an order computed",
    "parse configuration values from text",
    "retry with growing delay after a failure",
    "def value return",
    "how do I install it",
)
PATIENCE = "60000"
"""Milliseconds a query waits for the index in tests: what is tested is the answer, not the speed of a busy machine."""


def patient(repo: Repo) -> Repo:
    """Give the repository a query budget that a loaded machine does not exceed."""
    repo.git("config", "coderag.querybudget", PATIENCE)
    return repo


@contextlib.contextmanager
def opened(repo: Repo | Path, overlay: bool = True) -> Iterator[Engine]:
    engine = Engine.open(repo.path if isinstance(repo, Repo) else repo, python=sys.executable, overlay=overlay)
    try:
        yield engine
    finally:
        engine.close()


def as_version(monkeypatch, number: int) -> None:
    """From here on this process is a coderag whose analysis is of another version."""
    monkeypatch.setattr(reconcile, "PIPELINE_VERSION", number)
    monkeypatch.setattr(artifacts, "PIPELINE_VERSION", number)
    monkeypatch.setattr(artifacts.artifact_key, "__defaults__", (number,))


def found(engine: Engine, name: str, ref: str | None = None) -> list[str]:
    """Paths that define ``name``. Symbol table and search must agree on whether it is there."""
    answer = engine.symbol(name, ref=ref)
    assert answer.freshness.state == CURRENT, answer.freshness
    defined = [d.path for d in answer.definitions]
    hits = engine.search(Query(name, top_k=20, ref=ref)).hits
    ranked = sorted({h.path for h in hits if h.symbol.rpartition(".")[2] == name})
    assert ranked == sorted(set(defined)), f"{name}: defined in {defined}, searched {ranked}"
    for h in hits:
        if h.symbol == name:
            assert name in h.text
    return defined


def totals(layout: Layout) -> tuple[int, int]:
    """(artifacts, vectors) computed since the index was made, over all processes."""
    runs = state.read_json(layout.runs) or {}
    return int(runs.get("artifacts_computed", 0)), int(runs.get("vectors_computed", 0))


def log_lines(layout: Layout) -> list[str]:
    return layout.log.read_text("utf-8").splitlines() if layout.log.exists() else []


# the oracle


@contextlib.contextmanager
def fresh_engine(engine: Engine) -> Iterator[Engine]:
    """An engine of the same repository and options whose index is somewhere else, and empty."""
    with tempfile.TemporaryDirectory(prefix="fresh-") as folder:
        w = engine.writer()
        where, overlay = engine.repo.workdir or engine.repo.git_dir, engine._work.covers(None)
        other = Engine.open(where, python=sys.executable, overlay=overlay)
        other.settings = engine.settings
        other.models._chosen = engine.models._chosen
        other.layout = Layout(Path(folder))
        store = open_store(other.layout)
        other._store_file = identity(other.layout)
        other._writer = replace(w, repo=other.repo, layout=other.layout, store=store, bases={})
        try:
            yield other
        finally:
            other.close()


def assert_same_as_fresh(engine: Engine, ref: str | None = None) -> None:
    """The snapshot that answers now equals, in every part and in its answers, one built from nothing."""
    assert engine.search(Query("anything", ref=ref)).freshness.state == CURRENT
    with fresh_engine(engine) as fresh:
        fresh.sync(ref=ref)
        fresh.models.complete(ref=ref)
        differences = snapshot_differences(engine, fresh, ref) or answer_differences(engine, fresh, ref)
        assert not differences, "\n".join(differences)


def published(engine: Engine, ref: str | None = None) -> Snapshot:
    generation = current_generation(target_of(engine.repo, engine.layout, ref).slot)
    assert generation is not None
    return Snapshot(generation, {}, engine.layout.bases, thorough=True)


def snapshot_differences(engine: Engine, fresh: Engine, ref: str | None) -> list[str]:
    mine, theirs = published(engine, ref), published(fresh, ref)
    try:
        out = [*complete(mine, engine.repo), *compare(mine, theirs)]
        keys = {artifact_key(e.oid, e.hint): p for p, e in theirs.manifest.files.items()}
        a, b = engine.writer().store.get_artifacts(keys), fresh.writer().store.get_artifacts(keys)
        out += [f"artifact of {p!r} differs" for k, p in keys.items() if a.get(k) != b.get(k)]
        return out
    finally:
        mine.close()
        theirs.close()


def answer_differences(engine: Engine, fresh: Engine, ref: str | None) -> list[str]:
    files = published(fresh, ref).manifest.files
    paths = [p for p in sorted(files) if "\\" not in p]  # an argument's backslash is a slash
    outlines = [o for p in paths if isinstance(o := _outline(fresh, p, ref), dict)]
    names = sorted({s["name"] for o in outlines for s in o["symbols"] if s["name"]})
    asked: list[tuple[str, Callable[[Engine], object]]] = []
    for text in (*QUESTIONS, *names[:6]):
        for docs in (False, True):
            q = Query(text, top_k=20, docs=docs, ref=ref)
            asked.append((f"search {text!r} docs={docs}", lambda e, q=q: _ranked(e, q)))
    asked += [(f"symbol {n}", lambda e, n=n: _body(e.symbol(n, ref=ref))) for n in names[:6]]
    paths = [p for p in paths if p == p.strip()]  # an argument's edges are trimmed
    asked += [(f"outline {p!r}", lambda e, p=p: _outline(e, p, ref)) for p in paths[:4]]
    asked.append(("tree", lambda e: _body(e.tree(depth=9, ref=ref))))
    return [f"{what}: {a} against {b}" for what, ask in asked if (a := ask(engine)) != (b := ask(fresh))]


def _ranked(engine: Engine, query: Query) -> tuple:
    answer = engine.search(query)
    assert not [n for n in answer.notes if "degraded" in n], answer.notes
    return answer.considered, answer.notes, tuple(tuple(sorted(h.as_json().items(), key=str)) for h in answer.hits)


def _outline(engine: Engine, path: str, ref: str | None) -> dict | str:
    """The answer, or what is said of a file that is deleted and not committed yet."""
    try:
        return _body(engine.outline(path, ref=ref))
    except UsageError as e:
        return e.message


def _body(answer) -> dict:
    return {k: v for k, v in answer.as_json().items() if k != "freshness"}


def assert_tidy(layout: Layout) -> None:
    """Nothing half-written is left: no temporary file or folder, at most two generations a slot, no idle base."""
    left = [p.name for p in layout.root.rglob("*") if p.name.startswith(("new-", "verify-")) or p.name.endswith(".tmp")]
    assert not left, left
    for slot in layout.slots():
        assert len(list(slot.glob("gen-*"))) <= 2, slot


# other processes


def quiet(layout: Layout) -> bool:
    """No worker runs and none has anything left to do."""
    if state.pending(layout) or service.writer_active(layout):
        return False
    if not layout.lock.exists():
        return True
    lock = FileLock(layout.lock)
    got = lock.acquire(0)
    lock.release()
    return got


def wait_idle(repo: Repo, seconds: float = 60.0) -> None:
    """Until the worker that a hook or query started has done its work and gone, and HEAD is indexed."""
    layout = Layout(open_repository(repo.path).common_dir)
    deadline, calm = time.monotonic() + seconds, 0
    while calm < 3:
        assert time.monotonic() < deadline, f"worker still busy after {seconds} s: {log_lines(layout)[-5:]}"
        calm = calm + 1 if layout.root.is_dir() and quiet(layout) else 0
        time.sleep(0.03)


def kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
