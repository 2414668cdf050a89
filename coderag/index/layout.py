"""Where things are under ``<common git dir>/coderag/``.

    FORMAT                 version of this layout
    store.db               content-addressed artifacts, and vectors that no base holds
    bases/<id>/            shared dense bases
    branches/<slot>/       one slot per ref;   detached/<slot>/ one per worktree;   commits/<slot>/ for bare commit ids
        settled            what the last sync found in order, so that a worker started for nothing can go at once
        CURRENT            name of the published generation; replaced atomically
        gen-000012-1f2e3d/ one immutable snapshot
    worker.lock writer.lock waiting.lock store.lock runs.lock pending/ progress runs coderag.log
    vectors vectors.lock   progress of making vectors;   models  fingerprints of model folders
    index-copies/<n>/      git's index as one running process keeps it up to date for itself
    verify-*/              scratch of a running `coderag verify`

Slot names carry a hash of the full ref, so that ``fix/a-b``, ``fix-a/b`` and ``Fix/a-b`` are three folders on any disk.
"""
from __future__ import annotations

import hashlib
import re
from pathlib import Path

FORMAT = "2"
"""2: vectors stand in bases or in the store, not in both; artifacts are compressed; a graph is kept as its links."""

WRITER_LOCK = "writer.lock"


class Layout:
    def __init__(self, common_dir: Path) -> None:
        self.root = common_dir / "coderag"
        self.format_file = self.root / "FORMAT"
        self.store = self.root / "store.db"
        self.bases = self.root / "bases"
        self.lock = self.root / "worker.lock"
        self.pending = self.root / "pending"
        self.progress = self.root / "progress"
        self.runs = self.root / "runs"
        self.vectors = self.root / "vectors"
        self.vectors_lock = self.root / "vectors.lock"
        self.models = self.root / "models"
        self.index_copies = self.root / "index-copies"
        self.log = self.root / "coderag.log"

    def slot(self, ref: str | None, worktree_id: str = "") -> Path:
        """Folder of a ref's snapshot; of a worktree's detached HEAD when ``ref`` is None."""
        if ref is None:
            return self.root / "detached" / _escape(worktree_id or "main", worktree_id)
        short = ref.removeprefix("refs/heads/") if ref.startswith("refs/heads/") else ref
        return self.root / "branches" / _escape(short, ref)

    def commit_slot(self, commit: str) -> Path:
        return self.root / "commits" / commit[:40]

    def slots(self) -> list[Path]:
        """Every slot folder there is."""
        out: list[Path] = []
        for kind in ("branches", "detached", "commits"):
            if (self.root / kind).is_dir():
                out += sorted(p for p in (self.root / kind).iterdir() if p.is_dir())
        return out


def _escape(name: str, identity: str) -> str:
    """Readable start of ``name`` plus a hash of ``identity``; safe on case-insensitive disks and short."""
    readable = re.sub(r"[^a-z0-9._-]+", "_", name.lower())[:40].strip(".")
    return f"{readable}-{hashlib.blake2b(identity.encode('utf-8', 'surrogateescape'), digest_size=6).hexdigest()}"
