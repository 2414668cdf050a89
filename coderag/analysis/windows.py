"""Line windows: chunks of text that has no structure we can read. Cut at blank lines where there are any."""
from __future__ import annotations

from coderag.analysis import limits, pieces
from coderag.analysis.source import Source
from coderag.model.artifact import Chunk


def windows(source: Source, kind: str = "window") -> tuple[Chunk, ...]:
    """Windows over the whole file; none for a file of blank lines."""
    if not source.rows or all(source.blank):
        return ()
    ranges = ranges_of(source, 0, source.rows - 1)
    if len(ranges) == 1:
        return (Chunk(1, source.rows, kind, "", "", "", ""),)
    return tuple(Chunk(s + 1, e + 1, kind, "", "", "", "", i) for i, (s, e) in enumerate(ranges, 1))


def ranges_of(source: Source, start: int, end: int) -> list[tuple[int, int]]:
    """Ranges within the soft limit that cover start..end, none of them blank."""
    if source.size(start, end) <= limits.CHUNK_SIZE:
        return [(start, end)]
    blank = source.blank
    cuts = [row for row in range(start + 1, end + 1) if blank[row - 1] and not blank[row]]
    found, _ = pieces.pack(source, start, end, cuts)
    return join_blank(source, found)


def join_blank(source: Source, ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Blank ranges joined to their neighbour, so that no chunk is without content."""
    out: list[tuple[int, int]] = []
    lead = -1
    for start, end in ranges:
        if all(source.blank[start : end + 1]):
            if out:
                out[-1] = (out[-1][0], end)
            elif lead < 0:
                lead = start
            continue
        out.append((lead if lead >= 0 else start, end))
        lead = -1
    return out
