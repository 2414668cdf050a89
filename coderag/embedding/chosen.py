"""The models that a repository's options name, opened at first need and kept while options and files stay."""
from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NoReturn

from coderag.embedding.registry import Model, open_or_unavailable, stamp_of
from coderag.embedding.rerank import CrossEncoder, VectorJudge, open_reranker
from coderag.errors import StateError

_LOOK_AGAIN = 2.0
"""Seconds between two looks at whether a model's files changed."""


class Chosen:
    """Safe from several threads."""

    def __init__(self, seen: Path) -> None:
        """``seen``: the file that keeps fingerprints of folders."""
        self._seen = seen
        self._lock = threading.Lock()
        self._embedder: tuple[str, object, Model] | None = None  # folder, stamp of its files, model
        self._look_at = 0.0
        self._reranker: tuple[str, CrossEncoder | VectorJudge] | None = None

    def embedder(self, folder: str) -> Model:
        """The embedding model ("" = the bundled one); one that cannot be opened says so when it is used."""
        with self._lock:
            if self._embedder is None or self._embedder[0] != folder or time.monotonic() > self._look_at:
                stamp = stamp_of(folder)
                if self._embedder is None or self._embedder[:2] != (folder, stamp):
                    self._embedder = folder, stamp, open_or_unavailable(folder, self._seen)
                self._look_at = time.monotonic() + _LOOK_AGAIN
            return self._embedder[2]

    def judge(self, folder: str) -> Callable[[str, Sequence[str]], Sequence[float]] | None:
        """The second stage, None if none is chosen; one that cannot be opened says so when it is used."""
        if not folder:
            return None
        with self._lock:
            if self._reranker is None or self._reranker[0] != folder:
                try:
                    self._reranker = folder, open_reranker(folder, self._seen)
                except StateError as e:
                    return refusing(e)
            return self._reranker[1].scores

    def facts(self, folder: str, rerank_folder: str) -> dict[str, dict | None]:
        """Name, folder, dimension, where it runs and what is wrong with the chosen models; loads neither."""
        model = self.embedder(folder)
        rerank = None
        if rerank_folder:
            try:
                judge = open_reranker(rerank_folder, self._seen)
                rerank = {"name": judge.name, "folder": rerank_folder, "provider": judge.provider, "problem": ""}
            except StateError as e:
                rerank = {"name": Path(rerank_folder).name, "folder": rerank_folder, "provider": "none", "problem": e.message}
        embedding = {
            "name": model.name, "folder": folder, "dim": model.dim, "provider": model.provider, "problem": model.problem,
        }  # fmt: skip
        return {"embedding": embedding, "rerank": rerank}


def refusing(error: StateError) -> Callable[..., NoReturn]:
    """A function that raises ``error``, in place of one that cannot be had."""
    return partial(_raise, error)


def _raise(error: StateError, *_: object) -> NoReturn:
    raise error
