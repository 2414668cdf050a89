"""The content-addressed store: rows never change, damage is one line, a read-only disk still serves."""
from __future__ import annotations

import errno
import os
import threading

import numpy as np
import pytest

from coderag.errors import StateError
from coderag.model.artifact import Chunk, FileArtifact, Reference, Symbol, skipped
from coderag.store.artifacts import ArtifactStore, artifact_key, pack_artifact, unpack_artifact

ARTIFACT = FileArtifact(
    "python", "utf-8", 3,
    (Chunk(1, 3, "function", "f", "m.f", "class m:", "Does f.", 0),),
    (Symbol("f", "m.f", "function", 1, 3, 1, "def f()", "Does f.", -1, "public"),),
    (Reference("g", "call", 2, 0, "self"),),
    "Title", "", "",
)  # fmt: skip


@pytest.fixture
def store(tmp_path):
    store = ArtifactStore(tmp_path / "store.db")
    yield store
    store.close()


def test_artifact_round_trip(store):
    key = artifact_key("a" * 40, "python")
    store.put_artifacts([(key, 10, pack_artifact(ARTIFACT))])
    ((size, data),) = store.get_artifacts([key, b"unknown"]).values()
    back = unpack_artifact(data)
    assert size == 10 and back == ARTIFACT
    assert isinstance(back.chunks[0], Chunk) and isinstance(back.symbols[0], Symbol) and isinstance(back.references[0], Reference)


def test_ranking_gets_the_same_but_for_references(store):
    lean = unpack_artifact(pack_artifact(ARTIFACT), references=False)
    assert lean.references == ()
    assert lean._replace(chunks=tuple(lean.chunks), symbols=tuple(lean.symbols), references=ARTIFACT.references) == ARTIFACT
    assert isinstance(lean.chunks[0], Chunk) and isinstance(lean.symbols[-1], Symbol)


def test_odd_text_survives():
    odd = skipped("binary")._replace(title="lone \ud800, caf\udce9, NUL \0, 登录")
    assert unpack_artifact(pack_artifact(odd)) == odd


def test_key_names_blob_hint_and_version():
    keys = {artifact_key("a", "c"), artifact_key("a", "cpp"), artifact_key("b", "c"), artifact_key("a", "c", 2), artifact_key("a", "c", 3)}
    assert len(keys) >= 4 and all(len(k) == 16 for k in keys)


def test_a_row_whose_check_sum_fails_is_absent_and_can_be_put_again(store):
    key = artifact_key("a", "c")
    store.put_artifacts([(key, 1, b"first")])
    store._connection().execute("UPDATE artifacts SET value = CAST(substr(value, 1, length(value) - 1) || x'00' AS BLOB)")
    assert store.get_artifacts([key]) == {}
    store.put_artifacts([(key, 1, b"first"), (artifact_key("b", "c"), 3, b"other")])
    assert store.get_artifacts([key]) == {key: (1, b"first")}
    assert store.counts() == (2, 0)


def test_vectors_round_trip_with_all_of_int64(store):
    keys = [-(2**63), -1, 0, 1, 2**63 - 1]
    codes = np.arange(20, dtype=np.int8).reshape(5, 4)
    store.put_vectors(keys, codes, np.linspace(0, 1, 5, dtype=np.float32))
    rows = store.get_vectors([*keys, 77])
    assert set(rows) == set(keys) == store.known_vectors([*keys, 77])
    assert np.frombuffer(rows[-1][1], np.int8).tolist() == codes[1].tolist() and rows[-1][0] == pytest.approx(0.25)


def test_many_keys_are_asked_in_batches(store):
    n = 3_000  # SQLite allows 999 variables in older versions
    store.put_vectors(range(n), np.zeros((n, 2), np.int8), np.ones(n, np.float32))
    assert len(store.get_vectors(range(-5, n + 5))) == n
    assert store.known_vectors([]) == set() and store.get_artifacts([]) == {}


def test_keep_only(store):
    a, b = artifact_key("a", "c"), artifact_key("b", "c")
    store.put_artifacts([(a, 1, b"a"), (b, 1, b"b")])
    store.put_vectors([1, 2, 3], np.zeros((3, 2), np.int8), np.ones(3, np.float32))
    assert store.keep_only({a}, {2}) == (1, 2)
    assert store.counts() == (1, 1) and set(store.get_artifacts([a, b])) == {a}
    assert store.keep_only({a}, {2}) == (0, 0) and store.check() == []


def test_keep_only_spares_what_was_needed_lately(store, monkeypatch):
    a, b = artifact_key("a", "c"), artifact_key("b", "c")
    store.put_artifacts([(a, 1, b"a"), (b, 1, b"b")])
    store.put_vectors([1, 2], np.zeros((2, 2), np.int8), np.ones(2, np.float32))
    now, day = 1_800_000_000.0, 86_400.0

    def collected(at: float, artifacts: set, vectors: set) -> tuple[int, int]:
        monkeypatch.setattr("time.time", lambda: now + at * day)
        return store.keep_only(artifacts, vectors, 14 * day)

    assert collected(0, {a}, {1}) == (0, 0)
    assert collected(13, {a}, {1, 2}) == (0, 0)  # vector 2 is needed again
    assert collected(14, {a}, {1}) == (1, 0)
    assert collected(20, set(), {1}) == (0, 0)
    assert collected(-400, set(), {1}) == (0, 0)  # the clock was wrong before, or is now
    assert collected(-386, set(), {1}) == (1, 1)
    assert store.counts() == (0, 1)


