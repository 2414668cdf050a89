"""The table of languages, and which language a path, a shebang or an ambiguous hint means.

A language is one folder and one line in ``LANGUAGES``. Folders are read when first needed, never by scanning a disk.
"""
from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path

from coderag.languages.ambiguous import RESOLVERS
from coderag.languages.spec import LanguageSpec

LANGUAGES: tuple[str, ...] = (
    # code
    "bash",
    "c",
    "cpp",
    "csharp",
    "dart",
    "go",
    "java",
    "javascript",
    "kotlin",
    "lua",
    "php",
    "python",
    "ruby",
    "rust",
    "scala",
    "swift",
    "typescript",
    "tsx",
    "elixir",
    "haskell",
    "sql",
    "svelte",
    "vue",
    "zig",
    "notebook",
    # documents
    "asciidoc",
    "markdown",
    "plaintext",
    "rst",
    # configuration
    "dockerfile",
    "ini",
    "json",
    "makefile",
    "toml",
    "xml",
    "yaml",
    # everything else
    "text",
)

_HERE = Path(__file__).parent

AMBIGUOUS: dict[str, str] = {
    # extension -> hint; coderag.languages.ambiguous decides from the content
    ".h": "c-header",
    ".inc": "include-file",
}


@cache
def get(language: str) -> LanguageSpec:
    """Spec of a language id; KeyError if there is none."""
    if language not in LANGUAGES:
        raise KeyError(language)
    return import_module(f"coderag.languages.{language}.spec").SPEC


@cache
def queries_of(language: str) -> str:
    """Text of the language's tags.scm and chunks.scm, after those it builds on; "" where there are none (yet)."""
    folders = [_HERE / name for name in (get(language).queries, language) if name]
    scm = [folder / name for folder in folders for name in ("tags.scm", "chunks.scm")]
    return "\n".join(file.read_text("utf-8") for file in scm if file.is_file())


class _Tables:
    """Lookup tables built once from all specs."""

    def __init__(self) -> None:
        self.extensions: dict[str, str] = dict(AMBIGUOUS)
        self.filenames: dict[str, str] = {}
        self.globs: list[tuple[str, str]] = []
        self.shebangs: dict[str, str] = {}
        for language in LANGUAGES:
            spec = get(language)
            for extension in spec.extensions:
                self.extensions.setdefault(extension, language)
            for name in spec.filenames:
                if any(c in name for c in "*?["):
                    self.globs.append((name, language))
                else:
                    self.filenames[name] = language
            for interpreter in spec.shebangs:
                self.shebangs[interpreter] = language


@lru_cache(maxsize=1)
def _tables() -> _Tables:
    return _Tables()


def hint_for(path: str, mapping: Mapping[str, str] | None = None) -> str:
    """What the path alone says: a language id, an ambiguous hint ("c-header"), or "" (look at the content).

    ``mapping`` is the user's: glob -> language id or hint. A glob without "/" is matched with the base name, another
    with the whole path. Unknown ids in it count as plain text, so a typo never loses a file.
    """
    base = path.rsplit("/", 1)[-1]
    for glob, language in (mapping or {}).items():
        if fnmatchcase(path if "/" in glob else base, glob):
            language = language.strip().lower()
            return language if language in LANGUAGES or language in RESOLVERS else "text"
    tables = _tables()
    if base in tables.filenames:
        return tables.filenames[base]
    for glob, language in tables.globs:
        if fnmatchcase(base, glob):
            return language
    dot = base.rfind(".")
    if dot < 0:
        return ""
    extension = base[dot:]
    return tables.extensions.get(extension) or tables.extensions.get(extension.lower(), "")


_SHEBANG = re.compile(r"#!\s*(\S+)(.*)")


def _from_shebang(text: str) -> str:
    match = _SHEBANG.match(text[:300])
    if match is None:
        return ""
    program = match[1].rsplit("/", 1)[-1]
    if program == "env":
        words = [w for w in match[2].split() if not w.startswith("-") and "=" not in w]
        program = words[0].rsplit("/", 1)[-1] if words else ""
    return _tables().shebangs.get(program) or _tables().shebangs.get(re.sub(r"[\d.]+$", "", program), "")


def resolve(hint: str, text: str) -> str:
    """Language id from a hint and the decoded content. Always a registered language."""
    if hint in RESOLVERS:
        return RESOLVERS[hint](text)
    if hint in LANGUAGES:
        return hint
    return _from_shebang(text) or "text"


def role_of(language: str) -> str:
    """"code", "docs", "config" or "text"; a hint counts as what it may become."""
    if language in RESOLVERS:
        return "code"
    return get(language).role if language in LANGUAGES else "text"
