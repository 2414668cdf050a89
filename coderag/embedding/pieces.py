"""Text to token ids of the bundled model, about ten times faster than its tokenizer and with the same ids.

The model's pieces are runs of letters cut at case boundaries and runs of digits, independent of one another; so a
dictionary piece -> ids, filled from ``tokenizer.json`` at first sight, is an exact short cut.
"""
from __future__ import annotations

import re
from pathlib import Path

_PIECE = re.compile(r"[A-Z]{2,}s(?![A-Za-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_LONGEST_PIECE = 64
_CACHE_LIMIT = 500_000


class PieceEncoder:
    """Sole user of ``tokenizers``."""

    def __init__(self, tokenizer_file: Path) -> None:
        from tokenizers import Tokenizer

        self._tokenizer = Tokenizer.from_file(str(tokenizer_file))
        self._ids: dict[str, tuple[int, ...]] = {}

    def pieces(self, text: str) -> list[str]:
        return _PIECE.findall(text)

    def ids_of(self, piece: str) -> tuple[int, ...]:
        ids = self._ids.get(piece)
        if ids is None:
            ids = tuple(self._tokenizer.encode(piece.lower()[:_LONGEST_PIECE], add_special_tokens=False).ids)
            if len(self._ids) > _CACHE_LIMIT:
                self._ids.clear()
            self._ids[piece] = ids
        return ids

    def encode(self, text: str, limit: int) -> list[int]:
        """At most ``limit`` token ids in text order."""
        out: list[int] = []
        get = self._ids.get
        for piece in _PIECE.findall(text):
            out += get(piece) or self.ids_of(piece)
            if len(out) >= limit:
                return out[:limit]
        return out
