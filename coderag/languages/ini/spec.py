"""INI and its relatives: sections in brackets, or plain key = value lines."""
from __future__ import annotations

import re
from collections.abc import Sequence

from coderag.languages.spec import Heading, LanguageSpec, Outline

_SECTION = re.compile(r"^\s*\[([^\[\]]{1,200})\]\s*(?:[#;].*)?$")


def outline(lines: Sequence[str]) -> Outline:
    headings: list[Heading] = []
    for row, line in enumerate(lines):
        match = _SECTION.match(line)
        if match:
            first = row
            while first > 0 and lines[first - 1].startswith(("#", ";")):
                first -= 1
            headings.append(Heading(1, match[1].strip(), first, row))
    return Outline(tuple(headings))


SPEC = LanguageSpec(
    id="ini",
    role="config",
    extensions=(".ini", ".cfg", ".conf", ".properties", ".service", ".desktop", ".editorconfig"),
    filenames=(".editorconfig", ".gitattributes", ".gitignore", ".gitmodules", ".gitconfig", ".dockerignore", ".npmignore", ".npmrc", ".flake8", ".pylintrc", ".coveragerc", ".env.example", ".env.sample", ".env.template"),
    outline=outline,
)
