"""Composition root and porcelain: typed in, typed out. The only place that wires the parts together."""
from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from coderag import freshness as fresh
from coderag import settings as options
from coderag.errors import CoderagError, StateError, UsageError
from coderag.fsio import tree_bytes
from coderag.git import Repository, open_repository
from coderag.index.layout import Layout
from coderag.model.answers import (
    FileAnswer,
    Freshness,
    Hit,
    Likeness,
    OutlineAnswer,
    Overview,
    Query,
    SearchAnswer,
    SimilarAnswer,
    SymbolAnswer,
    SyncReport,
    TreeAnswer,
)
from coderag.models import Models
from coderag.search.paths import filter_of, repository_path
from coderag.search.reader import Sources, View
from coderag.settings import Settings
from coderag.store.artifacts import artifact_key, unpack_artifact
from coderag.sync import service, state
from coderag.sync.opening import identity, open_store, superseded
from coderag.sync.reconcile import Progress, Writer, silent
from coderag.sync.target import head_target, target_of
from coderag.workcopy import WorkCopy

_OPEN_VIEWS = 4
T = TypeVar("T")


class Engine:
    """One worktree of one repository. Safe to call from several threads; close it when done."""

    def __init__(
        self, repo: Repository, settings: Settings, python: str, environ: Mapping[str, str], overlay: bool = True
    ) -> None:
        self.repo, self.settings, self._python, self._environ = repo, settings, python, environ
        self.layout = Layout(repo.common_dir)
        self._lock = threading.RLock()
        self._writer: Writer | None = None
        self._views: dict[Path, View] = {}
        self._sources: dict[int, Sources] = {}  # by pipeline version
        self._store_file: tuple[int, int] | None = None
        self._work = WorkCopy(repo, overlay, self.layout.index_copies)
        self._beside = service.CatchUps(python)
        self.models = Models(repo, self.layout, python, self.writer)

    @staticmethod
    def open(
        path: str | Path, *, environ: Mapping[str, str] | None = None, python: str = sys.executable, overlay: bool = True
    ) -> Engine:
        """The repository that holds ``path``. RepositoryError if there is none; UsageError on unreadable options.

        ``overlay``: whether questions without a ``ref`` cover uncommitted work.
        """
        repo = open_repository(path)
        return Engine(repo, options.load(repo.config(), environ), python, environ or {}, overlay)

    def writer(self) -> Writer:
        """The write side, made at first need. StateError if the state folder is of a newer version or cannot be."""
        with self._lock:
            self.repo.head()  # RepositoryError if the repository is gone: say that, not what else then fails
            # options are read afresh: a hook's worker does so too, and both must build the same snapshot
            self.settings = options.load(self.repo.config(), self._environ)
            embedder = self.models.embedder(self.settings)
            if self._writer is None or superseded(self.layout, self._writer.store, self._store_file):
                # first use, or the store was deleted, replaced or made writable under a running server: start anew
                if self._writer is not None:
                    self._writer.store.close()
                store = open_store(self.layout)
                self._store_file = identity(self.layout)
                self._writer = Writer(self.repo, self.layout, self.settings, store, embedder, {})
                self._views.clear()
                self._sources.clear()
            elif self._writer.settings != self.settings or self._writer.embedder is not embedder:
                self._writer = replace(self._writer, settings=self.settings, embedder=embedder)
            return self._writer

    def _in_use(self) -> Writer:
        """The write side as this request has found it: looking at the options again takes longer than reading a row."""
        return self._writer or self.writer()

    def _artifact(self, oid: str, hint: str, references: bool, version: int):
        key = artifact_key(oid, hint, version)
        row = self._in_use().store.get_artifacts([key]).get(key)
        if row is None:
            raise StateError("an artifact is missing from the store", "coderag reindex --full rebuilds it")
        return unpack_artifact(row[1], references=references)

    def _view(self, slot: Path) -> View:
        from coderag.index.snapshot import Snapshot, current_generation

        w = self._in_use()
        for _ in range(3):
            generation = current_generation(slot)
            if generation is None:
                break
            with self._lock:
                view = self._views.get(slot)
                if view is not None and view.snapshot.generation == generation:
                    self._views[slot] = self._views.pop(slot)
                    return view
                try:
                    snapshot = Snapshot(generation, w.bases, self.layout.bases)
                except CoderagError:
                    if current_generation(slot) != generation:
                        continue  # replaced while it was being opened
                    raise
                view = View(snapshot, self._sources_of(snapshot.meta.pipeline))
                self._views.pop(slot, None)
                self._views[slot] = view
                while len(self._views) > _OPEN_VIEWS:
                    self._views.pop(next(iter(self._views)))
                self._release_bases(w)
                return view
        raise StateError("the snapshot is gone", "run coderag reindex")

    def _sources_of(self, version: int) -> Sources:
        return self._sources.setdefault(version, Sources(partial(self._artifact, version=version), self.repo.read_blob))

    def _release_bases(self, w: Writer) -> None:
        used = {v.snapshot.meta.base for v in self._views.values()}
        for name in [n for n in w.bases if n not in used]:
            del w.bases[name]

    def _ask(self, ref: str | None, make: Callable[[View], T]) -> tuple[Freshness, T | None]:
        """Freshness and what ``make`` says of the snapshot. If that turns out to be damaged it is rebuilt, once."""
        budget = self.settings.query_budget_ms / 1000
        for attempt in (1, 2):
            try:
                return self._current(ref, budget, make)
            except StateError as e:
                if attempt == 2 or self._unknown(ref):
                    raise
                state.log(self.layout, f"{e.message}: rebuilding")
            with self._lock:
                self._views.clear()
                self._sources.clear()
            try:
                self._beside.start(self.writer(), ref, budget, full=True)
            except CoderagError as again:
                return replace(self.freshness(ref), state="failed", indexed_commit=None, note=again.one_line()), None
        raise AssertionError  # the second attempt returns or raises

    def _unknown(self, ref: str | None) -> bool:
        """Whether a ``ref`` cannot be resolved: the caller's mistake, not damage."""
        try:
            target_of(self.repo, self.layout, ref)
            return False
        except CoderagError:
            return True

    def _current(self, ref: str | None, budget: float, make: Callable[[View], T]) -> tuple[Freshness, T | None]:
        """Freshness and what is said of the snapshot that belongs to it. Another process may publish between the look at the
        description and the opening, and catching up may have had to replace a damaged store: then look again."""
        for _ in range(5):
            w = self.writer()
            _, slot, freshness = fresh.bring_up(w, ref, budget, self._beside)
            if self._writer is not w or superseded(self.layout, w.store, self._store_file):
                continue
            if slot is None:
                return freshness, None
            view = self._view(slot)
            if view.snapshot.meta.commit != freshness.indexed_commit:
                continue
            if not self._work.covers(ref):
                return freshness, make(view)
            answered = self._work.answer(w, view, freshness, budget, make)
            if answered is not None:
                return answered
        raise StateError("HEAD keeps moving", "ask again")

    # questions

    def search(self, query: Query) -> SearchAnswer:
        """UsageError on a bad query; an index that is not ready is an answer, not an error."""
        from coderag.search.find import find

        counted = self._work.count(query.ref)
        if query.path is not None and query.path.strip():
            query = replace(query, path=filter_of(query.path, self.repo.workdir))

        def answer(view: View):
            embed, missing = self.models.for_queries(view.snapshot, self._in_use())
            found = find(view, query, embed, self.models.judge(self.settings))
            return replace(found, notes=(*found.notes, *missing)), self._hits(view, found.hits, query.ref)

        freshness, made = self._ask(query.ref, answer)
        if made is None:
            return SearchAnswer(freshness, (), (freshness.note,))
        found, hits = made
        return SearchAnswer(counted(freshness), hits, found.notes, found.considered, query.offset, found.more)

    def similar(self, likeness: Likeness) -> SimilarAnswer:
        """UsageError unless there is either code or a place; and if the commit has no such file or line."""
        from coderag.search.similar import Piece, piece_at, similar

        if bool(likeness.code.strip()) == bool(likeness.path):
            raise UsageError("the code to compare is missing or given twice", "give either code, or a path and a line")
        counted = self._work.count(likeness.ref)
        path = repository_path(likeness.path, self.repo.workdir) if likeness.path else ""

        def answer(view: View):
            embed, _ = self.models.for_queries(view.snapshot, self._in_use())
            piece = piece_at(view, path, likeness.line) if path else Piece(likeness.code)
            found = similar(view, piece, likeness.top_k, likeness.elsewhere, embed)
            return found, self._hits(view, found.hits, likeness.ref)

        freshness, made = self._ask(likeness.ref, answer)
        if made is None:
            return SimilarAnswer(freshness, "", (), (freshness.note,))
        found, hits = made
        p = found.piece
        compared = f"{p.path}:{p.start}-{p.end}" if p.path else ""
        return SimilarAnswer(counted(freshness), compared, hits, found.notes)

    def _hits(self, view: View, hits: tuple[Hit, ...], ref: str | None) -> tuple[Hit, ...]:
        return tuple(replace(h, modified=self._work.edited(view, h.path, ref)) for h in self._work.marked(view, hits))

    def outline(self, file_path: str, ref: str | None = None) -> OutlineAnswer:
        """UsageError if the path is not a file of the commit."""
        return self._file(file_path, ref, whole=False).outline

    def file(self, file_path: str, ref: str | None = None) -> FileAnswer:
        """UsageError if the path is not a file of the commit."""
        return self._file(file_path, ref, whole=True)

    def _file(self, file_path: str, ref: str | None, whole: bool) -> FileAnswer:
        """Text and chunks only if ``whole``."""
        from coderag.search.outline import chunk_places, outline

        path = repository_path(file_path, self.repo.workdir)
        counted = self._work.count(ref)

        def answer(view: View):
            found = outline(view, path, file_path)
            entry = view.snapshot.manifest.files.get(found.path)
            text = view.text(entry, 1, entry.lines) if whole and entry is not None else ""
            standing = self._work.edited(view, found.path, ref), found.path in view.uncommitted
            return found, *standing, text, chunk_places(view, found.path) if whole else ()

        freshness, made = self._ask(ref, answer)
        if made is None:
            return FileAnswer(OutlineAnswer(freshness, path, "", 0, "", (), (freshness.note,)), "", ())
        o, edited, uncommitted, text, chunks = made
        notes = list(o.notes)
        if edited:
            notes.append("the working file differs from this commit; line numbers are the commit's")
        now = counted(freshness)
        shape = OutlineAnswer(now, o.path, o.language, o.lines, o.title, o.symbols, tuple(notes), uncommitted)
        return FileAnswer(shape, text, chunks)

    def tree(self, depth: int = 2, path: str | None = None, ref: str | None = None) -> TreeAnswer:
        """UsageError if the path is not a folder of the commit."""
        from coderag.search.tree import tree

        where = repository_path(path or "", self.repo.workdir)
        counted = self._work.count(ref)
        freshness, rows = self._ask(ref, lambda view: tree(view, where, depth))
        if rows is None:
            return TreeAnswer(freshness, where, (), (freshness.note,))
        return TreeAnswer(counted(freshness), where, tuple(rows))

    def overview(self) -> tuple[Freshness, Overview | None]:
        """What a newcomer needs to know, from the snapshot there is: nothing is brought up to date for it."""
        from coderag.search.overview import read

        _, slot, freshness = fresh.describe(self.writer(), target_of(self.repo, self.layout, None))
        return freshness, read(slot, self._sources_of, self.repo.changes) if slot else None

    def symbol(self, name: str, path: str | None = None, ref: str | None = None) -> SymbolAnswer:
        """UsageError on an empty name; an unknown name is an answer with suggestions."""
        from coderag.search.symbols import symbol_info

        pattern = filter_of(path, self.repo.workdir) if path and path.strip() else None
        counted = self._work.count(ref)

        def answer(view: View):
            found = symbol_info(view, name, pattern)
            paths = sorted({d.path for d in found.definitions} | {u.path for u in found.references})
            marked = replace(
                found,
                definitions=self._work.marked(view, found.definitions),
                references=self._work.marked(view, found.references),
            )
            return marked, [p for p in paths if self._work.edited(view, p, ref)]

        freshness, made = self._ask(ref, answer)
        if made is None:
            return SymbolAnswer(freshness, name, (), (), 0, (), (freshness.note,))
        info, edited = made
        changed = (f"working files differ from this commit: {', '.join(edited[:8])}",) if edited else ()
        return SymbolAnswer(
            counted(freshness), name, info.definitions, info.references, info.references_total,
            info.suggestions, (*info.notes, *changed),
        )  # fmt: skip

    # the write side

    def sync(
        self, full: bool = False, ref: str | None = None, progress: Progress | None = None, timeout: float = 600.0
    ) -> SyncReport:
        """Bring HEAD (or ``ref``) up to date, and compact it, now. StateError: no commit yet, busy, read-only, disk full."""
        return service.sync(self.writer(), ref, full=full, timeout=timeout, progress=progress or silent)

    def progress(self) -> dict | None:
        """What a running writer reports (``done`` of ``total`` files), None if none runs."""
        return fresh.progress(self.writer())

    def configure(self, include: list[str] | None = None, exclude: list[str] | None = None) -> None:
        """Keep patterns as ``coderag.include`` / ``coderag.exclude`` of this repository; empty lists change nothing."""
        if include:
            self.repo.set_config("coderag.include", list(dict.fromkeys([*self.settings.include, *include])))
        if exclude:
            self.repo.set_config("coderag.exclude", list(dict.fromkeys([*self.settings.exclude, *exclude])))

    def install_hooks(self, force: bool = False):
        from coderag.git import hooks

        return hooks.install(self.repo, self._python, force=force)

    def uninstall_hooks(self):
        from coderag.git import hooks

        return hooks.uninstall(self.repo)

    def hooks(self):
        from coderag.git import hooks

        return hooks.inspect(self.repo)

    def verify(self, progress: Progress | None = None) -> list[str]:
        """Differences between the snapshot of HEAD and one rebuilt from its blobs; empty = sound."""
        from coderag.sync.verify import verify

        w = self.writer()
        target = head_target(self.repo, self.layout)
        if target.commit is None:
            raise StateError("no commit yet", "there is nothing to verify")
        return verify(w, target, progress or silent)

    def gc(self, now: bool = False) -> dict:
        """Drop slots of deleted refs, idle bases, and rows unneeded for ``coderag.gcGrace`` days; with ``now`` at once."""
        w = self.writer()
        before = tree_bytes(self.layout.root)
        report = service.collect_garbage(w, now)
        report["bytes_before"], report["bytes_after"] = before, tree_bytes(self.layout.root)
        return report

    # health

    def status(self) -> dict:
        """Facts for ``coderag status`` and ``index_status``; builds and waits for nothing."""
        from coderag.status import status

        return status(self)

    def doctor(self) -> list[dict]:
        """Checks of environment, hooks and store: ``{"check", "ok", "detail", "hint"}``."""
        from coderag.doctor import check_machine, check_repository

        return [*check_machine(), *check_repository(self)]

    def freshness(self, ref: str | None = None) -> Freshness:
        """What an answer would be made from now, without catching up."""
        w = self.writer()
        _, _, freshness = fresh.describe(w, target_of(self.repo, self.layout, ref))
        return self._work.described(freshness)

    def close(self) -> None:
        self._beside.close()
        self._work.close()
        with self._lock:
            self._views.clear()
            if self._writer is not None:
                self._writer.store.close()
            self.repo.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
