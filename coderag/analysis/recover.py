"""Broken code: when errors swallow much of a file, its top-level blocks are parsed one by one.

An unfinished edit in one function must not cost the symbols of the others. Blocks are cut where a line begins at
column 0 after a blank line, but never inside a definition that the first parse understood.
"""
from __future__ import annotations

from coderag.analysis import limits
from coderag.analysis.found import Findings, collect
from coderag.analysis.grammar import Grammar, Parsed, Span, TimeLimit
from coderag.analysis.source import Source


def improve(
    grammar: Grammar, source: Source, parsed: Parsed, findings: Findings, seconds: float
) -> tuple[Parsed, Findings]:
    """The given parse, or a parse by blocks if that understands clearly more."""
    if findings.error_bytes <= limits.RECOVER_SHARE * len(source.utf8):
        return parsed, findings
    spans = _blocks(source, findings)
    if not 1 < len(spans) <= limits.RECOVER_BLOCKS:
        return parsed, findings
    try:
        again = Parsed(grammar, source.parsed, seconds, spans)
    except TimeLimit:
        return parsed, findings
    found = collect(grammar, again, source.utf8)
    kept = {d.name_start for d in findings.definitions} <= {d.name_start for d in found.definitions}
    if kept and 2 * found.error_bytes < findings.error_bytes and len(found.definitions) > len(findings.definitions):
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
