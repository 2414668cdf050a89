"""The outline of one file: its symbols, nested, in order."""
from __future__ import annotations

from dataclasses import dataclass

from coderag.errors import UsageError
from coderag.model.answers import OutlineSymbol, Place
from coderag.model.artifact import FileArtifact
from coderag.model.skips import REASONS
from coderag.search.paths import find_path, no_such_file
from coderag.search.reader import View

MOST_EXPORTS = 100
"""Names that an outline lists of what a file hands on."""


@dataclass(frozen=True)
class Outline:
    path: str
    language: str
    lines: int
    title: str
    symbols: tuple[OutlineSymbol, ...]
    notes: tuple[str, ...]


def outline(view: View, path: str, as_typed: str = "") -> Outline:
    """``as_typed`` is the path before it was cleaned: a tracked file of that very name is meant. UsageError if the commit has no such file; a skipped file says why it has no outline."""
    manifest = view.snapshot.manifest
    found = as_typed if as_typed in manifest.files else find_path(path, view.snapshot.paths)
    if found is None:
        skipped = find_path(path, list(manifest.skipped))
        if skipped is not None:
            reason = REASONS.get(manifest.skipped[skipped].reason, manifest.skipped[skipped].reason)
            return Outline(skipped, "", 0, "", (), (f"not indexed: {reason}",))
        if any(p.startswith(path + "/") for p in view.snapshot.paths) or not path:
            raise UsageError(f"{path or '.'!r} is a folder", "ask for its tree, or name a file")
        raise no_such_file(path, view.snapshot.paths, view.uncommitted)
    entry = manifest.files[found]
    artifact = view.sources.with_references(entry)
    notes = [artifact.note] if artifact.note else []
    handed_on = exports(artifact)
    if handed_on:
        notes.append(f"hands on from elsewhere: {handed_on}")
    elif not artifact.symbols:
        notes.append("no symbols in this file")
    return Outline(found, entry.language, entry.lines, entry.title, tuple(nested(artifact)), tuple(notes))


def nested(artifact: FileArtifact) -> list[OutlineSymbol]:
    """Symbols in source order with their depth; a child's depth is its parent's plus one."""
    depth: list[int] = []
    out = []
    for s in artifact.symbols:
        d = depth[s.parent] + 1 if 0 <= s.parent < len(depth) else 0
        depth.append(d)
        first = s.doc.split("\n", 1)[0]
        out.append(OutlineSymbol(s.name, s.qualname or s.name, s.kind, s.signature, s.start, s.end, first, d))
    return out


def exports(artifact: FileArtifact) -> str:
    """``a, b as c from ./x; all of ./y``: what the file hands on without defining it; "" if nothing."""
    own = {s.name for s in artifact.symbols}
    groups: dict[str, list[str]] = {}
    names = 0
    for r in artifact.references:
        if r.kind != "export" or r.name in own:
            continue
        names += 1
        if names > MOST_EXPORTS:
            continue
        whole = not r.receiver and ("/" in r.name or "." in r.name)  # a module, not a name of it
        shown = f"all of {r.name}" if whole else r.name
        groups.setdefault(r.receiver, []).append(f"{shown} as {r.alias}" if r.alias and r.alias != r.name else shown)
    said = [", ".join(shown) + (f" from {source}" if source else "") for source, shown in groups.items()]
    return "; ".join(said) + (f"; and {names - MOST_EXPORTS} more" if names > MOST_EXPORTS else "")


def chunk_places(view: View, path: str) -> tuple[tuple[str, Place], ...]:
    """(kind, place) of every chunk of an indexed file; nothing for one that is not."""
    entry = view.snapshot.manifest.files.get(path)
    if entry is None:
        return ()
    return tuple((c.kind, Place(c.qualname or c.name, c.start, c.end)) for c in view.sources.artifact(entry).chunks)
