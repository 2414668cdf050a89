"""Facts of ``coderag status`` and of the ``index_status`` tool, gathered from what is there."""
from __future__ import annotations

import time
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from coderag.errors import CoderagError, UsageError
from coderag.fsio import read_checked, tree_bytes
from coderag.index.layout import Layout
from coderag.index.manifest import Manifest
from coderag.index.snapshot import current_generation, read_meta
from coderag.model.answers import FAILED, NO_COMMITS, NOT_INDEXED, Freshness
from coderag.model.skips import REASONS
from coderag.sync import service, state
from coderag.sync.fill import filling
from coderag.sync.target import target_of

if TYPE_CHECKING:
    from coderag.api import Engine


BARE = "a bare repository needs none: a push triggers none of them, and every question looks at the refs itself"


def status(engine: Engine) -> dict:
    """See :meth:`coderag.api.Engine.status`."""
    layout, repo = engine.layout, engine.repo
    out: dict = {"repository": str(repo.workdir or repo.git_dir), "backend": repo.backend}
    initialised = layout.root.is_dir()
    if initialised:
        try:
            out["freshness"] = engine.freshness().as_json()
        except UsageError as e:
            out["options"] = e.one_line()
            out["freshness"] = _unasked(engine, FAILED, e.message)
        out["snapshot"] = _snapshot(engine)
    else:
        out["freshness"] = _unasked(engine, NOT_INDEXED, "not indexed yet: run coderag init")
    out["models"] = _models(engine, layout)
    runs = state.read_json(layout.runs) or {}
    out["hooks"] = _hooks(engine)
    out["worker"] = _worker(engine, runs) if initialised else {"state": "idle"}
    out["store"] = {"bytes": _sizes(engine)} if initialised else {}
    out["totals"] = {k: runs.get(k, 0) for k in ("artifacts_computed", "vectors_computed", "runs")}
    return out


def _unasked(engine: Engine, state: str, note: str) -> dict:
    """Freshness where there is no index to ask, or none may be asked."""
    head = engine.repo.head()
    state = state if head.commit else NO_COMMITS
    dirty = len(engine.repo.dirty_paths())
    return Freshness(head.ref or "HEAD (detached)", None, head.commit, state, dirty_files=dirty, note=note).as_json()


def _snapshot(engine: Engine) -> dict | None:
    target = target_of(engine.repo, engine.layout, None)
    try:
        meta = read_meta(target.slot)
        generation = current_generation(target.slot)
        if meta is None or generation is None:
            return None
        manifest = Manifest.unpack(read_checked(generation / "manifest"))
    except (CoderagError, OSError) as e:
        return {"error": str(e)}
    languages: dict[str, dict[str, int]] = defaultdict(lambda: {"files": 0, "chunks": 0})
    for e in manifest.files.values():
        languages[e.language]["files"] += 1
        languages[e.language]["chunks"] += e.count
    skipped = Counter(s.reason for s in manifest.skipped.values())
    return {
        "files": len(manifest.files),
        "chunks": meta.chunks,
        "languages": dict(sorted(languages.items(), key=lambda x: (-x[1]["files"], x[0]))),
        "skipped": {r: n for r, n in sorted(skipped.items(), key=lambda x: (-x[1], x[0]))},
        "skip_reasons": {r: REASONS.get(r, r) for r in sorted(skipped)},
        "vectors_missing": meta.missing,
        "segments": len(meta.segments),
        "generation": generation.name,
        "last_run": meta.run,
    }


def _models(engine: Engine, layout: Layout) -> dict:
    try:
        out: dict = engine.models.facts()
    except UsageError:  # an option that cannot be read; said elsewhere
        return {}
    row = filling(layout)
    out["progress"] = {k: row.get(k, 0) for k in ("done", "total")} if row else None
    return out


def _hooks(engine: Engine) -> list[dict]:
    try:
        rows = [{"name": h.name, "state": h.state, "path": str(h.path), "detail": h.detail} for h in engine.hooks()]
    except CoderagError as e:
        return [{"name": "hooks", "state": "unknown", "path": "", "detail": e.one_line()}]
    if engine.repo.workdir is None:
        for row in rows:
            row["detail"] = BARE if row["state"] == "missing" else row["detail"]
    return rows


def _worker(engine: Engine, runs: dict) -> dict:
    active = service.writer_active(engine.layout)
    return {
        "state": "running" if active else ("failed" if runs.get("last_error") else "idle"),
        "progress": _progress(engine) if active else None,
        "last_event": _stamped(runs, "last_event"),
        "last_run": _when(runs.get("last_run_at")),
        "last_run_report": runs.get("last_run"),
        "last_error": _stamped(runs, "last_error"),
    }


def _progress(engine: Engine) -> dict | None:
    try:
        return engine.progress()
    except UsageError:  # an option that cannot be read; said elsewhere
        return None


def _stamped(runs: dict, key: str) -> str | None:
    return f"{runs[key]} ({_when(runs.get(key + '_at'))})" if runs.get(key) else None


def _when(at: float | None) -> str | None:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(at)) if at else None


def _sizes(engine: Engine) -> dict[str, int]:
    root = engine.layout.root
    parts = {"store": 0, "bases": tree_bytes(root / "bases")}
    for name in ("store.db", "store.db-wal", "store.db-shm"):
        if (root / name).exists():
            parts["store"] += (root / name).stat().st_size
    parts["snapshots"] = sum(tree_bytes(root / n) for n in ("branches", "detached", "commits"))
    parts["total"] = tree_bytes(root)
    return parts
