"""Per-segment columns of its chunks, aligned with the documents of the lexical segment of the same name.

Written once with the segment, linked into later generations, never changed.
"""
from __future__ import annotations

from pathlib import Path

import numpy as np

from coderag.fsio import Damaged, read_checked, write_checked

DTYPE = np.dtype(
    [
        ("start", "<i4"),  # 1-based first line
        ("end", "<i4"),  # last line, inclusive
        ("ordinal", "<i4"),  # index of the chunk in its artifact
        ("vector", "<i8"),  # key of its vector
    ]
)


def table_path(directory: Path, segment: str) -> Path:
    return directory / f"chunks-{segment}"


def write_table(directory: Path, segment: str, rows: np.ndarray) -> None:
    write_checked(table_path(directory, segment), rows.astype(DTYPE, copy=False).tobytes())


def read_table(directory: Path, segment: str) -> np.ndarray:
    """Structured array of :data:`DTYPE`. Damaged if the file was altered."""
    data = read_checked(table_path(directory, segment))
    if len(data) % DTYPE.itemsize:
        raise Damaged(f"chunks-{segment} is damaged", "it is rebuilt by the next sync")
    return np.frombuffer(data, DTYPE)
