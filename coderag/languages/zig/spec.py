"""Zig."""
from __future__ import annotations

import re

from coderag.languages.spec import Definition, LanguageSpec

_ALIAS = re.compile(r"(?:const|var)\s+(@?[\w\"]+)\s*=\s*(?:@import\(\s*\"[^\"]*\"\s*\)|[\w@\"]+)((?:\.[\w@\"]+)*)\s*;?\s*\Z")
_DECLARED = re.compile(r"(?:(?:pub|export|extern|threadlocal|comptime)\s+)*(?:const|var)\b")
_VARIABLE = re.compile(r"(?:(?:pub|export|extern|threadlocal|comptime)\s+)*var\b")
_PUBLIC = re.compile(r"\s*(?:pub|export)\b")
_CONTAINERS = ("struct", "enum", "union")
_COMMENT = re.compile(r"^[ \t]*//[^\n]*\n\s*", re.M)
_NESTED = ("function", "method")


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    kind = d.kind
    if kind == "test":
        name = d.name.strip('"') or "test"
        return d._replace(name=" ".join(name.split())[:120], separator=" > ")
    if d.name == "_":
        return None
    if d.name.startswith('@"'):
        d = d._replace(name=d.name[2:].strip('"'))
    if kind == "function" and parent is not None and parent.kind in _NESTED:
        return d._replace(kind="method")  # only a container can hold a function: struct { fn get() } returned by another
    if kind in _CONTAINERS:
        header = d.header.rstrip()
        return d._replace(header=f"{header} {kind}" if header.endswith("=") else header)
    if kind == "constant" and _DECLARED.match(d.header):
        if _is_alias(d):
            return None  # a public one gives the name to others, so it stays
        if _VARIABLE.match(d.header):
            return d._replace(kind="variable")
    if kind in ("field", "constant") and d.header.startswith("//"):
        return d._replace(header=_COMMENT.sub("", d.header))
    return d


def _is_alias(d: Definition) -> bool:
    """``const Cart = @import("cart.zig").Cart``, ``const mem = std.mem``: an import, not a definition."""
    match = _ALIAS.match(d.header)
    if match is None:
        return False
    last = match[2].rpartition(".")[2]
    return last == match[1] or not last and "@import" in d.header


def refine_reference(kind: str, name: str, receiver: str) -> tuple[str, str, str] | None:
    if kind == "import":
        return kind, name.strip('"'), ""
    return kind, name, receiver


def visibility(d: Definition, parent: Definition | None) -> str:
    if d.kind in ("field", "test") or d.kind == "constant" and parent is not None and parent.kind in ("enum", "union"):
        return ""
    return "public" if _PUBLIC.match(d.header) else "private"


SPEC = LanguageSpec(
    id="zig",
    grammar="zig",
    extensions=(".zig", ".zon"),
    refine=refine,
    refine_reference=refine_reference,
    visibility=visibility,
)
