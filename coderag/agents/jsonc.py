"""Where things are in a JSON text, with what editors allow in it: comments and trailing commas.

Reading gives values together with their positions, so that an edit can leave everything else as it is.
"""
from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from coderag.errors import StateError

_GAP = re.compile(r"(?:[ \t\r\n\ufeff]+|//[^\r\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\r\n]|\\.)*"')
_SCALAR = re.compile(r"-?\d[\d.eE+-]*|true|false|null")


@dataclass
class Node:
    """A value at ``text[start:end]``. ``members`` are those of an object, in order."""

    start: int
    end: int
    value: object
    members: list[Member] = field(default_factory=list)

    def member(self, key: str) -> int | None:
        """Index of the member that counts: the last one of that name."""
        return next((i for i in range(len(self.members) - 1, -1, -1) if self.members[i].key == key), None)


@dataclass
class Member:
    """``text[start:node.end]`` is key, colon and value."""

    key: str
    start: int
    node: Node


def parse(text: str) -> Node:
    """The one value of ``text``. StateError with line and column where it cannot be read."""
    try:
        node = _value(text, gap(text, 0))
    except RecursionError:
        raise _damaged(text, 0, "nested too deep") from None
    if (end := gap(text, node.end)) != len(text):
        raise _damaged(text, end, "more text after the end")
    return node


def gap(text: str, at: int) -> int:
    """The position after white space and comments."""
    return _GAP.match(text, at).end()


def _value(text: str, at: int) -> Node:
    head = text[at : at + 1]
    if head == "{":
        return _object(text, at)
    if head == "[":
        return _array(text, at)
    found = (_STRING if head == '"' else _SCALAR).match(text, at)
    if found is None:
        raise _damaged(text, at, "no value here")
    try:
        return Node(at, found.end(), json.loads(found.group(), strict=False))
    except ValueError:
        raise _damaged(text, at, "no value here") from None


def _object(text: str, at: int) -> Node:
    node = Node(at, at, {})
    here = gap(text, at + 1)
    while text[here : here + 1] != "}":
        found = _STRING.match(text, here)
        if found is None:
            raise _damaged(text, here, "no name in quotes here")
        colon = gap(text, found.end())
        if text[colon : colon + 1] != ":":
            raise _damaged(text, colon, "no colon here")
        value = _value(text, gap(text, colon + 1))
        key = json.loads(found.group(), strict=False)
        node.members.append(Member(key, here, value))
        node.value[key] = value.value
        here = _next(text, value.end, "}")
    node.end = here + 1
    return node


def _array(text: str, at: int) -> Node:
    node = Node(at, at, [])
    here = gap(text, at + 1)
    while text[here : here + 1] != "]":
        value = _value(text, here)
        node.value.append(value.value)
        here = _next(text, value.end, "]")
    node.end = here + 1
    return node


def _next(text: str, at: int, close: str) -> int:
    """The position of the next entry, or of ``close``."""
    here = gap(text, at)
    if text[here : here + 1] == ",":
        return gap(text, here + 1)
    if text[here : here + 1] != close:
        raise _damaged(text, here, "neither comma nor end here")
    return here


def _damaged(text: str, at: int, why: str) -> StateError:
    line = text.count("\n", 0, at) + 1
    return StateError(f"not valid JSON in line {line}, column {at - text.rfind(chr(10), 0, at)}: {why}")
