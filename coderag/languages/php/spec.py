"""PHP. Qualified names as PHP writes them: ``App\\Shop\\Cart::add``, ``App\\Shop\\Cart::$items``, ``App\\Shop\\helper``."""
from __future__ import annotations

import re

from coderag.languages.brackets import after_closing
from coderag.languages.spec import Definition, LanguageSpec

_LEVEL = re.compile(r"\s*(?:(?:abstract|final|static|readonly|var)\s+)*(public|protected|private)\b(?!\s*\(\s*set)", re.I)
_CONSTANT_CALL = re.compile(r"\s*\\?define\b", re.I)
_QUOTED = re.compile(r"""(["'])((?:(?!\1).)*)\1""")
_MARKERS = re.compile(r"^\s*(?:/\*+|//+|#+|\*+(?!/))?[ \t]?", re.M)
_NO_DOC = re.compile(r"^\s*(?:\{?@inheritdoc\}?|phpcs:.*|@?phpstan-.*|@?codeCoverageIgnore.*)\s*$", re.I | re.M)
_OWN = frozenset({"self", "static", "parent"})
_CLASS_LIKE = frozenset({"class", "interface", "trait", "enum"})


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    is_test = d.kind == "method" and (
        "#[Test]" in d.header or d.name.startswith("test") and parent is not None and "TestCase" in parent.header
    )
    d = d._replace(header=_without_attributes(d.header))
    if is_test:
        return d._replace(kind="test")
    if d.kind == "class" and d.name == "class":
        d = d._replace(name="class@anonymous")
    if d.kind == "test":
        return d._replace(name=" ".join(d.name.split())[:120], separator=" > ", qualname="" if _is_test(parent) else d.name)
    if d.kind == "constant" and _CONSTANT_CALL.match(d.header):
        return d._replace(qualname=d.name)  # define() knows no namespace
    if parent is not None and parent.kind == "constructor" and d.kind == "property":
        return d._replace(qualname=f"{parent.qualname.rpartition('::')[0]}::${d.name}")
    if d.kind == "variable" or d.kind == "function" and d.header.lstrip().startswith("$"):
        return d._replace(qualname=f"${d.name}")
    if parent is not None and parent.kind == "namespace":
        return d._replace(separator="\\")
    if d.kind == "property":
        return d._replace(separator="::$")
    return d


def _is_test(parent: Definition | None) -> bool:
    return parent is not None and parent.kind == "test"


def _without_attributes(header: str) -> str:
    """Header without the ``#[...]`` groups and comments that it begins with."""
    text = header.strip()
    while text.startswith(("#", "//", "/*")):
        if text.startswith("#["):
            end = after_closing(text, pair="[]")
        elif text.startswith("/*"):
            end = text.find("*/") + 2
        else:
            end = text.find("\n") + 1
        if end < 2:
            return header.strip()
        text = text[end:].lstrip()
    return text


def refine_reference(kind: str, name: str, receiver: str) -> tuple[str, str, str] | None:
    if kind == "type" and name.lower() in _OWN:
        return None
    if kind == "include":  # the last literal part: __DIR__ . '/lib.php'
        quoted = _QUOTED.findall(name)
        return ("import", quoted[-1][1], "") if quoted else None
    if kind == "import":
        return kind, name.lstrip("\\"), receiver.strip("\\")
    return kind, name, receiver


def visibility(d: Definition, parent: Definition | None) -> str:
    if parent is not None and (parent.kind in _CLASS_LIKE or parent.kind == "constructor" and d.kind == "property"):
        match = _LEVEL.match(d.header)
        return match[1].lower() if match else "public"
    return ""


def clean_doc(raw: str) -> str:
    text = _MARKERS.sub("", raw.strip().removesuffix("*/"))
    return "\n".join(line.strip() for line in _NO_DOC.sub("", text).split("\n")).strip()


SPEC = LanguageSpec(
    id="php",
    grammar="php",
    extensions=(".php", ".phtml", ".php3", ".php4", ".php5", ".php7", ".php8", ".phpt", ".ctp"),
    filenames=("artisan",),
    shebangs=("php",),
    separator="::",
    test_files=("*Test.php", "*_test.php", "*Cest.php", "*Spec.php", "*TestCase.php"),
    constructors=("__construct",),
    refine=refine,
    refine_reference=refine_reference,
    clean_doc=clean_doc,
    visibility=visibility,
)
