"""What a new generation is built upon: the published one, as far as a writer needs it.

Nothing here reads postings, chunk tables or vectors: a commit that changes one file must not pay for the others. Damage
in them is noticed by whoever searches, and by a merge, before it copies.
"""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from coderag.errors import CoderagError
from coderag.fsio import Damaged, read_checked
from coderag.index.dense import Base
from coderag.index.manifest import Manifest, read_manifest
from coderag.index.snapshot import Meta, current_generation


@dataclass(frozen=True)
class Ground:
    generation: Path
    meta: Meta
    manifest: Manifest
    base_keys: np.ndarray  # of the vectors in its base, sorted; int64


def open_ground(slot: Path, base_of: dict[str, Base], bases: Path) -> Ground | None:
    """Of the published generation; None if there is none. Damaged if it cannot be trusted.

    ``base_of`` caches opened bases by id. Tried again, since a newer generation may replace it meanwhile.
    """
    for attempt in (1, 2):
        generation = current_generation(slot)
        if generation is None:
            return None
        try:
            return _read(generation, base_of, bases)
        except CoderagError:
            if attempt == 2 or current_generation(slot) == generation:
                raise
    return None


def _read(generation: Path, base_of: dict[str, Base], bases: Path) -> Ground:
    try:
        meta = Meta.unpack(read_checked(generation / "meta"))
        manifest = read_manifest(generation, meta.own.get("manifest"))
        keys = np.zeros(0, np.int64)
        if meta.base:
            base = base_of.get(meta.base)
            if base is None:
                base = base_of[meta.base] = Base(bases, meta.base, meta.dim)
            keys = base.keys
        return Ground(generation, meta, manifest, keys)
    except OSError as e:
        raise Damaged(f"snapshot {generation.name} is incomplete ({e.strerror})", "it is rebuilt by the next sync")
