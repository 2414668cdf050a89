"""A repository in a few lines, for who has never seen it: languages, main folders, where it starts, what changes often.

A function of the commit alone: its snapshot, and the last commits before it.
"""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from coderag import languages
from coderag.errors import StateError
from coderag.fsio import read_checked
from coderag.index.manifest import Manifest, path_key
from coderag.index.snapshot import current_generation, read_meta
from coderag.model.answers import Overview, TreeRow
from coderag.search.reader import Sources, View
from coderag.search.tree import Folder, count_folders, folder_row, readme_lines

COMMITS = 200
"""How far back changes are counted."""
_FOLDERS, _ENTRIES, _HOT = 10, 5, 6
_DEEPEST = 4  # folders above a file that still may be where a program starts
_OPENED = 12  # files looked into for a function called main
_START = re.compile(r"(?:__|.*_|.*[a-z](?=[A-Z]))?(?i:main|cli|app|application|program|server|manage|wsgi|asgi)(?:__)?$")
_ASIDE = frozenset({"examples", "example", "samples", "sample", "demo", "demos", "bench", "benches", "benchmarks", "docs"})
"""Folders of programs that are not this repository's own."""
_MOSTLY = 0.6


@dataclass(frozen=True)
class Contents:
    """What stands for a snapshot where nothing is searched: opening an index takes longer than all the rest."""

    manifest: Manifest


def read(
    slot: Path, sources: Callable[[int], Sources], changes: Callable[[str, int], Mapping[str, int]]
) -> Overview | None:
    """The overview of a slot's snapshot, None if it has none. ``sources(pipeline version)``; ``changes(commit, commits)``
    as :func:`coderag.git.history.changes`, whose StateError only means that nothing is known."""
    generation, meta = current_generation(slot), read_meta(slot)
    if generation is None or meta is None:
        return None
    view = View(Contents(Manifest.unpack(read_checked(generation / "manifest"))), sources(meta.pipeline))
    try:
        changed = changes(meta.commit, COMMITS)
    except StateError:  # a clone that lacks old trees
        changed = {}
    return overview(view, changed)


def overview(view: View, changes: Mapping[str, int]) -> Overview:
    """``changes``: path -> in how many of the last :data:`COMMITS` commits it changed."""
    files = view.snapshot.manifest.files
    counts = Counter(entry.language for entry in files.values())
    roles = {language: languages.role_of(language) for language in counts}
    ranked = sorted(counts.items(), key=lambda x: (roles[x[0]] != "code", -x[1], x[0]))
    code = {p for p, e in files.items() if roles[e.language] == "code" and not view.is_test(p)}
    hot = sorted(((p, n) for p, n in changes.items() if p in code and n > 1), key=lambda x: (-x[1], path_key(x[0])))
    return Overview(len(files), tuple(ranked), tuple(_folders(view, code)), tuple(_starts(view, code)), tuple(hot[:_HOT]))


def _folders(view: View, code: set[str]) -> list[TreeRow]:
    """The folders that hold most of the code; one that holds nearly all of it gives way to what is in it."""
    folders = count_folders(view)
    held: Counter[str] = Counter()
    for p in code:
        at = p.find("/")
        while at >= 0:
            held[p[:at]] += 1
            at = p.find("/", at + 1)
    chosen, wide = set(_visible(folders, "")), True
    while wide:
        wide = next((f for f in chosen if held[f] > _MOSTLY * len(code) and not chosen.issuperset(_visible(folders, f))), "")
        if wide:
            chosen.update(_visible(folders, wide))
            if code.isdisjoint(folders[wide].own):
                chosen.discard(wide)
    chosen = list(chosen)
    chosen.sort(key=lambda f: (-held[f], -folders[f].files, path_key(f)))
    readme = readme_lines(view, folders)
    shown = sorted(chosen[:_FOLDERS], key=path_key)
    return [folder_row(view, f, f.count("/") + 1, folders[f], readme) for f in shown]


def _visible(folders: dict[str, Folder], name: str) -> list[str]:
    return [f for f in folders[name].folders if not f.rsplit("/", 1)[-1].startswith(".") and folders[f].files]


def _starts(view: View, code: set[str]) -> list[str]:
    """Files where a program seems to start by their name; those that define main come first."""
    near = sorted((p for p in code if p.count("/") <= _DEEPEST and _starts_by_name(p)), key=_depth)[:_OPENED]
    return sorted(near, key=lambda p: (not _has_main(view, p), *_depth(p)))[:_ENTRIES]


def _starts_by_name(path: str) -> bool:
    folder, _, name = path.rpartition("/")
    stem = name.split(".")[0]
    if not _ASIDE.isdisjoint(folder.split("/")):
        return False
    return bool(_START.match(stem)) or stem == "index" and "/" not in folder


def _has_main(view: View, path: str) -> bool:
    symbols = view.sources.artifact(view.snapshot.manifest.files[path]).symbols
    return any(s.name.lower() == "main" and s.kind in ("function", "method") for s in symbols)


def _depth(path: str) -> tuple[int, bytes]:
    return path.count("/"), path_key(path)
