"""Which snapshot answers a request, and what is said about it. Read side of the promise "an answer belongs to a commit".

HEAD is read at every request. A snapshot of another commit is brought up to date within a budget; if that does not
succeed, the answer names its own commit and how far it is behind.
"""
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from coderag.errors import CoderagError
from coderag.index.snapshot import Meta, current_generation, mark_used, read_meta
from coderag.model.answers import BUILDING, CURRENT, FAILED, NO_COMMITS, NOT_INDEXED, STALE, Freshness
from coderag.sync import service, state
from coderag.sync.fill import ask
from coderag.sync.reconcile import MODEL_CHANGED, Writer
from coderag.sync.service import CatchUps
from coderag.sync.target import Target, target_of


def bring_up(w: Writer, rev: str | None, budget: float, beside: CatchUps) -> tuple[Target, Path | None, Freshness]:
    """(target, slot whose published snapshot answers or None, freshness). StateError only for an unknown ``rev``."""
    problem = ""
    target = target_of(w.repo, w.layout, rev)
    meta = _meta(target.slot)
    if target.commit is not None and not _words_current(w, target, meta):
        try:
            service.catch_up(w, rev, budget, beside)
        except CoderagError as e:
            problem = e.one_line()
        target = target_of(w.repo, w.layout, rev)
        meta = _meta(target.slot)
    if _words_current(w, target, meta) and (meta.missing or w.compatible(meta)):
        ask(w, beside.python, rev, meta)  # nothing to wait for: the words are those of the commit
    described = describe(w, target, problem, others=rev in (None, "", "HEAD"))
    if described[1] is not None:
        mark_used(described[1])
    return described


def _words_current(w: Writer, target: Target, meta: Meta | None) -> bool:
    """Whether the snapshot is of the target's commit, but for its vectors."""
    return meta is not None and meta.commit == target.commit and w.compatible(meta) in ("", MODEL_CHANGED)


def describe(
    w: Writer, target: Target, problem: str = "", *, others: bool = True
) -> tuple[Target, Path | None, Freshness]:
    """The same without catching up. ``others``: whether another ref's snapshot may answer meanwhile; who asks for one
    ref by name wants no other."""
    if target.commit is None:
        note = "no commit yet: the first commit is indexed as soon as it is made"
        return target, None, Freshness(target.label, None, None, NO_COMMITS, note=note)
    slot, meta = _answering(w, target, others)
    if slot is None or meta is None:
        return target, None, _absent(w, target, problem)
    if slot == target.slot and _words_current(w, target, meta):
        return target, slot, Freshness(target.label, meta.commit, target.commit, CURRENT)
    return target, slot, _stale(w, target, meta, slot, problem)


def _answering(w: Writer, target: Target, anything: bool) -> tuple[Path | None, Meta | None]:
    """The target's own snapshot; else the newest one there is, to answer from meanwhile."""
    meta = _meta(target.slot)
    if meta is not None and _searchable(w, meta):
        return target.slot, meta
    others = []
    for slot in w.layout.slots() if anything else ():
        other = _meta(slot)
        generation = current_generation(slot)
        if other is not None and generation is not None and _searchable(w, other):
            others.append((generation.stat().st_mtime, str(slot), slot, other))
    if not others:
        return None, None
    _, _, slot, other = max(others, key=lambda o: o[:2])
    return slot, other


def _searchable(w: Writer, meta: Meta) -> bool:
    """An older version's, other options' or another model's snapshot still answers; one of another store does not."""
    return meta.store == w.store.id


def _meta(slot: Path) -> Meta | None:
    try:
        return read_meta(slot)
    except CoderagError:
        return None


def _absent(w: Writer, target: Target, problem: str) -> Freshness:
    base = Freshness(target.label, None, target.commit, NOT_INDEXED)
    running = progress(w)
    if running is not None:
        share = f"{running['done']} of {running['total']} files" if running.get("total") else "starting"
        return replace(base, state=BUILDING, note=f"the index is being built ({share}); ask again in a moment")
    error = problem or (state.read_json(w.layout.runs) or {}).get("last_error")
    if error:
        return replace(base, state=FAILED, note=f"indexing failed: {error}")
    return replace(base, note="not indexed yet: run coderag init (or coderag reindex)")


def _stale(w: Writer, target: Target, meta: Meta, slot: Path, problem: str) -> Freshness:
    behind = w.repo.commits_between(meta.commit, target.commit or "")
    try:
        files = len(w.repo.diff(meta.commit, target.commit or ""))
    except CoderagError:
        files = 0
    why = f"answered from {meta.ref} @ {meta.commit[:12]}, not from {(target.commit or '')[:12]}: "
    if problem:
        why += problem
    elif progress(w) is not None:
        why += "the index is catching up; ask again in a moment"
    else:
        why += "the index could not catch up in time; ask again, or run coderag reindex"
    if meta.commit == target.commit:
        why = problem or f"the snapshot is of this commit but {w.compatible(meta)}; the next question (or coderag reindex) rebuilds it"
    return Freshness(target.label, meta.commit, target.commit, STALE, behind, files, note=why)


def progress(w: Writer) -> dict | None:
    """What the running writer reports, None if none runs (a report left by a dead one is not believed)."""
    row = state.read_json(w.layout.progress)
    if row is None or not service.writer_active(w.layout):
        return None
    return row
