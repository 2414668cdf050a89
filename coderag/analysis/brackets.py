"""Brackets without a partner, told apart by indentation. An unfinished edit leaves one open, and a parser then pairs it
with a bracket of another function; people (and their editors) had indented the rest by the pairs that were meant.

Strings and comments are no matter here: only bracket tokens of a syntax tree come in, wrong as its structure may be.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from coderag.analysis.source import Source

_PARTNER = {")": "(", "]": "[", "}": "{"}
_ENDS_STATEMENT = ("{", "}", ";", ":")


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


def unmatched(tokens: Iterable[Token], source: Source) -> list[Token]:
    """Tokens that the indentation leaves without a partner, in no order. A text that just breaks off has none."""
    lines = source.lines
    stack: list[_Open] = []
    lone: list[Token] = []
    borrowed: list[tuple[_Open, Token]] = []  # pairs whose closing bracket stands behind other text of another row
    for token in tokens:
        for bracket in token.text:
            if bracket in "([{":
                stack.append(_Open(token, bracket, (_indent(lines[token.row]), _statement_indent(lines, token.row))))
                continue
            if bracket not in _PARTNER:
                continue
            column = token.start - source.byte_at(token.row)
            leads = not source.utf8[token.start - column : token.start].strip()
            at = _partner(stack, _PARTNER[bracket], token, column if leads else -1)
            thief = _thief(borrowed, stack[at].token.start if at >= 0 else -1, _PARTNER[bracket], column) if leads else -1
            if thief >= 0:
                lone.append(borrowed.pop(thief)[1])
            elif at < 0:
                lone.append(token)
            else:
                lone += [o.token for o in stack[at + 1 :]]
                if not leads and stack[at].token.row != token.row:
                    borrowed.append((stack[at], token))
                del stack[at:]
    lone += [o.token for o in stack if _something_follows(source, o)]
    return lone


def _partner(stack: list[_Open], opening: str, token: Token, indent: int) -> int:
    """Index of the bracket that this one closes, -1 if none does. ``indent`` is -1 for one that does not lead its row."""
    if indent < 0:
        for i in range(len(stack) - 1, -1, -1):
            if stack[i].bracket == opening:
                return i
            if stack[i].bracket == "{" and stack[i].token.row != token.row:
                return -1
        return -1
    for i in range(len(stack) - 1, -1, -1):
        if stack[i].bracket == opening and indent in stack[i].indents:
            return i
    if stack and stack[-1].bracket == opening and (opening != "{" or max(stack[-1].indents) >= indent):
        return len(stack) - 1
    return -1


def _thief(borrowed: list[tuple[_Open, Token]], floor: int, opening: str, indent: int) -> int:
    """The bracket in the middle of a row that took what a later one in the right column should have closed."""
    for i in range(len(borrowed) - 1, -1, -1):
        opened, _ = borrowed[i]
        if opened.token.start <= floor:
            break
        if opened.bracket == opening and indent in opened.indents:
            return i
    return -1


def _something_follows(source: Source, opened: _Open) -> bool:
    """Whether a row that does not belong inside an open bracket comes after it."""
    floor = min(opened.indents)
    return any(not source.idle[row] and _indent(source.lines[row]) <= floor for row in range(opened.token.row + 1, source.rows))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _statement_indent(lines: list[str], row: int) -> int:
    """Indentation of the first row of a statement that goes over several (``class A`` / ``implements B {``)."""
    indent = _indent(lines[row])
    for above in range(row - 1, max(-1, row - 12), -1):
        line = lines[above].rstrip()
        if not line or line.endswith(_ENDS_STATEMENT) or _indent(line) > indent:
            break
        indent = _indent(line)
    return indent
