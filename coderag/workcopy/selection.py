"""Which uncommitted paths are laid over a snapshot, and as what: the rules of a commit, applied to what is not one yet.

Rule files count as they stand in the working copy, since committing them would make them count.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from coderag.index.manifest import Manifest, Skipped
from coderag.model.git import MODE_LINK, Uncommitted, WorkTree
from coderag.settings import Settings
from coderag.sync.ingest import HARD_LIMIT, Wanted
from coderag.sync.rules import Rules, Verdict, is_rule_file
from coderag.workcopy.reading import GONE, SYMLINK, TOO_LARGE, TOO_MUCH, Content, WorkFiles

MOST_FILES = 500
"""Files that are read for one answer; of more, the rest is named as left out."""
MOST_BYTES = 16_000_000
"""Of all contents together."""
MOST_PATHS = 20_000
"""Paths that are looked at: an untracked folder that nobody ignores may hold any number."""


class Selection(NamedTuple):
    """What differs from a manifest."""

    dropped: list[str]
    skipped: dict[str, Skipped]
    wanted: dict[Wanted, bytes]  # with their contents
    left_out: dict[str, str]  # path -> why it is not covered


class _Judge:
    """Verdicts under one set of rule files, each given once."""

    def __init__(self, settings: Settings, rule_files: dict[str, str], read: Callable[[str], bytes]) -> None:
        self.made_from = settings, rule_files
        self._rules = Rules(settings, rule_files.items(), read)
        self._verdicts: dict[tuple[str, int], Verdict] = {}

    def verdict(self, path: str, mode: int) -> Verdict:
        known = self._verdicts.get((path, mode))
        if known is None:
            known = self._verdicts[path, mode] = self._rules.verdict(path, mode)
        return known


class Selector:
    """Keeps contents and verdicts for the next look. Not safe to share between threads."""

    def __init__(self, files: WorkFiles, read_blob: Callable[[str], bytes]) -> None:
        self._files, self._read_blob = files, read_blob
        self._judges: list[_Judge] = []
        self._in_force: _Judge | None = None
        self._committed: tuple[Manifest | None, dict[str, str]] = None, {}

    def select(self, manifest: Manifest, work: WorkTree, settings: Settings) -> Selection:
        """StateError if git cannot say what a file would be stored as."""
        limit = min(settings.max_file_size, HARD_LIMIT)
        committed = self._committed_rule_files(manifest)
        now, contents = self._rule_files(committed, work, limit)
        judge = self._judge(settings, now, lambda oid: contents[oid] if oid in contents else self._read_blob(oid))
        if judge is not self._in_force:
            self._files.keep_only(())  # attributes say what git makes of a file
            self._in_force = judge
        chosen = Selection([], {}, {}, {})
        candidates: list[tuple[Uncommitted, str]] = []  # with their hints
        ordered = sorted(work.paths, key=lambda u: not u.tracked)
        for u in ordered[:MOST_PATHS]:
            if not u.mode:
                chosen.dropped.append(u.path)
            else:
                _sort_out(u, judge, chosen, candidates)
        for u in ordered[MOST_PATHS:]:
            chosen.left_out[u.path] = TOO_MUCH
        if now != committed:
            before = self._judge(settings, committed, self._read_blob)
            touched = {u.path for u in work.paths}
            for u in _judged_anew(manifest, touched, before, judge):
                _sort_out(u, judge, chosen, candidates)
        for u, _ in candidates[MOST_FILES:]:
            chosen.left_out[u.path] = TOO_MUCH
        self._read(manifest, candidates[:MOST_FILES], limit, chosen)
        self._files.keep_only({u.path for u in work.paths})
        return chosen

    def _committed_rule_files(self, manifest: Manifest) -> dict[str, str]:
        if self._committed[0] is not manifest:
            both = (manifest.files, manifest.skipped)
            self._committed = manifest, {p: e.oid for part in both for p, e in part.items() if is_rule_file(p)}
        return self._committed[1]

    def _rule_files(self, committed: dict[str, str], work: WorkTree, limit: int) -> tuple[dict[str, str], dict[str, bytes]]:
        """Rule files (path -> blob id) as they stand, and the contents of those that are not as committed, by id."""
        now, contents = dict(committed), {}
        changed = [u for u in work.paths if is_rule_file(u.path)]
        found = self._files.read({u.path: u.oid for u in changed if u.mode}, limit, MOST_BYTES)
        for u in changed:
            content = found.get(u.path, GONE)
            if isinstance(content, Content):
                now[u.path], contents[content.oid] = content.oid, content.data
            elif content == GONE:
                now.pop(u.path, None)
        return now, contents

    def _judge(self, settings: Settings, rule_files: dict[str, str], read: Callable[[str], bytes]) -> _Judge:
        """At most two are kept: rules as committed and as they stand."""
        for judge in self._judges:
            if judge.made_from == (settings, rule_files):
                return judge
        self._judges = [*self._judges[-1:], _Judge(settings, rule_files, read)]
        return self._judges[-1]

    def _read(self, manifest: Manifest, candidates: list[tuple[Uncommitted, str]], limit: int, chosen: Selection) -> None:
        found = self._files.read({u.path: u.oid for u, _ in candidates}, limit, MOST_BYTES)
        for u, hint in candidates:
            content = found[u.path]
            if isinstance(content, Content):
                old = manifest.files.get(u.path)
                if old is None or (old.oid, old.hint) != (content.oid, hint):
                    chosen.wanted[Wanted(u.path, u.mode, content.oid, hint)] = content.data
            elif content == GONE:
                chosen.dropped.append(u.path)
            elif content == SYMLINK:
                chosen.skipped[u.path] = Skipped("", MODE_LINK, "", SYMLINK)
            elif content == TOO_LARGE:
                chosen.skipped[u.path] = Skipped(u.oid, u.mode, hint, TOO_LARGE)
            else:
                chosen.left_out[u.path] = content


def _sort_out(u: Uncommitted, judge: _Judge, chosen: Selection, candidates: list[tuple[Uncommitted, str]]) -> None:
    verdict = judge.verdict(u.path, u.mode)
    if verdict.skip:
        chosen.skipped[u.path] = Skipped(u.oid, u.mode, verdict.hint, verdict.skip)
    else:
        candidates.append((u, verdict.hint))


def _judged_anew(manifest: Manifest, touched: set[str], before: _Judge, now: _Judge) -> list[Uncommitted]:
    """Committed files that the changed rules judge in another way."""
    out = []
    for part in (manifest.files, manifest.skipped):
        for p, e in part.items():
            if p not in touched and before.verdict(p, e.mode) != now.verdict(p, e.mode):
                out.append(Uncommitted(p, e.mode, e.oid, True))
    return out
