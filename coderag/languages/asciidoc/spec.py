"""AsciiDoc: ``= Title``, ``== Section``; delimited blocks hide what looks like a heading."""
from __future__ import annotations

import re
from collections.abc import Sequence

from coderag.languages.spec import Heading, LanguageSpec, Outline

_HEADING = re.compile(r"^(={1,6}|#{1,6})[ \t]+(\S.*?)(?:[ \t]+\1)?[ \t]*$")
_DELIMITER = re.compile(r"^(?:-{4,}|\.{4,}|={4,}|\*{4,}|\+{4,}|_{4,}|/{4,}|\|={3,}|```.*|--)$")
_LONG = 1_000  # a longer line is no heading
_ATTACHED = re.compile(r"^\[.+\]$")


def outline(lines: Sequence[str]) -> Outline:
    headings: list[Heading] = []
    fixed: list[tuple[int, int]] = []
    delimiter, opened = "", 0
    for row, raw in enumerate(lines):
        line = raw.rstrip()
        if delimiter:
            if line == delimiter:
                fixed.append((opened, row))
                delimiter = ""
            continue
        if _DELIMITER.match(line):
            delimiter, opened = ("```" if line.startswith("```") else line), row
            continue
        match = _HEADING.match(line) if len(line) < _LONG else None
        if match:
            first = row
            while first > 0 and _ATTACHED.match(lines[first - 1]):
                first -= 1
            headings.append(Heading(len(match[1]), " ".join(match[2].split()), first, row))
    return Outline(tuple(headings), "", tuple(fixed))


SPEC = LanguageSpec(id="asciidoc", role="docs", extensions=(".adoc", ".asciidoc"), outline=outline)
