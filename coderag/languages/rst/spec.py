"""reStructuredText. Titles are lines with an under- or overline of punctuation; levels follow their first appearance."""
from __future__ import annotations

import re
from collections.abc import Sequence

from coderag.languages.spec import Heading, LanguageSpec, Outline

_ADORNMENT = re.compile(r"^([!-/:-@\[-`{-~])\1+\s*$")
_ROLE = re.compile(r":[\w:.+-]+:`([^`]*)`")
_TARGET = re.compile(r"\s*<[^<>]*>$")
_ANCHOR = re.compile(r"^\.\. _[^:]+:\s*$")


def plain(text: str) -> str:
    """Title without roles and inline markup."""
    text = _ROLE.sub(lambda m: _TARGET.sub("", m[1]), text)
    return " ".join(re.sub(r"`{1,2}|\*{1,2}|_(?=\s|$)", "", text).split())


def outline(lines: Sequence[str]) -> Outline:
    headings: list[Heading] = []
    levels: dict[tuple[str, bool], int] = {}
    row, count = 0, len(lines)
    while row < count - 1:
        line = lines[row]
        over = _ADORNMENT.match(line)
        if over and row + 2 < count and _is_overlined(lines, row):
            title, style, first = lines[row + 1], (over[1], True), row
            after, title_row = row + 3, row + 1
        elif _is_underlined(lines, row):
            title, style, first = line, (lines[row + 1][0], False), row
            after, title_row = row + 2, row
        else:
            row += 1
            continue
        level = levels.setdefault(style, len(levels) + 1)
        first = _with_anchors(lines, first)
        headings.append(Heading(level, plain(title), first, title_row))
        row = after
    return Outline(tuple(h for h in headings if h.title))


def _is_overlined(lines: Sequence[str], row: int) -> bool:
    over, title, under = lines[row].rstrip(), lines[row + 1].rstrip(), lines[row + 2].rstrip()
    return bool(title.strip()) and under == over and len(over) >= min(4, len(title.strip())) and not _ADORNMENT.match(title)


def _is_underlined(lines: Sequence[str], row: int) -> bool:
    title, under = lines[row].rstrip(), lines[row + 1].rstrip()
    if not title or title[0] in " \t" or _ADORNMENT.match(title) or title.startswith(".. "):
        return False
    if not _ADORNMENT.match(under) or len(under) < min(len(title), 4):
        return False
    # Text above makes it a paragraph that happens to be followed by dashes, unless the line is long enough.
    return row == 0 or not lines[row - 1].strip() or len(under) >= len(title) or lines[row - 1].startswith(".. ")


def _with_anchors(lines: Sequence[str], row: int) -> int:
    """Link targets directly above a title belong to its section."""
    at = row
    while at > 0 and (not lines[at - 1].strip() or _ANCHOR.match(lines[at - 1])):
        at -= 1
        if _ANCHOR.match(lines[at]):
            row = at
    return row


SPEC = LanguageSpec(id="rst", role="docs", extensions=(".rst", ".rest"), outline=outline)
