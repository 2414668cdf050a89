"""Finding the end of a bracketed group in a piece of source. Pure text, for the hooks of languages."""
from __future__ import annotations


def after_closing(text: str, at: int = 0, *, pair: str = "()", quotes: str = "\"'") -> int:
    """Position after the bracket that closes the first one from ``at`` on; -1 if it does not close.

    Brackets between ``quotes`` do not count, nor does a quote behind a backslash.
    """
    opening, closing = pair
    depth = 0
    quote = ""
    while at < len(text):
        char = text[at]
        if quote:
            if char == "\\":
                at += 1
            elif char == quote:
                quote = ""
        elif char in quotes:
            quote = char
        elif char == opening:
            depth += 1
        elif char == closing:
            depth -= 1
            if not depth:
                return at + 1
        at += 1
    return -1
