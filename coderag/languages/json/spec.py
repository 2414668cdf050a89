"""JSON, also with comments and trailing commas."""
from __future__ import annotations

import re
from collections.abc import Sequence

from coderag.languages.spec import Heading, LanguageSpec, Outline

_KEY = re.compile(r'^(\s*)"((?:[^"\\]|\\.){1,200})"\s*:')
_NAME = re.compile(r'^\s*"(?:name|title|\$id)"\s*:\s*"((?:[^"\\]|\\.){1,200})"')
_DESCRIPTION = re.compile(r'^\s*"description"\s*:\s*"((?:[^"\\]|\\.){1,300})"')


def outline(lines: Sequence[str]) -> Outline:
    """Keys at the smallest indentation that has any. Reads lines, so comments and broken syntax do no harm."""
    found: list[tuple[int, str, int]] = []
    title = ""
    for row, line in enumerate(lines):
        match = _KEY.match(line)
        if match:
            found.append((len(match[1].expandtabs(4)), match[2], row))
    outer = min((indent for indent, _, _ in found), default=0)
    top = [(key, row) for indent, key, row in found if indent == outer]
    for pattern in (_DESCRIPTION, _NAME):
        for _, row in top:
            match = pattern.match(lines[row])
            if match and not title:
                title = match[1]
    return Outline(tuple(Heading(1, key, row, row) for key, row in top), title)


SPEC = LanguageSpec(
    id="json",
    role="config",
    extensions=(".json", ".jsonc", ".json5", ".webmanifest", ".geojson"),
    filenames=(".eslintrc", ".prettierrc", ".babelrc", ".swcrc", "composer.lock"),
    outline=outline,
)
