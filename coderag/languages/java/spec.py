"""Java. Qualified names leave the package out (``Cart.add``): it is a symbol of its own, and part of the path."""
from __future__ import annotations

import re

from coderag.languages.java.headers import without_annotations
from coderag.languages.spec import Definition, LanguageSpec

_LEVEL = re.compile(r"(?:(?:static|final|abstract|default|sealed|non-sealed|native|synchronized|strictfp|transient|volatile)"
                    r"\s+)*(public|protected|private)\b")  # fmt: skip
_CONSTANT = re.compile(r"(?=(?:\w+\s+)*?static\b)(?=(?:\w+\s+)*?final\b)")
_TEST = re.compile(r"[^{;]*?@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|Theory)\b")
_TYPE_PARAMETER = re.compile(r"[A-Z][0-9]?\Z")
_INLINE_TAG = re.compile(r"\{@\w+\s+([^{}]*)\}")
_PARAGRAPH = re.compile(r"</?(?:p|ul|ol|pre|table|h\d|blockquote|hr|dl)\b[^<>]*>", re.I)
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]*>")
_MARKERS = re.compile(r"^\s*(?:/\*+|//+|\*+(?!/))?[ \t]?", re.M)
_LINK_LABEL = re.compile(r"^(?:[\w.]*#)?([\w.]+(?:\([^()]*\))?)\s*(.*)\Z", re.S)


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    is_test = d.kind == "method" and _TEST.match(d.header) is not None
    d = d._replace(header=without_annotations(d.header))
    if is_test:
        return d._replace(kind="test")
    if d.kind == "field" and _CONSTANT.match(d.header):
        return d._replace(kind="constant")
    return d


def refine_reference(kind: str, name: str, receiver: str) -> tuple[str, str, str] | None:
    if kind == "declared":
        return None
    if kind == "type" and (_TYPE_PARAMETER.match(name) or name[:1].islower()):
        return None  # a type parameter, or a package on the way to a type
    if kind == "instantiate" and not receiver:
        name = name.partition("<")[0]
        head, _, tail = name.rpartition(".")
        return kind, tail, head
    return kind, name, receiver


def visibility(d: Definition, parent: Definition | None) -> str:
    if d.kind == "module":
        return ""
    match = _LEVEL.match(d.header)
    if match:
        return match[1]
    if parent is not None and parent.kind == "enum":
        if d.kind == "constant" and not re.match(r"(?:static|final)\b", d.header):
            return "public"
        if d.kind == "constructor":
            return "private"
    if parent is not None and (parent.kind == "interface" or parent.kind == "record" and d.kind == "field" and "static" not in d.header):
        return "public"
    return "internal"  # package-private


def clean_doc(raw: str) -> str:
    """Prose of a Javadoc comment: no markers, inline tags as their text, HTML tags gone, paragraphs apart."""
    text = _MARKERS.sub("", raw.strip().removesuffix("*/"))
    text = _INLINE_TAG.sub(lambda m: _label(m[1]), text)
    text = _TAG.sub("", _PARAGRAPH.sub("\n\n", text))
    for entity, char in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&nbsp;", " "), ("&amp;", "&")):
        text = text.replace(entity, char)
    return "\n".join(line.strip() for line in text.split("\n")).strip()


def _label(content: str) -> str:
    """``Foo#bar(int) the bar`` -> ``the bar``; without a label the name itself."""
    match = _LINK_LABEL.match(content.strip())
    if match is None or "#" not in content.split(" ")[0] and match[2]:
        return content.strip()
    return match[2].strip() or match[1]


SPEC = LanguageSpec(
    id="java",
    grammar="java",
    extensions=(".java",),
    test_files=("*Test.java", "*Tests.java", "*IT.java", "Test[A-Z]*.java"),
    refine=refine,
    refine_reference=refine_reference,
    clean_doc=clean_doc,
    visibility=visibility,
)
