"""A file's chunks as documents of the lexical index."""
from __future__ import annotations

from collections.abc import Iterator

from coderag.index.analyzer import tokens
from coderag.model.artifact import FileArtifact, found_by
from coderag.model.text import lines_of


def documents_of(path: str, artifact: FileArtifact, data: bytes) -> Iterator[dict[str, list[str]]]:
    """Fields of every chunk, analysed. Each definition and reference belongs to exactly one chunk: the shortest that
    holds its line, so that frequencies count occurrences."""
    if not artifact.chunks:
        return
    lines = lines_of(data)
    path_tokens = tokens(path)
    owner = _owners(artifact)
    defs: list[list[str]] = [[] for _ in artifact.chunks]
    refs: list[list[str]] = [[] for _ in artifact.chunks]
    for s in artifact.symbols:
        if (i := owner.get(s.line, owner.get(s.start))) is not None and s.name:
            defs[i] += [s.name] if s.qualname in ("", s.name) else [s.name, s.qualname]
    for r, names in zip(artifact.references, found_by(artifact.references), strict=True):
        if r.name and (i := owner.get(r.line)) is not None:
            refs[i] += names
    for i, c in enumerate(artifact.chunks):
        named = tokens(f"{c.qualname}\n{c.context}" if c.context else c.qualname or c.name)
        yield {
            "name": named,
            "path": path_tokens,
            "body": tokens("\n".join(lines[c.start - 1 : c.end])),
            "doc": tokens(c.doc),
            "defs": defs[i],
            "refs": refs[i],
        }


def _owners(artifact: FileArtifact) -> dict[int, int]:
    """Line -> index of the shortest chunk that covers it (the first of equals)."""
    owner: dict[int, int] = {}
    sizes: dict[int, int] = {}
    for i, c in enumerate(artifact.chunks):
        size = c.end - c.start
        for line in range(c.start, c.end + 1):
            if line not in sizes or size < sizes[line]:
                sizes[line], owner[line] = size, i
    return owner
