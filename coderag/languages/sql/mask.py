"""Strings, comments and rows of data hidden from a scanner of SQL, so that what is left is words and marks."""
from __future__ import annotations

import re

MAX_OPEN = 50  # quotes without an end; after that many they are not looked for any more

_HIDE = re.compile(
    rb"""--[^\n]* | /\*.*?(?:\*/|\Z) | ^[ \t]*\#[ \t][^\n]* | \b(?P<marked>[eEqQ])' | '(?P<string>)
    | "[^"\n]*" | `[^`\n]*` | \[[\w ]+\] | \$(?P<tag>(?:[A-Za-z_]\w*)?)\$ | \bFROM\s+stdin\b[^;\n]*;[ \t\r]*\n(?P<data>)""",
    re.X | re.S | re.M | re.I,
)
_CLOSERS = {b"[": b"]'", b"{": b"}'", b"(": b")'", b"<": b">'"}
_PLAIN_STRING = re.compile(rb"[^']*(?:''[^']*)*'")
_ESCAPED_STRING = re.compile(rb"[^'\\]*(?:(?:\\.|'')[^'\\]*)*'", re.S)
_NOT_BREAK = re.compile(rb"[^\n]")


def mask(source: bytes) -> tuple[bytes, list[tuple[int, int]], list[tuple[int, int]]]:
    """The source with strings and comments blanked out; where comments are, and the insides of dollar quotes."""
    comments: list[tuple[int, int]] = []
    quoted: list[tuple[int, int]] = []
    out: list[bytes] = []
    string = _ESCAPED_STRING if b"`" in source or b"\\'" in source else _PLAIN_STRING
    at = position = 0  # copied so far; looked at so far
    inside: bytes = b""  # dollar tag that is open
    begun = failures = 0
    while True:
        match = _HIDE.search(source, position)
        if match is None:
            break
        start, end = match.span()
        first = source[start : start + 1]
        position = end
        if match["tag"] is not None:
            tag = match[0]
            if inside:
                if tag == inside:
                    quoted.append((begun, start))
                    inside = b""
            elif failures < MAX_OPEN:
                if source.find(tag, end) < 0:
                    failures += 1
                else:
                    inside, begun = tag, end
            continue
        if match["data"] is not None:  # rows of COPY ... FROM stdin
            stop = source.find(b"\n\\.", end - 1)
            start, end = end, len(source) if stop < 0 else stop
            position = end
        elif match["string"] is not None or match["marked"] is not None:
            if failures >= MAX_OPEN:
                continue
            end = _string_end(source, end, match["marked"] or b"", string)
            if end < 0:
                failures += 1
                continue
            if inside and inside in source[start:end]:  # a lone quote in a body of another language
                continue
            position = end
        elif first in b"-/#" or source[start:end].lstrip()[:1] == b"#":
            if source[start + 2 : start + 3] != b"!":  # what only one product reads is no comment
                comments.append((start + (end - start - len(source[start:end].lstrip())), end))
        else:
            continue  # a quoted name
        out.append(source[at:start])
        out.append(_blank(source[start:end]))
        at = end
    out.append(source[at:])
    return b"".join(out), comments, quoted


def _blank(text: bytes) -> bytes:
    return _NOT_BREAK.sub(b" ", text)


def _string_end(source: bytes, at: int, mark: bytes, plain: re.Pattern[bytes]) -> int:
    """End of a string whose first quote is before ``at``: 'it''s', E'it\\'s', q'[it's]'; -1 if it has none."""
    if mark in (b"q", b"Q"):
        opener = source[at : at + 1]
        end = source.find(_CLOSERS.get(opener, opener + b"'"), at + 1)
        return end + 2 if end >= 0 else -1
    closed = (_ESCAPED_STRING if mark else plain).match(source, at)
    return closed.end() if closed else -1
