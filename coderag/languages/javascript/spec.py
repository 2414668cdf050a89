"""JavaScript and JSX. The hooks here serve TypeScript too: the two share their shapes."""
from __future__ import annotations

import re

from coderag.languages.spec import Definition, LanguageSpec

_CONSTANT = re.compile(r"[A-Z][A-Z0-9_]*\Z")
_TYPE_PARAMETER = re.compile(r"[A-Z][0-9]?\Z")
_LEVEL = re.compile(r"\b(public|private|protected)\b")
_EXPORTS = frozenset({"exports", "module.exports"})
_NAMED = re.compile(r"=\s*(?:async\s+)?(?:function\s*\*?|class)\s+(?!extends\b)([\w$]+)")
_WRAPPED = re.compile(r"\s*(?:export\s+)?(?:const|let|var)\b|\s*export\s+default\b")
_REQUIRE = re.compile(r"[^=]*=\s*(?:await\s+)?(?:require|import)\s*\(")


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    name = d.name.strip()
    if not d.is_symbol:  # Cart.prototype = { ... }
        return d
    if name.startswith("[") and re.fullmatch(r"\[[\w$]+(?:\.[\w$]+)+\]", name):  # [Symbol.iterator]
        d = d._replace(separator="" if parent is not None else d.separator)
    elif name.startswith(('"', "'", "`", "[")) and d.kind != "test":
        name = name.strip("\"'`[]")
        if not re.fullmatch(r"[\w$.@*/: -]{1,80}", name):
            return None
    if d.kind == "test":
        return d._replace(name=" ".join(name.strip("\"'`").split())[:120], separator=" > ")
    if not name:
        return d._replace(name="default")
    if d.scope in _EXPORTS or d.scope == "this":
        d = d._replace(scope="")
    if name == "exports" and (d.scope == "module" or d.header.startswith("module.exports")):
        named = _NAMED.search(d.header)
        return None if d.kind == "constant" else d._replace(name=named[1] if named else "default", scope="")
    if name == "this" or d.scope.startswith("this."):
        return None
    if d.kind == "function" and parent is not None and parent.name == name and d.header.lstrip().startswith(("function", "async function")):
        if _WRAPPED.match(parent.header):
            return None  # const Row = memo(function Row() {})
    if parent is not None and parent.kind == "enum":
        return d._replace(name=name)
    if d.kind in ("method", "field") and parent is not None and parent.kind == "constructor":
        # this.tick = () => {}; constructor(private store)
        d = d._replace(qualname=f"{parent.qualname.rpartition('.')[0]}.{name}".lstrip("."))
    if d.kind in ("variable", "constant"):
        if _REQUIRE.match(d.header):
            return None
        is_constant = d.has_body or (d.header.lstrip().startswith(("const", "export const")) and _CONSTANT.match(name))
        d = d._replace(kind="constant" if is_constant and "const" in d.header[:20] else "variable")
    if d.kind == "field" and re.match(r"\s*(?:\w+\s+)*(?:static\s+readonly|readonly\s+static)\b", d.header):
        d = d._replace(kind="constant")
    if d.kind == "function" and parent is not None and parent.kind in ("constant", "variable"):
        d = d._replace(kind="method")
    return d._replace(name=name)


def refine_reference(kind: str, name: str, receiver: str) -> tuple[str, str, str] | None:
    if kind in ("import", "export"):
        if name == "require":
            return kind, receiver, ""
        return kind, name.strip("\"'"), receiver
    if kind == "instantiate" and name[:1].islower() and not receiver:
        return None  # an HTML element, not a component
    if kind == "none" or kind == "type" and _TYPE_PARAMETER.match(name) and not receiver:
        return None
    return kind, name, receiver


def visibility(d: Definition, parent: Definition | None) -> str:
    if parent is not None and parent.kind == "constructor" and d.kind == "field":  # constructor(private store: Store)
        declared = _LEVEL.search(d.header)
        return declared[1] if declared else "public"
    if parent is None or parent.kind not in ("class", "interface"):
        return ""
    if d.name.startswith("#"):
        return "private"
    match = re.match(r"\s*(?:(?:abstract|static|readonly|override|declare|async)\s+)*(public|private|protected)\b", d.header)
    return match[1] if match else "public"


SPEC = LanguageSpec(
    id="javascript",
    grammar="javascript",
    extensions=(".js", ".mjs", ".cjs", ".jsx"),
    filenames=("Jakefile",),
    shebangs=("node", "nodejs", "deno", "bun"),
    test_files=("*.test.js", "*.spec.js", "*.test.jsx", "*.spec.jsx", "*.test.mjs", "*.spec.mjs", "*.test.cjs", "*.spec.cjs"),
    generated_files=("*.min.js", "*.bundle.js", "*.chunk.js", "*-min.js"),
    constructors=("constructor",),
    refine=refine,
    refine_reference=refine_reference,
    visibility=visibility,
)
