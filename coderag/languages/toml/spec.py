"""TOML."""
from __future__ import annotations

import re
from collections.abc import Sequence

from coderag.languages.spec import Heading, LanguageSpec, Outline

_TABLE = re.compile(r"^\s*\[\[?\s*([^\[\]]{1,200}?)\s*\]?\]\s*(?:#.*)?$")
_KEY = re.compile(r"""^([\w.-]+|"[^"]+"|'[^']+')\s*=""")
_NAME = re.compile(r"""^(description|name|title)\s*=\s*["'](.{1,300}?)["']\s*(?:#.*)?$""")

_COMMENT = re.compile(r"^#+\s*(\w.*)$")
_PROJECTS = (("project", "Python project"), ("tool.poetry", "Python project"), ("package", "Rust crate"))
_CARGO = frozenset({"dependencies", "dev-dependencies", "build-dependencies", "lib", "bin", "features", "workspace", "profile.release"})


def outline(lines: Sequence[str]) -> Outline:
    """Tables, and the keys above the first one. A line inside a multi-line string is not a table."""
    headings: list[Heading] = []
    tables: set[str] = set()
    about: dict[str, dict[str, str]] = {}  # table -> what it says of the project
    quote = ""
    in_table = False
    current = ""
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
            if table:
                tables.add(table[1])
                current = table[1]
        name = _NAME.match(line)
        if name:
            about.setdefault(current, {}).setdefault(name[1], name[2])
        for mark in ('"""', "'''"):
            if line.count(mark) % 2:
                quote = mark
    comment = _COMMENT.match(lines[0]) if lines else None
    own = about.get("", {})
    title = own.get("description") or own.get("title") or (comment[1] if comment else "") or own.get("name") or ""
    return Outline(tuple(headings), _project(about, tables) or title)


def _project(about: dict[str, dict[str, str]], tables: set[str]) -> str:
    """``Python project shop: Sells things``, from the table that describes one."""
    for table, what in _PROJECTS:
        found = about.get(table, {})
        if found.get("name") and (table != "package" or tables & _CARGO or not tables - {"package"}):
            return f"{what} {found['name']}" + (f": {found['description']}" if found.get("description") else "")
    return "Rust workspace" if "workspace" in tables and tables & (_CARGO | {"workspace.dependencies", "workspace.package"}) else ""


SPEC = LanguageSpec(
    id="toml",
    role="config",
    extensions=(".toml",),
    filenames=("Pipfile",),
    outline=outline,
)
