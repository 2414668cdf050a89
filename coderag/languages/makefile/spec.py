"""Makefile."""
from __future__ import annotations

import re
from collections.abc import Sequence

from coderag.languages.spec import Heading, LanguageSpec, Outline

_TARGET = re.compile(r"^(?!\.PHONY)([^\s:#=][^:#=\t]{0,199}?)\s*::?(?!=)")
_DEFINE = re.compile(r"^(?:define)\s+(\S+)")


def outline(lines: Sequence[str]) -> Outline:
    """Targets, with the comments above them."""
    headings: list[Heading] = []
    in_define = False
    for row, line in enumerate(lines):
        if in_define:
            in_define = not line.startswith("endef")
            continue
        define = _DEFINE.match(line)
        in_define = bool(define)
        match = define or _TARGET.match(line)
        if match:
            first = row
            while first > 0 and lines[first - 1].startswith(("#", ".PHONY")):
                first -= 1
            headings.append(Heading(1, match[1].strip(), first, row))
    targets = list(dict.fromkeys(h.title for h in headings if not any(c in h.title for c in "%$./ ")))
    return Outline(tuple(headings), f"targets {', '.join(targets[:8])}" + (", …" if len(targets) > 8 else "") if targets else "")


SPEC = LanguageSpec(
    id="makefile",
    role="config",
    extensions=(".mk", ".mak"),
    filenames=("Makefile", "makefile", "GNUmakefile", "Makefile.*", "justfile", "Justfile"),
    shebangs=("make",),
    outline=outline,
)
