"""Macros that items stand in: ``pin_project! { pub struct Retry { .. } }``, ``cfg_rt! { pub fn spawn() { .. } }``.

To the grammar what is inside a macro is a heap of tokens, so the types and functions there would have no names. The braces
of those that hold items as they are written elsewhere are taken away from the parser, the macro's name stays as a call.
"""
from __future__ import annotations

import re

_OPENER = re.compile(rb"^([ \t]*)(?:\w+::)*(\w+)!( ?\{)[ \t]*\r?$", re.M)
_ITEM = re.compile(
    rb"[ \t]*(?:pub(?:[ \t]*\([\w: \t]*\))?[ \t]+)?"
    rb"(?:(?:default|unsafe|async|const|extern(?:[ \t]+\"[^\"\n]*\")?)[ \t]+)*"
    rb"(?:(?:struct|enum|union)[ \t]+\w+\b(?![ \t]*:)|(?:fn|impl|trait|mod|type|use)\b|(?<=const )\w+[ \t]*:)"
)
_NOT_ITEMS = frozenset({b"quote", b"parse_quote"})
"""What stands in these is written by a macro, not in this file."""


def unwrap(source: bytes) -> bytes:
    """Source of the same length and lines, in which the items inside of macros are items of the file."""
    if b"! {" not in source and b"!{" not in source:
        return source
    out = bytearray(source)
    for opener in _OPENER.finditer(source):
        if opener[2] in _NOT_ITEMS or not _holds_items(source, opener.end()):
            continue
        closer = re.compile(rb"^" + opener[1] + rb"\}[ \t]*\r?$", re.M).search(source, opener.end())
        if closer is None:
            continue
        start, end = opener.span(3)
        if end - start == 2:
            out[start:end] = b"{}"
        else:  # no room for an empty body
            out[opener.start() : end] = b" " * (end - opener.start())
        brace = closer.start() + len(opener[1])
        out[brace : brace + 1] = b" "
    return bytes(out)


def _holds_items(source: bytes, at: int) -> bool:
    """Whether the first line that is neither comment nor attribute begins an item, or a macro that may hold some."""
    in_attribute = in_comment = False
    while at < len(source):
        end = source.find(b"\n", at + 1)
        end = len(source) if end < 0 else end
        line = source[at:end].strip()
        if in_comment or line.startswith(b"/*"):
            in_comment = b"*/" not in line
        elif in_attribute or line.startswith(b"#["):
            in_attribute = not line.endswith(b"]")
        elif line and not line.startswith(b"//"):
            return bool(_ITEM.match(source, at + 1) or _OPENER.match(source, at + 1))
        at = end
    return False
