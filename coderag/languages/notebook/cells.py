"""Where the cells of a Jupyter notebook stand in its JSON text. Formats 3 and 4; reads every byte once."""
from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from json import JSONDecoder
from json.decoder import scanstring
from typing import Any, NamedTuple

_DECODER = JSONDecoder(strict=False)
_BLANK = " \t\n\r"


class Cell(NamedTuple):
    kind: str  # "code" "markdown" "raw" "heading"
    source: str
    rows: tuple[int, ...]  # row of the JSON text for each line of the source


class Notebook(NamedTuple):
    cells: tuple[Cell, ...]
    language: str  # of the kernel, in lower case; "" if the file does not say


def read(text: str) -> Notebook | None:
    """None if the text is no notebook."""
    try:
        return _Reader(text).notebook()
    except (ValueError, IndexError, RecursionError):  # not JSON, or cut off, or nested beyond reason
        return None


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
        self._cells: list[Cell] = []

    def notebook(self) -> Notebook | None:
        metadata: Any = {}
        found = False
        for key, at in self._members(self._skip(0)):
            if key == "cells":
                found = True
                self._end = self._read_cells(at)
            elif key == "worksheets" and self._text[at] == "[":
                found = True
                self._end = at
                for sheet in self._items(at):
                    for name, value in self._members(sheet):
                        self._end = self._read_cells(value) if name == "cells" else self._value(value)[1]
            elif key == "metadata":
                metadata, self._end = self._value(at)
            else:
                self._end = self._value(at)[1]
        if not found:
            return None
        return Notebook(tuple(self._cells), _language(metadata))

    # The iterators below say where a value begins; whoever takes it leaves where it ends in self._end.

    def _skip(self, at: int) -> int:
        text = self._text
        while text[at] in _BLANK:
            at += 1
        return at

    def _value(self, at: int) -> tuple[Any, int]:
        return _DECODER.raw_decode(self._text, at)

    def _members(self, at: int):  # type: ignore[no-untyped-def]
        text = self._text
        if text[at] != "{":
            raise ValueError
        at = self._skip(at + 1)
        while text[at] != "}":
            if text[at] != '"':
                raise ValueError
            key, at = scanstring(text, at + 1, False)
            at = self._skip(at)
            if text[at] != ":":
                raise ValueError
            yield key, self._skip(at + 1)
            at = self._skip(self._end)
            if text[at] == ",":
                at = self._skip(at + 1)
        self._end = at + 1

    def _items(self, at: int):  # type: ignore[no-untyped-def]
        text = self._text
        at = self._skip(at + 1)
        while text[at] != "]":
            yield at
            at = self._skip(self._end)
            if text[at] == ",":
                at = self._skip(at + 1)
        self._end = at + 1

    def _read_cells(self, at: int) -> int:
        if self._text[at] != "[":
            raise ValueError
        for item in self._items(at):
            kind, source, rows = "", "", ()
            for key, value in self._members(item):
                if key in ("source", "input"):
                    source, rows = self._read_source(value)
                elif key == "cell_type":
                    found, self._end = self._value(value)
                    kind = str(found)
                else:
                    self._end = self._value(value)[1]
            self._cells.append(Cell(kind, source, tuple(rows)))
        return self._end

    def _read_source(self, at: int) -> tuple[str, list[int]]:
        """A string, or a list of strings that are joined; each line stands where the string that begins it does."""
        text = self._text
        if text[at] == '"':
            places = [at]
            pieces, self._end = [scanstring(text, at + 1, False)[0]], scanstring(text, at + 1, False)[1]
        elif text[at] == "[":
            places, pieces = [], []
            for item in self._items(at):
                piece, self._end = self._value(item)
                places.append(item)
                pieces.append(str(piece))
        else:
            self._end = self._value(at)[1]
            return "", []
        rows: list[int] = []
        begun = False  # whether the last line goes on
        for place, piece in zip(places, pieces, strict=True):
            row = bisect_right(self._starts, place) - 1
            lines = piece.split("\n")
            rows.extend([row] * (len(lines) - begun - (lines[-1] == "")))
            begun = lines[-1] != "" or begun and len(lines) == 1
        return "".join(pieces), rows


def _language(metadata: Any) -> str:
    if not isinstance(metadata, dict):
        return ""
    for outer, inner in (("kernelspec", "language"), ("language_info", "name")):
        value = metadata.get(outer)
        if isinstance(value, dict) and isinstance(value.get(inner), str):
            return value[inner].lower()
    return ""
