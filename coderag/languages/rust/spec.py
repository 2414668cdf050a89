"""Rust."""
from __future__ import annotations

import re

from coderag.languages.rust.item_macros import unwrap
from coderag.languages.spec import Definition, LanguageSpec

_TYPE_NAME = re.compile(r"^(?:&|\*const\b|\*mut\b|'\w+|mut\b|dyn\b|\s)+")
_GENERICS = re.compile(r"<[^<>]*>")
_PUB = re.compile(r"(?:default\s+)?pub\b\s*(\()?")
_OF_TRAIT = re.compile(r"\bfor\s+[^<\s]")
_VARIANTS = frozenset({"Ok", "Err", "Some"})


def _type_name(text: str) -> str:
    """``&'a fmt::Stack<T>`` -> ``Stack``: the last path component without references and type arguments."""
    name = _TYPE_NAME.sub("", text[:400])
    while "<" in name:
        shorter = _GENERICS.sub("", name)
        if shorter == name:
            break
        name = shorter
    name = " ".join(name.split())
    return name if name[:1] in "([<" else name.split(" + ")[0].rpartition("::")[2]


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    if d.kind == "impl":
        return d._replace(name=_type_name(d.name))
    if d.kind == "test" and d.header.endswith("!"):
        return d._replace(header=f"{d.header}({d.name}, ..)")
    if d.kind == "constant" and d.header == d.name and (parent is None or parent.kind != "enum"):
        return d._replace(header="static " + d.name)  # among the tokens of a macro
    if d.kind == "constructor":
        return d._replace(kind="method")
    if d.kind == "variable" and "mut" not in d.header.partition(":")[0].split():
        d = d._replace(kind="constant")
    if parent is not None and parent.kind == "enum" and d.kind == "constant":
        for opening, closing in ("()", "{}"):
            if opening in d.header and closing not in d.header:
                d = d._replace(header=" ".join(d.header.split()) + (closing if closing == ")" else " }"))
                break
    return None if d.name == "_" else d


def refine_reference(kind: str, name: str, receiver: str) -> tuple[str, str, str] | None:
    if kind == "none" or kind == "decorator" and name == "derive":
        return None
    if kind in ("import", "export"):
        if name == "self":
            receiver, _, name = receiver.rpartition("::")
            return kind, name, receiver
        return kind, "".join(name.split()), receiver
    if kind == "inherit":
        return kind, name, _type_name(receiver) if receiver else ""
    if kind == "type":
        return None if name == "Self" or len(name) == 1 and not receiver else (kind, name, receiver)
    if kind == "instantiate":
        return None if name == "Self" or not name[:1].isupper() else (kind, name, receiver)
    if kind == "call" and name[:1].isupper():
        return None if name in _VARIANTS else ("instantiate", name, receiver)
    return kind, name, receiver


def visibility(d: Definition, parent: Definition | None) -> str:
    if d.kind in ("macro", "test"):
        return ""
    match = _PUB.match(d.header.lstrip())
    if match:
        return "internal" if match[1] else "public"
    if parent is not None:
        if parent.kind in ("trait", "enum"):
            return parent.visibility
        if parent.kind == "impl" and _OF_TRAIT.search(parent.header):
            return "public"
        if parent.kind in ("function", "method", "test"):
            return ""
    return "private"


SPEC = LanguageSpec(
    id="rust",
    grammar="rust",
    extensions=(".rs",),
    separator="::",
    test_files=("*_test.rs", "test.rs", "tests.rs"),
    prepare=unwrap,
    refine=refine,
    refine_reference=refine_reference,
    visibility=visibility,
)
