"""What the preprocessor would take away, taken away before parsing: same length, same line breaks, only spaces instead.

A grammar sees source before preprocessing. Three things break it badly, and all are recognisable in the text: macros
that stand where the grammar has no place for a name (``class SHARED_LIB Engine {``, ``Q_OBJECT``,
``EXPORT_API(int) open_box(...)``), conditional branches that are fragments (each opening the same brace), and dead or
foreign branches (``#if 0``; in C what is under ``__cplusplus``). Everything else stays, both branches of a whole
``#if``/``#else`` included. Names and chunk texts come from the original, so a wrong guess costs a reference, not text.
"""
from __future__ import annotations

import re

from coderag.languages.c.macros import BLANK, LONE, blank, blank_both, hide_macros

MAX_NESTING = 64
"""Conditionals nested deeper than this are left alone; each is read once per level."""

_NOISE = re.compile(
    rb'//[^\n]*(?:(?<=\\)\n[^\n]*)*|/\*.*?(?:\*/|\Z)|R"([^()\\\s"]{0,16})\(.*?(?:\)\1"|\Z)|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'',
    re.S,
)
_DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*(\w*)((?:[^\n\\]|\\(?!\r?\n)|\\\r?\n)*)", re.M)
_DEFINE = re.compile(rb"^[ \t]*#[ \t]*define\b(?:[^\n\\/]|\\\r?\n|\\|/\*.*?\*/|/)*", re.M | re.S)
_BRACKET = re.compile(rb"[{}()]")
_PLUS_PLUS = re.compile(rb"(?:ifdef\s+|if\s+defined\s*\(?\s*)__cplusplus\b")
_CONTINUES = (b",", b"|", b"&", b"+", b"-", b"?", b"=", b"(", b"<")
_SPECIFIERS = frozenset(b"const constexpr consteval inline explicit virtual".split())
_LABEL = re.compile(rb"(?:^|\n|[;}])\s*(?!default|public|private|protected|signals|case)[A-Za-z_]\w*\s*:\Z")
_LIST = re.compile(rb"(?:\benum\b[^;{}()=#]{0,200}|[=\])\w]\s*=\s*)\{[^{}]*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}[^{}]*)*\}")
_ENTRIES = re.compile(rb"(?<=\n)[ \t]*[A-Z][A-Z0-9_]+[ \t]*\([^()\n]*\)[ \t]*$", re.M)
_NAMED_ENTRIES = re.compile(rb"(?<=[\n{,])[ \t]*([A-Z][A-Z0-9_]*[ \t]*\([ \t]*)[A-Za-z_]\w*([ \t]*,[^()]*\))")  # OPTION(name, 4),
_MACRO_BODY = re.compile(rb"[ \t]*#[ \t]*define[ \t]+\w+(?:\([^()]*\))?[ \t]*")


def mask(data: bytes, plus_plus: bool = False) -> bytes:
    """Source for the parser. ``plus_plus``: branches under ``__cplusplus`` are kept."""
    code = bytearray(_NOISE.sub(_noise, data))
    out = bytearray(data)
    if b"#" in code:
        _join_defines(data, code)
        _branches(code, out, plus_plus)
    hide_macros(code, out)
    return bytes(out)


def mask_cpp(data: bytes) -> bytes:
    return mask(data, True)


def _noise(match: re.Match[bytes]) -> bytes:
    return match[0].translate(BLANK)


def _join_defines(data: bytes, code: bytearray) -> None:
    """A comment in a macro goes on without a backslash; in ``code``, where comments are blank, it has one."""
    for match in _DEFINE.finditer(data):
        if b"/*" not in match[0]:
            continue
        at = data.find(b"\n", *match.span())
        while at >= 0:
            if code[at - 1 : at] == b" ":
                code[at - 1 : at] = b"\\"
            at = data.find(b"\n", at + 1, match.end())


