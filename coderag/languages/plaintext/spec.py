"""Plain text documents."""
from __future__ import annotations

import re
from collections.abc import Sequence

from coderag.languages.spec import Heading, LanguageSpec, Outline

_UNDERLINE = re.compile(r"^([=\-~*#^])\1{2,}\s*$")
_LONG = 100


def outline(lines: Sequence[str]) -> Outline:
    """Underlined titles where a text has them; the first line of words is the title."""
    headings: list[Heading] = []
    levels: dict[str, int] = {}
    for row in range(len(lines) - 1):
        title, under = lines[row].rstrip(), _UNDERLINE.match(lines[row + 1])
        if not under or not title or title[0] in " \t" or len(title) > _LONG or not any(c.isalnum() for c in title):
            continue
        if row and lines[row - 1].strip() and not _UNDERLINE.match(lines[row - 1]):
            continue
        headings.append(Heading(levels.setdefault(under[1], len(levels) + 1), " ".join(title.split()), row, row))
    first = next((line.strip() for line in lines[:20] if any(c.isalnum() for c in line)), "")
    return Outline(tuple(headings), first[:_LONG])


SPEC = LanguageSpec(
    id="plaintext",
    role="docs",
    extensions=(".txt", ".text"),
    filenames=("README", "LICENSE", "LICENCE", "COPYING", "NOTICE", "AUTHORS", "CONTRIBUTORS", "CHANGELOG", "CHANGES", "NEWS", "TODO", "INSTALL", "HISTORY", "MAINTAINERS", "CODEOWNERS"),
    outline=outline,
)
