"""Proof that a snapshot equals one built from nothing but the blobs of its commit.

Compares manifest, chunk ranges, artifacts (symbols and references with them), vectors and postings, in terms of paths
and ordinals, so that segmentation and history play no part.
"""
from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from coderag.errors import CoderagError, StateError
from coderag.fsio import FileLock, remove_tree
from coderag.git import Repository
from coderag.index.layout import Layout
from coderag.index.lexical.reader import SegmentReader
from coderag.index.snapshot import Meta, Snapshot, current_generation
from coderag.store.artifacts import ArtifactStore, artifact_key
from coderag.sync.collect import SCRATCH, drop_scratch, scratch_lock
from coderag.sync.fill import fill
from coderag.sync.reconcile import Progress, Writer, reconcile, silent
from coderag.sync.target import Target

MOST_DIFFERENCES = 20
_MOVED = "the index changed while it was verified: run coderag verify again"
_SLICE = 500
_LENGTHS = b"length "


def verify(w: Writer, target: Target, progress: Progress = silent) -> list[str]:
    """Differences, one line each, at most 20; empty = sound. A snapshot that is only old is said to be that, and is
    compared with one of its own commit."""
    problems = w.store.check() or w.store.damaged_rows()
    generation = current_generation(target.slot)
    if generation is None:
        return [*problems, f"{target.name}: no snapshot"]
    try:
        published = Snapshot(generation, {}, w.layout.bases, thorough=True)
    except CoderagError as e:
        if current_generation(target.slot) != generation:
            return [*problems, _MOVED]
        return [*problems, e.message]
    try:
        outdated, comparable = _outdated(w, target, published.meta)
        problems += outdated
        if comparable:
            problems += _against_rebuilt(w, target, published, progress)
    except (CoderagError, FileNotFoundError):
        if current_generation(target.slot) == generation:
            raise
        problems.append(_MOVED)
    finally:
        published.close()
    if problems and current_generation(target.slot) != generation:
        return [_MOVED]
    return problems[:MOST_DIFFERENCES]


def _outdated(w: Writer, target: Target, meta: Meta) -> tuple[list[str], bool]:
    """Why the snapshot is not what a fresh one would be although nothing is damaged; and whether it can be compared
    with one of its own commit made now."""
    out = []
    comparable = True
    if meta.commit != target.commit:
        head = (target.commit or "")[:12]
        out.append(f"the snapshot is of {meta.commit[:12]}, HEAD is {head}: run coderag reindex")
        comparable = w.repo.has_commit(meta.commit)
    why = w.compatible(meta)
    if why:
        out.append(f"{why} since the index was made: run coderag reindex")
    elif meta.missing:
        out.append(f"{meta.missing} vectors of model {w.embedder.name} are not made yet: run coderag reindex")
    return out, comparable and not why and not meta.missing


def _against_rebuilt(w: Writer, target: Target, published: Snapshot, progress: Progress) -> list[str]:
    folder, lock = _scratch(w.layout)
    try:
        layout = Layout(folder)
        layout.root.mkdir()
        store = ArtifactStore(layout.store)
        try:
            fresh = replace(w, layout=layout, store=store, bases={}, progress=progress)
            at = Target(target.ref, published.meta.commit, layout.root / "slot", target.label)
            reconcile(fresh, at, full=True)
            if fill(fresh, at):
                reconcile(fresh, at, complete=True)
            rebuilt = Snapshot(current_generation(at.slot), {}, layout.bases)
            try:
                problems = [*complete(published, w.repo), *compare(published, rebuilt)]
                return [*problems, *_compare_artifacts(w.store, store, rebuilt)]
            finally:
                rebuilt.close()
        finally:
            store.close()
    finally:
        lock.release()
        remove_tree(folder)


def _scratch(layout: Layout) -> tuple[Path, FileLock]:
    """An empty folder: on the index's own disk, which has room for a second one; elsewhere if that is read-only.
    Whoever holds its lock owns it; what killed runs left is deleted."""
    drop_scratch(layout.root)
    for place in (layout.root, layout.root, layout.root, None):
        prefix = SCRATCH if place else "coderag-" + SCRATCH
        try:
            folder = Path(tempfile.mkdtemp(prefix=prefix, dir=place))
            lock = scratch_lock(folder)
            if lock.acquire(0) and lock.path.exists():  # a collection may come between, and take it for a leftover
                return folder, lock
            lock.release()
        except OSError:
            if place is None:
                raise
    raise StateError("no folder to verify in", "try again when coderag gc is done")


def complete(s: Snapshot, repo: Repository) -> Iterator[str]:
    """What a snapshot lacks whatever another build says: every path of the commit once, every chunk its vector."""
    tree = {e.path: (e.mode, e.oid) for e in repo.list_tree(s.meta.commit)}
    listed = s.manifest.tree_ids()
    for path in sorted(tree.keys() | listed.keys()):
        if tree.get(path) != listed.get(path):
            yield f"manifest: {path!r} is {listed.get(path)} here and {tree.get(path)} in the commit"
    for path in sorted(s.manifest.files.keys() & s.manifest.skipped.keys()):
        yield f"manifest: {path!r} is both indexed and skipped"
    if s.meta.chunks != s.chunks:
        yield f"chunks: {s.meta.chunks} described, {s.chunks} there"
    there = np.concatenate([np.zeros(0, np.int64), *(part.keys for part in s.dense.parts())])
    missing = np.setdiff1d(s.live_keys, there)
    if len(missing):
        yield f"vectors: {len(missing)} of {len(s.live_keys)} are missing"


