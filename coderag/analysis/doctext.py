"""Comments as prose: markers stripped, first paragraph, titles. Knows comment syntax in general, no language."""
from __future__ import annotations

import re

from coderag.model.licence import LICENCE

_EDGES = re.compile(r"""^\s*(?:[rRbBuUfF]{0,2}(?:\"{3}|'{3}|"|')|/\*[*!]*<?|/{2,}!?<?|\#+!?|-{2,}(?:\[=*\[)?|<!--|\(\*|\{-)""")
_LINE_START = re.compile(r"^\s*(?:/{2,}!?<?|\*+(?!/)|\#+!?|-{2,})[ \t]?")
_CLOSING = re.compile(r"(?:\*+/|\"{3}|'{3}|-->|\]=*\]|\*\)|-\}|[\"'])\s*$")
_WORD = re.compile(r"\w")
_PRAGMA = re.compile(
    r"^(?:!|-\*-|vi(?:m)?:|ex:|coding[:=]|eslint|jshint|global\s|prettier|tslint|ts-|@ts-|@flow|@jsx|noqa|flake8:|pylint:|"
    r"mypy:|type:|ruff:|isort:|rubocop|frozen_string_literal|encoding:|clang-format|NOLINT|<reference|use strict|"
    r"\+build|go:|-{2,}|={2,}|\*{2,}|#{2,}|luacheck|istanbul|@file:?\s*$|@\w+\s*$)",
    re.I,
)
_TAG_LINE = re.compile(r"^\s*(?:[@\\][a-zA-Z]+\b|:(?:param|return|rtype|raises|type)\b)")
_LEAD_TAG = re.compile(r"^\s*[@\\](?:file[ \t]+[\w./+-]+\.\w{1,5}$|brief|file|fileoverview|description|desc|summary|module|short)\b[ \t]*")


def clean(raw: str) -> str:
    """Comment or doc string without its markers, indentation kept out, lines kept."""
    text = raw.strip()
    match = _EDGES.match(text)
    if match:
        text = text[match.end() :]
    text = _CLOSING.sub("", text.rstrip(), count=1)
    lines = [_LINE_START.sub("", line).strip() for line in text.split("\n")]
    return "\n".join(lines).strip()


def first_paragraph(text: str, limit: int) -> str:
    """First paragraph as one line, at most ``limit`` characters; "" for a licence or lines without words."""
    words: list[str] = []
    for line in text.split("\n"):
        line = _LEAD_TAG.sub("", line).strip()
        if not _WORD.search(line) or _TAG_LINE.match(line):
            if words:
                break
            continue
        words.append(line)
    joined = " ".join(" ".join(words).split())
    return "" if LICENCE.search(joined) else cut(joined, limit)


def title_line(text: str, limit: int) -> str:
    """First line of a comment block that says something about the file; "" for a licence."""
    if LICENCE.search(text[:2000]):
        return ""
    for line in text.split("\n"):
        line = _LEAD_TAG.sub("", line).strip(" \t*=-#/~<>")
        if len(line) > 2 and _WORD.search(line) and not _PRAGMA.match(line):
            return cut(" ".join(line.split()), limit)
    return ""


def cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def one_line(text: str, limit: int) -> str:
    return cut(" ".join(text.split()), limit)
