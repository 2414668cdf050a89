"""In place of a model that cannot be opened: words and names go on answering, and every answer says why."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from coderag.errors import StateError


class Unavailable:
    """Keeps the fingerprint the folder had when last seen, so that nothing is rebuilt when it comes back."""

    slow = True
    provider = "none"

    def __init__(self, folder: Path, fingerprint: bytes, dim: int, error: StateError) -> None:
        self.folder, self.name, self.fingerprint, self.dim = folder, folder.name, fingerprint, dim
        self.problem = error.message
        self._hint = error.hint

    def embed_chunks(self, texts: Sequence[str]) -> NoReturn:
        raise StateError(f"model {self.name}: {self.problem}", self._hint)

    def embed_query(self, text: str, idf: Mapping[str, float] | None = None) -> NoReturn:
        self.embed_chunks([text])
        raise AssertionError
