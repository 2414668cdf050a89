"""The repository's structure: folders and key files with languages, sizes and a one-line description.

Descriptions come from what is there: a README section, package or module docs, else the largest files of a folder and
the main symbols of a file.
"""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from coderag import languages
from coderag.errors import UsageError
from coderag.index.manifest import path_key
from coderag.model.answers import TreeRow
from coderag.search.paths import closest
from coderag.search.reader import View

FILES_SHOWN = 12
"""Files listed in a folder at the deepest level asked for; the rest is counted."""
_LONGEST = 110
_PACKAGE_DOCS = ("readme", "__init__.py", "mod.rs", "lib.rs", "doc.go", "package-info.java", "index.ts", "index.js",
                 "init.lua", "main.py", "main.go", "main.rs")  # fmt: skip


@dataclass
class Folder:
    files: int = 0
    lines: int = 0
    skipped: int = 0
    languages: Counter = field(default_factory=Counter)
    own: list[str] = field(default_factory=list)  # indexed files directly in it
    folders: set[str] = field(default_factory=set)


def tree(view: View, path: str, depth: int) -> list[TreeRow]:
    """Rows in tree order, ``depth`` levels below ``path``. UsageError if the folder is not there."""
    folders = count_folders(view)
    if path not in folders:
        if path in view.snapshot.manifest.files:
            return [_file_row(view, path, 0)]
        near = closest(path, [f for f in folders if f])
        raise UsageError(f"no folder {path!r} in this commit", "did you mean " + ", ".join(near) + "?" if near else "ask for the tree without a path")
    readme = readme_lines(view, folders)
    rows: list[TreeRow] = []
    stack = [(path, 0)]
    while stack:
        name, level = stack.pop()
        folder = folders[name]
        rows.append(folder_row(view, name, level, folder, readme))
        if level >= depth:
            continue
        children = sorted(folder.folders, key=path_key, reverse=True)
        for file in _shown(view, folder):
            rows.append(_file_row(view, file, level + 1))
        stack.extend((c, level + 1) for c in children)
    return rows


def count_folders(view: View) -> dict[str, Folder]:
    folders: dict[str, Folder] = {"": Folder()}

    def parents(p: str) -> list[str]:
        out = [""]
        at = p.find("/")
        while at >= 0:
            out.append(p[:at])
            at = p.find("/", at + 1)
        return out

    for p, e in view.snapshot.manifest.files.items():
        chain = parents(p)
        for above, below in zip(chain, chain[1:], strict=False):
            folders.setdefault(above, Folder()).folders.add(below)
        for name in chain:
            f = folders.setdefault(name, Folder())
            f.files += 1
            f.lines += e.lines
            f.languages[e.language] += 1
        folders[chain[-1]].own.append(p)
    for p in view.snapshot.manifest.skipped:
        chain = parents(p)
        for above, below in zip(chain, chain[1:], strict=False):
            folders.setdefault(above, Folder()).folders.add(below)
        for name in chain:
            folders.setdefault(name, Folder()).skipped += 1
    return folders


def _shown(view: View, folder: Folder) -> list[str]:
    """Key files of a folder: those that describe it, then code by size, documents, configuration, hidden files."""
    files = view.snapshot.manifest.files

    def weight(p: str) -> tuple[int, int, bytes]:
        name = p.rsplit("/", 1)[-1].lower()
        if any(name.startswith(k) for k in _PACKAGE_DOCS):
            return 0, 0, path_key(p)
        kind = 4 if name.startswith(".") else {"code": 1, "docs": 2, "config": 3}.get(languages.role_of(files[p].language), 4)
        return kind, -files[p].lines if kind == 1 else 0, path_key(p)

    return sorted(sorted(folder.own, key=weight)[:FILES_SHOWN], key=path_key)


def _file_row(view: View, path: str, level: int) -> TreeRow:
    e = view.snapshot.manifest.files[path]
    return TreeRow(path, level, 1, e.lines, ((e.language, 1),), _cut(e.title or _main_symbols(view, path)))


def _main_symbols(view: View, path: str) -> str:
    e = view.snapshot.manifest.files[path]
    if languages.role_of(e.language) != "code" or not e.count:
        return ""
    artifact = view.sources.artifact(e)
    open_, top = {-1}, []  # a namespace or module says less than what is in it
    for i, s in enumerate(artifact.symbols):
        if s.parent in open_ and s.kind in ("namespace", "module"):
            open_.add(i)
        elif s.parent in open_ and s.kind not in ("constant", "field", "property", "variable"):
            top.append(s)
    top.sort(key=lambda s: (s.kind in ("function", "method"), s.name.startswith("_"), s.line))
    return ", ".join(list(dict.fromkeys(s.name for s in top))[:5])


def folder_row(view: View, name: str, level: int, f: Folder, readme: dict[str, str]) -> TreeRow:
    langs = tuple(sorted(f.languages.items(), key=lambda x: (-x[1], x[0]))[:4])
    return TreeRow(
        (name + "/") if name else "./", level, f.files, f.lines, langs, _cut(_describe(view, name, f, readme)), f.skipped
    )


def _describe(view: View, name: str, f: Folder, readme: dict[str, str]) -> str:
    files = view.snapshot.manifest.files
    by_name = {p.rsplit("/", 1)[-1].lower(): p for p in f.own}
    for key in _PACKAGE_DOCS:
        for base, p in sorted(by_name.items()):
            if base.startswith(key) and files[p].title:
                return files[p].title
    if name in readme:
        return readme[name]
    code = [p for p in f.own if languages.role_of(files[p].language) == "code"]
    code.sort(key=lambda p: (view.is_test(p), -files[p].lines, path_key(p)))
    return ", ".join(p.rsplit("/", 1)[-1].rsplit(".", 1)[0] for p in code[:5])


def readme_lines(view: View, folders: dict[str, Folder]) -> dict[str, str]:
    """Folder -> what the root README says of it: the first line that names ``folder/`` with some words beside it."""
    out: dict[str, str] = {}
    for p in sorted(folders[""].own, key=path_key):
        if not p.lower().startswith("readme"):
            continue
        for line in view.sources.lines(view.snapshot.manifest.files[p].oid)[:2000]:
            words = line.replace("`", " ").replace("*", " ").replace("|", " ").split()
            for w in words:
                key = w.strip("[](),:./")
                if w.rstrip(",:)").endswith("/") and key in folders and key and key not in out and len(words) > 3:
                    out[key] = " ".join(words)
    return out


def _cut(text: str) -> str:
    text = " ".join(text.split()).lstrip("-*#>|:").strip()
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"
