"""Scala 2 and 3. Qualified names leave the package out (``Cart.add``), an extension carries its type (``String.slug``)."""
from __future__ import annotations

import re

from coderag.languages.kotlin.headers import modifiers, without_annotations, without_type_arguments
from coderag.languages.spec import Definition, LanguageSpec

_CLASS_NAME = re.compile(r"[A-Z](?:[A-Z0-9]*[a-z]|$)")
_TYPE_PARAMETER = re.compile(r"[A-Z][0-9]?\Z")
_MARKERS = re.compile(r"^\s*(?:/\*+|//+|\*+(?!/))?[ \t]?", re.M)
_NO_DOC = re.compile(r"^\s*(?:format: o(?:n|ff)|scalafix:.*|scalastyle:.*|scalafmt:.*|noinspection .*)$", re.M)
_LINK = re.compile(r"\[\[(?:[^\]\s]*\s+)?([^\]]+)\]\]")
_CODE = re.compile(r"\{\{\{|\}\}\}")
_LEVEL = re.compile(r"(private|protected)(?:\[(\w+)\])?")
_SPEC_WORDS = frozenset({"in", "should", "when", "must", "can", "ignore"})
_LOCAL = frozenset({"function", "method", "constructor", "test"})


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    if d.kind == "parameter":
        return None
    d = d._replace(header=without_annotations(d.header), name=d.name.strip("`"))
    if d.kind == "impl":
        return d._replace(name=without_type_arguments(d.name))
    if d.kind == "test":
        name = " ".join(d.name.replace('"', " ").split())[:120]
        return d._replace(name=name, separator=" > ")
    if d.kind in ("object", "property") and d.header.startswith("given") and not re.fullmatch(r"\w+", d.name):
        words = [w for w in re.findall(r"\w+", d.name) if not _TYPE_PARAMETER.match(w)]
        d = d._replace(name="_".join(["given", *words]))
    elif d.kind in ("object", "property") and re.match(r"given\s+(?:\w+|\[.*)?\s*\Z", d.header.partition(d.name)[0]) and ":" not in d.header.partition(d.name)[2]:
        d = d._replace(name=f"given_{d.name}")
    if d.kind == "property" and d.name[:1].isupper() and not d.has_body and "def " not in d.header and "var" not in d.header[:30]:
        d = d._replace(kind="constant")
    if d.kind == "function" and d.name == "this" and parent is not None:
        d = d._replace(kind="constructor")
    if d.kind == "function" and parent is not None and parent.kind == "property":
        d = d._replace(kind="method")
    if parent is not None and parent.kind == "module":
        return d._replace(qualname=d.name)
    return d


def refine_reference(kind: str, name: str, receiver: str) -> tuple[str, str, str] | None:
    if kind == "call":
        if receiver.endswith('"') and name in _SPEC_WORDS:
            return None  # "a cart" should { "add" in { } }
        return ("instantiate" if _CLASS_NAME.match(name) else "call"), name.strip("`"), receiver
    if kind == "select":  # a member without arguments: a call as well as a field
        return None if name[:1].isupper() else ("call", name.strip("`"), receiver)
    if kind == "type" and (_TYPE_PARAMETER.match(name) or name[:1].islower()):
        return None
    if kind == "wildcard":
        return "import", f"{receiver}.{name}" if receiver else name, ""
    return kind, name, receiver


def visibility(d: Definition, parent: Definition | None) -> str:
    if d.kind in ("module", "test") or parent is not None and parent.kind in _LOCAL:
        return ""
    for word in modifiers(d.header):
        match = _LEVEL.match(word)
        if match:
            return match[1] if match[2] in (None, "this") or match[1] == "protected" else "internal"
    return "public"


def clean_doc(raw: str) -> str:
    text = _MARKERS.sub("", raw.strip().removesuffix("*/"))
    text = _CODE.sub("", _LINK.sub(r"\1", _NO_DOC.sub("", text)))
    return "\n".join(line.strip() for line in text.split("\n")).strip()


SPEC = LanguageSpec(
    id="scala",
    grammar="scala",
    extensions=(".scala", ".sc", ".sbt", ".mill"),
    shebangs=("scala", "scala-cli", "amm"),
    test_files=("*Test.scala", "*Tests.scala", "*Spec.scala", "*Suite.scala", "*Specification.scala"),
    constructors=("this",),
    refine=refine,
    refine_reference=refine_reference,
    clean_doc=clean_doc,
    visibility=visibility,
)
