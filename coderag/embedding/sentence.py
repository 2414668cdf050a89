"""A transformer that makes one vector of a text: any ONNX sentence encoder, read from its folder."""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from coderag.embedding.encoder import Encoder
from coderag.embedding.folder import ModelFolder
from coderag.errors import StateError


class SentenceEmbedder:
    """Same use as :class:`coderag.embedding.model.Embedder`. ``slow``: vectors are made after the words are searchable."""

    slow = True
    problem = ""

    def __init__(self, model: ModelFolder, fingerprint: bytes) -> None:
        self.model, self.fingerprint = model, fingerprint
        self.folder, self.name, self.dim = model.folder, model.name, model.dim
        self._encoder = Encoder(model)

    @property
    def provider(self) -> str:
        return self._encoder.provider

    def embed_chunks(self, texts: Sequence[str]) -> np.ndarray:
        """float32 ``[len(texts), dim]``, unit length."""
        return self._embed([self.model.passage_prefix + t for t in texts])

    def embed_query(self, text: str, idf: Mapping[str, float] | None = None) -> np.ndarray:
        """float32 ``[dim]``; a transformer weighs words itself and has no use for ``idf``."""
        return self._embed([self.model.query_prefix + text])[0]

    def _embed(self, texts: list[str]) -> np.ndarray:
        out = self._encoder.run(texts, self._pool)
        if out.shape[1:] != (self.dim,):
            raise StateError(
                f"model {self.name} gives {out.shape[1:]} numbers a text, its folder says {self.dim}",
                'add coderag.json with {"dimension": N} to the folder',
            )
        length = np.linalg.norm(out, axis=1, keepdims=True)
        if not np.isfinite(length).all():
            raise StateError(f"model {self.name} gives numbers that are not finite", "coderag model reset")
        return out / np.where(length > 0, length, 1)

    def _pool(self, outputs: dict[str, np.ndarray], mask: np.ndarray) -> np.ndarray:
        ready = outputs.get("sentence_embedding")
        if ready is not None:
            return ready
        tokens = next((outputs[n] for n in ("token_embeddings", "last_hidden_state") if n in outputs), None)
        tokens = next(iter(outputs.values())) if tokens is None else tokens
        if tokens.ndim == 2:
            return tokens
        if self.model.pooling == "cls":
            return tokens[:, 0]
        weight = mask[:, :, None].astype(np.float32)
        return (tokens * weight).sum(1) / np.maximum(weight.sum(1), 1)
