"""Writes to the terminal: text, JSON, and colour where a person looks."""
from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable

from coderag.server.escape import encodable, map_strings

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def colours() -> bool:
    """Colour only on a terminal that can show it (https://no-color.org)."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def paint(text: str, style: str, enabled: bool) -> str:
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if enabled and text else text


class ReaderLeft(Exception):
    """Whoever reads our output has gone. Not a BrokenPipeError, which typer would turn into exit code 1."""


def out(lines: Iterable[str]) -> None:
    """Prints lines that are already safe (see :mod:`coderag.server.escape`) in any locale."""
    text = "".join(line + "\n" for line in lines)
    encoding = sys.stdout.encoding or "utf-8"
    _write(text.encode(encoding, "backslashreplace").decode(encoding))


def out_json(value: object) -> None:
    """Prints one JSON object: exact text, valid UTF-8 whatever the locale."""
    text = json.dumps(map_strings(value, encodable), ensure_ascii=not _utf8(), indent=2)
    _write(text + "\n")


def _write(text: str) -> None:
    try:
        sys.stdout.write(text)
    except BrokenPipeError as exc:
        raise ReaderLeft from exc


def warn(line: str) -> None:
    sys.stderr.write(f"coderag: {line}\n")


def _utf8() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def size(count: float) -> str:
    """Bytes for a person."""
    for unit in ("B", "KB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.1f} GB"
