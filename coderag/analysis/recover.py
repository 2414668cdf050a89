"""Broken code: an unfinished edit in one function must not cost the symbols of the others.

First, brackets that the indentation leaves without a partner are hidden from the parser, so that everything around the
edit is read as if it were not there, names of enclosing classes and namespaces included. If errors still swallow much of
the file, its top-level blocks are parsed one by one: cut where a line begins at column 0 after a blank line, but never
inside a definition that the first parse understood. Either way the new reading counts only if it understands more.
"""
from __future__ import annotations

import time

from coderag.analysis import limits
from coderag.analysis.brackets import END_WORDS, Token, dangling, last_inside, match, unclosed_rows
from coderag.analysis.found import Findings, Found, collect
from coderag.analysis.grammar import Grammar, Parsed, Span, TimeLimit, bracket_matches
from coderag.analysis.source import Source
from coderag.languages.spec import OPEN_KINDS


def improve(
    grammar: Grammar, source: Source, parsed: Parsed, findings: Findings, seconds: float
) -> tuple[Parsed, Findings]:
    """The given parse, or one that understands clearly more."""
    if not parsed.broken:
        return parsed, findings
    deadline = time.monotonic() + seconds
    try:
        parsed, findings = _balanced(grammar, source, parsed, findings, deadline)
        if findings.error_bytes > limits.RECOVER_SHARE * len(source.utf8):
            parsed, findings = _by_blocks(grammar, source, parsed, findings, deadline)
    except TimeLimit:
        pass
    return parsed, findings


