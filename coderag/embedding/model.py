"""The static model, as bundled: texts to unit vectors.

Invariant: a vector is a pure function of (text, fingerprint). Floating-point sums depend on the padded length, so a
text is always padded to the same length, a multiple of 64 tokens given by its own token count, whatever its batch.
"""
from __future__ import annotations

import hashlib
import json
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from coderag.embedding.pieces import PieceEncoder
from coderag.embedding.runtime import open_session
from coderag.errors import StateError

BUNDLED = Path(__file__).parent / "bundled"
_BUCKET = 64
_BATCH = 256
_CHUNK, _QUERY = 0, 1


class Embedder:
    """Loads lazily: constructing it reads only the config and hashes the model file."""

    slow = False
    provider = "CPU"
    problem = ""

    def __init__(self, folder: Path = BUNDLED) -> None:
        self.folder = folder
        self.name = "bundled" if folder == BUNDLED else folder.name
        try:
            raw = (folder / "config.json").read_bytes()
            self._config = json.loads(raw)
            self.dim = int(self._config["dim"])
            self._limit = int(self._config["max_tokens"])
            parts = [hashlib.blake2b((folder / n).read_bytes(), digest_size=16).digest() for n in _FILES]
        except (OSError, ValueError, KeyError) as e:
            raise StateError(f"embedding model in {folder} cannot be read: {e}", "reinstall git-coderag")
        self.fingerprint = hashlib.blake2b(b"".join(parts) + b"pad64", digest_size=8).digest()
        self._lock = threading.Lock()
        self._session = None
        self._encoder: PieceEncoder | None = None

    def _load(self):
        with self._lock:
            if self._session is None:
                session = open_session(self.folder / "model.onnx", "reinstall git-coderag")
                try:
                    self._encoder = PieceEncoder(self.folder / "tokenizer.json")
                except Exception as e:  # tokenizers raises bare Exceptions
                    reason = str(e).splitlines()[0][:160]
                    raise StateError(f"embedding model cannot be loaded: {reason}", "reinstall git-coderag")
                self._session = session
        return self._session, self._encoder

    def embed_chunks(self, texts: Sequence[str]) -> np.ndarray:
        """float32 ``[len(texts), dim]``, unit length (a zero row for a text without any word)."""
        _, encoder = self._load()
        bags = [Counter(encoder.encode(t, self._limit)) for t in texts]
        return self._run([(list(b), list(b.values()), None) for b in bags], _CHUNK)

    def embed_query(self, text: str, idf: Mapping[str, float] | None = None) -> np.ndarray:
        """float32 ``[dim]``. ``idf`` gives the weight of a lower-case word in the repository; unknown words weigh 0,
        which the model reads as "not known"."""
        _, encoder = self._load()
        counts: Counter[int] = Counter()
        weight: dict[int, float] = {}
        for piece in encoder.pieces(text):
            for token in encoder.ids_of(piece):
                counts[token] += 1
                weight[token] = max(weight.get(token, 0.0), (idf or {}).get(piece.lower(), 0.0))
        ids = list(counts)[: self._limit]
        return self._run([(ids, [counts[i] for i in ids], [weight[i] for i in ids])], _QUERY)[0]

    def _run(self, bags: list[tuple[list[int], list[int], list[float] | None]], side: int) -> np.ndarray:
        session, _ = self._load()
        out = np.zeros((len(bags), self.dim), np.float32)
        buckets: dict[int, list[int]] = {}
        for i, (ids, _, _) in enumerate(bags):
            if ids:
                buckets.setdefault(-(-len(ids) // _BUCKET) * _BUCKET, []).append(i)
        for width, rows in sorted(buckets.items()):
            for at in range(0, len(rows), _BATCH):
                part = rows[at : at + _BATCH]
                tokens = np.zeros((len(part), width), np.int64)
                counts = np.zeros((len(part), width), np.int64)
                idf = np.zeros((len(part), width), np.float32)
                for j, i in enumerate(part):
                    ids, n, w = bags[i]
                    tokens[j, : len(ids)] = ids
                    counts[j, : len(ids)] = n
                    if w is not None:
                        idf[j, : len(ids)] = w
                feed = {"input_ids": tokens, "attention_mask": counts, "idf": idf, "side": np.array(side, np.int64)}
                out[part] = session.run(None, feed)[0]
        return np.nan_to_num(out)


_FILES = ("config.json", "model.onnx", "tokenizer.json")
