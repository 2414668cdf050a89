"""Which paths of a commit are indexed: the part that needs no content.

Order: what git says an entry is (link, submodule), the person's rules (``.coderagfilter`` of the commit, then
``coderag.include`` / ``coderag.exclude``), ``.gitattributes`` (linguist-generated, linguist-vendored), then the built-in
path rules of :mod:`coderag.languages`. An explicit include overrides everything below it.
"""
from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import NamedTuple

from coderag import languages
from coderag.index.manifest import path_key
from coderag.model.git import MODE_GITLINK, MODE_LINK
from coderag.model.text import lines_of
from coderag.pathmatch import PathRules
from coderag.settings import Settings

FILTER_FILE = ".coderagfilter"
_ATTRIBUTES = ".gitattributes"
FORCED = "!"
"""Suffix of the hint of a file the person asked for: content rules (minified, generated) do not skip it."""


class Verdict(NamedTuple):
    hint: str
    skip: str  # reason code, "" = index it


def is_rule_file(path: str) -> bool:
    return path == FILTER_FILE or path == _ATTRIBUTES or path.endswith("/" + _ATTRIBUTES)


def rules_hash(rule_files: Iterable[tuple[str, str]]) -> str:
    """Hash of (path, oid) of every rule file of a commit."""
    raw = b"\0".join(path_key(p) + b"=" + oid.encode() for p, oid in sorted(rule_files))
    return hashlib.blake2b(raw, digest_size=8).hexdigest()


class Rules:
    """Verdicts for the paths of one commit."""

    def __init__(self, settings: Settings, rule_files: Iterable[tuple[str, str]], read: Callable[[str], bytes]) -> None:
        """``rule_files``: (path, oid) of the commit's rule files; ``read`` gives a blob's bytes."""
        files = sorted(rule_files)
        self.hash = rules_hash(files)
        self._mapping = settings.mapping
        self._own = PathRules([])
        self._attributes: list[tuple[str, str, PathRules]] = []  # (folder, reason or "", pattern), later wins
        for path, oid in files:
            try:
                lines = lines_of(read(oid))
            except Exception:  # a rule file that is not in this clone rules nothing
                continue
            if path == FILTER_FILE:
                self._own = PathRules(lines)
            else:
                self._read_attributes(path.removesuffix(_ATTRIBUTES), lines)
        self._options = PathRules([*settings.exclude, *("!" + p for p in settings.include)])

    def _read_attributes(self, folder: str, lines: list[str]) -> None:
        for line in lines:
            words = line.split()
            if len(words) < 2 or words[0].startswith("#"):
                continue
            for attribute in words[1:]:
                name, _, value = attribute.lstrip("-!").partition("=")
                reason = {"linguist-generated": "generated", "linguist-vendored": "vendored"}.get(name)
                if reason:
                    off = attribute[0] in "-!" or value == "false"
                    self._attributes.append((folder, "" if off else reason, PathRules([words[0]])))

    def verdict(self, path: str, mode: int) -> Verdict:
        if mode == MODE_GITLINK:
            return Verdict("", "submodule")
        if mode == MODE_LINK:
            return Verdict("", "symlink")
        hint = languages.hint_for(path, self._mapping)
        for rules in (self._options, self._own):
            decision = rules.decide(path) if rules else None
            if decision is not None:
                return Verdict(hint, "filtered") if decision else Verdict(hint + FORCED, "")
        for folder, reason, pattern in reversed(self._attributes):
            if path.startswith(folder) and pattern.decide(path[len(folder) :]):
                return Verdict(hint, reason) if reason else Verdict(hint + FORCED, "")
        return Verdict(hint, languages.path_skip(path))
