"""Cutting a range of rows that is too large for one chunk: at statements where the tree shows them, else by lines."""
from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection
from typing import TYPE_CHECKING

from coderag.analysis import limits
from coderag.analysis.source import Source

if TYPE_CHECKING:
    from tree_sitter import Node


_FAR = 100
"""Rows of comments above a statement that are looked at when its size is judged."""


def statement_rows(nodes: list[Node], start: int, end: int, source: Source, glued: Collection[int]) -> list[int]:
    """Rows inside start..end at which a statement begins, found from ``nodes`` downwards, ascending.

    Only children that are themselves too large are entered, so the cost follows the size of the range, not of the
    tree. A row whose previous row is in ``glued`` (a comment or attribute that belongs below) is moved up.
    """
    rows: set[int] = set()
    pending = list(nodes)
    while pending:
        current = pending.pop()
        children = current.children
        for child in children[bisect_left(children, start, key=_end_row) :]:
            first, last = child.start_point[0], child.end_point[0]
            if first > end:
                break
            if start < first <= end:
                rows.add(first)
            if last > first:
                floor = max(start, first - _FAR)
                while first > floor and first - 1 in glued:
                    first -= 1  # with what is above it, it may be too large after all
                if source.size(max(first, start), min(last, end, source.rows - 1)) > limits.CHUNK_SIZE:
                    pending.append(child)
    if glued:
        rows = _moved_up(rows, start, glued)
        rows.discard(start)
    return sorted(rows)


def _end_row(node: Node) -> int:
    return node.end_point[0]


def _moved_up(rows: set[int], start: int, glued: Collection[int]) -> set[int]:
    """Each row, or the first of the glued rows right above it. Linear, however long a run of glued rows is."""
    tops: dict[int, int] = {}
    for row in sorted(rows):
        top = row
        while top - 1 > start and top - 1 in glued:
            top -= 1
            if top in tops:
                top = tops[top]
                break
        tops[row] = top
    return set(tops.values())


def pack(source: Source, start: int, end: int, cuts: list[int]) -> tuple[list[tuple[int, int]], bool]:
    """Ranges that cover start..end, each within the soft limit if its lines allow; and whether any was forced.

    Cuts are taken from ``cuts`` (rows at which a new piece may begin), as late as possible, preferring one after a
    blank row. Where there is none, lines are cut and about a tenth of them repeated.
    """
    pieces: list[tuple[int, int]] = []
    forced = False
    size = source.size
    at = start
    while at <= end:
        if size(at, end) <= limits.CHUNK_SIZE * (limits.TAIL_SLACK if pieces else 1):
            pieces.append((at, end))
            break
        fits = _last_fitting(source, at, end)
        cut = _best_cut(source, at, fits, end, cuts)
        if cut:
            pieces.append((at, cut - 1))
            at = cut
            continue
        forced = True
        pieces.append((at, fits))
        if fits >= end:
            break
        at = max(at + 1, fits + 1 - int((fits + 1 - at) * limits.OVERLAP))
    return pieces, forced


def _last_fitting(source: Source, at: int, end: int) -> int:
    """Last row so that at..row is within the limit; at least ``at`` itself."""
    low, high = at, end
    while low < high:
        middle = (low + high + 1) // 2
        if source.size(at, middle) <= limits.CHUNK_SIZE:
            low = middle
        else:
            high = middle - 1
    return low


def _best_cut(source: Source, at: int, fits: int, end: int, cuts: list[int]) -> int:
    """Row > at and <= fits + 1 at which to begin the next piece, 0 if there is none that leaves more than a sliver or
    keeps what comes next in one piece."""
    last = bisect_right(cuts, fits + 1) - 1
    if last < 0 or cuts[last] <= at:
        return 0
    best = cuts[last]
    if source.size(at, best - 1) < limits.SLIVER:
        after = cuts[last + 1] - 1 if last + 1 < len(cuts) else end
        return best if source.size(best, after) <= limits.CHUNK_SIZE else 0
    enough = limits.CHUNK_SIZE * 0.5
    for i in range(last, -1, -1):
        row = cuts[i]
        if row <= at or source.size(at, row - 1) < enough:
            break
        if source.blank[row - 1]:
            return row
    return best
