"""Brackets and block words without a partner, told apart by indentation. An unfinished edit leaves one open, and a
parser then pairs it with one of another function; people (and their editors) had indented the rest by the pairs that were
meant.

Of brackets only tokens of a syntax tree come in, wrong as its structure may be, so strings and comments are no matter.
"""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from typing import NamedTuple

from coderag.analysis.source import Source

_PARTNER = {")": "(", "]": "[", "}": "{"}
_CLOSING = {opening: closing for closing, opening in _PARTNER.items()}
_ENDS_STATEMENT = ("{", "}", ";", ":")

END_WORDS = ("end", "fi", "done", "esac")
_WORD = re.compile(r"\s*(\w*)")
_ENDS = re.compile(rf"\b(?:{'|'.join(END_WORDS)})\b")
_OPENERS = frozenset("if unless while until for def class module begin case do function repeat".split())
_MIDDLE = frozenset("else elsif elseif elif rescue ensure when in then catch after until and or".split())
_DO = re.compile(r"\b(?:do|then)\b(?:\s*\|[^|]*\|)?\s*$")
_DANGLING = re.compile(r"(?<![.+\-*/%&|<>=!?:])(?:\.|\?\.|->|::|&&|\|\||[-+*/%&|<>=!]=?|and|or|not)\s*$")
_CLOSES = re.compile(r"\s*[)\]}]")


class Token(NamedTuple):
    """A bracket, or a token with brackets in it (``${``)."""

    start: int
    end: int
    row: int
    text: str


class _Open(NamedTuple):
    token: Token
    bracket: str
    indents: tuple[int, int]  # of its row, and of the row where the statement it stands in seems to begin


class Matching(NamedTuple):
    """What the indentation makes of the brackets of a text."""

    lone: list[Token]  # without a partner, in no order
    pairs: list[tuple[Token, Token]]
    missing: list[tuple[int, str]]  # what would close what is open where the text just breaks off, by the row that opens


def match(tokens: Iterable[Token], source: Source) -> Matching:
    lines = source.lines
    stack: list[_Open] = []
    lone: list[Token] = []
    pairs: list[tuple[Token, Token]] = []
    borrowed: list[tuple[_Open, Token]] = []  # pairs whose closing bracket stands behind other text of another row
    for token in tokens:
        for bracket in token.text:
            if bracket in "([{":
                stack.append(_Open(token, bracket, (indent(lines[token.row]), _statement_indent(lines, token.row))))
                continue
            if bracket not in _PARTNER:
                continue
            column = token.start - source.byte_at(token.row)
            leads = not source.utf8[token.start - column : token.start].strip()
            at = _partner(stack, _PARTNER[bracket], token, column if leads else -1)
            thief = _thief(borrowed, stack[at].token.start if at >= 0 else -1, _PARTNER[bracket], column) if leads else -1
            if thief >= 0:
                opened, closer = borrowed.pop(thief)
                lone.append(closer)
                pairs.remove((opened.token, closer))
                pairs.append((opened.token, token))
            elif at < 0:
                lone.append(token)
            else:
                lone += [o.token for o in stack[at + 1 :]]
                pairs.append((stack[at].token, token))
                if not leads and stack[at].token.row != token.row:
                    borrowed.append((stack[at], token))
                del stack[at:]
    left = [o for o in stack if not _something_follows(source, o)]
    lone += [o.token for o in stack if o not in left]
    return Matching(lone, pairs, [(o.token.row, _CLOSING[o.bracket]) for o in left])


def _partner(stack: list[_Open], opening: str, token: Token, column: int) -> int:
    """Index of the bracket that this one closes, -1 if none does. ``column`` is -1 for one that does not lead its row."""
    if column < 0:
        for i in range(len(stack) - 1, -1, -1):
            if stack[i].bracket == opening:
                return i
            if stack[i].bracket == "{" and stack[i].token.row != token.row:
                return -1
        return -1
    for i in range(len(stack) - 1, -1, -1):
        if stack[i].bracket == opening and column in stack[i].indents:
            return i
    if stack and stack[-1].bracket == opening and (opening != "{" or max(stack[-1].indents) >= column):
        return len(stack) - 1
    return -1


