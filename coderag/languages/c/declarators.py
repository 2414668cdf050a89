"""Declarators as text: ``*(*get(int x))(void)`` -> what is declared, and whether it is a function. For C and C++."""
from __future__ import annotations

import re
from typing import NamedTuple

_LEAD = re.compile(
    r"(?:\s|\*|&|/\*.*?\*/|//[^\n]*|\[\[.*?\]\]|\b(?:const|volatile|restrict|__restrict|__restrict__|register|"
    r"__cdecl|__stdcall|__fastcall|__thiscall|__vectorcall|[a-z]+_(?:nonnull|nullable|nullability_unknown)"
    r"|_(?:Nonnull|Nullable|Null_unspecified))\b|[A-Z][A-Z0-9]*_[A-Z0-9_]+(?:\([^()]*\))?(?=\s+[A-Za-z_~]))+",
    re.S,
)
_OPERATOR = re.compile(
    r"(?:^|(?<=::)|(?<=:: ))operator\s*(\(\s*\)|\[\s*\]|\"\"\s*\w+|(?:new|delete)\b\s*(?:\[\s*\])?|co_await\b|::[^()]+|[^\w\s(]+|[^()]+)"
)
_WRAPPED = re.compile(r"\s*\(\s*(\w+)\s*\)\s*\(")
_REMARK = re.compile(r"\"(?:\\.|[^\"\\])*\"|//[^\n]*|/\*.*?\*/", re.S)
_PIECE = re.compile(r"\s*(?:::|~?\s*[A-Za-z_$\x80-\U0010ffff][\w$]*)")


class Declared(NamedTuple):
    scope: str  # "gear::Box" in ``gear::Box::turn(int)``, without template arguments
    name: str
    is_function: bool


def declared(text: str) -> Declared:
    """Name, scope and nature of a declarator; an empty name if there is none."""
    text = text[:2000]
    text = _bare(text)
    while text.startswith(")"):  # the end of a macro around the type: API(char *) name(int)
        text = _bare(text[1:].lstrip())
    if text.startswith("("):
        return _parenthesised(text)
    operator = _OPERATOR.search(text)
    if operator and "(" not in text[: operator.start()]:
        scope = without_arguments(text[: operator.start()]).strip().removesuffix("::")
        symbol = operator[1]
        if not symbol[:1].isalpha() and not symbol.startswith("::"):
            return Declared(_joined(scope), "operator" + "".join(symbol.split()), True)
        return Declared(_joined(scope), "operator " + " ".join(symbol.split()).replace(" [", "[").replace("[ ]", "[]"), True)
    path, rest = _path(text)
    scope, _, name = path.rpartition("::")
    wrapped = _WRAPPED.match(rest)
    if wrapped and name.isupper():  # SYMBOL(open)(int): the macro's argument is the name
        return Declared(scope, wrapped[1], True)
    return Declared(scope, name, rest.lstrip().startswith("("))


def _bare(text: str) -> str:
    lead = _LEAD.match(text)
    return text[lead.end() :] if lead else text


def _parenthesised(text: str) -> Declared:
    """``(*fp)(int)``, ``(*get(int))(void)``, ``(name)(int)``, ``(Foo::*mp)(int)``."""
    inner, rest = inside(text)
    star = inner.find("*")
    if star >= 0 or inner.lstrip().startswith(("&", "^")):
        found = declared(inner[star + 1 :] if star >= 0 else inner.lstrip()[1:])
        return found._replace(scope="")
    found = declared(inner)
    return found._replace(is_function=rest.lstrip().startswith("("))


def inside(text: str) -> tuple[str, str]:
    """What stands in the bracket that the text starts with, and what follows it."""
    depth = 0
    for i, char in enumerate(text):
        if char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
            if not depth:
                return text[1:i], text[i + 1 :]
    return text[1:], ""


def _path(text: str) -> tuple[str, str]:
    """``a::B<x, y>::c`` at the start of a text without its template arguments, and the text after it."""
    parts: list[str] = []
    at = 0
    while True:
        piece = _PIECE.match(text, at)
        if piece is None:
            break
        word = "".join(piece[0].split())
        if word != "::" and parts and parts[-1] != "::":
            break
        parts.append(word)
        at = piece.end()
        rest = text[at:].lstrip()
        if rest.startswith("<"):
            at = len(text) - len(rest) + _angles(rest)
    return "".join(parts).removeprefix("::"), text[at:]


def _angles(text: str) -> int:
    """Length of the template argument list that the text starts with."""
    depth = paren = 0
    for i, char in enumerate(text):
        if char in "([":
            paren += 1
        elif char in ")]":
            paren -= 1
        elif not paren and char == "<":
            depth += 1
        elif not paren and char == ">" and text[i - 1] != "-":
            depth -= 1
            if not depth:
                return i + 1
    return len(text)


def without_arguments(text: str) -> str:
    """Qualified name without template arguments: ``ns::Pool<int>`` -> ``ns::Pool``."""
    if "<" not in text:
        return text
    out: list[str] = []
    at = 0
    while at < len(text):
        if text[at] == "<":
            at += _angles(text[at:])
        else:
            out.append(text[at])
            at += 1
    return "".join(out)


def _joined(scope: str) -> str:
    return "".join(scope.split()).removeprefix("::")


def without_comments(header: str) -> str:
    """Header without the remarks between its parts."""
    if "//" not in header and "/*" not in header:
        return header
    return _REMARK.sub(lambda m: m[0] if m[0].startswith('"') else " ", header)
