"""Puts a table into a TOML file and takes it out again, leaving the rest as it is.

The standard library reads TOML but gives no positions; a scan of the statements, whose text is known to be valid, does.
"""
from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

from coderag.agents import tail
from coderag.errors import StateError

_SKIP = re.compile(r"(?:[ \t\r\n\ufeff]+|#[^\n]*)*")
_PIECE = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*|[\[\]{}\r\n]|[^"\'#\[\]{}\r\n]+', re.DOTALL
)
_KEY = re.compile(r'(?:"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|[^=\'"])+')


@dataclass(frozen=True)
class _Statement:
    """A table's header, or a key with its value, at ``text[start:end]`` without its line feed."""

    path: tuple[str, ...]  # of the header, or of the key inside its table
    start: int
    end: int
    value: int = -1  # where the value begins; -1 for a header


def read(text: str) -> dict:
    """The file as nested dicts. StateError with the place where it cannot be read."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise StateError(f"not valid TOML: {error}") from None


def add(text: str | None, table: tuple[str, ...], name: str, entry: dict) -> str:
    """``text`` (None: no file) with ``entry`` under ``name``. What else an entry of that name holds is kept."""
    rows = "".join(f"\n{key} = {_value(value)}" for key, value in entry.items())
    new = tail.append(text, f"[{'.'.join((*table, name))}]{rows}")
    old = _lookup(read(text or ""), (*table, name))
    if old is None:
        try:
            read(new)
        except StateError:  # an inline table cannot be added to
            raise _by_hand(table) from None
        return new
    assert text is not None
    for key, value in entry.items():
        if not isinstance(old, dict) or old.get(key) != value:
            text = _update(text, (*table, name), key, value)
    return text


def remove(text: str, table: tuple[str, ...], name: str) -> str | None:
    """``text`` without the entry's tables; None if nothing of the file is left."""
    path = (*table, name)
    if _lookup(read(text), path) is None:
        return text
    sections = [part for part in _sections(text) if part[0].path[: len(path)] == path]
    if not sections:
        raise _by_hand(path)
    rest: str | None = text
    for part in reversed(sections):
        rest = tail.cut(rest or "", part[0].start, part[-1].end)
    return rest


def _update(text: str, path: tuple[str, ...], key: str, value: object) -> str:
    section = next((part for part in _sections(text) if part[0].path == path), None)
    if section is None:
        raise _by_hand(path)
    for row in section[1:]:
        if row.path == (key,):
            return text[: row.value] + _value(value) + text[row.end :]
    at = section[0].end
    return text[:at] + f"{tail.eol_of(text)}{key} = {_value(value)}" + text[at:]


def _by_hand(path: tuple[str, ...]) -> StateError:
    name = ".".join(path)
    return StateError(f"{name} is not written as a table [{name}]", "change it by hand")


def _lookup(value: object, path: tuple[str, ...]) -> object:
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _value(value: object) -> str:
    """A string or list of strings; JSON's form of both is TOML's, but for DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _sections(text: str) -> list[list[_Statement]]:
    """Headers, each with the statements below it. What stands before the first header is left out."""
    parts: list[list[_Statement]] = []
    for statement in _statements(text):
        if statement.value < 0:
            parts.append([statement])
        elif parts:
            parts[-1].append(statement)
    return parts


def _statements(text: str) -> Iterator[_Statement]:
    at = _SKIP.match(text, 0).end()
    while at < len(text):
        if text[at] == "[":
            end = _end(text, at)
            yield _Statement(_path(text[at:end]), at, end)
        else:
            equals = _KEY.match(text, at).end()
            value = equals + 1 + len(text[equals + 1 :]) - len(text[equals + 1 :].lstrip(" \t"))
            end = _end(text, value)
            yield _Statement(_path(text[at:equals] + "= 0"), at, end, value)
        at = _SKIP.match(text, end).end()


def _end(text: str, at: int) -> int:
    """End of the statement's last token: a comment behind it, and the line feed, do not belong to it."""
    depth, last = 0, at
    while at < len(text):
        piece = _PIECE.match(text, at)
        word = piece.group()
        if word in "\r\n" and depth == 0 or word[0] == "#" and depth == 0:
            break
        depth += (word in "[{") - (word in "]}")
        at = piece.end()
        if word.strip() and word[0] != "#":
            last = at - len(word) + len(word.rstrip())
    return last


def _path(line: str) -> tuple[str, ...]:
    """The keys that a header or assignment names."""
    value, path = tomllib.loads(line), []
    while isinstance(value, dict) and value or isinstance(value, list):
        if isinstance(value, list):
            value = value[0]
        else:
            key, value = next(iter(value.items()))
            path.append(key)
    return tuple(path)
