"""What TypeScript adds to the shapes it shares with JavaScript."""
from __future__ import annotations

from coderag.languages.javascript.spec import refine as shared
from coderag.languages.spec import Definition


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    if d.kind == "module":  # declare module "m"
        return d._replace(name=d.name.strip("\"'"))
    if d.kind == "property" and parent is not None and parent.kind == "interface" and not d.has_body and not d.header.startswith("get "):
        return d._replace(kind="field")
    return shared(d, parent)
