"""The licence text that many files begin with: it says nothing about the file."""
from __future__ import annotations

import re
from collections.abc import Sequence

LICENCE = re.compile(
    r"copyright|\(c\)\s*\d{4}|licen[sc]ed?\b|spdx-|all rights reserved|redistribution and use|warrant(?:y|ies)\b", re.I
)
_BLOCKS = (("/*", "*/"), ("<!--", "-->"), ("(*", "*)"), ("{-", "-}"))
_LINES = ("//", "# ", "--", ";", "%")
_MOST = 100


def licence_rows(lines: Sequence[str]) -> int:
    """How many of the lines come before the first one that is not of the leading comment, if that is a licence; else 0.
    What comes before the comment, like a shebang, stays: then it is 0, too."""
    first = lines[0].strip() if lines else ""
    end = 0
    for opening, closing in _BLOCKS:
        if first.startswith(opening):
            end = next((row for row, line in enumerate(lines[:_MOST], 1) if closing in line), 0)
            if end and lines[end - 1].split(closing, 1)[1].strip():
                return 0  # code follows in the same line
    for mark in _LINES:
        if not end and (first + " ").startswith(mark):
            end = next((row for row, line in enumerate(lines[:_MOST]) if not (line.strip() + " ").startswith((mark, mark.strip() + " "))), 0)
    if not end or not LICENCE.search("\n".join(lines[:end])):
        return 0
    while end < len(lines) and not lines[end].strip():
        end += 1
    return end
