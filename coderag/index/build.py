"""Old snapshot + changes -> new generation, published by one rename. Knows nothing of git.

What changed is published at once, beside what was there. Whether that should then be compacted (segments merged, dead
documents dropped, a new base made) is decided here, too, and kept in the description; doing it is another generation.

Invariant: until CURRENT is replaced nobody sees the new generation, and whatever fails before that leaves the old one
as it was. The caller holds the writer lock.
"""
from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from coderag.fsio import Damaged, file_digest, remove_tree, sync_dir, write_atomic, write_checked
from coderag.index.chunk_table import read_table, table_path, write_table
from coderag.index.dense import BASE_FROM, DELTA_LIMIT, write_base
from coderag.index.generations import collect_generations, next_name
from coderag.index.ground import Ground
from coderag.index.lexical import build_segment, link_segments, merge_segments, segment_files, write_toc
from coderag.index.manifest import Entry, Manifest, Skipped, write_manifest
from coderag.index.snapshot import CURRENT, Meta
from coderag.index.vectors import Vectors, unique_sorted

SEGMENT_CHUNKS = 20_000
"""Documents inverted in memory at a time (bounds the writer's memory)."""
MERGE_ABOVE = 12
"""More segments than this are merged, all but those that hold over half of the documents."""
DEAD_SHARE = 0.3
"""Dead documents beyond this share of all cause a merge of everything."""
OVERDUE = 3
"""So many times beyond a bound a snapshot is compacted before it is published, however long that takes: commits that
come faster than they can be compacted must not add up."""
MISSING_SHARE = 0.1
"""Missing vectors beyond this share of all: none are searched."""

CRASH_POINTS: Callable[[str], None] = lambda name: None  # noqa: E731
"""Called with the name of each publish step; tests replace it to fail there."""


@dataclass
class NewFile:
    """An added path with the documents of its chunks, in order."""

    path: str
    entry: Entry  # segment, first and count are filled in here
    documents: list[Mapping[str, list[str]]]
    rows: np.ndarray  # chunk_table.DTYPE


@dataclass
class Change:
    """What differs from the old manifest."""

    dropped: list[str] = field(default_factory=list)
    skipped: dict[str, Skipped] = field(default_factory=dict)
    files: Iterable[NewFile] = ()


