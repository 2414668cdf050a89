"""YAML."""
from __future__ import annotations

import re
from collections.abc import Sequence

from coderag.languages.spec import Heading, LanguageSpec, Outline
from coderag.languages.yaml import titles

_KEY = re.compile(r"""^(?:- +)?(?P<q>["']?)(?P<key>[\w./$@<{][^\n#]{0,199}?)(?P=q)\s*:(?:\s|$)""")
_BLOCK = re.compile(r":\s*[|>][-+0-9]*\s*(?:#.*)?$")
_NAME = re.compile(r"^(?:description|title|name):\s+(\S.*)$")
_COMMENT = re.compile(r"^#+\s*(\w.*)$")


def outline(lines: Sequence[str]) -> Outline:
    """Keys at column 0 of every document of the stream. Templates and tabs are just lines that are no keys."""
    headings: list[Heading] = []
    top: dict[str, int] = {}
    title = ""
    for row, line in enumerate(lines):
        if not line or line[0] in " \t#%":
            continue
        match = _KEY.match(line)
        if match:
            first = row
            while first > 0 and lines[first - 1].startswith("#"):
                first -= 1
            headings.append(Heading(1, match["key"].strip(), first, row))
            top.setdefault(match["key"].strip(), row)
            name = _NAME.match(line)
            if name and not title and not _BLOCK.search(line):
                title = name[1].strip("\"' ")
        elif line.startswith("- "):
            headings.append(Heading(1, line[2:62].strip(), row, row))
    title = titles.title(lines, top) or title
    if not title and lines:
        comment = _COMMENT.match(lines[0])
        title = comment[1] if comment else ""
    return Outline(tuple(headings), title)


SPEC = LanguageSpec(
    id="yaml",
    role="config",
    extensions=(".yaml", ".yml"),
    filenames=(".clang-format", ".clang-tidy", ".yamllint"),
    outline=outline,
)
