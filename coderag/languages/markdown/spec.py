"""Markdown, with or without front matter. A line scanner: headings need no syntax tree, and prose must never fail."""
from __future__ import annotations

import re
from collections.abc import Sequence

from coderag.languages.spec import Heading, LanguageSpec, Outline

# Up to three spaces of indentation, or list and quote markers, may stand before a fence.
_FENCE = re.compile(r"^(?P<indent>[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+|>[ \t]?)*)(?P<fence>`{3,}|~{3,})(?P<info>[^\n]*)$")
_ATX = re.compile(r"^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_SETEXT = re.compile(r"^ {0,3}(=+|-+)[ \t]*$")
_BLOCK_START = re.compile(r"^ {0,3}(?:[-*+][ \t]|\d{1,9}[.)][ \t]|>|\||<!--|</?\w|(?:[-*_][ \t]*){3,}$)|^(?: {4}|\t)")
_TITLE = re.compile(r"^\s*[\"']?title[\"']?\s*[:=]\s*(.+?)\s*$", re.I)
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\[\]]*\])")
_HTML_HEADING = re.compile(r"^ {0,3}<h([1-6])\b[^>]*>(.*?)</h\1\s*>\s*$", re.I)
_VERBATIM = re.compile(r"^ {0,3}<(?:!--|(pre|script|style|textarea)(?=[\s>]|$))", re.I)
_TAG = re.compile(r"<[^<>]{1,300}>")
_MARKUP = re.compile(r"(?<!\w)(?:\*{1,3}|_{1,3})(?=\S)|(?<=\S)(?:\*{1,3}|_{1,3})(?!\w)|`+")
_ANCHOR = re.compile(r"\s*\{#[\w:.-]+\}\s*$")
_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_KEPT = "\ue000"  # stands for a code span while the markup around it is taken away
_LONG = 1_000  # a longer line is no heading


def plain(text: str) -> str:
    """Heading text without links, emphasis, code marks, tags and anchors. What is in code marks stays as it is written."""
    text = _ANCHOR.sub("", _LINK.sub(r"\1", _LINK.sub(r"\1", text.replace(_KEPT, ""))))
    code = iter([match[2].strip() for match in _CODE.finditer(text)])
    text = _MARKUP.sub("", _TAG.sub(lambda tag: _KEPT * tag[0].count(_KEPT), _CODE.sub(_KEPT, text))).replace("\\", "")
    return " ".join(re.sub(_KEPT, lambda _: next(code), text).split())


def front_matter(lines: Sequence[str]) -> tuple[int, str]:
    """(rows of the front matter, its title). 0 rows if there is none or it never ends."""
    fence = lines[0].rstrip() if lines else ""
    if fence not in ("---", "+++"):
        return 0, ""
    title = ""
    for row in range(1, min(len(lines), 200)):
        line = lines[row].rstrip()
        if line == fence or (fence == "---" and line == "..."):
            return row + 1, title
        match = _TITLE.match(line) if not line.startswith((" ", "\t")) else None
        if match and not title:
            title = match[1].strip("\"'")
    return 0, ""


def outline(lines: Sequence[str]) -> Outline:
    headings: list[Heading] = []
    fixed: list[tuple[int, int]] = []
    start, title = front_matter(lines)
    fence = ""
    fence_row = 0
    until = ""  # what ends the HTML block we are in
    paragraph = -1  # first row of the paragraph that a setext underline would turn into a heading
    for row in range(start, len(lines)):
        line = lines[row]
        if fence:
            stripped = line.strip(" \t>")
            if stripped.startswith(fence) and not stripped.strip(fence[0]):
                fixed.append((fence_row, row))
                fence = ""
            continue
        if until:
            if until in line.lower():
                until = ""
            paragraph = -1
            continue
        if not line.strip():
            paragraph = -1
            continue
        if len(line) > _LONG:
            paragraph = -1
            continue
        match = _FENCE.match(line)
        if match and not (match["fence"][0] == "`" and "`" in match["info"]):
            fence, fence_row, paragraph = match["fence"], row, -1
            continue
        heading = _ATX.match(line)
        if heading:
            text = plain(heading[2] or "")
            if text:
                headings.append(Heading(len(heading[1]), text, row, row))
            paragraph = -1
            continue
        if paragraph >= 0 and _SETEXT.match(line):
            text = plain(" ".join(part.strip() for part in lines[paragraph:row]))
            if text:
                headings.append(Heading(1 if "=" in line else 2, text, paragraph, row - 1))
            paragraph = -1
            continue
        html = _HTML_HEADING.match(line)
        if html and plain(html[2]):
            headings.append(Heading(int(html[1]), plain(html[2]), row, row))
            continue
        until = _open_block(line)
        if until:
            paragraph = -1
            continue
        if _BLOCK_START.match(line):
            paragraph = -1
        elif paragraph < 0 and (row == start or not lines[row - 1].strip() or _ends_block(lines[row - 1], headings, row)):
            paragraph = row
    if fence:
        fixed.append((fence_row, len(lines) - 1))
    return Outline(tuple(headings), title, tuple(fixed))


def _open_block(line: str) -> str:
    """End of an HTML block that begins in this line, goes on over blank lines and is not closed here; "" if none does."""
    match = _VERBATIM.match(line)
    if match is None:
        return ""
    end = f"</{match[1].lower()}>" if match[1] else "-->"
    return "" if end in line.lower() else end


def _ends_block(previous: str, headings: list[Heading], row: int) -> bool:
    """Whether a paragraph may begin right below ``previous``: a heading, a fence or a closed comment."""
    return bool(headings and row - 2 <= headings[-1].title_row < row) or bool(_FENCE.match(previous)) or "-->" in previous


SPEC = LanguageSpec(
    id="markdown",
    role="docs",
    extensions=(".md", ".mdx", ".markdown", ".mkd", ".mdown", ".rmd", ".qmd"),
    outline=outline,
)
