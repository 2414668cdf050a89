"""A name: all its definitions, and where it is mentioned. Found through the postings, detailed from the artifacts.

References are matched by name, and within a file by the name an import gives it; nothing is guessed between several
definitions, and each use says how it was tied.
"""
from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from coderag.errors import UsageError
from coderag.index.manifest import path_key
from coderag.model.answers import Definition, Use
from coderag.model.artifact import found_by
from coderag.pathmatch import path_filter
from coderag.search.reader import View

USES_SHOWN = 40
_FILES_READ = 400
_SEPARATORS = re.compile(r"::|->|[.#:/]")


@dataclass(frozen=True)
class SymbolInfo:
    definitions: tuple[Definition, ...]
    references: tuple[Use, ...]
    references_total: int
    suggestions: tuple[str, ...]
    notes: tuple[str, ...]


def symbol_info(view: View, name: str, path: str | None) -> SymbolInfo:
    """UsageError on an empty name. ``path`` narrows the definitions (the references stay those of the name)."""
    wanted = name.strip().strip("`'\"").removesuffix("()")
    if not wanted or "\0" in wanted:
        raise UsageError("the symbol name is empty", "give a name like parse_config or Cart.total")
    simple = (components(wanted) or [wanted])[-1]
    matches = path_filter(path) if path else (lambda p: True)
    definitions = _definitions(view, wanted, simple, matches)
    names = sorted({d.name for d in definitions}) or list(dict.fromkeys((wanted, simple)))  # a module's name has dots
    uses, total, notes = _uses(view, names)
    suggestions = () if definitions else tuple(suggest(view, simple))
    if path and not definitions and _definitions(view, wanted, simple, lambda p: True):
        notes.append(f"{wanted} is defined, but not in {path!r}")
    return SymbolInfo(tuple(definitions), tuple(uses), total, suggestions, tuple(notes))


def components(name: str) -> list[str]:
    """The parts of a qualified name, whatever the language separates them by."""
    return [part for part in _SEPARATORS.split(name) if part]


def _places(view: View, field: str, term: str) -> dict[str, int]:
    """Path -> occurrences of an exact term."""
    found = view.file_frequencies(field, term)
    return {view.snapshot.paths[i]: int(found[i]) for i in np.flatnonzero(found)}


def _definitions(view: View, wanted: str, simple: str, matches) -> list[Definition]:
    out = []
    for term in dict.fromkeys((wanted, simple)):
        for p in sorted(_places(view, "defs", term), key=path_key):
            if not matches(p):
                continue
            entry = view.snapshot.manifest.files[p]
            for s in view.sources.artifact(entry).symbols:
                if term in (s.name, s.qualname) and _qualifies(wanted, simple, s.qualname or s.name):
                    out.append(
                        Definition(p, s.start, s.end, s.line, s.name, s.qualname or s.name, s.kind, entry.language,
                                   s.signature, s.doc, view.text(entry, s.start, s.end))
                    )  # fmt: skip
        if out:
            break
    seen = set()
    unique = [d for d in out if (k := (d.path, d.start_line, d.line, d.qualname)) not in seen and not seen.add(k)]
    return sorted(unique, key=lambda d: (view.is_test(d.path), path_key(d.path), d.start_line))


def _qualifies(wanted: str, simple: str, qualname: str) -> bool:
    """True if a qualified name asked for is a suffix of this one, whatever separators are used."""
    if wanted in (simple, qualname):
        return True
    asked = components(wanted)
    return components(qualname)[-len(asked) :] == asked


def _uses(view: View, names: list[str]) -> tuple[list[Use], int, list[str]]:
    uses: list[Use] = []
    total = 0
    notes: list[str] = []
    for name in names:
        places = _places(view, "refs", name)
        total += sum(places.values())
        ordered = sorted(places, key=lambda p: (view.is_test(p), path_key(p)))
        if len(ordered) > _FILES_READ:
            notes.append(f"{name} is mentioned in {len(ordered)} files; the first {_FILES_READ} were read")
        for p in ordered[:_FILES_READ]:
            if len(uses) >= USES_SHOWN:
                break
            entry = view.snapshot.manifest.files[p]
            artifact = view.sources.with_references(entry)
            lines = view.sources.lines(entry.oid)
            for r, found in zip(artifact.references, found_by(artifact.references), strict=True):
                if name in found:
                    scope = artifact.symbols[r.scope].qualname if 0 <= r.scope < len(artifact.symbols) else ""
                    text = lines[r.line - 1].strip()[:200] if 0 < r.line <= len(lines) else ""
                    tied = "name" if name in (r.name, r.alias) else "alias"
                    uses.append(Use(p, r.line, r.name, r.kind, scope, r.receiver, tied, text))
    uses = uses[:USES_SHOWN]
    if total > len(uses):
        notes.append(f"{len(uses)} of {total} references shown")
    return uses, total, notes


def suggest(view: View, name: str) -> list[str]:
    """Defined names closest in spelling: case and underscores aside first, then by edit similarity."""
    import difflib

    folded = name.lower().replace("_", "")
    same, near = [], {}
    first, size = folded[:1], len(folded)
    for plain, term in view.snapshot.defined_names:
        if plain == folded:
            same.append(term)
        elif plain[:1] == first and abs(len(plain) - size) <= 4 or folded in plain:
            near[plain] = term
    close = difflib.get_close_matches(folded, list(near), n=6, cutoff=0.7)
    inside = [t for p, t in near.items() if folded in p and len(folded) >= 4][:4]
    return list(dict.fromkeys([*sorted(same), *(near[c] for c in close), *inside]))[:6]
