"""A ranked chunk as a hit: its text and what stands around it."""
from __future__ import annotations

from coderag.model.answers import Hit
from coderag.model.licence import licence_rows
from coderag.search.dossier import place, symbol_and_neighbours, uses
from coderag.search.rank import Ranked
from coderag.search.reader import View
from coderag.search.retrieve import Candidate


def text_of(view: View, c: Candidate) -> str:
    """Exactly the lines of the chunk."""
    return view.text(c.entry, c.start, c.end)


def hit_of(view: View, r: Ranked, detail: str = "normal", context_lines: int = 0) -> Hit:
    c = r.candidate
    chunk = c.facts.chunk
    symbol, previous, following = c.facts.of(symbol_and_neighbours)
    part = symbol is not None and chunk.part > 0
    start, end, context = c.start, c.end, chunk.context
    if part and detail == "full":
        start, end, context, part = symbol.start, symbol.end, "", False
    start, end = _trimmed(view.sources.lines(c.entry.oid), start, end)
    if context_lines > 0:
        start, end = max(1, start - context_lines), min(c.entry.lines, end + context_lines)
    return Hit(
        path=c.path,
        start_line=start,
        end_line=end,
        symbol=chunk.qualname or chunk.name,
        kind=chunk.kind,
        language=c.entry.language,
        score=r.score,
        signals=dict(r.parts),
        text="" if detail == "outline" else view.text(c.entry, start, end),
        context=context,
        signature=symbol.signature if symbol is not None else "",
        doc=symbol.doc if symbol is not None else chunk.doc,
        test=view.is_test(c.path),
        unit=place(symbol) if part else None,
        previous=previous,
        next=following,
        uses=uses(view, c.path, symbol) if symbol is not None else None,
    )


def _trimmed(lines: list[str], start: int, end: int) -> tuple[int, int]:
    """Without blank lines at the end and a licence at the beginning: they belong to the chunk, but nobody wants to read
    them."""
    while end > start and end <= len(lines) and not lines[end - 1].strip():
        end -= 1
    licence = licence_rows(lines[:end]) if start == 1 else 0
    return (licence + 1 if 0 < licence < end else start), end
