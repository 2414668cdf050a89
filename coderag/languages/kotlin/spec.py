"""Kotlin. Qualified names leave the package out (``Cart.add``), an extension carries its receiver (``String.slug``)."""
from __future__ import annotations

import re

from coderag.languages.kotlin.headers import modifiers, without_annotations, without_type_arguments
from coderag.languages.spec import Definition, LanguageSpec

_CLASS_NAME = re.compile(r"[A-Z](?:[A-Z0-9]*[a-z]|$)")
_TYPE_PARAMETER = re.compile(r"[A-Z][0-9]?\Z")
_MARKERS = re.compile(r"^\s*(?:/\*+|//+|\*+(?!/))?[ \t]?", re.M)
_NO_DOC = re.compile(r"^\s*(?:ktlint-.*|language=.*|noinspection .*|region\b.*|endregion\b.*)$", re.M)
_LINK = re.compile(r"\[([^\]\[]+)\](?:\[[^\]\[]+\])?")
_NAMED_COMPANION = re.compile(r"\bcompanion\s+object\s+\w")
_LEVELS = ("public", "private", "protected", "internal")

_WHERE = re.compile(rb"^[ \t]+where[ \t]+\w+[ \t]*:(?:[^{=\n]*,\n)*[^{=\n]*", re.M)
_ACTUAL = re.compile(rb"\bactual(?=\s+(?:val|var|constructor)\b)")
_RANGE_BRANCH = re.compile(rb"^([ \t]+)!?in(?=[ \t][^\n]*->)", re.M)
_BY = re.compile(
    rb"((?:\bobject(?:\s+\w+)?|\bclass\s+\w+(?:<[^<>\n]*>)?|\))\s*:\s*(?:(?!\bva[lr]\b)[^{}=])*?)"
    rb"(\s+by\s+[\w.]+(?:\s+as\s+[\w.]+(?:<[^<>\n]*>)?)?)(?=\s*\{)"
)
_DOLLARS = re.compile(rb"\$\$+(?=\")")

_TEST = re.compile(
    r"\s*(?:@[\w.:]+(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?\s*)*?@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b"
)


def prepare(source: bytes) -> bytes:
    """Hides what the grammar cannot read: constraints on lines of their own, ``actual`` parameters, ``..<``, ``$$"..."``,
    ``in 1..9 ->`` below another branch, ``object : List<T> by list {``."""
    if b"where" in source:
        source = _WHERE.sub(_blank, source)
    if b"actual" in source:
        source = _ACTUAL.sub(b"public", source)
    if b'$$"' in source:
        source = _DOLLARS.sub(_blank, source)
    if b"when" in source:
        source = _RANGE_BRANCH.sub(_blank_word, source)
    if b" by " in source:
        source = _BY.sub(_blank_second, source)
    return source.replace(b"..<", b".. ")


def _blank(match: re.Match[bytes]) -> bytes:
    return _blank_text(match[0])


def _blank_second(match: re.Match[bytes]) -> bytes:
    return match[1] + _blank_text(match[2])


def _blank_word(match: re.Match[bytes]) -> bytes:
    return b" " * len(match[0])


def _blank_text(text: bytes) -> bytes:
    return re.sub(rb"[^\n]", b" ", text)


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    is_test = d.kind in ("function", "method") and _TEST.match(d.header) is not None
    d = d._replace(header=without_annotations(d.header), name=d.name.strip("`"), scope=without_type_arguments(d.scope))
    if is_test:
        return d._replace(kind="test")
    if d.kind == "class" and d.header.endswith("("):
        d = d._replace(header=d.header[:-1])  # class CartSpec : FunSpec({ ... })
    words = modifiers(d.header)
    if d.kind == "object" and d.name == "companion":
        if _NAMED_COMPANION.search(d.header):
            return None
        d = d._replace(name="Companion")
    if d.kind == "interface" and d.header.startswith("annotation"):
        return d._replace(kind="class")
    if d.kind == "test":
        return d._replace(name=" ".join(d.name.split())[:120], separator=" > ")
    if d.kind == "property" and "const" in words:
        d = d._replace(kind="constant")
    if d.kind == "function" and parent is not None and ("override" in words or parent.kind == "constant"):
        d = d._replace(kind="method")
    if parent is not None and parent.kind == "object" and "companion" in modifiers(parent.header + " "):
        # The members of a companion are written after its class
        outer = parent.qualname.rpartition(".")[0]
        name = f"{d.scope}.{d.name}" if d.scope else d.name
        return d._replace(qualname=f"{outer}.{name}" if outer else name)
    if d.kind == "property" and parent is not None and parent.kind == "constructor":
        return d._replace(qualname=f"{parent.qualname.rpartition('.')[0]}.{d.name}".lstrip("."))
    return d


def refine_reference(kind: str, name: str, receiver: str) -> tuple[str, str, str] | None:
    if kind == "call":
        name = name.strip("`")
        return ("instantiate" if _CLASS_NAME.match(name) else "call"), name, receiver
    if kind == "type":
        if _TYPE_PARAMETER.match(name) or name[:1].islower():
            return None  # a type parameter, or a package on the way to a type
    elif kind == "inherit":
        if name[:1].islower():
            return None
    elif kind == "import":
        path, _, last = name.rpartition(".")
        return kind, last, path
    elif kind == "import-all":
        return "import", name, ""
    return kind, name, receiver


def visibility(d: Definition, parent: Definition | None) -> str:
    if d.kind in ("module", "test"):
        return ""
    if parent is not None and parent.kind in ("function", "method", "constructor"):
        return ""
    for word in modifiers(d.header):
        if word in _LEVELS:
            return word
    return "public"


def clean_doc(raw: str) -> str:
    text = _MARKERS.sub("", raw.strip().removesuffix("*/"))
    text = _LINK.sub(r"\1", _NO_DOC.sub("", text))
    return "\n".join(line.strip() for line in text.split("\n")).strip()


SPEC = LanguageSpec(
    id="kotlin",
    grammar="kotlin",
    extensions=(".kt", ".kts", ".ktm"),
    shebangs=("kotlin", "kotlinc"),
    test_files=("*Test.kt", "*Tests.kt", "*Spec.kt", "*IT.kt", "Test*.kt"),
    constructors=("constructor",),
    prepare=prepare,
    refine=refine,
    refine_reference=refine_reference,
    clean_doc=clean_doc,
    visibility=visibility,
)
