"""JSON, also with comments and trailing commas."""
from __future__ import annotations

import re
from collections.abc import Sequence

from coderag.languages.spec import Heading, LanguageSpec, Outline

_KEY = re.compile(r'^(\s*)"((?:[^"\\]|\\.){1,200})"\s*:')
_NAME = re.compile(r'^\s*"(?:name|title|\$id)"\s*:\s*"((?:[^"\\]|\\.){1,200})"')
_DESCRIPTION = re.compile(r'^\s*"description"\s*:\s*"((?:[^"\\]|\\.){1,300})"')

_PACKAGES = (
    ("PHP package", frozenset({"require", "require-dev", "autoload", "autoload-dev"})),
    ("npm package", frozenset({"scripts", "dependencies", "devDependencies", "peerDependencies", "main", "exports", "workspaces", "private", "bin"})),
)  # fmt: skip


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
    keys = dict(reversed(top))
    return Outline(tuple(Heading(1, key, row, row) for key, row in top), _package(lines, keys) or title)


def _package(lines: Sequence[str], keys: dict[str, int]) -> str:
    """``npm package shop: Sells things``, where the keys are those of a package."""
    if "compilerOptions" in keys:
        return "TypeScript settings"
    what = next((what for what, marks in _PACKAGES if keys.keys() & marks), "")
    if not what or "name" not in keys:
        return ""
    name = _NAME.match(lines[keys["name"]])
    about = _DESCRIPTION.match(lines[keys["description"]]) if "description" in keys else None
    return f"{what} {name[1]}" + (f": {about[1]}" if about else "") if name else ""


SPEC = LanguageSpec(
    id="json",
    role="config",
    extensions=(".json", ".jsonc", ".json5", ".webmanifest", ".geojson"),
    filenames=(".eslintrc", ".prettierrc", ".babelrc", ".swcrc", "composer.lock"),
    outline=outline,
)
