"""Bytes and a hint -> :class:`FileArtifact`. The one entry of this package, and its order of decisions.

Pure: the same arguments give the same artifact (only the time limit can make a difference, and then the note says so).
Content never makes it raise: what cannot be parsed is cut into line windows.
"""
from __future__ import annotations

import time
from typing import TYPE_CHECKING

from coderag.analysis import (
    cut,
    doctext,
    embedded,
    found,
    gate,
    grammar,
    limits,
    nest,
    outlines,
    recover,
    scanned,
    symbols,
    windows,
)
from coderag.analysis.source import Source
from coderag.languages import get, resolve
from coderag.languages.spec import LanguageSpec
from coderag.model.artifact import Chunk, FileArtifact, Reference, Symbol, skipped

if TYPE_CHECKING:
    from tree_sitter import Node

_Parts = tuple[tuple[Chunk, ...], tuple[Symbol, ...], tuple[Reference, ...], str]


def analyze(
    data: bytes,
    hint: str,
    *,
    forced: bool = False,
    max_seconds: float = limits.MAX_SECONDS,
    max_bytes: int = limits.MAX_SYNTAX_BYTES,
) -> FileArtifact:
    """Chunks, symbols and references of one blob. ``hint`` is what :func:`coderag.languages.hint_for` gave; ``forced``
    keeps generated and minified text, which the person asked for by name."""
    if not data:
        spec = get(resolve(hint, ""))
        return FileArtifact(spec.family or spec.id, "utf-8", 0, (), (), (), "", "", "")
    reason = gate.of_bytes(data)
    if not reason and len(data) > limits.MAX_FILE_FACTOR * max_bytes:
        reason = "too-large"
    if reason:
        return skipped(reason)
    source = Source(data)
    spec = get(resolve(hint, source.text))
    language = spec.family or spec.id
    parts = embedded.parts_of(source, spec)
    # What a file holds beside its parts (the outputs of a notebook) must not count against it.
    reason = "" if forced else gate.of_text(source, "docs" if parts and spec.sparse else spec.role)
    if reason:
        return skipped(reason, language, source.rows)
    if parts:
        (chunks, symbols, references, title), note = embedded.analyzed(
            source, spec, parts, lambda part, own: _parts(part, own, len(part.utf8), max_seconds, max_bytes)
        )
        if not chunks and not forced:
            return skipped("minified", language, source.rows)
    elif spec.embed is not None:
        (chunks, symbols, references, title), note = _windows(source), "parse-errors" if spec.sparse else ""
    else:
        (chunks, symbols, references, title), note = _parts(source, spec, len(data), max_seconds, max_bytes)
    return FileArtifact(language, source.encoding, source.rows, chunks, symbols, references, title, "", note)


def _parts(source: Source, spec: LanguageSpec, size: int, max_seconds: float, max_bytes: int) -> tuple[_Parts, str]:
    if spec.outline is not None:
        return outlines.parts(source, spec), ""
    if not (spec.grammar or spec.scan) or all(source.blank):
        return _windows(source), ""
    if size > max_bytes:
        return _windows(source), "too-large-for-syntax"
    if spec.scan is not None:
        findings, roots = scanned.collect(spec.scan(source.utf8), source)
        return _syntax(source, spec, roots, findings)
    loaded = grammar.load(spec.id)
    if loaded is None:
        return _windows(source), "no-grammar"
    begin = time.monotonic()
    try:
        source.prepare(spec.prepare)
        parsed = grammar.Parsed(loaded, source.parsed, max_seconds)
        findings = found.collect(loaded, parsed, source.utf8)
        parsed, findings = recover.improve(loaded, source, parsed, findings, max_seconds - (time.monotonic() - begin))
    except grammar.TimeLimit:
        return _windows(source), "parse-timeout"
    return _syntax(source, spec, parsed.roots, findings)


def _windows(source: Source) -> _Parts:
    return windows.windows(source), (), (), ""


def _syntax(source: Source, spec: LanguageSpec, roots: list[Node], findings: found.Findings) -> tuple[_Parts, str]:
    units = nest.build(findings, spec, source)
    defined = symbols.symbols_of(units)
    references = symbols.references_of(findings, units, spec, source)
    chunks = cut.chunks_of(source, units, findings, spec, roots)
    note = "parse-errors" if findings.error_bytes > limits.ERROR_SHARE * len(source.utf8) else ""
    return (chunks, defined, references, _title(findings, source, spec)), note


def _title(findings: found.Findings, source: Source, spec: LanguageSpec) -> str:
    """First line of the module doc, else of the first comment above any code that is not a licence."""
    cleaner = spec.clean_doc or doctext.clean
    if findings.title:
        return doctext.title_line(cleaner(findings.title), limits.TITLE_SIZE)
    block: list[str] = []
    previous = -1
    for last, above in sorted(findings.above.items(), key=lambda item: item[1].row):
        if not above.text:
            break
        between = source.idle[previous + 1 : above.row]
        if not all(between):
            break
        if between and block:
            title = doctext.title_line("\n".join(block), limits.TITLE_SIZE)
            if title:
                return title
            block = []
        block.append(cleaner(above.text))
        previous = last
    return doctext.title_line("\n".join(block), limits.TITLE_SIZE)
