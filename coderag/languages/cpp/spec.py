"""C++, and CUDA sources, which its grammar reads well enough."""
from __future__ import annotations

import re

from coderag.languages.c.declarators import declared, without_arguments, without_comments
from coderag.languages.c.preprocess import mask_cpp
from coderag.languages.c.spec import KEYWORDS, beside, is_constant, macro, made_by_macro, named
from coderag.languages.spec import TYPE_KINDS, Definition, LanguageSpec

_SCOPED_ENUM = re.compile(r"\benum\s+(?:class|struct)\b")
_INITIALISERS = re.compile(r"\)\s*(?:noexcept\b\s*(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?)?\s*:(?!:)")
_TYPE_PARAMETER = re.compile(r"[A-Z][0-9]?\Z")
_MOCKED = re.compile(r"\s*MOCK_(?:METHOD\s*\((?:[^(),]|\([^()]*\)|<[^<>]*>)+,\s*(\w+)\s*,|(?:CONST_)?METHOD\d+(?:_T)?\s*\(\s*(\w+)\s*,)")
_STATIC = re.compile(r"(?:\w+\s+)*?static\b")
_KEYWORDS = frozenset({"static_cast", "dynamic_cast", "const_cast", "reinterpret_cast", "decltype", "sizeof", "alignof", "noexcept"})
_SPACE = re.compile(r"\s+")


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    kind = d.kind
    if not d.is_symbol:  # anonymous and inline namespaces add nothing to a name
        return d._replace(name="", qualname=parent.qualname if parent else "")
    if kind == "macro":
        return macro(d)
    d = d._replace(header=without_comments(d.header))
    if kind == "namespace":
        return d._replace(name=_SPACE.sub("", d.name))
    if kind in TYPE_KINDS:
        return _type(d)
    if kind == "lambda":
        kind = "method" if parent is not None and parent.kind in TYPE_KINDS else "function"
        return d._replace(kind=kind)
    if kind in ("type", "variable", "field") and parent is not None and d.header == d.name:
        return beside(d, parent)
    if kind == "constant":
        return _enumerator(d, parent)
    if kind == "type":
        return d._replace(name=declared(d.name).name)
    return _member(d, parent)


def _type(d: Definition) -> Definition | None:
    scope, _, name = without_arguments(d.name).rpartition("::")
    return named(d._replace(name=name, scope=_SPACE.sub("", scope)))


def _enumerator(d: Definition, parent: Definition | None) -> Definition:
    """Those of a plain enum belong to what is around it."""
    if parent is None or parent.kind != "enum" or _SCOPED_ENUM.search(parent.header):
        return d
    return d._replace(qualname=parent.qualname.removesuffix(parent.name) + d.name)


def _member(d: Definition, parent: Definition | None) -> Definition | None:
    """Functions, prototypes, variables and fields: what they are stands in the declarator."""
    made = made_by_macro(d)
    if made is not None:
        inside = parent is not None and parent.kind in ("function", "method", "constructor", "test") and made.kind != "test"
        return None if inside else made._replace(scope="")  # EACH(item) { }
    mocked = _MOCKED.match(d.header)
    if mocked:
        return d._replace(kind="method", name=mocked[1] or mocked[2], scope="")
    found = declared(d.name)
    inside = parent is not None and parent.kind in TYPE_KINDS
    is_body = d.kind in ("function", "method", "constructor", "friend")
    if not found.name or found.name in KEYWORDS:
        return None
    if parent is not None and parent.kind in ("function", "method", "constructor", "test") and not is_body:
        return None  # a local variable, or one that looks like a prototype
    if not is_body and found.name.isupper() and d.header.lstrip().startswith(found.name) and not (inside and found.name == parent.name):
        return None  # Q_PROPERTY(...);
    if not is_body and not found.is_function:
        if d.kind == "field" or inside:
            return named(d._replace(kind="constant" if is_constant(d) and "static" in d.header else "field", name=found.name))
        return named(d._replace(kind="constant" if is_constant(d) else "variable", name=found.name, scope=found.scope))
    header = _INITIALISERS.split(d.header, maxsplit=1)
    if len(header) > 1:
        d = d._replace(header=header[0] + ")")
    d = d._replace(name=found.name, scope=found.scope)
    if d.kind == "friend":
        outer = parent.qualname.removesuffix(parent.name) if parent else ""
        return d._replace(kind="function", qualname=outer + found.name, scope="")
    if not inside and not found.scope:
        return d._replace(kind="function")
    owner = found.scope.rpartition("::")[2] if found.scope else parent.name if parent else ""
    return d._replace(kind="constructor" if owner == found.name else "method")


def refine_reference(kind: str, name: str, receiver: str) -> tuple[str, str, str] | None:
    if kind == "import" and name[:1] in "<\"":
        return kind, name.strip('<>" \t'), receiver
    if name.startswith("template "):
        name = name[9:].lstrip()
    if "<" in name and not name.startswith("operator"):
        name = without_arguments(name)
    if ":" in name:
        scope, _, name = name.rpartition("::")
        receiver = receiver or scope
    if kind == "none" or kind in ("type", "call") and not receiver and _TYPE_PARAMETER.match(name):
        return None
    name = name.strip()
    return None if name in KEYWORDS or name in ("override", "final") or kind == "call" and name in _KEYWORDS else (kind, name, receiver)


def visibility(d: Definition, parent: Definition | None) -> str:
    if parent is not None and parent.kind in TYPE_KINDS:
        if parent.kind == "enum":
            return ""
        return "private" if parent.kind == "class" else "public"
    if parent is not None and not parent.is_symbol and "inline" not in parent.header and not d.scope:
        return "private"  # of an anonymous namespace
    if d.scope or d.kind not in ("function", "variable", "constant") or re.match(rf"\s*{re.escape(d.name)}\b", d.header):
        return ""
    if parent is not None and parent.kind in ("function", "method", "constructor", "test"):
        return ""
    return "private" if _STATIC.match(d.header.lstrip()) else "public"


SPEC = LanguageSpec(
    id="cpp",
    grammar="cpp",
    extensions=(".cc", ".cpp", ".cxx", ".c++", ".C", ".H", ".hpp", ".hh", ".hxx", ".h++", ".tpp", ".ipp", ".inl", ".cu", ".cuh"),
    separator="::",
    test_files=("*_test.cc", "*_test.cpp", "*_unittest.cc", "*_unittest.cpp", "test_*.cpp", "*Test.cpp", "*Tests.cpp"),
    prepare=mask_cpp,
    refine=refine,
    refine_reference=refine_reference,
    visibility=visibility,
)
