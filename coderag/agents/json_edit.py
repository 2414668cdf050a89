"""Puts an entry into a JSON file and takes it out again, leaving the rest as it is.

Layout carries what removing must know. A table that we made has white space behind its brace; in one that was there and
empty, our entry stands directly behind the brace. A file that we made ends in a line feed; in an empty one it does not.
"""
from __future__ import annotations

import json
import re

from coderag.agents.jsonc import Member, Node, gap, parse
from coderag.errors import StateError

_SAME_LINE_COMMENTS = re.compile(r"(?:[ \t]*(?:/\*[^\r\n]*?\*/|//[^\r\n]*))*")
_BLANK_TO_KEY = re.compile(r"(?:\r?\n)?[ \t]*\Z")
_REMOTE = ("url", "serverUrl", "httpUrl")


def read(text: str) -> dict:
    """The file's object; {} for a blank one. StateError if it is damaged or no object."""
    return {} if not text.strip() else _root(text).value  # type: ignore[return-value]


def add(text: str | None, table: tuple[str, ...], name: str, entry: dict) -> str:
    """``text`` (None: no file) with ``entry`` under ``name``. What else an entry of that name holds is kept."""
    if text is None or not text.strip():
        whole = _pretty({table[0]: _nested(table[1:], name, entry)}, "", "  ", "\n")
        return whole + "\n" if text is None else text + whole
    node = _root(text)
    for i, key in enumerate(table):
        found = node.member(key)
        if found is None:
            return _insert(text, node, key, _nested(table[i + 1 :], name, entry))
        node = node.members[found].node
        if not isinstance(node.value, dict):
            raise StateError(f"{'.'.join(table[: i + 1])!r} is not an object")
    found = node.member(name)
    if found is None:
        return _insert(text, node, name, entry)
    return _update(text, (*table, name), entry)


def remove(text: str, table: tuple[str, ...], name: str) -> str | None:
    """``text`` without the entry and the tables that were made for it; None if nothing of the file is left."""
    chain = [_root(text)]
    for key in (*table, name):
        found = chain[-1].member(key)
        if found is None:
            return text
        chain.append(chain[-1].members[found].node)
    level = len(table)
    while level and _made_for_one(text, chain[level]):
        level -= 1
    if level == 0 and _made_for_one(text, chain[0]):
        before, after = text[: chain[0].start], text[chain[0].end :]
        if not (before + after).strip():
            return None if not before and after else before + after
    owner = chain[level]
    return _cut(text, owner, owner.member((*table, name)[level]))


def _root(text: str) -> Node:
    node = parse(text)
    if not isinstance(node.value, dict):
        raise StateError("the file holds no JSON object")
    return node


def _nested(keys: tuple[str, ...], name: str, entry: dict) -> dict:
    value: dict = {name: entry}
    for key in reversed(keys):
        value = {key: value}
    return value


def _update(text: str, path: tuple[str, ...], entry: dict) -> str:
    """Changes what differs in an existing entry, one key after the other. One for a remote server is replaced."""
    node = _at(text, path)
    if not isinstance(node.value, dict) or any(word in node.value for word in _REMOTE):
        return text[: node.start] + _inline(entry) + text[node.end :]
    for key, value in entry.items():
        node = _at(text, path)
        found = node.member(key)
        if found is None:
            text = _insert(text, node, key, value)
        elif (old := node.members[found].node).value != value:
            text = text[: old.start] + _inline(value) + text[old.end :]
    return text


def _at(text: str, path: tuple[str, ...]) -> Node:
    """The value at a path that exists."""
    node = _root(text)
    for key in path:
        node = node.members[node.member(key)].node
    return node


def _insert(text: str, node: Node, key: str, value: object) -> str:
    """A new last member."""
    if not node.members:
        return text[: node.start + 1] + f"{_inline(key)}: {_inline(value)}" + text[node.start + 1 :]
    last = node.members[-1]
    comma = gap(text, last.node.end)
    comma = comma if text[comma] == "," else -1
    anchor = comma + 1 if comma >= 0 else last.node.end
    at = _SAME_LINE_COMMENTS.match(text, anchor).end()
    line = text[text.rfind("\n", 0, last.start) + 1 : last.start]
    eol = "\r\n" if "\r\n" in text else "\n"
    if not line.strip(" \t\ufeff") or text.rfind("//", anchor, at) >= 0:
        indent = line[: len(line) - len(line.lstrip(" \t"))]
        member = f"{eol}{indent}{_inline(key)}: {_pretty(value, indent, _unit(text), eol)}"
    else:
        member = f" {_inline(key)}: {_inline(value)}"
    if comma >= 0:
        return text[:at] + member + "," + text[at:]
    return text[: last.node.end] + "," + text[last.node.end : at] + member + text[at:]


def _cut(text: str, owner: Node, index: int) -> str:
    """Without one member, its separator, and the white space before it."""
    member: Member = owner.members[index]
    start = _BLANK_TO_KEY.search(text, 0, member.start).start()
    comma = gap(text, member.node.end)
    if text[comma] == ",":
        return text[:start] + text[comma + 1 :]
    if index == 0:
        return text[:start] + text[member.node.end :]
    before = gap(text, owner.members[index - 1].node.end)
    return text[:before] + text[before + 1 : start] + text[member.node.end :]


def _made_for_one(text: str, node: Node) -> bool:
    """Whether the object has one member, with white space before it and nothing but that around it."""
    if len(node.members) != 1:
        return False
    before = text[node.start + 1 : node.members[0].start]
    after = text[node.members[0].node.end : node.end - 1]
    return bool(before) and not before.strip() and not after.strip().removeprefix(",")


def _unit(text: str) -> str:
    """One level of indentation: that of the first indented line."""
    found = re.search(r'^([ \t]+)"', text, re.MULTILINE)
    return found.group(1) if found else "  "


def _inline(value: object) -> str:
    """On one line; a table in a table begins with a space, as a sign that we made it."""
    if isinstance(value, dict):
        inner = ", ".join(f"{json.dumps(k)}: {_inline(v)}" for k, v in value.items())
        return "{ " + inner + " }"
    return json.dumps(value, ensure_ascii=False)


def _pretty(value: object, indent: str, unit: str, eol: str) -> str:
    """Tables over several lines, lists on one."""
    if not isinstance(value, dict):
        return _inline(value)
    rows = [f"{indent}{unit}{json.dumps(k)}: {_pretty(v, indent + unit, unit, eol)}" for k, v in value.items()]
    return "{" + eol + ("," + eol).join(rows) + eol + indent + "}"
