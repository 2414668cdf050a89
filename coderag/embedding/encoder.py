"""Texts and a transformer's session: tokens in, one array a text out. What sentence and cross-encoders share.

Invariant: on the processor a text runs alone, so its result depends on nothing but itself. Elsewhere texts of similar
length share a batch, for speed: results are the same but for the last bits.
"""
from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from coderag.embedding.folder import ModelFolder
from coderag.embedding.runtime import CPU, open_session, providers, short
from coderag.errors import StateError

_BATCH_TOKENS = 16_384
"""Tokens, padding included, in one batch; bounds memory."""
_STEP = 64
_HINT = "coderag model use ANOTHER, or coderag model reset"
_KNOWN_INPUTS = {"input_ids", "attention_mask", "token_type_ids"}


class Encoder:
    """Loads lazily. Safe from several threads."""

    def __init__(self, model: ModelFolder) -> None:
        self.model = model
        self._lock = threading.Lock()
        self._session = self._tokenizer = None
        self._inputs: set[str] = set()

    @property
    def provider(self) -> str:
        """Where it runs, or would run if it were loaded: "CPU", "CUDA"."""
        return short(self._session.get_providers()[0] if self._session else providers()[0])

    def _load(self) -> None:
        with self._lock:
            if self._session is not None:
                return
            threads = max(1, (os.cpu_count() or 2) // 2)
            session = open_session(self.model.graph, _HINT, threads=threads, on=providers())
            self._inputs = {i.name for i in session.get_inputs()}
            if odd := sorted(self._inputs - _KNOWN_INPUTS):
                raise StateError(f"embedding model cannot be run: it wants {', '.join(odd)}", _HINT)
            try:
                from tokenizers import Tokenizer

                self._tokenizer = Tokenizer.from_file(str(self.model.tokenizer))
            except Exception as e:  # tokenizers raises bare Exceptions
                raise StateError(f"tokenizer.json cannot be read: {str(e).splitlines()[0][:120]}", _HINT)
            self._tokenizer.no_padding()
            self._tokenizer.enable_truncation(self.model.max_tokens)
            self._session = session

    def run(
        self, texts: Sequence[str | tuple[str, str]], reduce: Callable[[dict[str, np.ndarray], np.ndarray], np.ndarray]
    ) -> np.ndarray:
        """float32 ``[len(texts), …]``. ``reduce(outputs by name, attention mask)`` makes a batch's rows."""
        self._load()
        encoded = [self._tokenizer.encode(*t) if isinstance(t, tuple) else self._tokenizer.encode(t) for t in texts]
        rows: list[np.ndarray | None] = [None] * len(texts)
        names = [o.name for o in self._session.get_outputs()]
        for part, width in self._batches([len(e.ids) for e in encoded]):
            feed = {name: np.zeros((len(part), width), np.int64) for name in _KNOWN_INPUTS}
            for j, i in enumerate(part):
                n = len(encoded[i].ids)
                feed["input_ids"][j, :n] = encoded[i].ids
                feed["attention_mask"][j, :n] = 1
                feed["token_type_ids"][j, :n] = encoded[i].type_ids
            try:
                found = self._session.run(None, {name: feed[name] for name in self._inputs})
            except Exception as e:  # onnxruntime raises bare Exceptions
                raise StateError(f"embedding model failed: {str(e).splitlines()[0][:160]}", _HINT)
            for i, row in zip(part, reduce(dict(zip(names, found, strict=True)), feed["attention_mask"]), strict=True):
                rows[i] = row
        return np.stack(rows).astype(np.float32) if rows else np.zeros((0, self.model.dim), np.float32)

    def _batches(self, lengths: list[int]) -> Iterator[tuple[list[int], int]]:
        """(numbers of the texts, width in tokens)."""
        if short(CPU) == self.provider:
            yield from (([i], max(1, n)) for i, n in enumerate(lengths))
            return
        by_width: dict[int, list[int]] = {}
        for i, n in enumerate(lengths):
            by_width.setdefault(min(-(-max(1, n) // _STEP) * _STEP, self.model.max_tokens), []).append(i)
        for width, members in sorted(by_width.items()):
            size = max(1, _BATCH_TOKENS // width)
            yield from ((members[at : at + size], width) for at in range(0, len(members), size))