def _branches(code: bytearray, out: bytearray, plus_plus: bool) -> None:
    """Directives are taken out of ``code``; in ``out`` what makes an unparsable or dead branch goes."""
    groups: list[list[tuple[int, int, bytes]]] = []
    lists = []
    for match in _LIST.finditer(bytes(code)):
        is_enum = match[0].startswith(b"enum")
        if is_enum and b"(" in match[0]:
            for entry in _NAMED_ENTRIES.finditer(match[0]):
                for start, end in (entry.span(1), entry.span(2)):
                    blank_both(code, out, match.start() + start, match.start() + end)
        if b"#" in match[0]:
            lists.append(match.span())
            if is_enum:
                for entry in _ENTRIES.finditer(match[0]):
                    blank_both(code, out, match.start() + entry.start(), match.start() + entry.end())
    at = 0
    for match in list(_DIRECTIVE.finditer(bytes(code))):
        word = match[1]
        while at < len(lists) and lists[at][1] <= match.start():
            at += 1
        if at < len(lists) and lists[at][0] < match.start():  # no place for a directive in the grammar's lists
            blank(code, *match.span())
            blank(out, *match.span())
            continue
        if word == b"define":
            _fill_macro(code, out, match)
        blank(code, *match.span())
        if word in (b"if", b"ifdef", b"ifndef"):
            groups.append([(*match.span(), word + match[2])])
        elif word in (b"elif", b"else", b"elifdef", b"elifndef") and groups:
            groups[-1].append((*match.span(), word))
        elif word == b"endif" and len(groups) > MAX_NESTING:
            groups.pop()
        elif word == b"endif" and groups:
            _group([*groups.pop(), (*match.span(), word)], code, out, plus_plus)


def _fill_macro(code: bytearray, out: bytearray, match: re.Match[bytes]) -> None:
    """The body of a macro is any text; as one word it cannot disturb. Its continuation lines stay."""
    head = _MACRO_BODY.match(match[0])
    if head is None or head.end() >= len(match[0].rstrip(b" \t\r\n\\")):
        return
    end = match.start() + len(match[0].rstrip(b" \t\r\n\\"))  # not over a comment that goes on below
    start = match.start() + head.end()
    lines = bytes(out[start:end]).split(b"\n")
    for i, line in enumerate(lines):
        text = line.rstrip()
        kept = b"\\" if text and i < len(lines) - 1 else b""  # a line of a comment may be without
        lines[i] = b"x" * (len(text) - len(kept)) + kept + line[len(text) :]
    out[start:end] = b"\n".join(lines)


def _group(marks: list[tuple[int, int, bytes]], code: bytearray, out: bytearray, plus_plus: bool) -> None:
    spans = [(a[1], b[0]) for a, b in zip(marks, marks[1:], strict=False)]
    condition = marks[0][2].strip()
    dead = condition in (b"if 0", b"if (0)") or not plus_plus and _PLUS_PLUS.match(condition) is not None
    if dead:
        blank(code, *spans[0])
        blank(out, *spans[0])
    texts = [bytes(code[start:end]).strip() for start, end in spans]
    if not any(texts):
        return
    if all(word in _SPECIFIERS for text in texts for word in text.split()):  # the rest of the declaration stands below
        blank(code, marks[0][0], marks[-1][1])
        blank(out, marks[0][0], marks[-1][1])
        return
    above = bytes(code[max(0, marks[0][0] - 200) : marks[0][0]]).rstrip()
    if not above.endswith(_CONTINUES) and not any(_is_fragment(text) for text in texts):
        return
    for start, end, _ in marks:
        blank(out, start, end)
    if all(text.endswith(b",") or not text for text in texts):
        return  # items of a list: all fit in side by side
    kept = next(i for i, text in enumerate(texts) if text)
    for i, (start, end) in enumerate(spans):
        if i != kept:
            blank(code, start, end)
            blank(out, start, end)


def _is_fragment(text: bytes) -> bool:
    """Whether a branch is less than whole statements: brackets do not match, or it begins or ends in the middle."""
    if not text:
        return False
    if text.startswith((b"}", b")", b"else", b"&&", b"||", b",", b"?", b"+", b"|")):
        return True
    last = text[-1:]
    if last not in (b";", b"}", b":", b")") and not text[-1:].isalnum() and last != b"_":
        return True
    depth = paren = 0
    for bracket in _BRACKET.findall(text):
        if bracket == b"{":
            depth += 1
        elif bracket == b"}":
            depth -= 1
            if depth < 0:
                return True
        elif bracket == b"(":
            paren += 1
        else:
            paren -= 1
    if depth or paren:
        return True
    if last == b":" and _LABEL.search(text):
        return True
    if last == b")":  # a signature without its body, or macros on lines of their own
        return LONE.fullmatch(text.rpartition(b"\n")[2]) is None
    return last not in (b";", b"}", b":") and text.rpartition(b"\n")[2].strip() in (b"else", b"do")
