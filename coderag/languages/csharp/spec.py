"""C#. Qualified names carry the namespace: ``Shop.Orders.Cart.Add``."""
from __future__ import annotations

import re

from coderag.languages.brackets import after_closing
from coderag.languages.csharp.preprocess import mask
from coderag.languages.spec import Definition, LanguageSpec

_MODIFIERS = (
    "public|private|protected|internal|file|static|readonly|const|abstract|virtual|override|sealed|partial|async|extern|"
    "unsafe|new|required|volatile|ref|implicit|explicit|event|fixed"
)
_LEADING = re.compile(rf"\s*((?:(?:{_MODIFIERS})\b\s*)*)")
_CONSTANT = re.compile(r"\bconst\b|\bstatic\b.*\breadonly\b|\breadonly\b.*\bstatic\b", re.S)
_TEST = re.compile(r"(?s:.*?)[\[,]\s*(?:Fact|Theory|Test|TestCase|TestCaseSource|TestMethod|DataTestMethod|Property)(?:Attribute)?\s*[\](,]")
_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(?:if|elif|else|endif|pragma|region|endregion|nullable)\b.*$", re.M)
_TYPE_PARAMETER = re.compile(r"T(?:[A-Z]\w*|\d)?\Z|[A-Z]\Z")
_TYPES = frozenset({"class", "struct", "record", "interface"})
_ARGUMENTS = re.compile(r"\s*<[^<>]*>\s*|\s+")
_SPACE = re.compile(r"\s+")
_OTHER_SECTION = re.compile(r"<(param|typeparam|returns|value|remarks|exception|example|seealso|permission|inheritdoc)\b", re.I)
_NAMED = re.compile(r"<\w+\s+(?:cref|name|langword|href)\s*=\s*[\"'](?:[A-Z]:)?([^\"'<>]*)[\"']\s*/>")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_MARKERS = re.compile(r"^\s*(?:/{2,}|/\*+|\*+(?!/))?[ \t]?", re.M)


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    if "#" in d.header:
        d = d._replace(header=_DIRECTIVE.sub("", d.header))
    header = _without_attributes(d.header)
    if d.kind == "method" and _TEST.match(d.header[: len(d.header) - len(header)]):
        return d._replace(header=header, kind="test")
    d = d._replace(header=header)
    if d.kind == "namespace":
        return d._replace(name=_SPACE.sub("", d.name))
    if d.kind in _TYPES and not d.has_body:
        return d._replace(has_body=True)  # record Line(string Sku); is all there is to it
    if d.scope:
        d = d._replace(scope=_without_arguments(d.scope))
    if d.kind == "field" and _CONSTANT.search(_LEADING.match(header)[0]):
        return d._replace(kind="constant")
    if d.name == "this":
        return d._replace(name="this[]")
    if d.name.startswith("operator"):
        how = re.search(r"\b(implicit|explicit)\s+operator\b", header)
        name = " ".join(d.name.split())
        if re.match(r"operator\W", name) and name[8:9] != " ":
            name = "operator " + name[8:]
        return d._replace(name=f"{how[1]} {name}" if how else name)
    if d.kind == "constructor" and parent is not None and d.name == "~" + parent.name:
        return d._replace(kind="method")
    return d


def _without_arguments(scope: str) -> str:
    """``Base.IStore<T, List<U>>`` -> ``Base.IStore``."""
    before = ""
    while before != scope:
        before, scope = scope, _ARGUMENTS.sub("", scope)
    return scope


def _without_attributes(header: str) -> str:
    text = header.strip()
    while text.startswith("["):
        end = after_closing(text, pair="[]")
        if end < 0:
            return header.strip()
        text = text[end:].lstrip()
        while text.startswith(("//", "/*", "#")):
            mark = text.find("*/") + 2 if text.startswith("/*") else text.find("\n") + 1
            if mark < 2:
                return header.strip()
            text = text[mark:].lstrip()
    return text or header.strip()


def refine_reference(kind: str, name: str, receiver: str) -> tuple[str, str, str] | None:
    if kind == "type" and _TYPE_PARAMETER.match(name):
        return None
    if kind == "call" and name == "nameof" and not receiver:
        return None
    if kind == "import":
        return kind, _SPACE.sub("", name), receiver
    return kind, name, receiver


def visibility(d: Definition, parent: Definition | None) -> str:
    if d.kind in ("namespace", "function") or d.kind == "type" and d.header.lstrip().startswith(("using", "global")):
        return ""
    words = _LEADING.match(d.header)[1].split()
    if "protected" in words:
        return "protected"
    for word in words:
        if word in ("public", "private", "internal"):
            return word
    if parent is None or parent.kind == "namespace":
        return "internal"
    if parent.kind in ("interface", "enum") or _is_parameter(d, parent):
        return "public"
    return "private"


def _is_parameter(d: Definition, parent: Definition) -> bool:
    """A property that stands in the parameter list of its record."""
    return parent.kind == "record" and d.kind == "property" and not d.has_body and "{" not in d.header and d.header in parent.header


def clean_doc(raw: str) -> str:
    """Prose of an XML doc comment: references by their name, other tags gone, sections after the summary marked."""
    text = _MARKERS.sub("", raw.strip().removesuffix("*/"))
    text = _OTHER_SECTION.sub(r"\n@\1 <\1", text)
    text = _TAG.sub("", _NAMED.sub(r"\1", text))
    for entity, char in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        text = text.replace(entity, char)
    return "\n".join(line.strip() for line in text.split("\n")).strip()


SPEC = LanguageSpec(
    prepare=mask,
    id="csharp",
    grammar="csharp",
    extensions=(".cs", ".csx"),
    test_files=("*Test.cs", "*Tests.cs"),
    generated_files=("*.designer.cs", "*.Designer.cs", "*.g.cs", "*.g.i.cs", "*.generated.cs"),
    refine=refine,
    refine_reference=refine_reference,
    clean_doc=clean_doc,
    visibility=visibility,
)
