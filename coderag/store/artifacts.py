"""Content-addressed artifacts and vectors in one SQLite file. Sole owner of sqlite3.

Invariant: a row never changes, and carries a check sum: one that does not match is as good as absent, so it is computed
again and replaced. An artifact's key names blob, language hint and pipeline version; a vector's key names
the exact text and the model. So any branch, worktree or process may add rows, and equal work is found, never redone.
"""
from __future__ import annotations

import contextlib
import errno
import hashlib
import secrets
import sqlite3
import struct
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
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
_BROKEN = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What reading a damaged file raises; the second when SQLite's own message quotes bytes of a damaged schema."""
_LEVEL = 1
"""Of zlib: artifacts shrink to a quarter at 125 MB/s and come back at 330 MB/s; level 6 would save another 7 %."""
_REFUSED = {
    sqlite3.SQLITE_FULL: errno.ENOSPC, sqlite3.SQLITE_READONLY: errno.EROFS, sqlite3.SQLITE_CANTOPEN: errno.EACCES,
    sqlite3.SQLITE_IOERR: errno.EIO,
}  # fmt: skip
"""What the disk refuses, as the OSError it is; anything else a write meets is damage."""


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
        self._lock = threading.Lock()
        self._all: list[tuple[threading.Thread, sqlite3.Connection]] = []
        self.id = self._read_id()

    def _read_id(self) -> str:
        """Random name of this very file: a snapshot names the store its artifacts are in, so a lost one is noticed."""
        try:
            con = self._connection()
            con.execute("SELECT id, key, size, value FROM artifacts LIMIT 0")  # fails if the schema is not ours
            con.execute("SELECT key, scale, codes FROM vectors LIMIT 0")
            return con.execute("SELECT value FROM info WHERE name='id'").fetchone()[0]
        except (*_BROKEN, TypeError) as e:
            raise StateError(f"{self.path.name} is damaged ({e})", "coderag reindex --full rebuilds it")

    def _connection(self) -> sqlite3.Connection:
        con = getattr(self._local, "con", None)
        if con is None:
            try:
                con = self._open()
            except _BROKEN as e:
                raise StateError(f"{self.path.name} is damaged ({e})", "coderag reindex --full rebuilds it")
            self._local.con = con
            self._drop(lambda thread: not thread.is_alive())
            with self._lock:
                self._all.append((threading.current_thread(), con))
        return con

    def _open(self) -> sqlite3.Connection:
        try:
            con = sqlite3.connect(self.path, timeout=10, isolation_level=None, check_same_thread=False)
            con.execute("PRAGMA journal_mode=WAL")
            con.execute("PRAGMA synchronous=NORMAL")
            if not con.execute("SELECT count(*) FROM sqlite_master WHERE name='info'").fetchone()[0] or not con.execute(
                "SELECT count(*) FROM info WHERE name='id'"
            ).fetchone()[0]:  # looking takes no lock; making does, and may wait for a writer
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
            if isinstance(e, sqlite3.OperationalError) and e.sqlite_errorcode & 0xFF in _REFUSED:
                raise OSError(_REFUSED[e.sqlite_errorcode & 0xFF], str(e), str(self.path))
            if isinstance(e, (sqlite3.Error, UnicodeDecodeError)):
                raise StateError(f"cannot write {self.path.name}: {e}", "check free space and permissions")
            raise

    def _select(self, sql: str, keys: Sequence) -> Iterator[tuple]:
        con = self._connection()
        try:
            for at in range(0, len(keys), _BATCH):
                part = keys[at : at + _BATCH]
                yield from con.execute(sql.format(",".join("?" * len(part))), part)
        except _BROKEN as e:
            raise StateError(f"{self.path.name} is damaged ({e})", "coderag reindex --full rebuilds it")

    # artifacts

    def get_artifacts(self, keys: Iterable[bytes]) -> dict[bytes, tuple[int, bytes]]:
        """key -> (blob size in bytes, packed artifact), for those that are there and sound."""
        rows = self._select("SELECT key, size, value FROM artifacts WHERE key IN ({})", list(dict.fromkeys(keys)))
        sound = ((bytes(k), size, v[8:]) for k, size, v in rows if v[:8] == _seal(bytes(k), size, v[8:]))
        return {k: (size, zlib.decompress(value)) for k, size, value in sound}

    def known_artifacts(self, keys: Iterable[bytes]) -> set[bytes]:
        """Those that are there, sound or not: for counting work ahead, not for relying on. Reads no artifact."""
        rows = self._select("SELECT key FROM artifacts WHERE key IN ({})", list(dict.fromkeys(keys)))
        return {bytes(k) for (k,) in rows}

    def put_artifacts(self, rows: Iterable[tuple[bytes, int, bytes]]) -> None:
        """(key, blob size, packed artifact)."""
        packed = ((k, size, zlib.compress(value, _LEVEL)) for k, size, value in rows)
        sealed = ((k, size, _seal(k, size, value) + value) for k, size, value in packed)
        with self._transaction() as con:
            con.executemany("INSERT OR REPLACE INTO artifacts (key, size, value) VALUES (?,?,?)", sealed)

    # vectors

    def get_vectors(self, keys: Iterable[int]) -> dict[int, tuple[float, bytes]]:
        """key -> (scale, int8 codes), for those that are there and sound."""
        return {k: (scale, codes) for k, scale, codes in self._sound_vectors(keys)}

    def known_vectors(self, keys: Iterable[int]) -> set[int]:
        """Keys of those that are there and sound; keeps none of the vectors it reads."""
        return {k for k, _, _ in self._sound_vectors(keys)}

    def _sound_vectors(self, keys: Iterable[int]) -> Iterator[tuple[int, float, bytes]]:
        rows = self._select("SELECT key, scale, codes FROM vectors WHERE key IN ({})", list(dict.fromkeys(keys)))
        return ((k, scale, c[:-4]) for k, scale, c in rows if c[-4:] == _check(k, scale, c[:-4]))

    def put_vectors(self, keys: Sequence[int], codes: np.ndarray, scales: np.ndarray) -> None:
        """int8 codes ``[n, dim]`` and float32 scales ``[n]`` under signed 64-bit keys."""
        plain = ((k, float(s), c.tobytes()) for k, c, s in zip(keys, codes, scales, strict=True))
        rows = ((k, s, c + _check(k, s, c)) for k, s, c in plain)
        with self._transaction() as con:
            con.executemany("INSERT OR REPLACE INTO vectors (key, scale, codes) VALUES (?,?,?)", rows)

    def drop_vectors(self, keys: Iterable[int]) -> None:
        """Delete the vectors under these keys, where they are."""
        with self._transaction() as con:
            con.executemany("DELETE FROM vectors WHERE key=?", ((k,) for k in keys))
        self._shrink()

    # care

    def keep_only(self, artifact_keys: set[bytes], vector_keys: set[int], grace: float = 0.0) -> tuple[int, int]:
        """Delete every other row that was found unneeded ``grace`` seconds ago and ever since; (artifacts, vectors)
        deleted. When a row was first found unneeded is noted here, so nothing goes at the first call with a grace."""
        with self._transaction() as con:
            dead_a = [(r[0],) for r in con.execute("SELECT id, key FROM artifacts") if bytes(r[1]) not in artifact_keys]
            dead_v = [r for r in con.execute("SELECT key FROM vectors") if r[0] not in vector_keys]
            dead_a, dead_v = _unneeded_for(con, dead_a, dead_v, grace)
            con.executemany("DELETE FROM artifacts WHERE id=?", dead_a)
            con.executemany("DELETE FROM vectors WHERE key=?", dead_v)
        if dead_a or dead_v:
            self._shrink()
        return len(dead_a), len(dead_v)

    def _shrink(self) -> None:
        """Give the room of deleted rows back to the disk."""
        con = self._connection()
        con.execute("VACUUM")
        con.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # VACUUM writes the whole file anew into the log

    def counts(self) -> tuple[int, int]:
        con = self._connection()
        return tuple(con.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in ("artifacts", "vectors"))

    def check(self) -> list[str]:
        """Problems SQLite finds in its own file; empty if sound."""
        try:
            rows = [r[0] for r in self._connection().execute("PRAGMA quick_check(5)")]
        except _BROKEN as e:
            return [f"store.db: {e}"]
        return [] if rows == ["ok"] else [f"store.db: {r}" for r in rows]

    def damaged_rows(self) -> list[str]:
        """Rows that do not match their check sums, counted; empty if there are none. Such a row is as good as absent."""
        try:
            con = self._connection()
            rows = con.execute("SELECT key, size, value FROM artifacts")
            artifacts = sum(bytes(v[:8]) != _seal(bytes(k), size, v[8:]) for k, size, v in rows)
            vectors = sum(c[-4:] != _check(k, s, c[:-4]) for k, s, c in con.execute("SELECT key, scale, codes FROM vectors"))
        except (*_BROKEN, TypeError, AttributeError, OverflowError) as e:  # of another type than we wrote
            return [f"store.db: {e}"]
        return [f"store.db: {n} damaged {what}" for n, what in ((artifacts, "artifacts"), (vectors, "vectors")) if n]

    def close(self) -> None:
        self._drop(lambda thread: True)

    def _drop(self, which: Callable[[threading.Thread], bool]) -> None:
        """Close the connections of these threads: every catch-up is a thread of its own, and leaves one."""
        with self._lock:
            gone = [e for e in self._all if which(e[0])]
            self._all = [e for e in self._all if e not in gone]
        for _, con in gone:
            with contextlib.suppress(sqlite3.Error):
                con.close()


