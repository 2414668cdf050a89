"""What the grammar cannot read, taken away before parsing: same length, same line breaks. That is conditional branches
that are no whole declarations, reading through a cast pointer (``*(int*)p``), and ``ref`` of a ``ref partial struct``.

The grammar reads ``#if`` between declarations and statements. Where a branch is a fragment (a body or an attribute of a
member, one of two signatures over one body) its directives go, and of several branches the first with text stays.
"""
from __future__ import annotations

import re

_BLANK = bytes(c if c in b"\n\r" else 32 for c in range(256))
_NOISE = re.compile(
    rb'//[^\n]*|/\*.*?(?:\*/|\Z)|\$*"""+.*?(?:"""+|\Z)|(?:@\$?|\$@)"(?:""|[^"])*"|\$?"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S
)
_DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*(if|elif|else|endif)\b[^\n]*", re.M)
_OTHER = re.compile(rb"^[ \t]*#[ \t]*(?!if\b|elif\b|else\b|endif\b)[^\n]*", re.M)
_CAST = re.compile(rb"(?:(?<=[=(,;{}+\-|&^:?])|(?<=return)|(?<=\n))(\s*)\*\(\s*[\w.]+\s*\*+\s*\)(?=\s*[\w&(])")
_REF = re.compile(rb"\bref(?=\s+partial\s+struct\b)")
_WHOLE = (b";", b"}", b"{", b":")


def mask(data: bytes) -> bytes:
    """Source for the parser."""
    if b"*)" in data:
        data = _CAST.sub(lambda match: match[0].translate(_BLANK), data)
    if b"ref partial" in data:
        data = _REF.sub(b"   ", data)
    return _branches(data) if b"#if" in data or b"# if" in data else data


def _branches(data: bytes) -> bytes:
    code = bytearray(_NOISE.sub(lambda match: match[0].translate(_BLANK), data))
    code = bytearray(_OTHER.sub(lambda match: match[0].translate(_BLANK), bytes(code)))
    out = bytearray(data)
    open_groups: list[list[tuple[int, int]]] = []
    for match in _DIRECTIVE.finditer(bytes(code)):
        code[match.start() : match.end()] = match[0].translate(_BLANK)
        if match[1] == b"if":
            open_groups.append([match.span()])
        elif open_groups:
            open_groups[-1].append(match.span())
            if match[1] == b"endif":
                _group(open_groups.pop(), code, out)
    return bytes(out)


def _group(marks: list[tuple[int, int]], code: bytearray, out: bytearray) -> None:
    spans = [(a[1], b[0]) for a, b in zip(marks, marks[1:], strict=False)]
    texts = [bytes(code[start:end]).strip() for start, end in spans]
    if not any(texts):
        return
    above = bytes(code[max(0, marks[0][0] - 400) : marks[0][0]]).rstrip()
    inside = above and not above.endswith((*_WHOLE, b"]"))  # of a declaration or an expression
    if not inside and not any(_is_fragment(text) for text in texts):
        return
    for start, end in marks:
        out[start:end] = bytes(out[start:end]).translate(_BLANK)
    if all(text.endswith((b",", b"]")) or not text for text in texts):
        return  # items of a list, attributes: all fit in side by side
    kept = next(i for i, text in enumerate(texts) if text)
    for i, (start, end) in enumerate(spans):
        if i != kept:
            code[start:end] = bytes(code[start:end]).translate(_BLANK)
            out[start:end] = bytes(out[start:end]).translate(_BLANK)


def _is_fragment(text: bytes) -> bool:
    """Whether a branch is less than whole declarations: brackets do not match, or it begins or ends in the middle."""
    if not text:
        return False
    if text.startswith((b"}", b")", b"{", b"=>", b"else", b"&&", b"||", b",", b"?", b":", b".", b"+", b";")):
        return True
    if not text.endswith(_WHOLE):
        return True
    return any(text.count(a) != text.count(b) for a, b in ((b"{", b"}"), (b"(", b")")))
