"""Content-addressed artifacts and vectors in one SQLite file. Sole owner of sqlite3.

Invariant: a row never changes. An artifact's key names blob, language hint and pipeline version; a vector's key names
the exact text and the model. So any branch, worktree or process may add rows, and equal work is found, never redone.
"""
from __future__ import annotations

import contextlib
import hashlib
import secrets
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgpack
import numpy as np

from coderag.errors import StateError
from coderag.model.artifact import PIPELINE_VERSION, FileArtifact

_SCHEMA = """
CREATE TABLE IF NOT EXISTS artifacts (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, size INTEGER NOT NULL,
                                      value BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS vectors (key INTEGER PRIMARY KEY, scale REAL NOT NULL, codes BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS info (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
_BATCH = 500


def artifact_key(oid: str, hint: str, version: int = PIPELINE_VERSION) -> bytes:
    """16-byte key of (blob, language hint, pipeline version)."""
    return hashlib.blake2b(f"{oid}\0{hint}\0{version}".encode(), digest_size=16).digest()


class ArtifactStore:
    """Opened read-write; on a read-only disk it serves what there is and refuses to add. One connection a thread.

    StateError if the file is damaged: the caller deletes it and everything is computed again.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.read_only = False
        self._local = threading.local()
        self._all: list[sqlite3.Connection] = []
        self.id = self._read_id()

    def _read_id(self) -> str:
        """Random name of this very file: a snapshot names the store its artifacts are in, so a lost one is noticed."""
        try:
            return self._connection().execute("SELECT value FROM info WHERE name='id'").fetchone()[0]
        except (sqlite3.DatabaseError, TypeError) as e:
            raise StateError(f"{self.path.name} is damaged ({e})", "coderag reindex --full rebuilds it")

    def _connection(self) -> sqlite3.Connection:
        con = getattr(self._local, "con", None)
        if con is None:
            try:
                con = self._open()
            except sqlite3.DatabaseError as e:
                raise StateError(f"{self.path.name} is damaged ({e})", "coderag reindex --full rebuilds it")
            self._local.con = con
            self._all.append(con)
        return con

    def _open(self) -> sqlite3.Connection:
        try:
            con = sqlite3.connect(self.path, timeout=10, isolation_level=None, check_same_thread=False)
            con.execute("PRAGMA journal_mode=WAL")
            con.execute("PRAGMA synchronous=NORMAL")
            con.executescript(_SCHEMA)
            con.execute("INSERT OR IGNORE INTO info VALUES ('id', ?)", (secrets.token_hex(8),))
            return con
        except sqlite3.OperationalError:
            # read-only disk or folder: WAL needs write access, so promise SQLite that nobody writes
            con = sqlite3.connect(f"file:{self.path}?immutable=1", uri=True, check_same_thread=False)
            con.execute("SELECT count(*) FROM artifacts LIMIT 1")
            self.read_only = True
            return con

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        con = self._connection()
        if self.read_only:
            raise StateError("the store is read-only", "make .git/coderag writable to index new commits")
        try:
            con.execute("BEGIN IMMEDIATE")
            yield con
            con.execute("COMMIT")
        except BaseException as e:
            with contextlib.suppress(sqlite3.Error):
                con.execute("ROLLBACK")
            if isinstance(e, sqlite3.Error):
                raise StateError(f"cannot write {self.path.name}: {e}", "check free space and permissions")
            raise

    def _select(self, sql: str, keys: Sequence) -> Iterator[tuple]:
        con = self._connection()
        try:
            for at in range(0, len(keys), _BATCH):
                part = keys[at : at + _BATCH]
                yield from con.execute(sql.format(",".join("?" * len(part))), part)
        except sqlite3.DatabaseError as e:
            raise StateError(f"{self.path.name} is damaged ({e})", "coderag reindex --full rebuilds it")

    # artifacts

    def get_artifacts(self, keys: Iterable[bytes]) -> dict[bytes, tuple[int, bytes]]:
        """key -> (blob size in bytes, packed artifact), for those that are there."""
        rows = self._select("SELECT key, size, value FROM artifacts WHERE key IN ({})", list(dict.fromkeys(keys)))
        return {bytes(k): (size, value) for k, size, value in rows}

    def put_artifacts(self, rows: Iterable[tuple[bytes, int, bytes]]) -> None:
        """(key, blob size, packed artifact); an existing key is left as it is."""
        with self._transaction() as con:
            con.executemany("INSERT OR IGNORE INTO artifacts (key, size, value) VALUES (?,?,?)", rows)

    # vectors

    def get_vectors(self, keys: Iterable[int]) -> dict[int, tuple[float, bytes]]:
        """key -> (scale, int8 codes), for those that are there."""
        rows = self._select("SELECT key, scale, codes FROM vectors WHERE key IN ({})", list(dict.fromkeys(keys)))
        return {k: (scale, codes) for k, scale, codes in rows}

    def known_vectors(self, keys: Iterable[int]) -> set[int]:
        return {k for (k,) in self._select("SELECT key FROM vectors WHERE key IN ({})", list(dict.fromkeys(keys)))}

    def put_vectors(self, keys: Sequence[int], codes: np.ndarray, scales: np.ndarray) -> None:
        """int8 codes ``[n, dim]`` and float32 scales ``[n]`` under signed 64-bit keys."""
        rows = ((k, float(s), c.tobytes()) for k, c, s in zip(keys, codes, scales, strict=True))
        with self._transaction() as con:
            con.executemany("INSERT OR IGNORE INTO vectors (key, scale, codes) VALUES (?,?,?)", rows)

    # care

    def keep_only(self, artifact_keys: set[bytes], vector_keys: set[int]) -> tuple[int, int]:
        """Delete every other row; (artifacts, vectors) deleted."""
        with self._transaction() as con:
            dead_a = [(r[0],) for r in con.execute("SELECT id, key FROM artifacts") if bytes(r[1]) not in artifact_keys]
            dead_v = [r for r in con.execute("SELECT key FROM vectors") if r[0] not in vector_keys]
            con.executemany("DELETE FROM artifacts WHERE id=?", dead_a)
            con.executemany("DELETE FROM vectors WHERE key=?", dead_v)
        if dead_a or dead_v:
            con = self._connection()
            con.execute("VACUUM")
            con.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # VACUUM writes the whole file anew into the log
        return len(dead_a), len(dead_v)

    def counts(self) -> tuple[int, int]:
        con = self._connection()
        return tuple(con.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in ("artifacts", "vectors"))

    def check(self) -> list[str]:
        """Problems SQLite finds in its own file; empty if sound."""
        try:
            rows = [r[0] for r in self._connection().execute("PRAGMA quick_check(5)")]
        except sqlite3.DatabaseError as e:
            return [f"store.db: {e}"]
        return [] if rows == ["ok"] else [f"store.db: {r}" for r in rows]

    def close(self) -> None:
        for con in self._all:
            with contextlib.suppress(sqlite3.Error):
                con.close()
        self._all.clear()


def pack_artifact(artifact: FileArtifact) -> bytes:
    return msgpack.packb(artifact, unicode_errors="surrogatepass")


def unpack_artifact(data: bytes) -> FileArtifact:
    """StateError if the bytes are not an artifact."""
    try:
        return FileArtifact.from_wire(msgpack.unpackb(data, unicode_errors="surrogatepass"))
    except Exception as e:  # msgpack raises several unrelated types on foreign bytes
        raise StateError(f"an artifact in the store is damaged ({type(e).__name__})", "run coderag reindex --full")
