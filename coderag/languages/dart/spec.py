"""Dart. Constructors are named as they are called: ``Cart.Cart``, ``Cart.parse``."""
from __future__ import annotations

import re

from coderag.languages.spec import Definition, LanguageSpec

_ANNOTATION = re.compile(r"^(?:@[\w.]+(?:\((?:[^()]|\([^()]*\))*\))?\s+)+")
_CONST = re.compile(r"(?:static\s+|late\s+)*const\b")
_CLASS_NAME = re.compile(r"_?[A-Z]\w*[a-z]")
_TYPE_PARAMETER = re.compile(r"[A-Z][0-9]?\Z")
_INITIALISERS = re.compile(r"(?<=\))\s*:\s")
_CORE = frozenset({"int", "num", "double", "bool", "void", "dynamic"})


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    d = d._replace(header=_ANNOTATION.sub("", d.header))
    if d.kind == "test":
        name = " ".join(d.name.strip("\"'").split())[:120]
        suite = parent is not None and parent.kind == "test"
        return d._replace(name=name, separator=" > ", qualname="" if suite else name)  # not of `main`, which runs it
    if d.kind == "constructor":
        d = d._replace(header=_INITIALISERS.split(d.header, maxsplit=1)[0])
        first, _, last = d.name.partition(".")
        if parent is None or first.strip() != parent.name:
            return d._replace(kind="method")  # one without a return type reads like a constructor
        return d._replace(name=last.strip() or first)
    if d.kind == "method" and d.name.startswith("operator"):
        return d._replace(name="operator " + "".join(d.name[8:].split()))
    if d.kind == "field" and _CONST.match(d.header):
        return d._replace(kind="constant")
    if d.kind == "variable" and parent is not None:
        return None
    return d


def refine_reference(kind: str, name: str, receiver: str) -> tuple[str, str, str] | None:
    if kind in ("import", "export"):
        return kind, name.strip("\"'"), receiver
    if kind == "none" or kind == "type" and (_TYPE_PARAMETER.match(name) or name in _CORE):
        return None
    if kind == "call" and _CLASS_NAME.match(name):
        return "instantiate", name, receiver
    return kind, name, receiver


def visibility(d: Definition, parent: Definition | None) -> str:
    if d.kind in ("module", "test") or parent is not None and parent.kind in ("function", "method", "constructor", "test"):
        return ""
    return "private" if d.name.startswith("_") else "public"


SPEC = LanguageSpec(
    id="dart",
    grammar="dart",
    extensions=(".dart",),
    shebangs=("dart",),
    test_files=("*_test.dart",),
    generated_files=("*.g.dart", "*.freezed.dart", "*.mocks.dart", "*.gr.dart", "*.pb.dart"),
    refine=refine,
    refine_reference=refine_reference,
    visibility=visibility,
)
