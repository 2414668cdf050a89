"""Headings that a language's ``outline`` hook found -> section chunks, section symbols, or config chunks."""
from __future__ import annotations

from coderag.analysis import doctext, limits, pieces, windows
from coderag.analysis.source import Source
from coderag.languages.spec import Heading, LanguageSpec, Outline
from coderag.model.artifact import Chunk, Reference, Symbol

_JOIN = " > "


def parts(source: Source, spec: LanguageSpec) -> tuple[tuple[Chunk, ...], tuple[Symbol, ...], tuple[Reference, ...], str]:
    """Chunks, symbols, no references, and the title."""
    if not source.rows or all(source.blank):
        return (), (), (), ""
    assert spec.outline is not None
    outline = spec.outline(source.lines)
    title = doctext.one_line(outline.title, limits.TITLE_SIZE)
    if spec.role == "config":
        return _config_chunks(source, outline), (), (), title
    if not title and outline.headings:
        title = doctext.one_line(outline.headings[0].title, limits.TITLE_SIZE)
    paths = _paths(outline.headings)
    return _sections(source, outline, paths), _symbols(source, outline.headings, paths), (), title


def _paths(headings: tuple[Heading, ...]) -> list[tuple[str, ...]]:
    """Titles from the outermost heading down to each heading."""
    out: list[tuple[str, ...]] = []
    stack: list[tuple[int, str]] = []
    for heading in headings:
        while stack and stack[-1][0] >= heading.level:
            stack.pop()
        stack.append((heading.level, doctext.cut(heading.title, limits.NAME_SIZE)))
        out.append(tuple(title for _, title in stack))
    return out


def _symbols(source: Source, headings: tuple[Heading, ...], paths: list[tuple[str, ...]]) -> tuple[Symbol, ...]:
    """One symbol a heading. Its range runs to the next heading that is not below it."""
    ends = [source.rows - 1] * len(headings)
    parents = [-1] * len(headings)
    stack: list[int] = []
    for i, heading in enumerate(headings):
        while stack and headings[stack[-1]].level >= heading.level:
            ends[stack.pop()] = heading.row - 1
        parents[i] = stack[-1] if stack else -1
        stack.append(i)
    return tuple(
        Symbol(path[-1], _JOIN.join(path), "section", h.row + 1, ends[i] + 1, h.title_row + 1, path[-1], "", parents[i], "")
        for i, (h, path) in enumerate(zip(headings, paths, strict=True))
    )


def _sections(source: Source, outline: Outline, paths: list[tuple[str, ...]]) -> tuple[Chunk, ...]:
    """A section is a chunk; one without a body joins the section after it, so no chunk is a bare heading."""
    starts: list[tuple[int, tuple[str, ...]]] = [(0, ())]
    starts += [(h.row, path) for h, path in zip(outline.headings, paths, strict=True)]
    body_from = [0] + [_after_title(source, h) for h in outline.headings]
    chunks: list[Chunk] = []
    pending = -1  # first row of headings without a body
    for i, (start, path) in enumerate(starts):
        end = starts[i + 1][0] - 1 if i + 1 < len(starts) else source.rows - 1
        if end < start:
            continue
        first = start if pending < 0 else pending
        empty = all(source.blank[row] for row in range(min(body_from[i], end + 1), end + 1))
        if empty or (not path and len(starts) > 1 and source.size(start, end) < limits.SMALL_PREFACE):
            pending = first
            if i + 1 == len(starts):
                _close(source, chunks, first, end, path)
            continue
        pending = -1
        chunks.extend(_section(source, outline, first, end, path))
    return tuple(chunks)


def _after_title(source: Source, heading: Heading) -> int:
    """First row that can be body: after the title and an underline of punctuation."""
    row = heading.title_row + 1
    if row < source.rows and source.lines[row].strip() and not any(c.isalnum() for c in source.lines[row]):
        text = source.lines[row].strip()
        if len(set(text)) == 1:
            row += 1
    return row


