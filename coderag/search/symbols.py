"""A name: all its definitions, and where it is mentioned. Found through the postings, detailed from the artifacts.

References are matched by name, and within a file by the name an import gives it; nothing is guessed between several
definitions, and each use says how it was tied.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from coderag.errors import UsageError
from coderag.index.analyzer import bare
from coderag.index.manifest import path_key
from coderag.model.answers import Definition, Use
from coderag.model.artifact import Symbol, found_by
from coderag.pathmatch import path_filter
from coderag.search import qualified
from coderag.search.paths import find_path
from coderag.search.qualified import Asked, components
from coderag.search.reader import View

USES_SHOWN = 40
_FILES_READ = 400
_SUGGESTED = 6


@dataclass(frozen=True)
class SymbolInfo:
    definitions: tuple[Definition, ...]
    references: tuple[Use, ...]
    references_total: int
    suggestions: tuple[str, ...]
    notes: tuple[str, ...]


def symbol_info(view: View, name: str, path: str | None) -> SymbolInfo:
    """UsageError on an empty name. ``path`` narrows the definitions (the references stay those of the name)."""
    asked = qualified.read(name)
    if not asked.text or "\0" in asked.text:
        raise UsageError("the symbol name is empty", "give a name like parse_config or Cart.total")
    everywhere = _definitions(view, asked)
    if not everywhere and find_path(asked.text.removeprefix("./"), view.snapshot.paths):
        return SymbolInfo((), (), 0, (), (f"{asked.text} is a file: ask for its outline",))
    notes: list[str] = []
    names = sorted({d.name for d in everywhere}) or list(dict.fromkeys((asked.text, asked.simple)))  # a module's name has dots
    if not everywhere:
        everywhere = _handed_on(view, asked.text, notes)
    matches = path_filter(path) if path else (lambda p: True)
    definitions = [d for d in everywhere if matches(d.path)]
    uses, total = _uses(view, asked, names, bool(everywhere), notes)
    if everywhere and not definitions:
        notes.append(f"{asked.text} is defined, but not in {path!r}")
    close = () if everywhere else tuple(suggestions(view, asked))
    return SymbolInfo(tuple(definitions), tuple(uses), total, close, tuple(notes))


def _places(view: View, field: str, term: str) -> dict[str, int]:
    """Path -> occurrences of an exact term."""
    found = view.file_frequencies(field, term)
    return {view.snapshot.paths[i]: int(found[i]) for i in np.flatnonzero(found)}


def _definitions(view: View, asked: Asked) -> list[Definition]:
    """Those that answer best: a qualified name that ends like the one asked for goes before one in such a place."""
    for term in dict.fromkeys((asked.text, asked.simple)):
        found = [(how, p, s) for p, s in _named(view, term) if (how := asked.meets(s.name, s.qualname, p))]
        if found:
            best = max(how for how, _, _ in found)
            unique = {(p, s.start, s.line, s.qualname): (p, s) for how, p, s in reversed(found) if how == best}
            chosen = sorted(unique.values(), key=lambda f: (view.is_test(f[0]), path_key(f[0]), f[1].start))
            return [_definition(view, p, s) for p, s in chosen]
    return []


def _named(view: View, term: str) -> list[tuple[str, Symbol]]:
    """(path, symbol) of the definitions that the index has under ``term``: a name, or a whole qualified name."""
    out = []
    for p in sorted(_places(view, "defs", term), key=path_key):
        symbols = view.sources.artifact(view.snapshot.manifest.files[p]).symbols
        out += [(p, s) for s in symbols if term in (s.name, s.qualname)]
    return out


def _definition(view: View, path: str, s: Symbol) -> Definition:
    entry = view.snapshot.manifest.files[path]
    return Definition(path, s.start, s.end, s.line, s.name, s.qualname or s.name, s.kind, entry.language,
                      s.signature, s.doc, view.text(entry, s.start, s.end))  # fmt: skip


def _handed_on(view: View, name: str, notes: list[str]) -> list[Definition]:
    """Definitions of what is exported under ``name`` and called something else at home."""
    for p in sorted(_places(view, "refs", name), key=path_key)[:_FILES_READ]:
        for r in view.sources.with_references(view.snapshot.manifest.files[p]).references:
            if r.kind == "export" and r.alias == name and r.name != name and (found := _definitions(view, qualified.read(r.name))):
                notes.append(f"{name} is what {p}:{r.line} exports {r.name} as")
                return found
    return []


def _uses(view: View, asked: Asked, names: list[str], defined: bool, notes: list[str]) -> tuple[list[Use], int]:
    """The first uses of the names, and how many there are. If the name is qualified, those come first that are made on
    something called like what it is in; and if nothing of that name is defined, no other ones count."""
    uses: list[Use] = []
    total = 0
    for name in names:
        places = _places(view, "refs", name)
        total += sum(places.values())
        ordered = sorted(places, key=lambda p: (view.is_test(p), path_key(p)))
        if len(ordered) > _FILES_READ and (asked.qualifier or len(uses) < USES_SHOWN):
            notes.append(f"{name} is mentioned in {len(ordered)} files; the first {_FILES_READ} were read")
        for p in ordered[:_FILES_READ]:
            if not asked.qualifier and len(uses) >= USES_SHOWN:
                break
            uses += _uses_in(view, p, name)
    if asked.qualifier:
        fitting = [u for u in uses if u.name == asked.text or qualified.fits(u.receiver, u.scope, asked.qualifier)]
        if not defined:
            uses, total = fitting, len(fitting)
        elif fitting and total > USES_SHOWN:
            chosen = set(map(id, fitting))
            uses = [*fitting, *(u for u in uses if id(u) not in chosen)]
            notes.append(f"{len(fitting)} references look like {asked.qualifier}'s and come first")
    shown = uses[:USES_SHOWN]
    if total > len(shown):
        notes.append(f"{len(shown)} of {total} references shown")
    return shown, total


def _uses_in(view: View, path: str, name: str) -> list[Use]:
    entry = view.snapshot.manifest.files[path]
    artifact = view.sources.with_references(entry)
    out, lines = [], None
    for r, found in zip(artifact.references, found_by(artifact.references), strict=True):
        if name in found:
            lines = view.sources.lines(entry.oid) if lines is None else lines
            scope = artifact.symbols[r.scope].qualname if 0 <= r.scope < len(artifact.symbols) else ""
            text = lines[r.line - 1].strip()[:200] if 0 < r.line <= len(lines) else ""
            tied = "name" if name in (r.name, r.alias) else "alias"
            out.append(Use(path, r.line, r.name, r.kind, scope, r.receiver, tied, text))
    return out


def suggestions(view: View, asked: Asked) -> list[str]:
    """Definitions of the last component in other places, those in a place spelled like the one asked for first; then names
    spelled like it."""
    import difflib

    elsewhere: list[str] = []
    if asked.qualifier:
        owners = {s.qualname: (components(s.qualname)[-2:-1] or [""])[0] for _, s in _named(view, asked.simple) if s.qualname}

        def unlike(name: str) -> float:
            return -difflib.SequenceMatcher(None, owners[name].lower(), asked.qualifier.lower()).ratio()

        elsewhere = sorted(owners, key=lambda name: (unlike(name), name))
    return list(dict.fromkeys([*elsewhere, *suggest(view, asked.simple)]))[:_SUGGESTED]


def suggest(view: View, name: str) -> list[str]:
    """Defined names closest in spelling: case and underscores aside first, then by edit similarity."""
    import difflib

    folded = bare(name)
    same: list[str] = []
    near: dict[str, list[str]] = {}
    first, size = folded[:1], len(folded)
    for plain, term in view.snapshot.defined_names:
        if plain == folded:
            same.append(term)
        elif plain[:1] == first and abs(len(plain) - size) <= 4 or folded in plain:
            near.setdefault(plain, []).append(term)
    close = difflib.get_close_matches(folded, list(near), n=_SUGGESTED, cutoff=0.7)
    inside = [plain for plain in near if folded in plain and len(folded) >= 4][:4]
    return list(dict.fromkeys([*sorted(same), *(min(near[plain]) for plain in (*close, *inside))]))[:_SUGGESTED]