def _unneeded_for(con: sqlite3.Connection, artifacts: list, vectors: list, grace: float) -> tuple[list, list]:
    """Note which rows are unneeded now; those that have been for ``grace`` seconds. A time to come (a clock that was set
    back) counts as now."""
    con.execute("CREATE TABLE IF NOT EXISTS unneeded (kind TEXT, row INTEGER, since REAL, PRIMARY KEY (kind, row))")
    now = time.time()
    known = {(kind, row): min(since, now) for kind, row, since in con.execute("SELECT kind, row, since FROM unneeded")}
    marks = {(kind, r[0]): known.get((kind, r[0]), now) for kind, rows in (("a", artifacts), ("v", vectors)) for r in rows}
    gone = {key for key, since in marks.items() if now - since >= grace}
    con.execute("DELETE FROM unneeded")
    con.executemany("INSERT INTO unneeded VALUES (?,?,?)", ((*key, t) for key, t in marks.items() if key not in gone))
    return [r for r in artifacts if ("a", r[0]) in gone], [r for r in vectors if ("v", r[0]) in gone]


def _seal(key: bytes, size: int, value: bytes) -> bytes:
    return hashlib.blake2b(value, digest_size=8, key=key, salt=size.to_bytes(8, "big")).digest()


def _check(key: int, scale: float, codes: bytes) -> bytes:
    return zlib.crc32(struct.pack("<qd", key, scale) + codes).to_bytes(4, "big")


_REFERENCES = FileArtifact._fields.index("references")


def pack_artifact(artifact: FileArtifact) -> bytes:
    return msgpack.packb(artifact, unicode_errors="surrogatepass")


def unpack_artifact(data: bytes, *, references: bool = True) -> FileArtifact:
    """StateError if the bytes are not an artifact. Without ``references`` (ranking needs none) it takes a third of the
    time."""
    try:
        if references:
            return FileArtifact.from_wire(msgpack.unpackb(data, unicode_errors="surrogatepass"))
        fields = msgpack.Unpacker(unicode_errors="surrogatepass", use_list=False, max_buffer_size=len(data))
        fields.feed(data)
        count = fields.read_array_header()
        before = [fields.unpack() for _ in range(_REFERENCES)]
        fields.skip()
        return FileArtifact.without_references(before, [fields.unpack() for _ in range(_REFERENCES + 1, count)])
    except Exception as e:  # msgpack raises several unrelated types on foreign bytes
        raise StateError(f"an artifact in the store is damaged ({type(e).__name__})", "run coderag reindex --full")
