"""What an agent would look up next about a hit: its signature, the symbols beside it, and who uses it."""
from __future__ import annotations

from coderag.model.answers import Place, Uses
from coderag.model.artifact import Chunk, FileArtifact, Symbol
from coderag.search.facts import Facts
from coderag.search.reader import View

SCOPES_SHOWN = 3
_SCOPES_READ = 12
"""Chunks read to name the users of a symbol."""
_SHARED = 3
"""A name that more symbols have says too little about who uses this one: only the count is given, ..."""
_COMMON = 10
"""... and from here on (``__init__``, ``close``) not even that."""
_UNLISTED = frozenset({"field", "variable", "constant", "property", "parameter"})
"""Kinds that are no neighbours worth naming."""
_USED = frozenset(
    {"class", "interface", "trait", "struct", "enum", "union", "record", "function", "method", "constructor", "type", "macro"}
)


def symbol_and_neighbours(facts: Facts) -> tuple[Symbol | None, Place | None, Place | None]:
    """The symbol whose code the chunk is, or is a part of, and the previous and the next symbol of the same parent."""
    own = _symbol_of(facts.artifact, facts.chunk)
    return (own, *_beside(facts.artifact, own)) if own is not None else (None, None, None)


def _symbol_of(artifact: FileArtifact, chunk: Chunk) -> Symbol | None:
    if not chunk.name:
        return None
    for s in artifact.symbols:
        if s.name == chunk.name and (s.qualname or s.name) == chunk.qualname and s.start <= chunk.end and chunk.start <= s.end:
            return s
    return None


def _beside(artifact: FileArtifact, own: Symbol) -> tuple[Place | None, Place | None]:
    siblings = [s for s in artifact.symbols if s.parent == own.parent and s.kind not in _UNLISTED and not _same(s, own)]
    before = [s for s in siblings if s.end < own.start]
    after = [s for s in siblings if s.start > own.end]
    return (
        place(max(before, key=lambda s: (s.end, s.start))) if before else None,
        place(min(after, key=lambda s: (s.start, s.end))) if after else None,
    )


def place(s: Symbol) -> Place:
    return Place(s.qualname or s.name, s.start, s.end)


def _same(a: Symbol, b: Symbol) -> bool:
    return (a.start, a.end, a.name) == (b.start, b.end, b.name)


def uses(view: View, path: str, own: Symbol) -> Uses | None:
    """References to the name of ``own``; None for kinds that are not called or named, and for names that many share."""
    if own.kind not in _USED:
        return None
    snapshot = view.snapshot
    definitions = snapshot.lexical.document_frequency("defs", own.name)
    if definitions > _COMMON:
        return None
    count, places = 0, []
    for segment, (rows, counts) in enumerate(snapshot.lexical.postings("refs", own.name)):
        name = snapshot.segment_names[segment]
        count += int(counts.sum())
        if definitions <= _SHARED:
            owner, first = snapshot.owner[name][rows], snapshot.tables[name]["start"][rows]
            places += zip(owner.tolist(), first.tolist(), [segment] * len(rows), rows.tolist(), strict=True)
    places.sort(key=lambda p: (view.is_test(snapshot.paths[p[0]]), p))
    scopes: list[str] = []
    for _, _, segment, row in places[:_SCOPES_READ]:
        _, where, entry, ordinal, start, end = snapshot.place(segment, row)
        if where == path and own.start <= start and end <= own.end:
            continue  # it calls itself
        chunk = view.sources.artifact(entry).chunks[ordinal]
        if chunk.name:  # else imports, or a script's top level
            scopes.append(chunk.qualname or chunk.name)
    return Uses(count, definitions, tuple(dict.fromkeys(scopes))[:SCOPES_SHOWN])
