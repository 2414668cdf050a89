"""What has to be done to get from a snapshot to a commit: paths to drop, to list as skipped, to index.

A tree diff where one can be had and suffices; else every path of the tree, compared with the manifest. A diff that
fails is never taken for "nothing changed".
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from coderag.errors import CoderagError
from coderag.git import Repository
from coderag.index.ground import Ground
from coderag.index.manifest import Manifest, Skipped
from coderag.model.git import Change, TreeEntry
from coderag.settings import Settings
from coderag.sync.ingest import Wanted
from coderag.sync.rules import Rules, is_rule_file


@dataclass(frozen=True)
class Plan:
    """``skipped`` and ``wanted`` replace whatever the path was before."""

    dropped: list[str]
    skipped: dict[str, Skipped]
    wanted: list[Wanted]
    rules: str  # hash of the commit's rule files
    reason: str = ""  # why the tree diff was not enough

    @property
    def files_changed(self) -> int:
        return len({*self.dropped, *self.skipped, *(x.path for x in self.wanted)})


def make_plan(repo: Repository, settings: Settings, old: Ground | None, commit: str, options_changed: bool) -> Plan:
    """What the commit's snapshot needs beyond ``old``. StateError if the commit's tree cannot be read."""
    if old is None:
        return _plan_tree(repo, settings, Manifest(), commit)
    if options_changed:
        return _plan_tree(repo, settings, old.manifest, commit)
    changed, why = _changes(repo, old, commit)
    if changed is None:
        return replace(_plan_tree(repo, settings, old.manifest, commit), reason=why)
    return _plan_changes(repo, settings, old, [*changed, *_come_in(repo, old.manifest, changed)])


def _changes(repo: Repository, old: Ground, commit: str) -> tuple[list[Change] | None, str]:
    """Tree diff from the snapshot's commit; None and why when it cannot be had or is not enough."""
    compared = "compared its manifest with the tree"
    if not repo.has_commit(old.meta.commit):
        return None, f"the indexed commit {old.meta.commit[:12]} is gone; {compared}"
    try:
        changes = repo.diff(old.meta.commit, commit)
    except CoderagError as e:
        return None, f"{e.message}; {compared}"
    for c in changes:
        if is_rule_file(c.path):
            return None, "rule files changed"
        mine = old.manifest.files.get(c.path) or old.manifest.skipped.get(c.path)
        if (mine is None) != (c.old is None) or (mine and (mine.oid, mine.mode) != (c.old.oid, c.old.mode)):
            return None, f"the snapshot is not of the commit it names; {compared}"
    return changes, ""


def _come_in(repo: Repository, manifest: Manifest, changes: list[Change]) -> list[Change]:
    """Files skipped because their blob was not in this clone, and is now."""
    missing = {p: s for p, s in manifest.skipped.items() if s.reason == "missing-blob"}
    for c in changes:
        missing.pop(c.path, None)
    there = repo.blob_sizes(sorted({s.oid for s in missing.values()})) if missing else {}
    entries = [TreeEntry(p, s.mode, s.oid) for p, s in missing.items() if s.oid in there]
    return [Change(e.path, e, e) for e in entries]


def _plan_changes(repo: Repository, settings: Settings, old: Ground, changes: list[Change]) -> Plan:
    rule_files = [
        (p, e.oid)
        for part in (old.manifest.files, old.manifest.skipped)
        for p, e in part.items()
        if is_rule_file(p)
    ]
    rules = Rules(settings, rule_files, repo.read_blob)
    dropped = [c.path for c in changes if c.new is None]
    skipped, wanted = _judge(rules, (c.new for c in changes if c.new is not None))
    return Plan(dropped, skipped, wanted, rules.hash)


def _plan_tree(repo: Repository, settings: Settings, manifest: Manifest, commit: str) -> Plan:
    """Every path judged anew; a file of ``manifest`` stays as it is if blob, hint and size limit still allow it."""
    tree = repo.list_tree(commit)
    rule_files = [(e.path, e.oid) for e in tree if is_rule_file(e.path)]
    rules = Rules(settings, rule_files, repo.read_blob)
    skipped, wanted = _judge(rules, tree)
    present = {e.path for e in tree}
    dropped = [p for part in (manifest.files, manifest.skipped) for p in part if p not in present]
    same = [x for x in wanted if (e := manifest.files.get(x.path)) and (e.oid, e.mode, e.hint) == (x.oid, x.mode, x.hint)]
    sizes = repo.blob_sizes(sorted({x.oid for x in same})) if same else {}
    kept = {x.path for x in same if sizes.get(x.oid, 0) <= settings.max_file_size}
    return Plan(dropped, skipped, [x for x in wanted if x.path not in kept], rules.hash)


def _judge(rules: Rules, entries: Iterable[TreeEntry]) -> tuple[dict[str, Skipped], list[Wanted]]:
    skipped: dict[str, Skipped] = {}
    wanted: list[Wanted] = []
    for e in entries:
        verdict = rules.verdict(e.path, e.mode)
        if verdict.skip:
            skipped[e.path] = Skipped(e.oid, e.mode, verdict.hint, verdict.skip)
        else:
            wanted.append(Wanted(e.path, e.mode, e.oid, verdict.hint))
    return skipped, wanted
