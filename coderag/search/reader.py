"""What a request reads from: one opened snapshot, artifacts by key, blob lines by id. Read only, cached, thread-safe."""
from __future__ import annotations

import threading
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property
from typing import Generic, TypeVar

import numpy as np

from coderag import languages
from coderag.errors import StateError
from coderag.index.manifest import Entry
from coderag.index.snapshot import Snapshot
from coderag.model.artifact import FileArtifact, Symbol, plain
from coderag.model.text import lines_of
from coderag.pathmatch import path_filter
from coderag.search.facts import Facts
from coderag.search.stems import stems_in

_LINE, _NAME = Symbol._fields.index("line"), Symbol._fields.index("name")
K = TypeVar("K")
V = TypeVar("V")


class Cache(Generic[K, V]):
    """Least recently used values, bounded by their summed weight."""

    def __init__(self, limit: int, weigh: Callable[[V], int] = lambda v: 1) -> None:
        self._limit, self._weigh, self._held = limit, weigh, 0
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: K, make: Callable[[], V]) -> V:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        value = make()
        with self._lock:
            if key not in self._values:
                self._held += self._weigh(value)
            self._values[key] = value
            while self._held > self._limit and len(self._values) > 1:
                self._held -= self._weigh(self._values.popitem(last=False)[1])
        return value


class Definitions:
    """The symbols of a file in order of the line where their name stands."""

    __slots__ = ("_lines", "_order", "_symbols", "words")

    def __init__(self, artifact: FileArtifact) -> None:
        rows = plain(artifact.symbols)
        order = sorted(range(len(rows)), key=lambda i: rows[i][_LINE])
        self._symbols, self._order = artifact.symbols, tuple(order)
        self._lines = tuple(rows[i][_LINE] for i in order)
        self.words = stems_in("\n".join(dict.fromkeys(row[_NAME] for row in rows)))
        """Stems of the words of all the names."""

    def between(self, first: int, last: int) -> list[Symbol]:
        among = self._order[bisect_left(self._lines, first) : bisect_right(self._lines, last)]
        return [self._symbols[i] for i in among]


class _File:
    """What is kept of a file: its artifact, and of its definitions and chunks what was asked for."""

    def __init__(self, artifact: FileArtifact) -> None:
        self.artifact = artifact
        self._facts: dict[int, Facts] = {}

    @cached_property
    def definitions(self) -> Definitions:
        return Definitions(self.artifact)

    def facts(self, ordinal: int) -> Facts:
        found = self._facts.get(ordinal)
        if found is None:
            chunk = self.artifact.chunks[ordinal]
            among = self.definitions.between(chunk.start, chunk.end)
            found = self._facts[ordinal] = Facts(self.artifact, ordinal, among)
        return found


class Sources:
    """Shared by all requests of a process: where artifacts and blobs come from."""

    def __init__(self, artifact: Callable[[str, str, bool], FileArtifact], blob: Callable[[str], bytes]) -> None:
        """``artifact(oid, hint, references)`` and ``blob(oid)``; both may raise StateError."""
        self._artifact, self._blob = artifact, blob
        self._files: Cache[tuple[str, str], _File] = Cache(
            100_000, lambda f: 1 + len(f.artifact.chunks) + len(f.artifact.symbols)
        )
        self._lines: Cache[str, list[str]] = Cache(16_000_000, lambda ls: 64 + sum(map(len, ls)))

    def artifact(self, entry: Entry) -> FileArtifact:
        """Chunks and symbols of a file; its references are left out."""
        return self._file(entry).artifact

    def definitions(self, entry: Entry) -> Definitions:
        return self._file(entry).definitions

    def facts(self, entry: Entry, ordinal: int) -> Facts:
        return self._file(entry).facts(ordinal)

    def _file(self, entry: Entry) -> _File:
        return self._files.get((entry.oid, entry.hint), lambda: _File(self._artifact(entry.oid, entry.hint, False)))

    def with_references(self, entry: Entry) -> FileArtifact:
        """The whole artifact, read anew each time."""
        return self._artifact(entry.oid, entry.hint, True)

    def lines(self, oid: str) -> list[str]:
        """Lines of a blob; empty if the blob is gone from this clone."""
        try:
            return self._lines.get(oid, lambda: lines_of(self._blob(oid)))
        except StateError:
            return []


