"""The second stage: a model that judges a question and a passage together, or compares their vectors."""
from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from coderag.embedding.codes import vector_key
from coderag.embedding.encoder import Encoder
from coderag.embedding.folder import CROSS, ModelFolder, read_folder
from coderag.embedding.registry import Model, open_model
from coderag.errors import StateError

_KEPT = 20_000
"""Passage vectors kept in memory."""


class CrossEncoder:
    """A sequence classifier with one label (relevance), or two (no, yes)."""

    def __init__(self, model: ModelFolder) -> None:
        self.name, self._encoder = model.name, Encoder(model)

    @property
    def provider(self) -> str:
        return self._encoder.provider

    def scores(self, query: str, passages: Sequence[str]) -> list[float]:
        """Relevance of each passage, any scale."""
        out = self._encoder.run([(query, p) for p in passages], lambda outputs, _: next(iter(outputs.values())))
        if out.ndim != 2 or out.shape[1] not in (1, 2):
            raise StateError(f"model {self.name} gives {out.shape[1:]} numbers a passage", "choose a reranker with one label")
        found = out[:, 0] if out.shape[1] == 1 else out[:, 1] - out[:, 0]
        if not np.isfinite(found).all():
            raise StateError(f"model {self.name} gives numbers that are not finite", "coderag model reset --rerank")
        return [round(float(x), 4) for x in found]


class VectorJudge:
    """Cosine under an embedding model that the index does not use. Vectors are kept by content, in memory."""

    def __init__(self, model: Model) -> None:
        self.name, self._model = model.name, model
        self._kept: OrderedDict[int, np.ndarray] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def provider(self) -> str:
        return self._model.provider

    def scores(self, query: str, passages: Sequence[str]) -> list[float]:
        """Cosine of each passage."""
        keys = [vector_key(p, self._model.fingerprint) for p in passages]
        with self._lock:
            known = {k: self._kept[k] for k in keys if k in self._kept}
        new = {k: p for k, p in zip(keys, passages, strict=True) if k not in known}
        known |= zip(new, self._model.embed_chunks(list(new.values())), strict=True)
        with self._lock:
            for k in keys:
                self._kept[k] = known[k]
                self._kept.move_to_end(k)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        vector = self._model.embed_query(query)
        return [round(float(known[k] @ vector), 4) for k in keys]


def open_reranker(folder: str, seen: Path | None = None) -> CrossEncoder | VectorJudge:
    """StateError if the folder holds no model that can judge."""
    path = Path(folder)
    if not path.is_absolute():
        raise StateError(f"coderag.rerankModel: {folder!r} is not an absolute path", f"coderag model use {folder} --rerank")
    model = read_folder(path)
    return CrossEncoder(model) if model.kind == CROSS else VectorJudge(open_model(folder, seen))
