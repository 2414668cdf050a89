"""Dockerfile."""
from __future__ import annotations

import re
from collections.abc import Sequence

from coderag.languages.spec import Heading, LanguageSpec, Outline

_FROM = re.compile(r"^\s*FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?", re.I)

_ARG = re.compile(r"""^\s*ARG\s+(\w+)=["']?([^\s"']*)""", re.I)
_VARIABLE = re.compile(r"\$\{?(\w+)(?::-([^}]*))?\}?")


def outline(lines: Sequence[str]) -> Outline:
    """Stages: each FROM begins one."""
    headings: list[Heading] = []
    defaults: dict[str, str] = {}
    bases: dict[str, str] = {}  # stage -> the image that it comes from in the end
    named: list[str] = []
    base = ""
    for row, line in enumerate(lines):
        argument = _ARG.match(line)
        if argument and not headings:
            defaults[argument[1]] = argument[2]
        match = _FROM.match(line)
        if match:
            stage = match[2] or match[1]
            named.append(match[2] or "")
            headings.append(Heading(1, stage, row, row))
            image = _VARIABLE.sub(lambda m: defaults.get(m[1], m[2] or m[0]), match[1])
            base = bases[stage] = bases.get(image, image)
    stages = [name for name in named[:-1] if name]
    return Outline(tuple(headings), f"image from {base}" + (f", stages {', '.join(stages[:8])}" if stages else "") if base else "")


SPEC = LanguageSpec(
    id="dockerfile",
    role="config",
    extensions=(".dockerfile",),
    filenames=("Dockerfile", "Containerfile", "Dockerfile.*", "*.Dockerfile"),
    outline=outline,
)
