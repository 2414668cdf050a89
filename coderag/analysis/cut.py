"""Nested units -> chunks. Works on row ranges only, so every row is covered whatever the syntax tree looks like.

Rules: a callable is one chunk; a small type is one chunk with its methods; a larger type is a skeleton (header and
fields up to the first method) and its methods; wrappers such as namespaces are cut as if they were not there; rows
between units are runs, merged up to the soft limit; whatever is too large is cut at statements, then by lines.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from coderag.analysis import limits
from coderag.analysis.found import Findings
from coderag.analysis.nest import Unit
from coderag.analysis.render import Renderer, Segment, is_unit
from coderag.analysis.source import Source
from coderag.languages.spec import LanguageSpec
from coderag.model.artifact import Chunk

if TYPE_CHECKING:
    from tree_sitter import Node


MAX_OPENER_ROWS = 2
MAX_REMARK_ROWS = 3


class _Frame:
    """A unit whose inside is being cut; ``unit`` None is the file."""

    __slots__ = ("unit", "children", "at", "cursor", "end", "flat", "gaps")

    def __init__(self, unit: Unit | None, children: list[Unit], cursor: int, end: int, flat: bool) -> None:
        self.unit, self.children, self.cursor, self.end, self.flat = unit, children, cursor, end, flat
        self.at = self.gaps = 0


def chunks_of(
    source: Source, units: list[Unit], findings: Findings, spec: LanguageSpec, roots: list[Node]
) -> tuple[Chunk, ...]:
    """Chunks ordered by (start, end). No chunk is blank; every row belongs to one unless the file is blank."""
    if not source.rows or all(source.blank):
        return ()
    segments = _settle(source, _segments(source, units, spec), _comment_rows(source, findings))
    chunks = Renderer(source, units, findings, spec, roots).render(segments)
    chunks.sort(key=lambda c: (c.start, c.end))
    return tuple(c for i, c in enumerate(chunks) if not i or c[:2] != chunks[i - 1][:2])


def _segments(source: Source, units: list[Unit], spec: LanguageSpec) -> list[Segment]:
    segments: list[Segment] = []
    stack = [_Frame(None, [u for u in units if u.parent is None], 0, source.rows - 1, True)]
    while stack:
        frame = stack[-1]
        child = None
        while frame.at < len(frame.children):
            candidate = frame.children[frame.at]
            frame.at += 1
            if not is_unit(candidate, spec):
                if candidate.found.nests or not candidate.children:
                    continue
                if source.size(candidate.row, min(candidate.end_row, source.rows - 1)) <= limits.CHUNK_SIZE:
                    continue  # stays in one piece
                # bodyless by the grammar's account, yet something was found inside: look through it
                frame.children[frame.at : frame.at] = candidate.children
                continue
            if candidate.end_row >= frame.cursor:
                child = candidate
                break
        if child is None:
            _gap(segments, frame, frame.end, spec)
            stack.pop()
            if stack:
                stack[-1].cursor = max(stack[-1].cursor, frame.end + 1)
            continue
        _gap(segments, frame, child.row - 1, spec)
        end = min(child.end_row, source.rows - 1)
        if _stays_whole(source, child, end, spec):
            segments.append(Segment(child, child.row, end, True))
            frame.cursor = max(frame.cursor, end + 1)
        else:
            flat = child.view.kind in spec.open_kinds or child.found.role == "scope"
            stack.append(_Frame(child, list(child.children), max(child.row, frame.cursor), end, flat))
    return segments


def _stays_whole(source: Source, unit: Unit, end: int, spec: LanguageSpec) -> bool:
    kind = unit.view.kind
    if kind in spec.open_kinds or unit.found.rest:
        return False
    if source.size(unit.row, end) > limits.CHUNK_SIZE:
        return not unit.children and unit.found.role == "chunk" and unit.row == end
    if kind in spec.type_kinds or unit.found.nests:
        return end - unit.row < limits.SMALL_TYPE_LINES or not any(is_unit(c, spec) for c in unit.children)
    return True


def _gap(segments: list[Segment], frame: _Frame, end: int, spec: LanguageSpec) -> None:
    start = frame.cursor
    if end < start:
        return
    frame.cursor = end + 1
    segment = Segment(None if frame.flat else frame.unit, start, end, False, head=not frame.gaps)
    segment.inside = frame.unit
    if frame.unit is not None and not frame.gaps and (frame.flat or frame.unit.view.kind not in spec.type_kinds):
        segment.scaffold = max(frame.unit.row, frame.unit.found.body_row)
    frame.gaps += 1
    segments.append(segment)


def _settle(source: Source, segments: list[Segment], comments: set[int]) -> list[Segment]:
    """Blank and bracket-only rows go to what precedes them, runs that meet are joined, bare wrapper headers go to
    what follows them."""
    idle = source.idle
    joined: list[Segment] = []
    lead = 0
    for segment in segments:
        if not segment.whole:
            last = joined[-1] if joined else None
            start = segment.start
            while start <= segment.end and idle[start]:
                start += 1
            if last is not None:
                last.end = max(last.end, start - 1)
            if start > segment.end:
                continue
            if last is not None:
                segment.start = start
                if not last.whole and last.owner is None and segment.owner is None and last.end + 1 >= start:
                    if _only_header(source, last):
                        last.inside, last.scaffold = segment.inside, segment.scaffold
                    last.end = segment.end
                    continue
        if not joined:
            segment.start = lead
        joined.append(segment)
    if not joined:  # nothing but brackets
        return [Segment(None, 0, source.rows - 1, False)]
    out: list[Segment] = []
    for segment in joined:
        if out and out[-1].end + 1 >= segment.start and _fits(source, out[-1].start, segment.end):
            gap, begins = out[-1], segment.whole or (segment.head and segment.owner is not None)
            if (begins and _only_header(source, gap)) or (
                segment.whole and (_opens(source, gap, segment) or _remark(source, gap, comments))
            ):
                segment.start = out.pop().start
        out.append(segment)
    if len(out) > 1 and _last_word(source, out[-1]) and out[-2].end + 1 >= out[-1].start:
        last = out.pop()
        out[-1].end = last.end
    return out


def _last_word(source: Source, gap: Segment) -> bool:
    """Whether a file ends in a statement too short to be looked for (``return M``)."""
    return not gap.whole and gap.owner is None and source.size(gap.start, gap.end) <= limits.LAST_WORD


def _only_header(source: Source, segment: Segment) -> bool:
    if segment.whole or segment.scaffold < 0:
        return False
    return all(source.idle[row] for row in range(segment.scaffold + 1, segment.end + 1))


def _comment_rows(source: Source, findings: Findings) -> set[int]:
    """Rows of comments and of visibility markers: what stands above a definition and says something about it."""
    rows = {row for last, above in findings.above.items() if above.text for row in range(above.row, last + 1)}
    rows.update(source.row_at(start) for start, _ in findings.visibility)
    return rows


def _remark(source: Source, gap: Segment, comments: set[int]) -> bool:
    """Whether a gap is nothing but a short comment, such as a banner over the functions that follow."""
    if gap.whole or gap.head and gap.owner is not None:
        return False
    rows = [row for row in range(gap.start, gap.end + 1) if not source.idle[row]]
    return len(rows) <= MAX_REMARK_ROWS and comments.issuperset(rows)


def _fits(source: Source, start: int, end: int) -> bool:
    return source.size(start, end) <= limits.CHUNK_SIZE * limits.TAIL_SLACK


def _opens(source: Source, gap: Segment, unit: Segment) -> bool:
    """Whether a gap is just the head of the statement that the unit is indented under (``if X:`` above a function)."""
    if gap.whole or gap.head and gap.owner is not None or unit.owner is None or not unit.owner.found.column:
        return False
    rows = [row for row in range(gap.start, gap.end + 1) if not source.idle[row]]
    if len(rows) > MAX_OPENER_ROWS:
        return False
    columns = [len(source.lines[row]) - len(source.lines[row].lstrip()) for row in rows]
    return columns[-1] < unit.owner.found.column
