"""Garbage collection: slots of refs that are gone, bases nobody names, artifacts and vectors no snapshot needs."""
from __future__ import annotations

import numpy as np

from coderag.errors import CoderagError
from coderag.fsio import read_checked, remove_tree
from coderag.index.build import collect_generations
from coderag.index.chunk_table import read_table
from coderag.index.manifest import Manifest
from coderag.index.snapshot import current_generation, read_meta
from coderag.store.artifacts import artifact_key
from coderag.sync.reconcile import Writer
from coderag.sync.service import collect_slots


def collect(w: Writer) -> dict:
    """Under the writer lock. Counts of what was dropped."""
    dropped = collect_slots(w)
    artifacts: set[bytes] = set()
    vectors: set[int] = set()
    for slot in w.layout.slots():
        try:
            meta, generation = read_meta(slot), current_generation(slot)
            if meta is None or generation is None:
                remove_tree(slot)
                continue
            manifest = Manifest.unpack(read_checked(generation / "manifest"))
            for name, _ in meta.segments:
                vectors.update(np.unique(read_table(generation, name)["vector"]).tolist())
        except (CoderagError, OSError):
            remove_tree(slot)  # damaged: the next sync of its ref rebuilds it
            dropped += 1
            continue
        for part in (manifest.files, manifest.skipped):
            artifacts.update(artifact_key(e.oid, e.hint) for e in part.values())
        collect_generations(slot, keep=1)
    for leftover in w.layout.root.glob("verify-*"):
        remove_tree(leftover)
    dead_artifacts, dead_vectors = w.store.keep_only(artifacts, vectors)
    return {"slots": dropped, "artifacts": dead_artifacts, "vectors": dead_vectors}
