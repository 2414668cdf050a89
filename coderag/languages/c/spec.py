"""C. A scope is written with ``::`` as the indexers of C do (``node::next``); enumerators are global, as in the language."""
from __future__ import annotations

import re

from coderag.languages.c.declarators import declared, inside, without_comments
from coderag.languages.c.preprocess import mask
from coderag.languages.spec import Definition, LanguageSpec

_MADE = re.compile(r"\s*([A-Z][A-Z0-9_]{2,})\s*(?=\()")
_ARGUMENT = re.compile(r"\s*(?:\"((?:\\.|[^\"\\])*)\"(?:\s*\*[^,]*)?|(\w+))\s*(?:,|\Z)")  # "adds" * doctest::skip()
_CONSTANT = re.compile(r"\b(?:const|constexpr|constinit)\b")
_GUARD = re.compile(r"\w*_(?:H|HH|HPP|H_|HPP_|INCLUDED|INCLUDE_GUARD)_*\Z")
KEYWORDS = frozenset("if else for while do switch case return goto sizeof int char long short void float double unsigned signed "
                     "defined _Static_assert static_assert _Alignof _Generic _Thread_local _Noreturn __attribute__".split())  # fmt: skip
"""Never a name: where one seems to be, the code is broken or a macro was misread."""
_BODIES = ("function", "test")
_CONTINUED = re.compile(r"\\\r?\n")


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    if d.kind == "macro":
        return macro(d)
    d = d._replace(header=without_comments(d.header))
    if d.kind in ("type", "variable", "field") and parent is not None and d.header == d.name:
        return beside(d, parent)
    if d.kind in ("function", "method", "constructor", "variable"):
        made = made_by_macro(d)
        if made is not None:
            return None if parent is not None and parent.kind in _BODIES else made  # EACH(item) { }
        found = declared(d.name)
        if not found.name or found.name in KEYWORDS or parent is not None and parent.kind in _BODIES and not d.has_body:
            return None
        if d.has_body or found.is_function:
            return d._replace(kind="function", name=found.name)
        d = d._replace(kind="constant" if is_constant(d) else "variable", name=found.name)
        return named(d)
    if d.kind in ("field", "type"):
        return named(d._replace(name=declared(d.name).name))
    if d.kind in ("struct", "union", "enum"):
        return named(d)
    if d.kind == "constant" and parent is not None and parent.kind == "enum":
        return d._replace(qualname=d.name)
    return d


def named(d: Definition) -> Definition:
    """``struct { int q; } inst``: the header ends before the name; for the reader the name belongs to it."""
    return d if d.name in d.header else d._replace(header=f"{d.header.strip()} {d.name}")


def beside(d: Definition, parent: Definition) -> Definition | None:
    """``struct node { ... } first;``, ``typedef struct node { ... } node_t;``: stands in the range of the type, not in it."""
    name = declared(d.name).name
    if name == parent.name:
        return None
    outer = parent.qualname.removesuffix(parent.name)
    head = " ".join(parent.header.split())
    if d.kind == "type" and not head.startswith("typedef"):
        head = f"typedef {head}"
    return d._replace(name=name, qualname=outer + name, header=f"{head} {d.name}")


def macro(d: Definition) -> Definition | None:
    """A macro of several lines is worth a chunk; an include guard is no symbol."""
    lines = without_comments(d.header).rstrip()
    if "\n" in lines:
        return d._replace(header=_CONTINUED.split(lines)[0].rstrip(), has_body=True)
    if _GUARD.match(d.name) and lines.endswith(d.name):
        return None
    return d._replace(header=lines)


def made_by_macro(d: Definition) -> Definition | None:
    """``TEST(Suite, Name) {``, ``DEFINE_CMD(reload) {``: what the macro makes is named by its arguments."""
    match = _MADE.match(d.header) if d.has_body else None
    if match is None:
        return None
    text, rest = inside(d.header[match.end() :])
    if rest.strip():
        return None
    arguments: list[str] = []
    at = 0
    while len(arguments) < 2:
        argument = _ARGUMENT.match(text, at)
        if argument is None:
            break
        arguments.append(argument[1] or argument[2] or "")
        at = argument.end()
        if argument[1]:
            break
    if not arguments:
        return d._replace(kind="function", name=match[1])
    if "TEST" in match[1] or match[1] == "SCENARIO":
        return d._replace(kind="test", name=".".join(arguments[:2]))
    return d._replace(kind="function", name=arguments[0])


def is_constant(d: Definition) -> bool:
    """``const`` applies to the object itself: it stands behind the last ``*``, or there is none."""
    before = d.header.partition("=")[0]
    pointer = before.rfind("*")
    return _CONSTANT.search(before if pointer < 0 else before[pointer:]) is not None or "constexpr" in before


def refine_reference(kind: str, name: str, receiver: str) -> tuple[str, str, str] | None:
    if kind == "import":
        return kind, name.strip('<>" \t'), receiver
    return None if name in KEYWORDS else (kind, name, receiver)


def visibility(d: Definition, parent: Definition | None) -> str:
    """``static`` at file level is private to the file."""
    if parent is not None or d.kind not in ("function", "variable", "constant"):
        return ""
    if d.kind == "constant" and re.match(rf"\s*{re.escape(d.name)}\b", d.header):
        return ""  # an enumerator
    return "private" if re.match(r"(?:\w+\s+)*?static\b", d.header.lstrip()) else "public"


SPEC = LanguageSpec(
    id="c",
    grammar="c",
    extensions=(".c",),
    separator="::",
    test_files=("test_*.c", "*_test.c", "*_tests.c", "*_unittest.c"),
    prepare=mask,
    refine=refine,
    refine_reference=refine_reference,
    visibility=visibility,
)
