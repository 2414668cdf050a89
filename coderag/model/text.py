"""Bytes of a blob to text and lines; the only place that decides what "line 12" means.

Every range that coderag stores or shows is 1-based, inclusive, and counts the lines this module gives, so that a
chunk's text can be read back from git by blob and range at any time. Pure functions: same bytes, same lines.
"""
from __future__ import annotations

import codecs
from collections.abc import Sequence

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def decode(data: bytes) -> tuple[str, str]:
    """Text without byte-order mark, and the encoding it was read with. Never raises.

    A BOM decides; then UTF-16 without a BOM is recognised by its NUL pattern; then UTF-8; else Latin-1, which
    maps every byte to one character.
    """
    for bom, name in _BOMS:
        if data.startswith(bom):
            return data[len(bom) :].decode(name, "replace"), name
    head = data[:1024]
    if len(head) >= 8 and 0 in head:
        even, odd = head[0::2].count(0), head[1::2].count(0)
        half = len(head) // 2
        if odd > 0.4 * half and even < 0.05 * half:
            return data.decode("utf-16-le", "replace"), "utf-16-le"
        if even > 0.4 * half and odd < 0.05 * half:
            return data.decode("utf-16-be", "replace"), "utf-16-be"
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "latin-1"


def split_lines(text: str) -> list[str]:
    r"""Lines as git and editors count them: ended by ``\n``, a ``\r`` before it dropped; no empty last line."""
    lines = text.split("\n")
    if lines and lines[-1] == "":
        lines.pop()
    if "\r" in text:
        lines = [line[:-1] if line.endswith("\r") else line for line in lines]
    return lines


def lines_of(data: bytes) -> list[str]:
    """Decoded lines of a blob, see :func:`decode` and :func:`split_lines`."""
    return split_lines(decode(data)[0])


def embedded_text(path: str, context: str, lines: Sequence[str]) -> str:
    """The text a chunk's vector is made of: path, enclosing header, code. Blank lines at its end do not count, so
    that an edit which only moves the next definition changes no vector."""
    last = len(lines)
    while last and not lines[last - 1].strip():
        last -= 1
    return "\n".join([path, context, *lines[:last]] if context else [path, *lines[:last]])
