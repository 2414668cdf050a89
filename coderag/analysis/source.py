"""One blob as text, lines and UTF-8 bytes; the only place where rows (0-based) and sizes are computed."""
from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property
from itertools import accumulate

from coderag.model.text import decode, split_lines

_CLOSERS = re.compile(
    r"[\s\0)\]};,]*(?:end\b[\s)\]};,]*)?\Z"
    r"|\s*(?:[)\]}][\s)\]};,]*(?:end\b[\s)\]};,]*)?|end\b[\s)\]};,]*)(?://|--|#|/\*).*\Z"  # }  // namespace shop
)


class Source:
    """Decoded blob. Row ``r`` is line ``r + 1`` of :mod:`coderag.model.text` and row ``r`` of the syntax tree."""

    def __init__(self, data: bytes) -> None:
        self.text, self.encoding = decode(data)
        self.lines = split_lines(self.text)
        self._raw = data

    @property
    def rows(self) -> int:
        return len(self.lines)

    @cached_property
    def utf8(self) -> bytes:
        """UTF-8 whatever the blob's encoding, and no byte-order mark."""
        if self.encoding == "utf-8" and not self._raw.startswith(b"\xef\xbb\xbf"):
            return self._raw
        return self.text.encode("utf-8", "replace")

    def prepare(self, hook: Callable[[bytes], bytes] | None) -> None:
        """Lets a language change what the parser sees. A hook that moves bytes or lines is ignored."""
        if hook is None:
            return
        prepared = hook(self.utf8)
        if len(prepared) == len(self.utf8) and prepared.count(b"\n") == self.utf8.count(b"\n"):
            self.parsed = prepared

    @cached_property
    def parsed(self) -> bytes:
        """What the parser reads; ``utf8`` unless a language prepares it."""
        return self.utf8

    @cached_property
    def _ends(self) -> list[int]:
        return [0, *accumulate(len(line) + 1 for line in self.lines)]

    def size(self, start: int, end: int) -> int:
        """Characters of rows start..end inclusive, line breaks counted."""
        return self._ends[end + 1] - self._ends[start]

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *accumulate(len(line) + 1 for line in self.utf8.split(b"\n"))]

    def row_at(self, byte: int) -> int:
        """Row of a byte offset of ``utf8``. Cheaper than asking the syntax tree."""
        return bisect_right(self._line_starts, byte) - 1

    def byte_at(self, row: int) -> int:
        """Byte offset at which a row begins; the length of the text for the row after the last."""
        return min(self._line_starts[row], len(self.utf8)) if row < len(self._line_starts) else len(self.utf8)

    @cached_property
    def idle(self) -> list[bool]:
        """Rows that never make a chunk of their own: blank, nothing but closing brackets and a remark on them, a shebang."""
        match = _CLOSERS.match
        rows = [match(line) is not None for line in self.lines]
        if rows and self.lines[0].startswith("#!"):
            rows[0] = True
        return rows

    @cached_property
    def blank(self) -> list[bool]:
        return [not line or line.isspace() for line in self.lines]