def test_the_id_stays_with_the_file(tmp_path):
    first = ArtifactStore(tmp_path / "s.db")
    again = ArtifactStore(tmp_path / "s.db")
    assert first.id == again.id
    other = ArtifactStore(tmp_path / "t.db")
    assert other.id != first.id
    for s in (first, again, other):
        s.close()


def test_eight_threads_and_two_processes_worth_of_connections(tmp_path):
    """Case 9: several writers wait for one another; nothing is lost."""
    stores = [ArtifactStore(tmp_path / "s.db") for _ in range(2)]
    failures: list[BaseException] = []

    def write(n: int) -> None:
        try:
            for i in range(20):
                stores[n % 2].put_artifacts([(artifact_key(f"{n}-{i}", "c"), i, b"x"), (artifact_key(f"same-{i}", "c"), i, b"y")])
        except BaseException as e:  # noqa: BLE001
            failures.append(e)

    threads = [threading.Thread(target=write, args=(n,)) for n in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not failures and stores[0].counts() == (8 * 20 + 20, 0)
    for s in stores:
        s.close()


def test_keep_only_frees_the_disk(store):
    store.put_artifacts((artifact_key(str(i), "c"), 1, os.urandom(10_000)) for i in range(200))
    before = sum(p.stat().st_size for p in store.path.parent.iterdir())
    store.keep_only({artifact_key("1", "c")}, set())
    assert sum(p.stat().st_size for p in store.path.parent.iterdir()) < before / 10


def test_a_damaged_schema_whose_bytes_are_no_text_is_one_line(tmp_path):
    """SQLite quotes them in its message, which Python then cannot read."""
    store = ArtifactStore(tmp_path / "s.db")
    store.close()
    data = bytearray((tmp_path / "s.db").read_bytes())
    at = data.index(b"artifacts")
    data[at + 3] ^= 0x80
    (tmp_path / "s.db").write_bytes(bytes(data))
    with pytest.raises(StateError, match="s.db is damaged") as e:
        ArtifactStore(tmp_path / "s.db")
    assert "\n" not in e.value.message


@pytest.mark.parametrize("content", [b"this is no database" * 100, b"SQLite format 3\0" + b"\xff" * 4096, b"\0" * 100])
def test_a_foreign_file_is_one_line(tmp_path, content):
    (tmp_path / "s.db").write_bytes(content)
    with pytest.raises(StateError, match="s.db is damaged") as e:
        ArtifactStore(tmp_path / "s.db")
    assert "\n" not in e.value.message and "reindex" in e.value.hint


def test_damage_in_the_middle_is_found_by_check(tmp_path):
    store = ArtifactStore(tmp_path / "s.db")
    store.put_artifacts((artifact_key(str(i), "c"), 1, os.urandom(2000)) for i in range(100))
    store.close()
    path = tmp_path / "s.db"
    data = bytearray(path.read_bytes())
    data[20_000:60_000] = b"\xff" * 40_000
    path.write_bytes(data)
    again = None
    try:
        again = ArtifactStore(path)
        problems = again.check()
        assert problems and all(p.startswith("store.db: ") for p in problems)
        with pytest.raises(StateError, match="damaged"):
            again.get_artifacts(artifact_key(str(i), "c") for i in range(100))
    except StateError as e:
        assert "damaged" in e.message
    finally:
        if again:
            again.close()


def test_a_damaged_artifact_is_one_line():
    for data in (b"", b"\xc1", b"\x90", b"\x93\x01\x02\x03", pack_artifact(ARTIFACT)[:-5]):
        for references in (True, False):
            with pytest.raises(StateError, match="artifact in the store is damaged"):
                unpack_artifact(data, references=references)


def test_read_only_serves_and_refuses_to_write(tmp_path, monkeypatch):
    import sqlite3

    path = tmp_path / "s.db"
    first = ArtifactStore(path)
    key = artifact_key("a", "c")
    first.put_artifacts([(key, 1, b"a")])
    first.close()

    real = sqlite3.connect

    def refuses_writes(target, *args, **kwargs):  # as on a read-only disk; permissions do not stop root
        if kwargs.get("uri"):
            return real(target, *args, **kwargs)
        raise sqlite3.OperationalError("attempt to write a readonly database")

    monkeypatch.setattr(sqlite3, "connect", refuses_writes)
    store = ArtifactStore(path)
    assert store.read_only and store.get_artifacts([key]) == {key: (1, b"a")}
    with pytest.raises(StateError, match="read-only"):
        store.put_artifacts([(key, 1, b"b")])
    store.close()


def test_a_full_disk_is_told_apart_from_damage_and_leaves_nothing_half_written(store):
    store._connection().execute("PRAGMA max_page_count=30")
    with pytest.raises(OSError) as refused:
        store.put_artifacts((artifact_key(str(i), "c"), 1, os.urandom(4000)) for i in range(200))
    assert refused.value.errno == errno.ENOSPC and store.counts() == (0, 0)
    store._connection().execute("PRAGMA max_page_count=1000000")
    store.put_artifacts([(artifact_key("a", "c"), 1, b"a")])
    assert store.counts() == (1, 0)
