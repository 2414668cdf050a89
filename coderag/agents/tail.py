"""A block of lines at the end of a text, and taking it out again.

Invariant: taking out what :func:`append` put in gives the text back, or None if there was none.
"""
from __future__ import annotations


def append(text: str | None, block: str) -> str:
    """``text`` (None: no file), an empty line, ``block``. The block has no line feed at its end.

    A text without a line feed at its end has none afterwards either: by that :func:`cut` knows.
    """
    if text is None:
        return block + "\n"
    if not text:
        return block
    eol = eol_of(text)
    block = block.replace("\n", eol)
    return text + eol + block + eol if text.endswith("\n") else text + eol + eol + block


def cut(text: str, start: int, end: int) -> str | None:
    """Without the block at ``text[start:end]`` (its line feed not counted) and the empty line before it."""
    before, after = text[:start], text[end:]
    if not before and after in ("\n", "\r\n"):
        return None
    eol = eol_of(text)
    if not after:
        return before.removesuffix(eol).removesuffix(eol)
    after = after.removeprefix("\r").removeprefix("\n")
    if before.endswith("\n" + eol):
        before = before.removesuffix(eol)
    return before + after


def eol_of(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"