def _thief(borrowed: list[tuple[_Open, Token]], floor: int, opening: str, column: int) -> int:
    """The bracket in the middle of a row that took what a later one in the right column should have closed."""
    for i in range(len(borrowed) - 1, -1, -1):
        opened, _ = borrowed[i]
        if opened.token.start <= floor:
            break
        if opened.bracket == opening and column in opened.indents:
            return i
    return -1


def _something_follows(source: Source, opened: _Open) -> bool:
    """Whether a row that does not belong inside an open bracket comes after it."""
    floor = min(opened.indents)
    columns = [indent(source.lines[row]) for row in range(opened.token.row + 1, source.rows) if not source.idle[row]]
    if columns and columns[0] == floor and source.lines[opened.token.row].rstrip().endswith("{"):
        floor -= 1  # a wrapper whose contents are not indented, such as a namespace
    return any(column <= floor for column in columns)


def indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _statement_indent(lines: list[str], row: int) -> int:
    """Indentation of the first row of a statement that goes over several (``class A`` / ``implements B {``)."""
    first = indent(lines[row])
    for above in range(row - 1, max(-1, row - 12), -1):
        line = lines[above].rstrip()
        if not line or line.endswith(_ENDS_STATEMENT) or indent(line) > first:
            break
        first = indent(line)
    return first


def dangling(source: Source, ends: Collection[str]) -> list[tuple[int, int]]:
    """Byte ranges of operators that end a row while the next row closes a block: someone was still writing."""
    found = []
    above = -1
    for row, line in enumerate(source.lines):
        if source.blank[row]:
            continue
        if above >= 0 and (_CLOSES.match(line) or _first_word(line) in ends):
            text = source.lines[above]
            match = _DANGLING.search(text)
            if match and match.start() > indent(text):
                start = source.byte_at(above) + len(text[: match.start()].encode("utf-8", "replace"))
                found.append((start, start + len(match[0].encode("utf-8", "replace"))))
        above = row
    return found


def unclosed_rows(source: Source, ends: Collection[str]) -> tuple[list[int], list[int]]:
    """Rows that open a block which no ``end`` closes, with ends that close nothing; and rows whose block is open where the
    text breaks off. Which words open blocks is learned from the file itself: the usual ones, and those that mostly stand
    above an end in their column."""
    if not ends:
        return [], []
    closed: Counter[str] = Counter()
    opened: Counter[str] = Counter()
    open_rows: list[tuple[int, str]] = []
    end_rows: list[tuple[int, str]] = []
    stack: list[tuple[int, int, str]] = []  # (column, row, key) of rows that may still be closed
    for row, line in enumerate(source.lines):
        if source.blank[row]:
            continue
        column, word = indent(line), _first_word(line)
        while stack and stack[-1][0] > column:
            open_rows.append(stack.pop()[1:])
        sibling = stack.pop() if stack and stack[-1][0] == column else None
        if word in ends:
            key = sibling[2] if sibling else ""
            closed[key] += 1
            end_rows.append((row, key))
            continue
        if sibling and word not in _MIDDLE:
            open_rows.append(sibling[1:])
        if not _ENDS.search(line):
            key = "do" if _DO.search(line) else word
            opened[key] += word not in _MIDDLE
            stack.append((column, row, key))
    words = {key for key, n in closed.items() if key and 2 * n > opened[key]}
    usual = sum(closed[key] for key in _OPENERS)
    if usual and 2 * usual >= sum(opened[key] for key in _OPENERS):
        words |= _OPENERS
    rows = [row for row, key in open_rows if key in words]
    return rows + [row for row, key in end_rows if key not in words], [row for _, row, key in stack if key in words]


def _first_word(line: str) -> str:
    match = _WORD.match(line)
    return match[1] if match else ""


def last_inside(source: Source, row: int) -> int:
    """Last row of what is indented deeper than a row and follows it, a closing row in its column included."""
    floor, last = indent(source.lines[row]), row
    for below in range(row + 1, source.rows):
        if source.blank[below]:
            continue
        column = indent(source.lines[below])
        if column <= floor:
            return below if column == floor and source.idle[below] else last
        last = below
    return last
