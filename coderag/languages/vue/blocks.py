"""Single-file components cut into script, style and markup, by their tags alone. Serves Svelte too."""
from __future__ import annotations

import re

from coderag.languages.spec import Embedded

_ATTRIBUTES = r"""(?:"[^"]*"|'[^']*'|[^>"']){0,500}"""
_OPEN = re.compile(rf"<!--.*?(?:-->|\Z)|<(script|style)\b({_ATTRIBUTES})>", re.S | re.I)
_CLOSE = {tag: re.compile(rf"</{tag}\s*>", re.I) for tag in ("script", "style")}
_LANGUAGE = re.compile(r"""\blang\s*=\s*["']?([\w-]+)""", re.I)
_NAME = re.compile(
    r"""(?:\bexport\s+default\s*(?:[\w.]+\(\s*)?\{|\bdefineOptions\(\s*\{)[^{}]*?\bname\s*:\s*["']([\w-]+)["']""", re.S
)
_SCRIPTS = {"": "javascript", "js": "javascript", "javascript": "javascript", "jsx": "javascript", "ts": "typescript",
            "typescript": "typescript", "tsx": "tsx"}  # fmt: skip


def parts(text: str, host: str) -> tuple[Embedded, ...]:
    """Parts in order. Rows of a tag go with its content; an empty element is left in the markup."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    out: list[Embedded] = []
    row = at = 0  # where the markup begins that is not yet a part
    position = 0
    while True:
        match = _OPEN.search(text, position)
        if match is None:
            break
        position = match.end()
        if match[1] is None or match[2].endswith("/"):
            continue
        tag = match[1].lower()
        close = _CLOSE[tag].search(text, position)
        inner_end, end = close.span() if close else (len(text), len(text))
        if not text[position:inner_end].strip():
            position = end
            continue
        first = text.count("\n", at, match.start()) + row
        last = first + text.count("\n", match.start(), max(match.start(), end - 1 if text[end - 1 : end] == "\n" else end))
        last = min(last, len(lines) - 1)
        _markup(out, host, text[starts[row] : match.start()], starts[row], at, row, first)
        out.append(_element(tag, match, text[starts[first] : inner_end], position - starts[first], first, last))
        row, at, position = last, end, end
    _markup(out, host, text[starts[row] :], starts[row], at, row, len(lines))
    return tuple(out)


def _markup(out: list[Embedded], host: str, text: str, start: int, at: int, row: int, after: int) -> None:
    """What stands between two elements, from ``at`` of the row ``row`` that the text begins with."""
    own = " " * (at - start) + text[at - start :]
    lines = own.split("\n")
    skipped = next((i for i, line in enumerate(lines) if line.strip()), -1)
    if skipped < 0:
        return
    first = row + skipped
    last = max(first, min(row + len(lines), after) - 1)
    rows = tuple(min(first + i, last) for i in range(len(lines) - skipped))
    out.append(Embedded(host, "\n".join(lines[skipped:]), rows, first, last, "template"))


def _element(tag: str, match: re.Match[str], text: str, lead: int, first: int, last: int) -> Embedded:
    """``text`` from the beginning of the tag's row; its first ``lead`` characters are blanked out."""
    own = re.sub(r"[^\n]", " ", text[:lead]) + text[lead:]
    rows = tuple(min(first + i, last) for i in range(own.count("\n") + 1))
    if tag == "style":
        return Embedded("text", own, rows, first, last, "style")
    found = _LANGUAGE.search(match[2])
    language = _SCRIPTS.get(found[1].lower() if found else "", "text")
    named = _NAME.search(own)
    return Embedded(language, own, rows, first, last, "", named[1] if named else "", "", "class")