class LaidOver(Sources):
    """Sources of a snapshot that holds files beside those of git and the store."""

    def __init__(
        self, below: Sources, artifacts: dict[tuple[str, str], FileArtifact], lines: dict[str, list[str]]
    ) -> None:
        """``artifacts`` by (oid, hint), ``lines`` by oid; everything else is ``below``."""
        self._below, self._own_lines = below, lines
        self._own = {key: _File(artifact) for key, artifact in artifacts.items()}

    def with_references(self, entry: Entry) -> FileArtifact:
        own = self._own.get((entry.oid, entry.hint))
        return self._below.with_references(entry) if own is None else own.artifact

    def lines(self, oid: str) -> list[str]:
        own = self._own_lines.get(oid)
        return self._below.lines(oid) if own is None else own

    def _file(self, entry: Entry) -> _File:
        own = self._own.get((entry.oid, entry.hint))
        return self._below._file(entry) if own is None else own


class View:
    """One snapshot as a request sees it, with the per-path facts that filters need."""

    def __init__(self, snapshot: Snapshot, sources: Sources, uncommitted: frozenset[str] = frozenset()) -> None:
        """``uncommitted``: paths whose indexed state is not the commit's; some of them are gone."""
        self.snapshot, self.sources, self.uncommitted = snapshot, sources, uncommitted
        self._masks: Cache[tuple, np.ndarray] = Cache(16)
        self._documents: Cache[tuple, tuple[list[np.ndarray], list[np.ndarray]]] = Cache(4)
        self._tests: dict[str, bool] = {}
        self._vectors: Cache[str, np.ndarray] = Cache(10_000)
        self._exports: Cache[tuple[str, str], frozenset[str]] = Cache(100_000, lambda names: 1 + len(names))

    def is_test(self, path: str) -> bool:
        known = self._tests.get(path)
        if known is None:
            known = self._tests[path] = languages.is_test_path(path)
        return known

    def paths_mask(self, roles: frozenset[str], language: str | None, path: str | None) -> np.ndarray:
        """Bool per path index: role, language and path filter all hold."""

        def make() -> np.ndarray:
            s = self.snapshot
            spoken = [s.manifest.files[p].language for p in s.paths]
            wanted = {x for x in set(spoken) if languages.role_of(x) in roles and language in (None, x)}
            mask = np.fromiter((x in wanted for x in spoken), bool, len(spoken))
            if path:
                matches = path_filter(path)
                for i in np.flatnonzero(mask).tolist():
                    mask[i] = matches(s.paths[i])
            return mask

        return self._masks.get((roles, language, path), make)

    def allowed(self, roles: frozenset[str], language: str | None, path: str | None):
        """(documents per segment, vectors per dense part) that pass the filters, as bool masks."""

        def make():
            masks = self.snapshot.allowed_documents(self.paths_mask(roles, language, path))
            return masks, self.snapshot.dense.masks(self.snapshot.keys_of(masks))

        return self._documents.get((roles, language, path), make)

    def file_lengths(self) -> np.ndarray:
        """Body tokens of every indexed file, float64 by path index (as coarse as the index keeps lengths)."""

        def make() -> np.ndarray:
            s = self.snapshot
            out = np.zeros(len(s.paths))
            for i, name in enumerate(s.segment_names):
                owner = s.owner[name]
                live = owner >= 0
                out += np.bincount(owner[live], weights=s.lexical.lengths(i, "body")[live], minlength=len(out))
            return out

        return self._masks.get(("file lengths",), make)

    def file_frequencies(self, field: str, term: str) -> np.ndarray:
        """Occurrences of an exact term by path index, float64."""
        s = self.snapshot
        out = np.zeros(len(s.paths))
        for segment, (docs, freqs) in enumerate(s.lexical.postings(field, term)):
            if len(docs):
                out += np.bincount(s.owner[s.segment_names[segment]][docs], weights=freqs, minlength=len(out))
        return out

    def file_vectors(self, paths: list[str]) -> np.ndarray:
        """Sum of the chunk vectors of each file, float64 ``[len(paths), dim]``."""
        s = self.snapshot

        def make(entry: Entry) -> np.ndarray:
            if not entry.count:
                return np.zeros(s.meta.dim)
            keys = s.tables[entry.segment]["vector"][entry.first : entry.first + entry.count]
            return s.dense.of_keys(keys).sum(axis=0)

        rows = [self._vectors.get(p, lambda e=s.manifest.files[p]: make(e)) for p in paths]
        return np.stack(rows) if rows else np.zeros((0, s.meta.dim))

    def exports(self, entry: Entry) -> frozenset[str]:
        """Names defined elsewhere that the file hands on, under either name."""

        def make() -> frozenset[str]:
            handed_on = [r for r in self.sources.with_references(entry).references if r.kind == "export"]
            return frozenset(name for r in handed_on for name in (r.name, r.alias) if name)

        return self._exports.get((entry.oid, entry.hint), make)

    def text(self, entry: Entry, start: int, end: int) -> str:
        return "\n".join(self.sources.lines(entry.oid)[start - 1 : end])