def compare(a: Snapshot, b: Snapshot) -> list[str]:
    """Differences between two snapshots of the same commit."""
    out: list[str] = []
    for problem in (*_manifest(a, b), *_chunks(a, b), *_vectors(a, b), *_postings(a, b)):
        out.append(problem)
        if len(out) >= MOST_DIFFERENCES:
            break
    return out


def _manifest(a: Snapshot, b: Snapshot) -> Iterator[str]:
    if a.meta.commit != b.meta.commit:
        yield f"commit {a.meta.commit[:12]} against {b.meta.commit[:12]}"
    if a.meta.rules != b.meta.rules:
        yield "rule files differ"
    for path in sorted(a.manifest.files.keys() | b.manifest.files.keys()):
        x, y = a.manifest.files.get(path), b.manifest.files.get(path)
        same = x and y and x._replace(segment="", first=0) == y._replace(segment="", first=0)
        if not same:
            yield f"manifest: {path!r} is {_brief(x)} here and {_brief(y)} rebuilt"
    for path in sorted(a.manifest.skipped.keys() | b.manifest.skipped.keys()):
        x, y = a.manifest.skipped.get(path), b.manifest.skipped.get(path)
        if x != y:
            yield f"skipped: {path!r} is {_brief(x)} here and {_brief(y)} rebuilt"


def _brief(row) -> str:
    return "absent" if row is None else "/".join(str(v)[:12] for v in row if v != "")


def _rows(s: Snapshot, path: str) -> np.ndarray:
    e = s.manifest.files[path]
    return s.tables[e.segment][e.first : e.first + e.count] if e.count else np.zeros(0)


def _chunks(a: Snapshot, b: Snapshot) -> Iterator[str]:
    for path in sorted(a.manifest.files.keys() & b.manifest.files.keys()):
        if not np.array_equal(_rows(a, path), _rows(b, path)):
            yield f"chunks of {path!r} differ"


def _vectors(a: Snapshot, b: Snapshot) -> Iterator[str]:
    if not np.array_equal(a.live_keys, b.live_keys):
        yield f"vectors: {len(np.setxor1d(a.live_keys, b.live_keys))} keys differ"
        return
    x, y = (dict(_numbers(s)) for s in (a, b))
    for key in a.live_keys.tolist():
        if x.get(key) != y.get(key):
            yield f"vector {key} differs"


def _numbers(s: Snapshot) -> Iterator[tuple[int, tuple[bytes, float]]]:
    """Every vector of base and delta: key -> (codes, scale)."""
    for vectors in s.dense.parts():
        for key, codes, scale in zip(vectors.keys.tolist(), vectors.codes, vectors.scales.tolist(), strict=True):
            yield key, (codes.tobytes(), scale)


def _postings(a: Snapshot, b: Snapshot) -> Iterator[str]:
    x, y = canonical_postings(a), canonical_postings(b)
    for key in sorted(x.keys() | y.keys()):
        if key not in x or key not in y or not np.array_equal(x[key], y[key]):
            yield f"{_term(key)} differ"


def _term(key: bytes) -> str:
    return f"field lengths of {key[7:].decode()!r}" if key.startswith(_LENGTHS) else f"postings of {key[2:].decode('utf-8', 'replace')!r}"


def canonical_postings(s: Snapshot) -> dict[bytes, np.ndarray]:
    """Dictionary key -> array of (chunk number by path and ordinal, frequency), whatever the segments. The same for the
    length bytes of each scored field, which scores are made of as well."""
    first: dict[str, int] = {}
    n = 0
    for path in s.paths:
        first[path] = n
        n += s.manifest.files[path].count
    out: dict[bytes, list[np.ndarray]] = {}
    for i, name in enumerate(s.segment_names):
        number = np.full(len(s.owner[name]), -1, np.int64)
        for path in s.paths:
            e = s.manifest.files[path]
            if e.segment == name and e.count:
                number[e.first : e.first + e.count] = first[path] + np.arange(e.count)
        reader = SegmentReader(s.generation / "lexical", name, s.live[i])
        for key, docs, freqs in reader.entries():
            out.setdefault(key, []).append(np.stack([number[docs], freqs.astype(np.int64)], 1))
        live = np.flatnonzero(reader.live)
        for field, lengths in reader.lengths.items():
            out.setdefault(_LENGTHS + field.encode(), []).append(np.stack([number[live], lengths[live].astype(np.int64)], 1))
    merged = {}
    for key, parts in out.items():
        rows = np.concatenate(parts)
        merged[key] = rows[np.argsort(rows[:, 0])]
    return merged


def _compare_artifacts(mine: ArtifactStore, fresh: ArtifactStore, s: Snapshot) -> Iterator[str]:
    keys = {artifact_key(e.oid, e.hint): p for p, e in s.manifest.files.items()}
    rows = sorted(keys.items(), key=lambda kv: kv[1])
    for at in range(0, len(rows), _SLICE):
        part = dict(rows[at : at + _SLICE])
        x, y = mine.get_artifacts(part), fresh.get_artifacts(part)
        for key, path in part.items():
            if x.get(key) != y.get(key):
                yield f"symbols or chunks stored for {path!r} differ"
