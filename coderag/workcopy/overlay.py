"""A view of a snapshot with uncommitted work laid over it.

Analysis and vectors go to the store as those of commits do, by content, so the commit that follows computes nothing
anew. What was made for one answer is kept for the next, and used as long as content and place are the same.
"""
from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from coderag.errors import StateError
from coderag.index.build import Change, NewFile
from coderag.index.manifest import Manifest, Skipped
from coderag.index.overlay import overlaid
from coderag.index.vectors import Vectors
from coderag.model.artifact import FileArtifact
from coderag.model.git import WorkTree
from coderag.model.text import lines_of
from coderag.search.reader import LaidOver, View
from coderag.store.artifacts import unpack_artifact
from coderag.sync.borrowed import BorrowedStore
from coderag.sync.ingest import Wanted, new_file, prepare
from coderag.sync.reconcile import Writer
from coderag.sync.vectors import VectorSource
from coderag.workcopy.reading import WorkFiles
from coderag.workcopy.selection import Selection, Selector

LATER = "not analysed yet"
Collector = Callable[..., Vectors]
_AT_ONCE = 16
"""Files analysed between two looks at the clock."""


@dataclass(frozen=True)
class _Analysed:
    """One file, ready for the index."""

    file: NewFile
    artifact: FileArtifact
    lines: list[str]


class Laid(NamedTuple):
    view: View
    left_out: dict[str, str]  # path -> why it is not covered


class Overlay:
    """Safe to call from several threads; one at a time is served."""

    def __init__(self, files: WorkFiles, read_blob: Callable[[str], bytes]) -> None:
        self._selector = Selector(files, read_blob)
        self._known: dict[Wanted, _Analysed | Skipped] = {}
        self._last: tuple[tuple, View] | None = None
        self._store: BorrowedStore | None = None
        self._lock = threading.Lock()

    def last(self, view: View) -> View | None:
        """What the work made of ``view`` at the last question: most often it has not changed since."""
        with self._lock:
            return self._last[1] if self._last is not None and self._last[0][0] is view else None

    def over(self, w: Writer, view: View, work: WorkTree, budget: float) -> Laid:
        """``view`` as it would be after committing ``work``. What is not analysed within ``budget`` seconds is left out.

        StateError if git or the store fails; then nothing is known of the uncommitted work.
        """
        with self._lock:
            if self._store is None or self._store.under is not w.store:
                self._store = BorrowedStore(w.store)
            chosen = self._selector.select(view.snapshot.manifest, work, w.settings)
            for _ in range(2):
                self._analyse(w, chosen, time.monotonic() + budget)
                try:
                    return Laid(self._view(w, view, chosen), chosen.left_out)
                except KeyError:  # a collection dropped vectors that no commit needs: compute them again
                    self._known.clear()
            raise StateError("the store keeps losing vectors", "ask again")

    def _analyse(self, w: Writer, chosen: Selection, deadline: float) -> None:
        known = {want: self._known[want] for want in chosen.wanted if want in self._known}
        missing = iter([want for want in chosen.wanted if want not in known])
        while part := list(islice(missing, _AT_ONCE)):  # once at least, so that questions get on with it
            known.update(self._analysed(w, {want: chosen.wanted[want] for want in part}))
            if time.monotonic() > deadline:
                break
        chosen.left_out.update((want.path, LATER) for want in missing)
        self._known = {want: known[want] for want in chosen.wanted if want in known}

    def _view(self, w: Writer, view: View, chosen: Selection) -> View:
        key = (view, tuple(self._known), tuple(chosen.dropped), tuple(chosen.skipped.items()))
        if self._last is None or self._last[0] != key:
            self._last = key, self._made(w, view, chosen)
        return self._last[1]

    def _made(self, w: Writer, view: View, chosen: Selection) -> View:
        ready = [a for a in self._known.values() if isinstance(a, _Analysed)]
        skipped = {**chosen.skipped, **{want.path: a for want, a in self._known.items() if isinstance(a, Skipped)}}
        old = view.snapshot.manifest
        touched = frozenset([*(a.file.path for a in ready), *(p for p in (*chosen.dropped, *skipped) if p in old.files)])
        if not touched and not _new_skips(old, chosen.dropped, skipped):
            return view
        change = Change(chosen.dropped, skipped, [a.file for a in ready])
        snapshot = overlaid(view.snapshot, change, self._collector(w, view))
        sources = LaidOver(
            view.sources,
            {(a.file.entry.oid, a.file.entry.hint): a.artifact for a in ready},
            {a.file.entry.oid: a.lines for a in ready},
        )
        return View(snapshot, sources, touched)

    def _collector(self, w: Writer, view: View) -> Collector:
        """Vectors by sorted unique keys. Those that a slow model has not made yet, or that are of another model than
        the snapshot's, are left out: such chunks are found by words."""
        source, meta = self._vectors(w), view.snapshot.meta
        if meta.fingerprint != w.embedder.fingerprint:
            return lambda _keys: Vectors.empty(meta.dim)
        return source.collect_known if w.embedder.slow else source.collect

    def _vectors(self, w: Writer) -> VectorSource:
        return VectorSource(self._store, w.layout.bases, w.embedder.dim, w.bases)

    def _analysed(self, w: Writer, wanted: dict[Wanted, bytes]) -> Iterator[tuple[Wanted, _Analysed | Skipped]]:
        items = [(want.path, want.oid, want.hint, data) for want, data in wanted.items()]
        prepared = prepare(items, self._store, self._vectors(w), w.embedder)
        for (want, data), ready in zip(wanted.items(), prepared, strict=True):
            artifact = unpack_artifact(ready.packed)
            if artifact.skip:
                yield want, Skipped(want.oid, want.mode, want.hint, artifact.skip)
            else:
                yield want, _Analysed(new_file(want, data, artifact, ready.keys), artifact, lines_of(data))


def _new_skips(old: Manifest, dropped: list[str], skipped: dict[str, Skipped]) -> bool:
    """Whether the list of what is not searched differs, which the tree counts."""
    return any(p in old.skipped for p in dropped) or any(
        p not in old.skipped or old.skipped[p].reason != s.reason for p, s in skipped.items()
    )