def _close(source: Source, chunks: list[Chunk], first: int, end: int, path: tuple[str, ...]) -> None:
    """Headings without a body at the end of the file belong to the last section."""
    if chunks and source.size(chunks[-1].start - 1, end) <= limits.CHUNK_SIZE * limits.TAIL_SLACK:
        chunks[-1] = chunks[-1]._replace(end=end + 1)
    else:
        chunks.append(_chunk(first, end, path, 0))


def _chunk(start: int, end: int, path: tuple[str, ...], part: int) -> Chunk:
    context = _JOIN.join(path if part > 1 else path[:-1])
    name = path[-1] if path else ""
    return Chunk(start + 1, end + 1, "section", name, _JOIN.join(path), context, "", part)


def _section(source: Source, outline: Outline, start: int, end: int, path: tuple[str, ...]) -> list[Chunk]:
    if source.size(start, end) <= limits.CHUNK_SIZE:
        return [_chunk(start, end, path, 0)]
    cuts = [row for row in range(start + 1, end + 1) if source.blank[row - 1] and not source.blank[row]]
    fixed = [(a, b) for a, b in outline.fixed if b > start and a <= end]
    if fixed:
        cuts = [row for row in cuts if not any(a < row <= b for a, b in fixed)]
    ranges, _ = pieces.pack(source, start, end, cuts)
    ranges = windows.join_blank(source, ranges)
    return [_chunk(s, e, path, i if len(ranges) > 1 else 0) for i, (s, e) in enumerate(ranges, 1)]


def _config_chunks(source: Source, outline: Outline) -> tuple[Chunk, ...]:
    """One chunk if small; else runs of small top-level entries, and large entries by themselves."""
    last = source.rows - 1
    if source.size(0, last) <= limits.CHUNK_SIZE:
        return (Chunk(1, source.rows, "config", "", "", "", ""),)
    chunks: list[Chunk] = []
    paths = _paths(outline.headings)
    starts = [(0, ()), *((h.row, p) for h, p in zip(outline.headings, paths, strict=True) if h.row > 0)]
    if outline.headings and outline.headings[0].row == 0:
        starts[0] = (0, paths[0])
    run: list[tuple[int, int, tuple[str, ...]]] = []

    def flush() -> None:
        if run:
            names = [p for _, _, p in run if p]
            path = names[0] if len(names) == 1 else ()
            chunks.append(_entry(run[0][0], run[-1][1], path, 0))
            run.clear()

    for i, (start, path) in enumerate(starts):
        end = starts[i + 1][0] - 1 if i + 1 < len(starts) else last
        if end < start:
            continue
        if source.size(start, end) <= limits.CHUNK_SIZE:
            if run and source.size(run[0][0], end) > limits.CHUNK_SIZE:
                flush()
            run.append((start, end, path))
            continue
        if run and source.size(run[0][0], start - 1) < limits.SMALL_RUN:
            start = run[0][0]  # a few lines above a large entry are part of it
            run.clear()
        flush()
        ranges = windows.ranges_of(source, start, end)
        chunks += [_entry(s, e, path, n if len(ranges) > 1 else 0) for n, (s, e) in enumerate(ranges, 1)]
    if run and chunks and source.size(run[0][0], last) < limits.SMALL_RUN:
        if source.size(chunks[-1].start - 1, last) <= limits.CHUNK_SIZE * limits.TAIL_SLACK:
            chunks[-1] = chunks[-1]._replace(end=last + 1)
            run.clear()
    flush()
    return _no_blank(source, chunks)


def _entry(start: int, end: int, path: tuple[str, ...], part: int) -> Chunk:
    name = ".".join(path)
    return Chunk(start + 1, end + 1, "config", path[-1] if path else "", name, name if part > 1 else "", "", part)


def _no_blank(source: Source, chunks: list[Chunk]) -> tuple[Chunk, ...]:
    out: list[Chunk] = []
    lead = 0
    for chunk in chunks:
        if all(source.blank[chunk.start - 1 : chunk.end]):
            if out:
                out[-1] = out[-1]._replace(end=chunk.end)
            else:
                lead = lead or chunk.start
            continue
        out.append(chunk._replace(start=lead) if lead and not out else chunk)
    return tuple(out)
