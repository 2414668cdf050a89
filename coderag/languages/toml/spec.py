"""TOML."""
from __future__ import annotations

import re
from collections.abc import Sequence

from coderag.languages.spec import Heading, LanguageSpec, Outline

_TABLE = re.compile(r"^\s*\[\[?\s*([^\[\]]{1,200}?)\s*\]?\]\s*(?:#.*)?$")
_KEY = re.compile(r"""^([\w.-]+|"[^"]+"|'[^']+')\s*=""")
_NAME = re.compile(r"""^(description|name|title)\s*=\s*["'](.{1,300}?)["']\s*(?:#.*)?$""")


def outline(lines: Sequence[str]) -> Outline:
    """Tables, and the keys above the first one. A line inside a multi-line string is not a table."""
    headings: list[Heading] = []
    names: dict[str, str] = {}
    quote = ""
    in_table = False
    for row, line in enumerate(lines):
        if quote:
            if quote in line:
                quote = ""
            continue
        table = _TABLE.match(line)
        key = None if table or in_table else _KEY.match(line)
        if table or key:
            first = row
            while first > 0 and lines[first - 1].startswith("#"):
                first -= 1
            headings.append(Heading(1, (table or key)[1].strip("\"'"), first, row))  # type: ignore[index]
            in_table = in_table or bool(table)
        name = _NAME.match(line)
        if name:
            names.setdefault(name[1], name[2])
        for mark in ('"""', "'''"):
            if line.count(mark) % 2:
                quote = mark
    return Outline(tuple(headings), names.get("description") or names.get("title") or names.get("name") or "")


SPEC = LanguageSpec(
    id="toml",
    role="config",
    extensions=(".toml",),
    filenames=("Pipfile",),
    outline=outline,
)
