"""Text of a definition's header: annotations taken out, modifiers read."""
from __future__ import annotations

import re

from coderag.languages.brackets import after_closing

_ANNOTATION = re.compile(r"@(?!interface\b)[\w.]+")
_MODIFIERS = re.compile(r"(?:\s+|@|(?:public|protected|private|static|final|abstract|default|sealed|non-sealed|native|"
                        r"synchronized|strictfp|transient|volatile)\b)*")  # fmt: skip
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)


def without_annotations(header: str) -> str:
    """Header without the annotations among its modifiers; those of parameters and types stay."""
    if "@" not in header:
        return header.strip()
    out: list[str] = []
    at = 0
    while at < len(header):
        char = header[at]
        if char.isspace():
            at += 1
            continue
        comment = _COMMENT.match(header, at)
        if comment:
            at = comment.end()
            continue
        annotation = _ANNOTATION.match(header, at)
        if annotation:
            at = _after_arguments(header, annotation.end())
            continue
        word = re.compile(r"\S+").match(header, at)
        if word is None or not _MODIFIERS.fullmatch(word[0]):
            break
        out.append(word[0])
        at = word.end()
    rest = header[at:].strip()
    return " ".join([*out, rest]).strip() or header.strip()


def _after_arguments(text: str, at: int) -> int:
    """Position after the bracketed arguments that begin at ``at``, or ``at`` if there are none."""
    start = at
    while start < len(text) and text[start] in " \t\r\n":
        start += 1
    if start >= len(text) or text[start] != "(":
        return at
    end = after_closing(text, start)
    return len(text) if end < 0 else end