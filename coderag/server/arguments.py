"""Reads the arguments of a tool call: the only place that coerces, checks and words what was wrong.

Agents send numbers as strings, ``"null"`` for "not given" and lists as JSON text; a strict check would make them
repeat the same failing call, so whatever is clear is understood. What is not clear is refused with one line that names
the field, the expected form and an example. The CLI reads its own values through the same functions.
"""
from __future__ import annotations

import difflib
import json
import math
from collections.abc import Callable
from dataclasses import dataclass, field

from coderag.errors import UsageError
from coderag.server import paths
from coderag.server.escape import one_line

# Longer than any question; a pasted stack trace keeps its first frames. The encoder reads less than this anyway.
MAX_QUERY_CHARS = 4_000
_TYPES = {"integer": "integer", "flag": "boolean"}
_FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_NOT_GIVEN = frozenset({"", "null", "none", "undefined"})


@dataclass(frozen=True)
class Param:
    """One argument of a tool. ``kind`` selects the reader and the JSON type of the schema."""

    name: str
    kind: str  # a key of READERS
    description: str
    example: object
    required: bool = False
    default: object = None
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()

    def schema(self) -> dict:
        """Plain JSON schema of the value: ``type`` is one string, no unions, no references."""
        out: dict = {"type": _TYPES.get(self.kind, "string"), "description": self.description}
        if self.minimum is not None:
            out["minimum"], out["maximum"] = self.minimum, self.maximum
        if self.choices:
            out["enum"] = list(self.choices)
        if self.default is not None:
            out["default"] = self.default
        return out


@dataclass
class Reading:
    """What the readers need to know and may say: the root of the work tree, and notes for the answer."""

    root: str | None = None
    notes: list[str] = field(default_factory=list)


def wrong(param: Param, expected: str, got: object) -> UsageError:
    """One line: field, expected form, what came, example."""
    shown = one_line(json.dumps(got, ensure_ascii=False, default=str), 80)
    example = json.dumps(param.example, ensure_ascii=False)
    return UsageError(f'{param.name}: expected {expected}, got {shown}; example: "{param.name}": {example}')


def read(params: tuple[Param, ...], raw: dict | None, reading: Reading) -> dict:
    """Values of all ``params`` by name; raises :class:`UsageError` with one clear line."""
    raw = raw or {}
    known = {param.name for param in params}
    unknown = [str(name) for name in raw if name not in known]
    if unknown:
        close = difflib.get_close_matches(unknown[0], known, n=1)
        names = ", ".join(p.name for p in params) or "none, this tool takes no arguments"
        raise UsageError(
            one_line(f"unknown argument {', '.join(unknown[:5])}") + (f" (did you mean {close[0]}?)" if close else ""),
            f"Known arguments: {names}",
        )
    return {param.name: _read_one(param, raw.get(param.name), reading) for param in params}


def _read_one(param: Param, value: object, reading: Reading) -> object:
    if param.kind != "query":
        value = _unwrap(value)
    # "null" is a word one may search for: only optional arguments are dropped by their text.
    if value is None or (not param.required and isinstance(value, str) and value.strip().lower() in _NOT_GIVEN):
        if param.required:
            raise wrong(param, "a value (it is required)", value)
        return param.default
    return READERS[param.kind](param, value, reading)


def _unwrap(value: object) -> object:
    """JSON text and one-element lists: ``'["src"]'``, ``["src"]`` and ``'"src"'`` all mean ``src``."""
    if isinstance(value, str) and value.strip()[:1] in ("[", '"'):
        try:
            value = json.loads(value)
        except ValueError:
            return value  # a glob such as [ab]*.py: not JSON after all
    if isinstance(value, list) and len(value) == 1:
        return value[0]
    return value


def _text(param: Param, value: object, expected: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if not isinstance(value, str):
        raise wrong(param, expected, value)
    return value


def read_query(param: Param, value: object, reading: Reading) -> str:
    """Words to search for: blank is refused, very long is cut with a note."""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        value = " ".join(value)
    text = _text(param, value, "text to search for").encode("utf-8", "replace").decode().replace("\x00", " ").strip()
    if not text:
        raise wrong(param, "words to search for, not blank", value)
    if len(text) > MAX_QUERY_CHARS:
        reading.notes.append(f"query shortened: the first {MAX_QUERY_CHARS:,} of {len(text):,} characters were used")
        text = text[:MAX_QUERY_CHARS]
    return text


def read_integer(param: Param, value: object, _reading: Reading) -> int:
    """A whole number within the bounds of ``param``; ``"5"`` and ``5.0`` are numbers too."""
    expected = f"a whole number from {param.minimum} to {param.maximum}"
    try:
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise ValueError
        number = float(value)
    except (ValueError, OverflowError):
        raise wrong(param, expected, value) from None
    if not math.isfinite(number) or number != int(number) or not param.minimum <= number <= param.maximum:
        raise wrong(param, expected, value)
    return int(number)


def read_word(param: Param, value: object, _reading: Reading) -> str:
    """A name: of a symbol, a language, a branch. One line, no control characters."""
    text = _text(param, value, "a name").strip()
    if not text or len(text) > 500 or not text.isprintable():
        raise wrong(param, "a name on one line", value)
    return text


def read_flag(param: Param, value: object, _reading: Reading) -> bool:
    """A truth value; ``"true"``, ``"yes"`` and 1 are understood."""
    text = str(value).strip().lower()
    if text not in _FLAGS:
        raise wrong(param, "true or false", value)
    return _FLAGS[text]


def read_choice(param: Param, value: object, _reading: Reading) -> str:
    """One of the words of ``param``, in any case."""
    text = _text(param, value, "a word").strip().lower()
    if text not in param.choices:
        raise wrong(param, f"one of {', '.join(param.choices)}", value)
    return text


def read_ref(param: Param, value: object, reading: Reading) -> str:
    """A branch, tag or commit. A leading dash is refused: no ref starts with one, options of commands do."""
    text = read_word(param, value, reading)
    if text.startswith("-"):
        raise wrong(param, "a branch, tag or commit", value)
    return text


def read_glob(param: Param, value: object, reading: Reading) -> str:
    """A gitignore-style glob inside the repository."""
    return paths.glob(param, _text(param, value, "a path or glob"), reading.root)


def read_file(param: Param, value: object, reading: Reading) -> str:
    """The path of one file inside the repository."""
    return paths.inside(param, _text(param, value, "the path of a file"), reading.root)


def read_folder(param: Param, value: object, reading: Reading) -> str | None:
    """The path of a folder inside the repository; ``None`` for the root."""
    return paths.relative(param, _text(param, value, "the path of a folder"), reading.root) or None


READERS: dict[str, Callable[[Param, object, Reading], object]] = {
    "query": read_query,
    "integer": read_integer,
    "word": read_word,
    "detail": read_choice,
    "flag": read_flag,
    "cursor": read_word,
    "ref": read_ref,
    "glob": read_glob,
    "file": read_file,
    "folder": read_folder,
}
