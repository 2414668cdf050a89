"""What a language's ``scan`` hook found -> :class:`Findings`, for formats that no grammar reads well.

Everything behind the findings (nesting, names, docs, chunks, symbols) is the same as for a syntax tree.
"""
from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, NamedTuple, cast

from coderag.analysis.found import Findings, Found, Ref, stand_alone
from coderag.analysis.source import Source
from coderag.languages.spec import Scan, Scanned

if TYPE_CHECKING:
    from tree_sitter import Node


class _Span(NamedTuple):
    """Stands in for a syntax node: positions, and children to cut at."""

    start_byte: int
    end_byte: int
    start_point: tuple[int, int]
    end_point: tuple[int, int]
    children: tuple[_Span, ...] = ()


def collect(scan: Scan, source: Source) -> tuple[Findings, list[Node]]:
    """Findings, and the roots in which large runs are cut at statements."""
    data = source.utf8
    found = Findings()
    seams = [_span(source, at, at) for at in sorted(set(scan.statements))]
    starts = [seam.start_byte for seam in seams]
    for start, end in scan.comments:
        stand_alone(found, cast("Node", _span(source, start, end)), data, True)
    found.definitions = [
        _definition(item, source, tuple(seams[bisect_right(starts, item.start) : bisect_left(starts, item.end)]))
        for item in sorted(scan.definitions, key=lambda d: (d.start, -d.end, d.name_start))
    ]
    defined = {d.name_start for d in found.definitions}
    for kind, start, end, receiver in sorted(scan.references, key=lambda r: r[1]):
        if start not in defined:
            found.references.append(Ref(kind, 0, start, data[start:end].decode("utf-8", "replace"), receiver))
    root = _span(source, 0, len(data))._replace(children=tuple(seams))
    return found, [cast("Node", root)]


def _definition(item: Scanned, source: Source, inside: tuple[_Span, ...]) -> Found:
    span = _span(source, item.start, item.end)._replace(children=inside)
    found = Found("definition", item.kind, 0, cast("Node", span), {})
    data = source.utf8
    found.name = data[item.name_start : item.name_end].decode("utf-8", "replace")
    found.name_row, found.name_start = source.row_at(item.name_start), item.name_start
    found.scope = found.doc = ""
    found.has_body, found.body = item.body >= 0, None
    found.head_start, found.head_end = item.start, item.body if item.body >= 0 else item.end
    found.body_row = source.row_at(item.body) if item.body >= 0 else found.end_row
    return found


def _span(source: Source, start: int, end: int) -> _Span:
    first, last = source.row_at(start), source.row_at(max(start, end - 1))
    column = start - source.byte_at(first)
    return _Span(start, end, (first, column), (last, end - source.byte_at(last)))
