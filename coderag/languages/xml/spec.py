"""XML."""
from __future__ import annotations

import re
from collections.abc import Sequence

from coderag.languages.spec import Heading, LanguageSpec, Outline

_ELEMENT = re.compile(r"^([ \t]*)<([A-Za-z_][\w:.-]{0,199})(?=[\s/>])")


def outline(lines: Sequence[str]) -> Outline:
    """Elements at the second smallest indentation: the children of the root element, as people write XML."""
    found: list[tuple[int, str, int]] = []
    for row, line in enumerate(lines):
        match = _ELEMENT.match(line)
        if match:
            found.append((len(match[1].expandtabs(4)), match[2], row))
    depths = sorted({indent for indent, _, _ in found})
    level = depths[1] if len(depths) > 1 else 0
    return Outline(tuple(Heading(1, name, row, row) for indent, name, row in found if indent == level))


SPEC = LanguageSpec(
    id="xml",
    role="config",
    extensions=(".xml", ".xsd", ".xslt", ".csproj", ".fsproj", ".vbproj", ".props", ".targets", ".plist", ".resx", ".xaml", ".pom"),
    outline=outline,
)
