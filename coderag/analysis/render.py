"""Segments of rows -> chunks: names, contexts, parts, and the cutting of what is too large."""
from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from coderag.analysis import doctext, limits, pieces, windows
from coderag.analysis.found import Findings
from coderag.analysis.nest import Unit
from coderag.analysis.source import Source
from coderag.languages.spec import LanguageSpec
from coderag.model.artifact import Chunk

if TYPE_CHECKING:
    from tree_sitter import Node


class Segment:
    """Rows that become one or more chunks: a whole unit, or a gap between the units of ``owner``."""

    __slots__ = ("owner", "start", "end", "whole", "head", "scaffold", "inside")

    def __init__(self, owner: Unit | None, start: int, end: int, whole: bool, head: bool = False) -> None:
        self.owner, self.start, self.end, self.whole, self.head = owner, start, end, whole, head
        self.scaffold = -1  # last row of the wrapper's header that this gap begins with
        self.inside: Unit | None = owner  # innermost unit around a gap, wrappers included


def is_unit(unit: Unit, spec: LanguageSpec) -> bool:
    """Whether a unit bounds runs: it has a body and is not data. Prototypes and fields stay in the run around them."""
    if unit.found.role != "definition":
        return True
    if unit.found.nests:  # of data alone it is data itself
        return any(c.children if c.found.nests else is_unit(c, spec) for c in unit.children)
    kind = unit.view.kind
    return kind not in spec.data_kinds and (unit.view.has_body or kind in spec.open_kinds or unit.found.rest)


class Renderer:
    """Turns the segments of one file into chunks."""

    def __init__(self, source: Source, units: list[Unit], findings: Findings, spec: LanguageSpec, roots: list[Node]) -> None:
        self._source, self._roots, self._spec = source, roots, spec
        self._above = findings.above
        self._data = [
            u for u in units
            if u.found.role == "definition" and not is_unit(u, spec)
            and not (u.parent and u.parent.found.nests and not is_unit(u.parent, spec))  # said by the data it is in
        ]  # fmt: skip
        self._data_rows = [u.row for u in self._data]
        self._groups = sorted(findings.groups.items())
        self._parts: dict[int, int] = {}  # id of a unit -> parts given so far

    def render(self, segments: list[Segment]) -> list[Chunk]:
        out: list[Chunk] = []
        for segment in segments:
            if segment.whole:
                unit = segment.owner
                assert unit is not None
                out.append(self._chunk(unit, segment.start, segment.end, self._context(unit.parent), 0))
            else:
                out.extend(self._gap(segment))
        return out

    def _chunk(self, unit: Unit, start: int, end: int, context: str, part: int) -> Chunk:
        view = unit.view
        return Chunk(start + 1, end + 1, view.kind, view.name, unit.qualname, context, unit.doc, part)

    def _gap(self, segment: Segment) -> list[Chunk]:
        ranges, forced = self._ranges(segment)
        owner = segment.owner
        if owner is None:
            context = self._context(segment.inside)
            return [self._run(s, e, segment.inside, context, i if forced else 0) for i, (s, e) in enumerate(ranges, 1)]
        outer, inner = self._context(owner.parent), self._context(owner)
        is_type = owner.view.kind in self._spec.type_kinds or owner.found.nests
        if is_type and not segment.head:
            return [self._run(s, e, owner, inner, i if forced else 0) for i, (s, e) in enumerate(ranges, 1)]
        if is_type and len(ranges) == 1:
            return [self._chunk(owner, *ranges[0], outer, 0)]
        out = []
        for start, end in ranges:
            part = self._parts[id(owner)] = self._parts.get(id(owner), 0) + 1
            out.append(self._chunk(owner, start, end, outer if part == 1 else inner, part))
        return out

    def _ranges(self, segment: Segment) -> tuple[list[tuple[int, int]], bool]:
        """The segment as it is if it fits; else cut at changes of declaration group, then each part to size."""
        source, start, end = self._source, segment.start, segment.end
        groups = self._group_seams(start, end) if source.size(start, end) > limits.CHUNK_SIZE else ()
        seams = [start, *groups, end + 1]
        out: list[tuple[int, int]] = []
        forced = False
        for first, after in zip(seams, seams[1:], strict=False):
            last = after - 1
            if source.size(first, last) <= limits.CHUNK_SIZE:
                out.append((first, last))
                continue
            found = segment.inside.found if segment.inside else None
            nodes = [found.body or found.node] if found else self._roots
            cuts = self._seams(pieces.statement_rows(nodes, first, last, source, self._above), first, last)
            ranges, hard = pieces.pack(source, first, last, cuts)
            out.extend(ranges)
            forced = forced or hard
        return windows.join_blank(source, out), forced

    def _seams(self, statements: list[int], first: int, last: int) -> list[int]:
        """Where a run may be cut: at statements and at definitions without a body, such as prototypes, but not between
        such a definition and its comment."""
        begin, end = bisect_right(self._data_rows, first), bisect_right(self._data_rows, last)
        out = []
        for row in sorted({*statements, *self._data_rows[begin:end]}):
            at = bisect_left(self._data_rows, row) - 1  # the last one that begins above
            unit = self._data[at] if at >= 0 else None
            if unit is None or row > unit.end_row or self._source.size(unit.row, unit.end_row) > limits.CHUNK_SIZE:
                out.append(row)
        return out

    def _group_seams(self, start: int, end: int) -> list[int]:
        groups = self._groups
        seams: list[int] = []
        label = ""
        for row, name in groups[bisect_left(groups, (start, "")) :]:
            if row > end:
                break
            if label and name != label and row > start:
                while row - 1 > start and row - 1 in self._above:
                    row -= 1
                seams.append(row)
            label = name
        return seams

    def _run(self, start: int, end: int, inside: Unit | None, context: str, part: int) -> Chunk:
        """A run of statements. It takes the name of a definition that makes up most of it."""
        at = bisect_right(self._data_rows, start) - 1
        if at < 0 or self._data[at].end_row < start:
            at += 1
        following = bisect_right(self._data_rows, end)
        if at < following and at + 1 == following:  # exactly one definition in these rows
            only = self._data[at]
            idle = self._source.idle
            content = sum(not b for b in idle[start : end + 1])
            own = sum(not b for b in idle[max(start, only.row) : min(end, only.end_row) + 1])
            if own * 2 > content:
                whole = start <= only.row and only.end_row <= end
                if not whole:
                    part = self._parts[id(only)] = self._parts.get(id(only), 0) + 1
                return self._chunk(only, start, end, context, 0 if whole else part)
        return Chunk(start + 1, end + 1, "block", "", inside.qualname if inside else "", context, "", part)

    @staticmethod
    def _context(unit: Unit | None) -> str:
        """Header lines of the enclosing units, outermost first."""
        lines: list[str] = []
        while unit is not None and len(lines) < limits.CONTEXT_DEPTH:
            header = doctext.one_line(unit.view.header, limits.CONTEXT_LINE_SIZE).rstrip(" {")
            if header:
                lines.append(header)
            unit = unit.parent
        return "\n".join(reversed(lines))
