"""Segment files on disk: their names, links between folders, and Whoosh's table of contents.

Invariant: a segment is a fixed set of files named ``<segment>.<suffix>``, written once, never changed. Deletions live
in the table of contents only, so any number of folders may share the files of a segment.
"""
from __future__ import annotations

import os
import re
import secrets
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from pickle import UnpicklingError
from struct import error as StructError
from zlib import error as ZlibError

import numpy as np

from coderag import fsio
from coderag.errors import StateError
from coderag.index.lexical.fields import SCORED, schema
from coderag.index.lexical.whoosh_api import whoosh

INDEX = "MAIN"  # Whoosh's default index name, so that open_dir(folder) needs no argument
TERMS, POSTINGS, STORED = ".trm", ".pst", "._stored.col"
LENGTHS = {field: f"._{field}_len.col" for field in SCORED}
SUFFIXES = (TERMS, POSTINGS, STORED, *LENGTHS.values())
_NAME = re.compile(rf"{INDEX}_[0-9a-z]+")
HINT = "it is rebuilt by the next sync (coderag reindex)"


def new_name() -> str:
    return f"{INDEX}_{secrets.token_hex(8)}"


def check_name(name: str) -> None:
    """Names come from a manifest on disk; they must not lead out of the folder."""
    if not _NAME.fullmatch(name):
        raise fsio.Damaged(f"{name!r} is no segment name", HINT)


def segment_files(directory: Path, name: str) -> list[Path]:
    """All files of a segment, whether or not they exist."""
    check_name(name)
    return [directory / (name + suffix) for suffix in SUFFIXES]


def link_segments(source: Path, target: Path, names: Iterable[str]) -> None:
    """Make segments of ``source`` part of ``target``: hard links, copies where the file system refuses links."""
    for name in names:
        for path in segment_files(source, name):
            copy = target / path.name
            if copy.exists():
                continue
            try:
                os.link(path, copy)
            except FileNotFoundError:
                raise fsio.Damaged(f"lexical segment file {path.name} is missing", HINT)
            except OSError:
                partial = copy.with_name(copy.name + ".tmp")
                shutil.copyfile(path, partial)
                flush(partial)
                os.replace(partial, copy)
    fsio.sync_dir(target)


def flush(path: Path) -> None:
    fd = os.open(path, os.O_RDWR)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


@contextmanager
def damage_is_named(name: str) -> Iterator[None]:
    """Whatever reading a damaged segment runs into becomes one sentence."""
    try:
        yield
    except FileNotFoundError as e:
        raise fsio.Damaged(f"lexical segment file {Path(str(e.filename)).name} is missing", HINT)
    except OSError as e:
        raise StateError(f"lexical segment {name} cannot be read: {e.strerror or e}", HINT)
    except (
        StructError, ValueError, TypeError, LookupError, AttributeError, EOFError, OverflowError, AssertionError,
        MemoryError, UnpicklingError, ZlibError,
    ) as e:  # fmt: skip
        raise fsio.Damaged(f"lexical segment {name} is damaged ({e})", HINT)
    except Exception as e:
        if isinstance(e, whoosh().hashfile.FileFormatError):
            raise fsio.Damaged(f"lexical segment {name} is damaged ({e})", HINT)
        raise


@lru_cache(maxsize=1)
def length_table() -> np.ndarray:
    """Field length for each length byte."""
    table = np.array([whoosh().numeric.byte_to_length(i) for i in range(256)], np.int64)
    table.flags.writeable = False
    return table


def length_bytes(lengths: np.ndarray) -> np.ndarray:
    """Whoosh's one-byte approximation: the smallest table entry that is not below the length."""
    return np.minimum(np.searchsorted(length_table(), lengths), 255).astype(np.uint8)


def read_lengths(directory: Path, name: str, documents: int) -> dict[str, np.ndarray]:
    """Length byte of every document, per scored field."""
    found = {}
    with damage_is_named(name):
        for field, suffix in LENGTHS.items():
            column = np.fromfile(directory / (name + suffix), np.uint8)
            if len(column) != documents:
                raise ValueError(f"{len(column)} field lengths for {documents} documents")
            found[field] = column
    return found


def total_lengths(columns: dict[str, np.ndarray]) -> dict[str, int]:
    """Sum of the stored (rounded) lengths: the figure a merge can reproduce."""
    table = length_table()
    return {field: int(np.bincount(column, minlength=256) @ table) for field, column in columns.items()}


def write_toc(directory: Path, segments: Sequence[tuple[str, int, np.ndarray]]) -> None:
    """Whoosh's table of contents for (name, documents, deleted document numbers), replacing older ones atomically."""
    w = whoosh()
    found = []
    for name, documents, deleted in segments:
        segment = w.w3.W3Segment(
            w.w3.W3Codec(), INDEX, documents, name.removeprefix(INDEX + "_"), set(np.asarray(deleted).tolist()) or None
        )
        segment._fieldlengths = total_lengths(read_lengths(directory, name, documents))
        found.append(segment)
    older = [p for p in directory.glob(f"_{INDEX}_*.toc")]
    generation = 1 + max((int(p.stem.rsplit("_", 1)[1]) for p in older), default=0)
    # Whoosh renames, but flushes nothing; so it writes into memory and we put the bytes on disk.
    memory = w.files.RamStorage()
    w.index.TOC(schema(), found, generation).write(memory, INDEX)
    (file_name,) = memory.list()
    fsio.write_atomic(directory / file_name, memory.files[file_name])
    for path in older:
        path.unlink(missing_ok=True)
