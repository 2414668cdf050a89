"""The write side beside other processes, with files of any size, and with an index that is only old."""
from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
import tracemalloc

import numpy as np
import pytest

from coderag.index.layout import Layout
from coderag.model.answers import Query
from coderag.store.artifacts import ArtifactStore, artifact_key
from coderag.sync import reconcile, service, state
from coderag.sync import verify as verifying
from coderag.sync.ingest import Ingest, Wanted
from tests.support.git import Repo
from tests.support.index import assert_tidy, log_lines, opened, totals
from tests.support.steps import source

POOL = """
import os, sys, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from coderag.embedding.model import BUNDLED
from coderag.sync import ingest
pool = ProcessPoolExecutor(1, get_context("spawn"), ingest._start_process, (sys.argv[1], sys.argv[2], 256, str(BUNDLED), b""))
print(pool.submit(os.getpid).result(), flush=True)
time.sleep(60)
"""


def alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", "rb") as f:
            return f.read().rpartition(b")")[2].split()[0] not in (b"Z", b"X")
    except FileNotFoundError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_pool_processes_end_with_a_killed_parent(tmp_path, number):
    command = [sys.executable, "-c", POOL, str(tmp_path / "store.db"), str(tmp_path / "bases")]
    parent = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    pid = int(parent.stdout.readline())
    try:
        assert alive(pid)
        parent.send_signal(number)
        parent.wait()
        deadline = time.monotonic() + 10
        while alive(pid) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert not alive(pid)
    finally:
        parent.kill()
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


# reading blobs


class Blobs:
    """A repository's blobs by id; ``hidden`` ones have no known size."""

    def __init__(self, sizes: dict[str, int], hidden: tuple[str, ...] = ()) -> None:
        self.sizes, self.hidden, self.reads = sizes, hidden, []

    def blob_sizes(self, oids):
        return {o: self.sizes[o] for o in oids if o in self.sizes and o not in self.hidden}

    def read_blobs(self, oids):
        self.reads.append(list(oids))
        for oid in oids:
            yield oid, bytes(self.sizes[oid]) if oid in self.sizes else None

    def ingest(self, limit: int) -> Ingest:
        return Ingest(self.read_blobs, self.blob_sizes, None, None, None, limit, 1)  # type: ignore[arg-type]


def wanted(*oids: str) -> list[Wanted]:
    return [Wanted(f"{i}.py", 0o100644, oid, "python") for i, oid in enumerate(oids)]


def test_a_blob_over_the_limit_is_never_read():
    blobs = Blobs({"small": 10, "huge": 10_000, "limit": 100, "hidden": 10_000}, hidden=("hidden",))
    ingest = blobs.ingest(100)
    batches = list(ingest._batches(wanted("small", "huge", "gone", "limit", "hidden", "small")))
    assert [[w.path for w in files] for files, _ in batches] == [["0.py", "3.py", "5.py"]]
    assert [len(d) for _, datas in batches for d in datas] == [10, 100, 10]
    assert not any("huge" in asked for asked in blobs.reads)
    reasons = {path: s.reason for path, s in ingest.counters.skipped.items()}
    assert reasons == {"1.py": "too-large", "2.py": "missing-blob", "4.py": "too-large"}
    assert ingest.counters.done == 3


def test_a_batch_is_bounded_in_files_and_bytes_and_keeps_the_order():
    sizes = {f"big{i}": 1_500_000 for i in range(5)} | {f"s{i}": 1 for i in range(150)}
    blobs = Blobs(sizes)
    files = wanted(*sizes)
    batches = list(blobs.ingest(2_000_000)._batches(files))
    assert [w for part, _ in batches for w in part] == files
    assert max(sum(map(len, datas)) for _, datas in batches) <= 4_000_000
    assert max(len(part) for part, _ in batches) <= 64 and len(batches) == 5


def test_large_files_of_a_repository_are_not_loaded(repo, monkeypatch):
    for i in range(4):
        (repo.path / f"data{i}.txt").write_bytes(b"%d\n" % i + b"text line\n" * 800_000)
    repo.commit()
    with opened(repo) as e:
        asked: list[str] = []
        read = e.repo.read_blobs
        monkeypatch.setattr(e.repo, "read_blobs", lambda oids: (asked.extend(oids := list(oids)), read(oids))[1])
        e.sync()
        large = {repo.git("rev-parse", f"HEAD:data{i}.txt") for i in range(4)}
        assert asked and not large & set(asked)
        assert e.status()["snapshot"]["skipped"] == {"too-large": 4}


# verify


def during_verify(monkeypatch, act) -> None:
    """Run ``act`` when verify has built half of its own snapshot."""
    real = verifying.reconcile

    def half(w, *a, **k):
        act()
        report = real(w, *a, **k)
        act()
        return report

    monkeypatch.setattr(verifying, "reconcile", half)


def test_gc_leaves_a_running_verify_alone(repo, engine, monkeypatch):
    with opened(repo) as other:
        during_verify(monkeypatch, other.gc)
        assert engine.verify() == []
    assert_tidy(engine.layout)


@pytest.mark.parametrize("cleaner", ["gc", "verify"])
def test_what_a_killed_verify_left_is_removed(engine, cleaner):
    left = engine.layout.root / "verify-abc"
    (left / "coderag" / "bases").mkdir(parents=True)
    (left / "lock").touch()
    (engine.layout.root / "verify-old").mkdir()
    getattr(engine, cleaner)()
    assert not list(engine.layout.root.glob("verify-*"))


