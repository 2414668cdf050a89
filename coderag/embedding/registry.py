"""Which model a setting means, and what models lie on this machine. Nothing is ever downloaded."""
from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import numpy as np

from coderag.embedding.folder import CROSS, SENTENCE, STATIC, ModelFolder, read_folder
from coderag.embedding.model import BUNDLED, Embedder
from coderag.embedding.sentence import SentenceEmbedder
from coderag.embedding.unavailable import Unavailable
from coderag.errors import StateError, UsageError
from coderag.fsio import write_atomic

_HUB_ID = re.compile(r"[\w.-]+/[\w.-]+")


class Model(Protocol):
    """What embeds. ``slow``: vectors are made after the words of a commit are searchable. ``problem``: why it cannot."""

    folder: Path
    name: str
    dim: int
    fingerprint: bytes
    slow: bool
    problem: str

    @property
    def provider(self) -> str: ...

    def embed_chunks(self, texts): ...

    def embed_query(self, text, idf=None): ...


def open_model(folder: str, seen: Path | None = None) -> Model:
    """The model in ``folder`` ("" = the bundled one). StateError if it cannot be used.

    ``seen`` is a file that keeps the fingerprints of folders, since hashing a large model takes seconds.
    """
    if not folder:
        return Embedder()
    path = Path(folder)
    if not path.is_absolute():
        raise StateError(f"coderag.model: {folder!r} is not an absolute path", f"coderag model use {folder}")
    model = read_folder(path)
    if model.kind == CROSS:
        raise StateError(f"{path} is a cross-encoder: it compares, it makes no vectors", "coderag model use FOLDER --rerank")
    if model.kind == STATIC:
        return Embedder(path)
    return SentenceEmbedder(model, _fingerprint(model, seen))


def open_or_unavailable(folder: str, seen: Path) -> Model:
    """The same, but a model that cannot be opened becomes one that says so."""
    try:
        return open_model(folder, seen)
    except (StateError, OSError) as e:
        error = e if isinstance(e, StateError) else StateError(f"{folder} cannot be read ({e.strerror})")
        row = _read(seen).get(folder) or {}
        with suppress(TypeError, ValueError, KeyError):
            return Unavailable(Path(folder), bytes.fromhex(row["fingerprint"]), int(row["dim"]), error)
        return Unavailable(Path(folder), hashlib.blake2b(folder.encode(), digest_size=8).digest(), 1, error)


def stamp_of(folder: str) -> object:
    """Compares equal as long as the model in ``folder`` need not be opened anew."""
    if not folder:
        return None
    try:
        return read_folder(Path(folder)).stamp()
    except (StateError, OSError) as e:
        return str(e)


def _fingerprint(model: ModelFolder, seen: Path | None) -> bytes:
    rows = _read(seen) if seen else {}
    stamp, key = model.stamp(), str(model.folder)
    row = rows.get(key)
    if isinstance(row, dict) and row.get("stamp") == stamp and re.fullmatch("[0-9a-f]{16}", str(row.get("fingerprint"))):
        return bytes.fromhex(row["fingerprint"])
    fingerprint = model.fingerprint()
    if seen:
        rows[key] = {"stamp": stamp, "fingerprint": fingerprint.hex(), "dim": model.dim}
        with suppress(OSError):
            write_atomic(seen, json.dumps(rows).encode(), durable=False)
    return fingerprint


def _read(seen: Path) -> dict:
    try:
        rows = json.loads(seen.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return rows if isinstance(rows, dict) else {}


# on this machine


def locate(name: str, hub: Path, here: Path) -> Path:
    """Absolute folder of what a person typed: a folder (relative to ``here``), or an id of a hub whose cache is
    ``hub``. UsageError says how to get what is not there."""
    folder = (here / Path(name).expanduser()).absolute()
    if folder.is_dir():
        return folder
    if not _HUB_ID.fullmatch(name):
        raise UsageError(f"no folder {name}", "give a folder with model.onnx and tokenizer.json, or an id like BAAI/bge-small-en-v1.5")
    cached = hub / f"models--{name.replace('/', '--')}"
    for snapshot in _snapshots(cached):
        if any((snapshot / g).is_file() for g in ("model.onnx", "onnx/model.onnx")):
            return snapshot
    lacks = "has no model.onnx in" if cached.is_dir() else "is not in"
    raise UsageError(
        f"{name} {lacks} the hub cache {hub}, and coderag downloads nothing",
        f"hf download {name} --include '*.json' '1_Pooling/*' 'onnx/model.onnx*' 'model.onnx*'",
    )


def in_cache(hub: Path) -> Iterator[ModelFolder]:
    """Models of a hub cache that could be used."""
    for cached in sorted(hub.glob("models--*")):
        for snapshot in _snapshots(cached)[:1]:
            with suppress(StateError, OSError):
                yield read_folder(snapshot)


def _snapshots(cached: Path) -> list[Path]:
    """Snapshot folders of one cached model, that of its main branch first."""
    found = sorted(p for p in (cached / "snapshots").glob("*") if p.is_dir())
    with suppress(OSError):
        main = (cached / "refs/main").read_text("ascii").strip()
        found.sort(key=lambda p: p.name != main)
    return found


def probe(model: Model) -> None:
    """StateError unless the model loads and gives different, finite vectors of its dimension for different texts."""
    texts = ["src/retry.py\ndef retry(action): ...", "docs/cart.md\nThe total of a cart."]
    vectors = np.vstack([model.embed_chunks(texts), model.embed_query("where is it retried")])
    if vectors.shape != (3, model.dim) or not np.isfinite(vectors).all():
        raise StateError(f"model {model.name} gives no usable vectors", "choose another model")
    if np.allclose(vectors[0], vectors[1], atol=1e-4):
        raise StateError(f"model {model.name} gives the same vector for different texts", "choose another model")


__all__ = ["BUNDLED", "CROSS", "SENTENCE", "Model", "in_cache", "locate", "open_model", "open_or_unavailable", "probe", "stamp_of"]