def _balanced(
    grammar: Grammar, source: Source, parsed: Parsed, findings: Findings, deadline: float
) -> tuple[Parsed, Findings]:
    """The best of some parses without what has no partner: the bracket, what follows it on its row, the whole row."""
    _, misplaced, errors = _score(parsed, findings)
    if not misplaced and not errors or _is_minor(len(source.utf8), len(findings.definitions), misplaced, errors):
        return parsed, findings
    ends = [word for word in END_WORDS if word in grammar.words]
    lone, pairs, missing = match(_tokens(grammar, parsed), source)
    rows, open_rows = unclosed_rows(source, ends)
    if len(ends) == 1:
        missing += [(row, f" {ends[0]}") for row in open_rows]
    closing = "".join(closer for _, closer in sorted(missing, reverse=True)).encode()
    loose = dangling(source, ends)
    if not 0 < len(lone) + len(rows) + len(loose) + len(missing) <= limits.RECOVER_PLACES:
        return parsed, findings
    unclosed = [_row(source, row) for row in rows]
    last = max((token.row for token in lone), default=-1)
    inner = [token for token in lone if token.row == last]  # what is open further up may be so because of this one
    attempts = [(inner, _tokens_of), (inner, _rows_of)] if len(inner) < len(lone) or inner and rows else []
    attempts += [(lone, _tokens_of), (lone, _tails_of), (lone, _rows_of), (lone, _blocks_of)]
    best, score, text = (parsed, findings), _score(parsed, findings), source.parsed
    for places, ranges_of in attempts[: max(1, limits.RECOVER_SIZE // len(text))]:
        written = loose if ranges_of in (_tokens_of, _tails_of) else [_row(source, source.row_at(start)) for start, _ in loose]
        ranges = [*ranges_of(source, places), *unclosed, *written]
        hidden = _without(source, text, ranges, pairs)
        again = Parsed(grammar, hidden + closing, deadline - time.monotonic())
        found = _clipped(collect(grammar, again, source.utf8), source)
        now = _score(again, found)
        better = not again.broken or _clearly(score, now) and len(found.definitions) >= len(findings.definitions)
        if now < score and better:
            best, score, source.parsed = (again, found), now, hidden
        if not again.broken:
            break
    if best[0] is not parsed:
        _salvage(source, findings, best[1], text)
    return best


def _score(parsed: Parsed, findings: Findings) -> tuple[bool, int, int]:
    """How badly a text was understood: whether at all, definitions in the wrong place, errors. Wrong is one inside another
    in whose column it begins, or one that is indented though nothing is around it."""
    misplaced = 0
    stack: list[Found] = []
    for found in findings.definitions:
        while stack and stack[-1].end <= found.start:
            stack.pop()
        if stack and stack[-1].row < found.row and found.column <= stack[-1].column and stack[-1].kind not in OPEN_KINDS:
            misplaced += 1
        elif not stack and found.column and found.has_body:
            misplaced += 1
        if found.has_body or found.kind in OPEN_KINDS:
            stack.append(found)
    return parsed.broken, misplaced, findings.error_bytes


def _clipped(found: Findings, source: Source) -> Findings:
    """Definitions end where the text ends, not with what was added to it."""
    end, last = len(source.utf8), source.rows - 1
    for definition in found.definitions:
        if definition.end > end:
            definition.end, definition.end_row = end, min(definition.end_row, last)
            definition.head_end, definition.body_row = min(definition.head_end, end), min(definition.body_row, last)
    return found


def _is_minor(size: int, definitions: int, misplaced: int, errors: int) -> bool:
    """Whether trying would cost more than there is to win: little of a large file was misread."""
    return size > limits.RECOVER_ALWAYS and 200 * errors < size and 10 * misplaced < definitions


def _clearly(old: tuple[bool, int, int], new: tuple[bool, int, int]) -> bool:
    return new[1] < old[1] or 2 * new[2] < old[2]


_Ranges = list[tuple[int, int]]


def _tokens_of(_: Source, lone: list[Token]) -> _Ranges:
    return [(token.start, token.end) for token in lone]


def _tails_of(source: Source, lone: list[Token]) -> _Ranges:
    """``return sum(a, `` becomes ``return sum;``."""
    return [(token.start, _row(source, token.row)[1] if token.text[-1:] in "([{" else token.end) for token in lone]


def _rows_of(source: Source, lone: list[Token]) -> _Ranges:
    """Whole rows, but of one that heads a block only the tail."""
    heads = {token.row for token in lone if last_inside(source, token.row) > token.row}
    rows = {token.row for token in lone} - heads
    return [_row(source, row) for row in rows] + _tails_of(source, [token for token in lone if token.row in heads])


def _blocks_of(source: Source, lone: list[Token]) -> _Ranges:
    """Rows with all that is indented below them."""
    return [_row(source, row) for token in lone for row in range(token.row, last_inside(source, token.row) + 1)]


def _row(source: Source, row: int) -> tuple[int, int]:
    """Bytes of a row without its line break."""
    start = source.byte_at(row)
    return start, start + len(source.utf8[start : source.byte_at(row + 1)].rstrip(b"\r\n"))


def _without(source: Source, text: bytes, ranges: _Ranges, pairs: list[tuple[Token, Token]]) -> bytes:
    """Text without these bytes, nor the partners of brackets among them. What was a statement's tail ends it."""
    out = bytearray(text)
    for start, end in ranges:
        out[start:end] = b" " * (end - start)
        if end - start > 1 and start > source.byte_at(source.row_at(start)):
            out[start : start + 1] = b";"
    for pair in pairs:
        gone = [any(start <= token.start < end for start, end in ranges) for token in pair]
        if gone[0] != gone[1]:
            partner = pair[gone[0]]
            out[partner.start : partner.end] = b" " * (partner.end - partner.start)
    return bytes(out)


def _salvage(source: Source, old: Findings, new: Findings, text: bytes) -> None:
    """Uses in the hidden places, and definitions there, as far as the first parse saw them; hidden rows count for the
    definition that they stand in."""
    hidden = source.parsed
    names = {d.name_start for d in new.definitions}
    for definition in new.definitions:
        if not definition.has_body and _lost_parameters(definition, text, hidden):
            definition.kind, definition.has_body = "function", True
            definition.head_end = max(definition.head_end, _row(source, definition.row)[1])
            _reach(source, definition, last_inside(source, definition.row))
            continue
        row = definition.end_row + 1
        if definition.has_body and row < source.rows and _is_hidden(source, row, text):
            _reach(source, definition, last_inside(source, definition.row))
    gone = [d for d in old.definitions if d.name_start not in names and text[d.name_start] != hidden[d.name_start]]
    for definition in gone:
        definition.end, definition.end_row, definition.body_row = definition.start, definition.row, definition.row
        _reach(source, definition, last_inside(source, definition.row))
        definition.head_end = min(_row(source, definition.row)[1], definition.end)
        definition.body = None
    new.definitions = sorted([*new.definitions, *gone], key=lambda d: (d.start, -d.end, d.name_start))
    uses = {r.start for r in new.references} | {d.name_start for d in new.definitions}
    kept = [r for r in old.references if r.start not in uses and text[r.start] != hidden[r.start]]
    new.references = sorted([*new.references, *kept], key=lambda r: r.start)


def _lost_parameters(definition: Found, text: bytes, hidden: bytes) -> bool:
    """Whether the parenthesis after a name is among what was hidden: a function without its parameters is no field."""
    after = definition.name_start + len(definition.name.encode("utf-8", "replace"))
    return text[after : after + 1] == b"(" != hidden[after : after + 1]


def _is_hidden(source: Source, row: int, text: bytes) -> bool:
    start, end = _row(source, row)
    return not source.parsed[start:end].strip() and bool(text[start:end].strip())


def _reach(source: Source, definition: Found, row: int) -> None:
    end = _row(source, row)[1]
    if end > definition.end:
        definition.end, definition.end_row = end, row


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
    grammar: Grammar, source: Source, parsed: Parsed, findings: Findings, deadline: float
) -> tuple[Parsed, Findings]:
    spans = _blocks(source, findings)
    if not 1 < len(spans) <= limits.RECOVER_BLOCKS:
        return parsed, findings
    again = Parsed(grammar, source.parsed, deadline - time.monotonic(), spans)
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
