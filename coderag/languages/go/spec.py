"""Go."""
from __future__ import annotations

import re

from coderag.languages.spec import Definition, LanguageSpec

_RECEIVER = re.compile(r"[*(\s]*(\w+)")
_TEST = re.compile(r"(?:Test|Benchmark|Fuzz)(?![a-z])")
_DIRECTIVE = re.compile(r"//(?:[a-z0-9]+:[a-z0-9]|export |extern |line |nolint\b|\s*\+build\b)")
_MARKER = re.compile(r"^[ \t]*(?://|\*(?!\*))[ \t]?", re.M)
_KEYWORD = {"struct": "type ", "interface": "type ", "type": "type ", "constant": "const ", "variable": "var "}
_PREDECLARED = frozenset(
    "any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 "
    "uint16 uint32 uint64 uintptr".split()
)


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    if d.name == "_":
        return None
    kind = d.kind
    if kind == "test":
        runs = d.header.partition("(")[0].endswith("Run")
        if runs and (parent is None or parent.kind != "test"):
            return None
        return d._replace(name=" ".join(d.name.split())[:120], separator="/" if runs else " > ")
    if kind == "constructor":
        return d._replace(kind="method")  # an interface's method that is named like it
    if kind == "method" and d.scope:
        match = _RECEIVER.match(d.scope)
        return d._replace(scope=match[1] if match else "")
    if kind == "function":
        if _TEST.match(d.name) and "*testing." in d.header or d.name.startswith("Example") and "()" in d.header:
            return d._replace(kind="test")
        if d.header[:1].isalpha() and not d.header.startswith(("func ", "var ")) and ":=" not in d.header:
            return d._replace(header="var " + d.header)
        return d
    keyword = _KEYWORD.get(kind)
    if keyword and not d.header.startswith(keyword):
        return d._replace(header=keyword + d.header)
    return d


def refine_reference(kind: str, name: str, receiver: str) -> tuple[str, str, str] | None:
    if kind == "none" or kind == "call" and name == "new" and not receiver:
        return None
    if kind == "type" and not receiver and (name in _PREDECLARED or len(name) == 1):
        return None  # a predeclared type, or a type parameter
    return kind, name, receiver


def visibility(d: Definition, parent: Definition | None) -> str:
    if d.kind == "test" or parent is not None and parent.kind in ("function", "method", "test"):
        return ""
    return "public" if d.name[:1].isupper() else "private"


def clean_doc(raw: str) -> str:
    """A comment as prose; ``//go:generate``, ``//export`` and the like speak to tools only."""
    text = raw.strip()
    if _DIRECTIVE.match(text):
        return ""
    if text.startswith("/*"):
        text = text.removeprefix("/*").removesuffix("*/")
    return "\n".join(line.strip() for line in _MARKER.sub("", text).split("\n")).strip()


SPEC = LanguageSpec(
    id="go",
    grammar="go",
    extensions=(".go",),
    test_files=("*_test.go",),
    generated_files=("*.pb.go", "*.pb.gw.go", "*_string.go"),
    refine=refine,
    refine_reference=refine_reference,
    visibility=visibility,
    clean_doc=clean_doc,
)