class Builder:
    def __init__(self, slot: Path, bases: Path, old: Ground | None) -> None:
        """``old`` may belong to another slot: then this is a fork, by links.

        ``check`` is called now and then while segments are merged and a graph is built, from two threads; what it raises
        ends the work. ``due`` tells after :meth:`vectors` whether a compaction should follow.
        """
        self.slot, self.bases, self.old = slot, bases, old
        slot.mkdir(parents=True, exist_ok=True)
        self.work = Path(tempfile.mkdtemp(prefix="new-", dir=slot))
        (self.work / "lexical").mkdir()
        self.manifest = old.manifest.copy() if old else Manifest()
        self.segments: dict[str, int] = {}
        self.digests: dict[str, tuple[int, bytes]] = {}
        self._written: list[str] = []
        self.own: dict[str, bytes] = {}
        self.added = self.removed = self.missing = 0
        self.due = False
        self.check: Callable[[], None] = lambda: None

    def abandon(self) -> None:
        remove_tree(self.work)

    # content

    def apply(self, change: Change) -> None:
        if self.old:
            self._adopt(self.old)
        for path in change.dropped:
            entry = self.manifest.files.get(path)
            self.removed += entry.count if entry else 0
            self.manifest.drop(path)
        for path, skipped in change.skipped.items():
            self.skip(path, skipped)
        pending: list[NewFile] = []
        waiting = 0
        for new in change.files:
            old = self.manifest.files.get(new.path)
            self.removed += old.count if old else 0
            self.manifest.drop(new.path)
            pending.append(new)
            waiting += len(new.documents)
            if waiting >= SEGMENT_CHUNKS:
                self._flush(pending)
                pending, waiting = [], 0
        self._flush(pending)
        CRASH_POINTS("segments-written")

    def skip(self, path: str, skipped: Skipped) -> None:
        """List a path as not indexed, whatever it was before. Before :meth:`vectors`."""
        entry = self.manifest.files.get(path)
        self.removed += entry.count if entry else 0
        self.manifest.drop(path)
        self.manifest.skipped[path] = skipped

    def _adopt(self, old: Ground) -> None:
        names = [name for name, _ in old.meta.segments]
        link_segments(old.generation / "lexical", self.work / "lexical", names)
        for name in names:
            _link(table_path(old.generation, name), table_path(self.work, name))
        self.segments = dict(old.meta.segments)
        self.digests = dict(old.meta.files)

    def _flush(self, files: list[NewFile]) -> None:
        for new in files:
            if not new.documents:
                self.manifest.files[new.path] = new.entry
        full = [f for f in files if f.documents]
        if not full:
            return
        info = build_segment(self.work / "lexical", (d for f in full for d in f.documents))
        first = 0
        for new in full:
            self.manifest.files[new.path] = new.entry._replace(segment=info.name, first=first, count=len(new.documents))
            first += len(new.documents)
        self.added += first
        self._written.append(info.name)
        self._register(info.name, first, np.concatenate([f.rows for f in full]))

    def _register(self, name: str, documents: int, rows: np.ndarray) -> None:
        write_table(self.work, name, rows)
        self.segments[name] = documents
        for path in [*segment_files(self.work / "lexical", name), table_path(self.work, name)]:
            self.digests[str(path.relative_to(self.work))] = (path.stat().st_size, file_digest(path))

    def _masks(self) -> dict[str, np.ndarray]:
        masks = {name: np.zeros(count, bool) for name, count in self.segments.items()}
        for entry in self.manifest.files.values():
            if entry.count:
                masks[entry.segment][entry.first : entry.first + entry.count] = True
        return masks

    def _drop_dead(self, masks: dict[str, np.ndarray]) -> None:
        """Segments of which nothing lives."""
        for name in [n for n, mask in masks.items() if not mask.any()]:
            self._forget(name)
            del masks[name]

    def _dead_share(self, masks: dict[str, np.ndarray]) -> float:
        total = sum(len(m) for m in masks.values())
        return 1 - sum(int(m.sum()) for m in masks.values()) / total if total else 0.0

    def _merge_if_due(self, masks: dict[str, np.ndarray]) -> None:
        if self._dead_share(masks) > DEAD_SHARE:
            self._merge(masks, list(masks))
            return
        live = {n: int(m.sum()) for n, m in masks.items()}
        due = set(self._written) if len(self._written) > 1 else set()
        if len(masks) - len(due) > MERGE_ABOVE:
            due |= {n for n in masks if live[n] * 2 <= sum(live.values())}
        self._merge(masks, [n for n in masks if n in due])

    def _merge(self, masks: dict[str, np.ndarray], names: list[str]) -> None:
        if not names:
            return
        self._check(names)
        parts = [(n, masks[n]) for n in names]
        info = merge_segments(self.work / "lexical", parts, self.check)
        CRASH_POINTS("merged")
        shift: dict[str, np.ndarray] = {}
        offset = 0
        tables = []
        for name, mask in parts:
            shift[name] = offset + np.cumsum(mask) - 1
            offset += int(mask.sum())
            tables.append(read_table(self.work, name)[mask])
        for path, entry in self.manifest.files.items():
            if entry.count and entry.segment in shift:
                first = int(shift[entry.segment][entry.first])
                self.manifest.files[path] = entry._replace(segment=info.name, first=first)
        for name in names:
            self._forget(name)
        self._register(info.name, offset, np.concatenate(tables))

    def _check(self, names: list[str]) -> None:
        """Before they are copied into a segment with check sums of its own: Damaged if a file is not as it was written."""
        for name in names:
            for path in segment_files(self.work / "lexical", name):
                if file_digest(path) != self.digests[str(path.relative_to(self.work))][1]:
                    raise Damaged(f"{path.name} is damaged", "it is rebuilt by the next sync")

    def _forget(self, name: str) -> None:
        for path in [*segment_files(self.work / "lexical", name), table_path(self.work, name)]:
            self.digests.pop(str(path.relative_to(self.work)), None)
            with contextlib.suppress(OSError):
                path.unlink()
        self.segments.pop(name, None)

    # vectors

    def adopted(self) -> list[tuple[str, Entry]]:
        """Files whose chunks stand in segments of the old snapshot."""
        mine = dict(self.old.meta.segments) if self.old else {}
        return [(path, e) for path, e in self.manifest.files.items() if e.count and e.segment in mine]

    def rekey(self, keys: Iterable[tuple[Entry, list[int]]]) -> None:
        """Give the chunks of all adopted files the keys of another model's vectors."""
        tables: dict[str, np.ndarray] = {}
        for entry, found in keys:
            if entry.segment not in tables:
                tables[entry.segment] = read_table(self.work, entry.segment).copy()
            tables[entry.segment]["vector"][entry.first : entry.first + entry.count] = found
        for name, rows in tables.items():
            write_table(self.work, name, rows)
            path = table_path(self.work, name)
            self.digests[str(path.relative_to(self.work))] = (path.stat().st_size, file_digest(path))

    def _live_keys(self, masks: dict[str, np.ndarray]) -> np.ndarray:
        keys = [read_table(self.work, name)["vector"][mask] for name, mask in masks.items()]
        return unique_sorted(np.sort(np.concatenate([np.zeros(0, np.int64), *keys])))

    def vectors(
        self,
        fingerprint: bytes,
        collect: Callable[[np.ndarray], Vectors],
        known: Callable[[Iterable[int]], set[int]] | None = None,
        *,
        compact: bool = False,
    ) -> str:
        """Write the vectors that the old base lacks; the base's id. All paths are settled by now. If it is a compaction,
        or there is nothing to publish them beside, merge segments and make a new base where due.

        ``collect`` gives the vectors of sorted unique keys. ``known`` says which there are, if some may not be there yet:
        ``missing`` counts those, and with many of them there are none at all, since the few would win over the many.
        """
        masks = self._masks()
        self._drop_dead(masks)
        live = self._live_keys(masks)
        base, base_keys = "", np.zeros(0, np.int64)
        if self.old and self.old.meta.base and self.old.meta.fingerprint == fingerprint:
            base = self.old.meta.base
            base_keys = self.old.base_keys
        wanted = np.setdiff1d(live, base_keys, assume_unique=True)
        tombstones = len(base_keys) - (len(live) - len(wanted))
        if known is not None:
            have = known(wanted.tolist())
            there = np.fromiter((k in have for k in wanted.tolist()), bool, len(wanted))
            self.missing = len(wanted) - int(there.sum())
            live = np.setdiff1d(live, wanted[~there], assume_unique=True)
            wanted = wanted[there]
            if self.missing > MISSING_SHARE * (len(live) + self.missing):
                self.missing += len(live)
                live, wanted, base, base_keys, tombstones = live[:0], live[:0], "", base_keys[:0], 0
        bound = max(DELTA_LIMIT, 0.1 * len(base_keys)) if base else min(DELTA_LIMIT, BASE_FROM)
        rebase = max(len(wanted) / bound, tombstones / (DEAD_SHARE * len(base_keys)) if len(base_keys) else 0)
        merge = max(len(masks) / MERGE_ABOVE, self._dead_share(masks) / DEAD_SHARE)
        alone = self.old is None or self.old.meta.fingerprint != fingerprint
        if not (compact or alone or max(rebase, merge) > OVERDUE):
            self.due = max(rebase, merge) > 1
        elif rebase <= 1:
            self._merge_if_due(masks)
        elif len(live) > min(DELTA_LIMIT, BASE_FROM):
            wanted = live[:0]
            with ThreadPoolExecutor(1, "coderag-base") as beside:  # hnswlib works without the interpreter's lock
                writing = beside.submit(write_base, self.bases, collect(live), fingerprint, self.check)
                self._merge_if_due(masks)
                base = writing.result()
            CRASH_POINTS("base-written")
        else:
            base, wanted = "", live
            self._merge_if_due(masks)
        self.own["delta"] = write_checked(self.work / "delta", collect(wanted).pack())
        CRASH_POINTS("vectors-written")
        return base

    # publishing

    def publish(self, meta: Meta) -> Path:
        """``meta``, in which segments, chunks, files, own, missing and due are filled in here. The new generation's folder."""
        masks = self._masks()
        dead = {n: np.flatnonzero(~m) for n, m in masks.items()}
        write_toc(self.work / "lexical", [(n, self.segments[n], dead[n]) for n in self.segments])
        self.own["manifest"] = write_manifest(self.work, self.manifest)
        CRASH_POINTS("manifest-written")
        meta = replace(
            meta,
            segments=tuple(self.segments.items()),
            chunks=int(sum(m.sum() for m in masks.values())),
            files=self.digests,
            own=self.own,
            missing=self.missing,
            due=self.due,
        )
        write_checked(self.work / "meta", meta.pack())
        sync_dir(self.work)
        CRASH_POINTS("meta-written")
        target = self.slot / next_name(self.slot)
        os.rename(self.work, target)
        CRASH_POINTS("generation-renamed")
        write_atomic(self.slot / CURRENT, target.name.encode("ascii"))
        CRASH_POINTS("published")
        collect_generations(self.slot)
        return target


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)

