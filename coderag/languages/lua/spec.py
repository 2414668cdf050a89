"""Lua."""
from __future__ import annotations

import re

from coderag.languages.spec import Definition, LanguageSpec

_COMMENT = re.compile(r"(?:\n[ \t]*--[^\n]*|[ \t]+--[^\n\"']*$)", re.M)
_END = re.compile(r"[\s;]*\bend\s*\Z")
_CONSTANT = re.compile(r"_*[A-Z][A-Z0-9_]+\Z")
_ANNOTATED = re.compile(r"-@\w+\s+(?:\(\w+\)\s*)?([\w.\-]+)")
_BLOCK = re.compile(r"--\[(=*)\[")
_DASHES = re.compile(r"^[ \t]*-{2,}[|!]?[ \t]*", re.M)
_LEAD_TAG = re.compile(r"@(?:brief|description|summary|desc|module\s+[\w.]+)\b[ \t]*")
_REQUIRE = re.compile(r"[^=]*=\s*require\b")
_PART = re.compile(r"[.:][^.:]*\Z")
_CLASS_NAME = re.compile(r"[A-Z](?:[A-Z0-9]*[a-z])")

_SUSPICIOUS = re.compile(rb"""["'][^\n]*--\[=*\[""")
_OPENING = re.compile(rb"\[(=*)\[")
_TOKEN = re.compile(
    rb"""--\[(=*)\[.*?\]\1\] | --[^\n]* | \[(=*)\[.*?\]\2\] | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'""", re.X | re.S
)


def prepare(source: bytes) -> bytes:
    """Hides long brackets that never close, each of which costs a look at the rest of the file, and ``--[[`` inside a
    quoted string, which the grammar takes for the start of a comment."""
    if b"[[" in source or b"[=" in source:
        last: dict[bytes, int] = {}
        source = _OPENING.sub(lambda m: m[0] if _closes(source, m, last) else _closed(source, m), source)
    if not _SUSPICIOUS.search(source):
        return source
    return _TOKEN.sub(lambda m: m[0].replace(b"--[", b"__[") if m[0][:1] in b"\"'" else m[0], source)


def _closes(source: bytes, opening: re.Match[bytes], last: dict[bytes, int]) -> bool:
    """Whether a long bracket of this level closes somewhere behind."""
    level = opening[1]
    if level not in last:
        last[level] = source.rfind(b"]" + level + b"]")
    return opening.start() < last[level]


def _closed(source: bytes, opening: re.Match[bytes]) -> bytes:
    """A comment or a string that ends on its line."""
    mark = b"-" if source[max(0, opening.start() - 2) : opening.start()] == b"--" else b" "
    return (b"--" if mark == b"-" else b"''").ljust(len(opening[0]), mark)


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    kind = d.kind
    if d.name.startswith("-@"):
        match = _ANNOTATED.match(d.name)
        return d._replace(name=match[1], separator=".") if match else None
    if kind == "test":
        return d._replace(name=" ".join(d.name.split())[:120], separator=" > ")
    if kind in ("function", "method"):
        return _function(d._replace(header=_END.sub("", _COMMENT.sub("", d.header))), parent)
    if kind == "variable":
        if _REQUIRE.match(d.header) and not d.scope or d.name in ("_", "__index"):
            return None
        if _CONSTANT.match(d.name) or "<const>" in d.header.partition("=")[0]:
            d = d._replace(kind="constant")
        elif d.scope:
            d = d._replace(kind="field")
    return None if kind == "field" and d.name == "__index" else d


def _function(d: Definition, parent: Definition | None) -> Definition:
    separator = ":" if d.kind == "method" else "."
    if not d.scope:
        inside_table = parent is not None and parent.kind not in ("function", "method", "test")
        return d._replace(kind="method" if inside_table and re.search(r"\(\s*self\b", d.header) else "function")
    scope = "".join(d.scope.split())
    if scope == "self" and parent is not None:  # self.x = function() .. end belongs to the object
        scope = _PART.sub("", parent.qualname)
    return d._replace(scope=scope, separator=separator, qualname=f"{scope}{separator}{d.name}")


def refine_reference(kind: str, name: str, receiver: str) -> tuple[str, str, str] | None:
    if kind == "call" and not receiver:
        if name in ("require", "class"):
            return None
        if _CLASS_NAME.match(name):
            return "instantiate", name, receiver
    if kind == "instantiate":
        return None if name == "self" else (kind, name, receiver)
    return kind, name, receiver


def visibility(d: Definition, parent: Definition | None) -> str:
    if d.kind == "test" or parent is not None and parent.kind in ("function", "method", "test"):
        return ""
    if d.header.startswith("local"):
        return "private"
    return parent.visibility if parent is not None else "public"


def clean_doc(raw: str) -> str:
    """Without the dashes and brackets, and without annotations, which speak of types."""
    text = raw.strip()
    block = _BLOCK.match(text)
    if block:
        text = text[block.end() :].removesuffix(f"]{block[1]}]").strip("-! \t\r\n")
    else:
        text = _DASHES.sub("", text)
    lines = [_LEAD_TAG.sub("", line.strip()) for line in text.split("\n")]
    return "\n".join(line for line in lines if not line.startswith("@")).strip()


SPEC = LanguageSpec(
    id="lua",
    grammar="lua",
    extensions=(".lua", ".rockspec"),
    shebangs=("lua", "luajit"),
    test_files=("*_spec.lua", "*_test.lua", "test_*.lua"),
    refine=refine,
    refine_reference=refine_reference,
    visibility=visibility,
    prepare=prepare,
    clean_doc=clean_doc,
)
