"""Writes to the terminal: text, JSON, and colour where a person looks."""
from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable

from coderag.server.escape import encodable, map_strings

_PLAIN = frozenset("and are for from how not the this that what where when which who why with".split())
"""Words of a question that are not worth marking."""
_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def colours() -> bool:
    """Colour only on a terminal that can show it (https://no-color.org)."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def paint(text: str, style: str, enabled: bool) -> str:
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if enabled and text else text


def highlighter(query: str, enabled: bool) -> Callable[[str], str]:
    """A function that makes the words of a query bold in a line of code."""
    words = sorted({w for w in re.findall(r"[^\W_]{3,}", query)} - _PLAIN, key=lambda w: (-len(w), w))
    if not enabled or not words:
        return lambda line: line
    pattern = re.compile("|".join(map(re.escape, words)), re.IGNORECASE)
    return lambda line: pattern.sub(lambda found: paint(found[0], "bold", True), line)


class ReaderLeft(Exception):
    """Whoever reads our output has gone. Not a BrokenPipeError, which typer would turn into exit code 1."""


def out(lines: Iterable[str]) -> None:
    """Prints lines that are already safe (see :mod:`coderag.server.escape`) in any locale."""
    text = "".join(line + "\n" for line in lines)
    encoding = sys.stdout.encoding or "utf-8"
    _write(text.encode(encoding, "backslashreplace").decode(encoding))


def page(lines: Iterable[str]) -> None:
    """Like :func:`out`, through the pager if a terminal would scroll. ``PAGER=cat`` switches it off."""
    lines = list(lines)
    height = shutil.get_terminal_size().lines
    pager = os.environ.get("PAGER", "less")
    if not sys.stdout.isatty() or sum(1 + line.count("\n") for line in lines) < height or pager in ("", "cat"):
        return out(lines)
    environment = {"LESS": "FRX", **os.environ}  # as git does: quit if it fits, keep colours, leave the text on screen
    try:
        process = subprocess.Popen(pager, shell=True, stdin=subprocess.PIPE, env=environment)
    except OSError:
        return out(lines)
    try:
        process.communicate("".join(line + "\n" for line in lines).encode("utf-8", "backslashreplace"))
    except KeyboardInterrupt:  # belongs to the pager
        process.wait()
    if process.returncode == 127:  # the shell has no such pager
        out(lines)


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
