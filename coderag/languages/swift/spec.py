"""Swift. Members of an extension carry the name of the type (``extension Cart`` -> ``Cart.add``)."""
from __future__ import annotations

import re

from coderag.languages.kotlin.headers import modifiers, without_annotations, without_type_arguments
from coderag.languages.spec import Definition, LanguageSpec

_TEST = re.compile(r"\s*(?:@\w+\s+)*@Test\b")
_CLASS_NAME = re.compile(r"_?[A-Z](?:[A-Z0-9]*[a-z]|$)")
_TYPE_PARAMETER = re.compile(r"[A-Z][0-9]?\Z")
_MARKERS = re.compile(r"^\s*(?:/\*+|/{2,}|\*+(?!/))?[ \t]?", re.M)
_NO_DOC = re.compile(r"^\s*(?:MARK:.*|swiftlint:.*|swiftformat:.*|sourcery:.*|FIXME:.*|TODO:.*)$", re.M)
_SECTION = re.compile(r"^\s*-\s+(?:parameters?|returns?|throws|note|important|warning|seealso|complexity|precondition|author)\b.*", re.I | re.M)
_CONDITIONAL = re.compile(rb"^[ \t]*#(?:if|elseif|else|endif|warning|error)\b[^\n]*", re.M)
_DEFAULT_MACRO = re.compile(rb"#(?=_\w|isolation\b)")
_OWNERSHIP = re.compile(rb"(?<=: )(?:(?:consuming|borrowing|sending) )+")
_RAW_NAME = re.compile(rb"(?<=func )`[^`\n]+`")
_EFFECTS = re.compile(r"(?:try[?!]?\s+|await\s+)+")
_CASE = re.compile(r"(?:indirect\s+)?case\b")
_LEVELS = {
    "public": "public", "open": "public", "package": "internal", "internal": "internal",
    "fileprivate": "private", "private": "private",
}  # fmt: skip
_LOCAL = frozenset({"function", "method", "constructor", "test"})


def prepare(source: bytes) -> bytes:
    """Hides what the grammar cannot read: conditional compilation (both branches stay), ``await`` in conditions, macros
    such as ``#_sourceLocation`` as default arguments, raw names (``func `adds items`()``)."""
    if b"#" in source:
        source = _DEFAULT_MACRO.sub(b" ", _CONDITIONAL.sub(_blank, source))
    if b"func `" in source:
        source = _RAW_NAME.sub(lambda m: b"`" + re.sub(rb"\W", b"_", m[0][1:-1]) + b"`", source)
    if b": consuming " in source or b": sending " in source or b": borrowing " in source:
        source = _OWNERSHIP.sub(_blank, source)
    return source.replace(b" await ", b"       ")


def _blank(match: re.Match[bytes]) -> bytes:
    return b" " * len(match[0])


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    is_test = d.kind in ("function", "method") and _TEST.match(d.header) is not None
    d = d._replace(header=without_annotations(d.header), name=d.name.strip("`"))
    if is_test or d.kind == "method" and d.name.startswith("test") and parent is not None and "XCTestCase" in parent.header:
        return d._replace(kind="test")
    if d.kind == "impl":
        return d._replace(name=without_type_arguments(d.name))
    if d.kind == "test":
        return d._replace(name=" ".join(d.name.split())[:120], separator=" > ")
    if d.kind == "property":
        words = modifiers(d.header)
        is_let = re.search(r"\blet\b", d.header[:80])
        if is_let and (parent is None or "static" in words):
            return d._replace(kind="constant")
    if d.kind == "function" and parent is not None and parent.kind == "property" and "override" in modifiers(d.header):
        return d._replace(kind="method")
    return d


def refine_reference(kind: str, name: str, receiver: str) -> tuple[str, str, str] | None:
    if kind == "call":
        name = name.strip("`")
        if receiver.startswith(("try", "await")):
            receiver = _EFFECTS.sub("", receiver)
        if name == "init" and receiver and receiver not in ("self", "super"):
            _, _, last = receiver.rpartition(".")
            return "instantiate", last, receiver[: -len(last) - 1] if "." in receiver else ""
        return ("instantiate" if _CLASS_NAME.match(name) else "call"), name, receiver.rstrip("?!")
    if kind == "subscript":
        return None  # items[0] has the shape of a call
    if kind == "type" and _TYPE_PARAMETER.match(name):
        return None
    if kind == "import":
        path, _, last = name.rpartition(".")
        return kind, last, path
    return kind, name, receiver


def visibility(d: Definition, parent: Definition | None) -> str:
    if parent is not None and parent.kind in _LOCAL:
        return ""
    for word in modifiers(d.header):
        if word in _LEVELS:
            return _LEVELS[word]
    if parent is not None:
        if parent.kind == "impl":
            for word in modifiers(without_annotations(parent.header)):
                if word in _LEVELS:
                    return _LEVELS[word]
        elif parent.kind == "interface" or _CASE.match(d.header):
            return parent.visibility
    return "internal"


def clean_doc(raw: str) -> str:
    text = _MARKERS.sub("", raw.strip().removesuffix("*/"))
    text = _SECTION.sub("", _NO_DOC.sub("", text))
    return "\n".join(line.strip() for line in text.split("\n")).strip()


SPEC = LanguageSpec(
    id="swift",
    grammar="swift",
    extensions=(".swift", ".swiftinterface"),
    shebangs=("swift",),
    test_files=("*Tests.swift", "*Test.swift", "*Spec.swift"),
    generated_files=("*.generated.swift", "*.pb.swift", "*.grpc.swift"),
    constructors=("init",),
    prepare=prepare,
    refine=refine,
    refine_reference=refine_reference,
    clean_doc=clean_doc,
    visibility=visibility,
)