def test_a_verify_whose_folder_is_taken_at_once_makes_another(engine, monkeypatch):
    real, taken = verifying.scratch_lock, []

    def collected_first(folder):
        if not taken:
            taken.append(folder)
            verifying.drop_scratch(engine.layout.root)
        return real(folder)

    monkeypatch.setattr(verifying, "scratch_lock", collected_first)
    assert engine.verify() == [] and taken
    assert_tidy(engine.layout)


def test_verify_says_that_the_snapshot_is_behind_and_still_compares_it(repo, engine):
    old = repo.rev()
    repo.write("a.py", source(["newer"]))
    new = repo.commit()
    behind = f"the snapshot is of {old[:12]}, HEAD is {new[:12]}: run coderag reindex"
    assert engine.verify() == [behind]
    con = engine.writer().store._connection()
    con.execute("UPDATE artifacts SET value = x'00' WHERE id = (SELECT min(id) FROM artifacts)")
    row, first, *rest = engine.verify()
    assert (row, first) == ("store.db: 1 damaged artifacts", behind)
    assert rest and all("stored for" in line for line in rest)


def test_verify_says_that_options_or_version_changed(repo, engine, monkeypatch):
    repo.git("config", "coderag.exclude", "pkg/")
    with opened(repo) as e:
        assert e.verify() == ["options changed since the index was made: run coderag reindex"]
        e.sync()
        assert e.verify() == []
        monkeypatch.setattr(reconcile, "PIPELINE_VERSION", 1000)
        assert e.verify() == ["pipeline version changed since the index was made: run coderag reindex"]


def test_verify_of_an_index_that_moves_on_meanwhile_blames_nothing(repo, engine, monkeypatch):
    with opened(repo) as other:

        def move() -> None:
            for i in range(3):
                repo.write("a.py", source([f"newer{i}"]))
                repo.commit()
                other.sync()
            other.gc()

        during_verify(monkeypatch, move)
        assert engine.verify() == ["the index changed while it was verified: run coderag verify again"]
        assert other.search(Query("newer2")).hits


# collection, counting, records


def test_gc_keeps_what_a_snapshot_of_another_version_needs(repo, engine, monkeypatch):
    engine.close()
    real = artifact_key.__defaults__
    monkeypatch.setattr(artifact_key, "__defaults__", (1000,))
    with opened(repo) as e:
        assert e.gc()["artifacts"] == 0
    monkeypatch.setattr(artifact_key, "__defaults__", real)
    before = totals(engine.layout)
    with opened(repo) as e:
        assert e.outline("a.py").symbols and e.sync(full=True).artifacts_computed == 0
        assert totals(e.layout) == before and not any("rebuil" in line for line in log_lines(e.layout))


def test_existence_is_asked_without_keeping_rows(tmp_path, monkeypatch):
    store = ArtifactStore(tmp_path / "store.db")
    n, dim = 4_000, 1_000
    store.put_vectors(range(n), np.zeros((n, dim), np.int8), np.ones(n, np.float32))
    keys = [artifact_key(str(i), "c") for i in range(n)]
    store.put_artifacts((k, 1, bytes(dim)) for k in keys)
    monkeypatch.setattr(ArtifactStore, "get_artifacts", None)
    for ask in (
        lambda: store.known_vectors(range(n + 5)) == set(range(n)),
        lambda: store.known_artifacts([*keys, b"unknown"]) == set(keys),
        lambda: Ingest(None, None, store, None, None, 1, 1)._count_missing([Wanted("p", 0, str(i), "c") for i in range(n + 5)]) == 5,  # type: ignore[arg-type]
    ):
        tracemalloc.start()
        assert ask()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 0.6 * n * dim, peak
    store.close()


RECORD = """
import sys
from pathlib import Path
from coderag.index.layout import Layout
from coderag.sync import state
sys.stdin.readline()
for _ in range(200):
    state.record(Layout(Path(sys.argv[1])), add_runs=1)
"""


def test_two_processes_that_record_lose_no_count(tmp_path):
    layout = Layout(tmp_path)
    state.prepare(layout)
    processes = [
        subprocess.Popen([sys.executable, "-c", RECORD, str(tmp_path)], stdin=subprocess.PIPE, text=True) for _ in range(2)
    ]
    for p in processes:
        p.stdin.write("go\n")
        p.stdin.close()
    assert [p.wait() for p in processes] == [0, 0]
    assert state.read_json(layout.runs) == {"runs": 400}


def test_a_record_never_fails_for_its_lock(tmp_path, monkeypatch):
    layout = Layout(tmp_path)
    state.record(layout, add_runs=1)  # there is no folder
    state.prepare(layout)
    (layout.root / "runs.lock").mkdir()
    state.record(layout, add_runs=1)
    (layout.root / "runs.lock").rmdir()
    monkeypatch.setattr(state, "_RECORD_PATIENCE", 0.05)
    with service.FileLock(layout.root / "runs.lock").held(0) as got:
        assert got
        state.record(layout, add_runs=1)
    assert state.read_json(layout.runs) == {"runs": 2}


def test_a_script_without_a_main_guard_ends(tmp_path, monkeypatch):
    """Processes of the pool import it again, and would wait for the lock that it holds."""
    repo = Repo(tmp_path, "many")
    for i in range(400):
        repo.write(f"f{i}.py", f"x{i} = {i}\n")
    repo.commit("many")
    script = tmp_path / "script.py"
    script.write_text(f"from coderag.api import Engine\nEngine.open({str(repo.path)!r}).sync()\n")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60)
    assert done.returncode and 'if __name__ == "__main__":' in done.stderr
