"""Files made of parts in languages of their own: each part is analysed alone, its rows become rows of the file."""
from __future__ import annotations

from collections.abc import Callable

from coderag.analysis import limits
from coderag.analysis.source import Source
from coderag.languages import LANGUAGES, get
from coderag.languages.spec import Embedded, LanguageSpec
from coderag.model.artifact import Chunk, Reference, Symbol

Parts = tuple[tuple[Chunk, ...], tuple[Symbol, ...], tuple[Reference, ...], str]


def parts_of(source: Source, spec: LanguageSpec) -> list[Embedded]:
    """What the language's hook found, without empty parts."""
    return [p for p in spec.embed(source.text) if p.rows and p.text.strip()] if spec.embed is not None else []


def analyzed(
    source: Source, spec: LanguageSpec, found: list[Embedded], analyse: Callable[[Source, LanguageSpec], tuple[Parts, str]]
) -> tuple[Parts, str]:
    """Chunks, symbols, references and title of all parts, and the first note."""
    chunks: list[Chunk] = []
    symbols: list[Symbol] = []
    references: list[Reference] = []
    title = note = ""
    last = source.rows - 1
    for i, part in enumerate(found):
        if not spec.sparse:  # what lies between two parts belongs to the one before
            first = part.start if i else 0
            end = found[i + 1].start - 1 if i + 1 < len(found) else last
            part = part._replace(start=first, end=max(first, end))
        inner = Source(part.text.encode("utf-8", "replace"))
        language = part.language if part.language in LANGUAGES else "text"
        (own, defined, used, own_title), own_note = analyse(inner, get(language))
        _add_symbols(part, defined, used, symbols, references)
        if not spec.sparse or not _buried(source, part):
            chunks += _chunks(part, inner, own)
        if spec.sparse or not i:
            title = title or own_title
        note = note or own_note
    return (tuple(_distinct(chunks)), tuple(symbols), tuple(references), title), note


def _buried(source: Source, part: Embedded) -> bool:
    """Whether a part's rows hold mostly other things, as in a file written without line breaks."""
    size = source.size(part.start, part.end)
    return size > limits.MEAN_LINE_MIN_SIZE and size > limits.BURIED * len(part.text)


def _row(part: Embedded, line: int) -> int:
    """Line of the part -> row of the file."""
    return part.rows[min(line, len(part.rows)) - 1]


def _chunks(part: Embedded, inner: Source, own: tuple[Chunk, ...]) -> list[Chunk]:
    if part.kind and len(inner.text) <= limits.CHUNK_SIZE:
        doc = own[0].doc if len(own) == 1 else ""
        return [Chunk(part.start + 1, part.end + 1, part.kind, part.name, part.name, part.context, doc)]
    out = []
    outer = "\n".join(line for line in (part.context, part.name) if line)
    for i, chunk in enumerate(own):
        start = part.start if not i else _row(part, chunk.start)
        end = part.end if i + 1 == len(own) else _row(part, chunk.end)
        chunk = chunk._replace(start=start + 1, end=max(start, end) + 1)
        if part.kind and not chunk.qualname:
            chunk = chunk._replace(kind=part.kind, name=part.name, qualname=part.name, part=i + 1, context=part.context)
        elif outer:
            chunk = chunk._replace(context=f"{outer}\n{chunk.context}" if chunk.context else outer)
        out.append(chunk)
    return out


def _distinct(chunks: list[Chunk]) -> list[Chunk]:
    """Chunks by range. Parts that share their rows are one chunk, which is then no one's in particular."""
    out: list[Chunk] = []
    for chunk in sorted(chunks, key=lambda c: (c.start, c.end)):
        if out and chunk[:2] == out[-1][:2]:
            out[-1] = out[-1]._replace(kind="block", name="", qualname="", context="", doc="", part=0)
        else:
            out.append(chunk)
    return out


def _add_symbols(
    part: Embedded, defined: tuple[Symbol, ...], used: tuple[Reference, ...], symbols: list[Symbol], references: list[Reference]
) -> None:
    outer = -1
    if part.name and defined:
        outer = len(symbols)
        row = part.rows[0] + 1
        symbols.append(Symbol(part.name, part.name, part.symbol, part.start + 1, part.end + 1, row, part.name, "", -1, ""))
    offset = len(symbols)
    for s in defined:
        start, end, line = (_row(part, n) + 1 for n in (s.start, s.end, s.line))
        symbols.append(s._replace(start=start, end=end, line=line, parent=s.parent + offset if s.parent >= 0 else outer))
    for r in used:
        references.append(r._replace(line=_row(part, r.line) + 1, scope=r.scope + offset if r.scope >= 0 else outer))
