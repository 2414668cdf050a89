"""Broken code: an unfinished edit in one function must not cost the symbols of the others.

First, brackets that the indentation leaves without a partner are hidden from the parser, so that everything around the
edit is read as if it were not there, names of enclosing classes and namespaces included. If errors still swallow much of
the file, its top-level blocks are parsed one by one: cut where a line begins at column 0 after a blank line, but never
inside a definition that the first parse understood. Either way the new reading counts only if it understands more.
"""
from __future__ import annotations

from coderag.analysis import limits
from coderag.analysis.brackets import Token, unmatched
from coderag.analysis.found import Findings, collect
from coderag.analysis.grammar import Grammar, Parsed, Span, TimeLimit, bracket_matches
from coderag.analysis.source import Source


def improve(
    grammar: Grammar, source: Source, parsed: Parsed, findings: Findings, seconds: float
) -> tuple[Parsed, Findings]:
    """The given parse, or one that understands clearly more."""
    if not parsed.broken:
        return parsed, findings
    try:
        parsed, findings = _balanced(grammar, source, parsed, findings, seconds)
        if findings.error_bytes > limits.RECOVER_SHARE * len(source.utf8):
            parsed, findings = _by_blocks(grammar, source, parsed, findings, seconds)
    except TimeLimit:
        pass
    return parsed, findings


def _balanced(
    grammar: Grammar, source: Source, parsed: Parsed, findings: Findings, seconds: float
) -> tuple[Parsed, Findings]:
    """A parse without the brackets that have no partner."""
    lone = unmatched(_tokens(grammar, parsed), source)
    if not 0 < len(lone) <= limits.RECOVER_BRACKETS:
        return parsed, findings
    text = bytearray(source.parsed)
    for token in lone:
        text[token.start : token.end] = b" " * (token.end - token.start)
    again = Parsed(grammar, bytes(text), seconds)
    found = collect(grammar, again, source.utf8)
    if not again.broken or (found.error_bytes < findings.error_bytes and _keeps(findings, found)):
        source.parsed = bytes(text)
        return again, found
    return parsed, findings


def _tokens(grammar: Grammar, parsed: Parsed) -> list[Token]:
    """Bracket tokens in order. Where a grammar itself is lopsided (``pattern)`` in a shell's case), they do not count."""
    tokens: dict[int, Token] = {}
    inside: dict[int, list[Token]] = {}
    for node, outer in bracket_matches(grammar, parsed):
        if node.start_byte == node.end_byte:  # what the parser found missing
            continue
        token = tokens[node.start_byte] = Token(node.start_byte, node.end_byte, node.start_point[0], node.type)
        if outer is not None and not outer.has_error:
            inside.setdefault(outer.id, []).append(token)
    for group in inside.values():
        text = "".join(token.text for token in group)
        if any(text.count(a) != text.count(b) for a, b in ("()", "[]", "{}")):
            for token in group:
                tokens.pop(token.start, None)
    return [tokens[start] for start in sorted(tokens)]


def _keeps(old: Findings, new: Findings) -> bool:
    return {d.name_start for d in old.definitions} <= {d.name_start for d in new.definitions}


def _by_blocks(
    grammar: Grammar, source: Source, parsed: Parsed, findings: Findings, seconds: float
) -> tuple[Parsed, Findings]:
    spans = _blocks(source, findings)
    if not 1 < len(spans) <= limits.RECOVER_BLOCKS:
        return parsed, findings
    again = Parsed(grammar, source.parsed, seconds, spans)
    found = collect(grammar, again, source.utf8)
    if _keeps(findings, found) and 2 * found.error_bytes < findings.error_bytes and len(found.definitions) > len(findings.definitions):
        return again, found
    return parsed, findings


def _blocks(source: Source, findings: Findings) -> list[Span]:
    inside = [False] * (source.rows + 1)
    for definition in findings.definitions:
        for row in range(definition.row + 1, min(definition.end_row, source.rows - 1) + 1):
            inside[row] = True
    blank, idle, lines = source.blank, source.idle, source.lines
    rows = [0]
    for row in range(1, source.rows):
        if blank[row - 1] and not idle[row] and not inside[row] and not lines[row][0].isspace():
            rows.append(row)
    ends = [*rows[1:], source.rows]
    return [
        Span(source.byte_at(first), source.byte_at(after), first, after) for first, after in zip(rows, ends, strict=True)
    ]
