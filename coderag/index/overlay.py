"""A snapshot with some paths replaced in memory: what the next generation would hold, without writing it.

Everything that searches reads it like any snapshot: the replaced files' chunks are one more segment and some more
vectors, and all statistics count them. So it answers what a published snapshot of the same content answers.
"""
from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from coderag.index.build import Change
from coderag.index.chunk_table import DTYPE
from coderag.index.lexical import MemorySegment
from coderag.index.snapshot import Snapshot
from coderag.index.vectors import Vectors

SEGMENT = "overlay"
"""Name of the segment; none on disk has it."""


def overlaid(old: Snapshot, change: Change, collect: Callable[[np.ndarray], Vectors]) -> Snapshot:
    """``old`` with ``change`` applied. ``collect`` gives vectors that the new files name, by sorted unique keys.

    Shares what ``old`` has open, and stays usable when ``old`` is closed.
    """
    new = copy.copy(old)
    new.manifest = old.manifest.copy()
    for path in change.dropped:
        new.manifest.drop(path)
    for path, skipped in change.skipped.items():
        new.manifest.drop(path)
        new.manifest.skipped[path] = skipped
    documents, tables, first = [], [np.zeros(0, DTYPE)], 0
    for file in change.files:
        count = len(file.documents)
        new.manifest.drop(file.path)
        place = {"segment": SEGMENT, "first": first, "count": count} if count else {}
        new.manifest.files[file.path] = file.entry._replace(**place)
        documents += file.documents
        tables.append(file.rows)
        first += count
    new.meta = replace(old.meta, segments=(*old.meta.segments, (SEGMENT, first)))
    new.segment_names = [*old.segment_names, SEGMENT]
    new.tables = {**old.tables, SEGMENT: np.concatenate(tables)}
    new._index_files()
    new.lexical = old.lexical.overlaid(new.live[:-1], MemorySegment(documents))
    new._index_vectors()
    new.dense = old.dense.overlaid(new.live_keys, collect)
    return new
