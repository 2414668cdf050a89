r"""Makes text from a repository safe to show and to send; the only place that decides how odd characters look.

Source files and file names may hold anything: terminal escape codes, NUL, bidirectional overrides that make code read
differently from what it is, invisible tag characters, and (in paths, through surrogateescape) bytes that are no UTF-8.
All of them become visible ASCII escapes, so that an answer is always valid UTF-8 and colours nobody's terminal. Tab and
line feed stay. A path shown with ``\xNN`` is accepted back as an argument by :func:`unescape_path`.
"""
from __future__ import annotations

import re

_SURROGATES = re.compile("[\ud800-\udfff]")
_UNSAFE = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 and C1 controls but tab and line feed
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # bidirectional controls
    "\u2028\u2029"  # line separators: they would add lines that git does not count
    "\ufeff\U000e0000-\U000e007f"  # invisible: byte-order mark, tag characters
    "\ud800-\udfff"
    "]"
)
_ESCAPED_BYTE = re.compile(r"\\x([89a-f][0-9a-f])")


def _visible(match: re.Match[str]) -> str:
    code = ord(match.group())
    if 0xDC80 <= code <= 0xDCFF:  # surrogateescape: a raw byte of a path
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def visible(text: str) -> str:
    """``text`` with every character that does not belong on a screen written as an escape."""
    return _UNSAFE.sub(_visible, text)


def encodable(text: str) -> str:
    """``text`` with only lone surrogates escaped: exact, and valid UTF-8. For JSON that a program reads."""
    return _SURROGATES.sub(_visible, text)


def map_strings(value: object, change) -> object:
    """A copy of a JSON value with ``change`` applied to every string in it, keys included."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {change(str(key)): map_strings(item, change) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [map_strings(item, change) for item in value]
    return value


def one_line(text: str, limit: int = 600) -> str:
    """``text`` as a single visible line of at most ``limit`` characters."""
    line = visible(" ".join(text.split()))
    return line if len(line) <= limit else line[: limit - 1] + "…"


def unescape_path(path: str) -> str:
    r"""A path as we show it (``caf\xe9.py``) back to the path as git has it. Plain paths are returned as they are."""
    return _ESCAPED_BYTE.sub(lambda m: chr(0xDC00 + int(m.group(1), 16)), path)
