"""Typed questions and answers of :mod:`coderag.api`; the JSON shapes of ``--json`` and of the MCP server follow them."""
from __future__ import annotations

from dataclasses import dataclass, field

CURRENT, STALE, BUILDING, NOT_INDEXED, FAILED, NO_COMMITS = (
    "current", "stale", "building", "not_indexed", "failed", "no_commits",
)  # fmt: skip


@dataclass(frozen=True)
class Freshness:
    """Which commit an answer was made from, and how that relates to HEAD (or to the ``ref`` asked for)."""

    ref: str  # "refs/heads/main"; "HEAD (detached)" without a branch
    indexed_commit: str | None
    head_commit: str | None
    state: str  # current stale building not_indexed failed no_commits
    commits_behind: int = 0
    files_behind: int = 0
    dirty_files: int = 0  # tracked files whose working copy differs from HEAD
    note: str = ""  # one line for the reader: what is missing and what to do
    uncommitted_files: int | None = None  # changed files that this answer covers; None = it is of the commit alone
    left_out: tuple[tuple[str, int], ...] = ()  # why changed files are not covered, and how many of each

    def as_json(self) -> dict:
        return {
            "ref": self.ref, "indexed_commit": self.indexed_commit, "head_commit": self.head_commit,
            "state": self.state, "commits_behind": self.commits_behind, "files_behind": self.files_behind,
            "dirty_files": self.dirty_files, "uncommitted_files": self.uncommitted_files,
            "left_out": dict(self.left_out), "note": self.note,
        }  # fmt: skip


@dataclass(frozen=True)
class Query:
    """What is searched for. ``path`` is a gitignore-style glob; a bare folder name means everything below it."""

    text: str
    top_k: int = 8
    language: str | None = None
    path: str | None = None
    ref: str | None = None
    docs: bool = False  # sections of documents and configuration instead of code
    context_lines: int = 0
    detail: str = "normal"  # one of DETAILS
    offset: int = 0  # hits of the list that are left out at its beginning: the next page of an answer


DEEPEST = 1_000
"""The most hits that can be left out at the beginning."""
DETAILS = ("outline", "normal", "full")
"""How much of a hit is shown: no text; the chunk; the whole unit that the chunk is a part of."""


@dataclass(frozen=True)
class Place:
    """A symbol and its lines."""

    symbol: str
    start_line: int
    end_line: int

    def as_json(self) -> dict:
        return {"symbol": self.symbol, "start_line": self.start_line, "end_line": self.end_line}


@dataclass(frozen=True)
class Uses:
    """References to a name, matched by name only: ``definitions`` is how many symbols share it."""

    count: int
    definitions: int
    scopes: tuple[str, ...] = ()  # some of the symbols that contain them, production code first

    def as_json(self) -> dict:
        return {"count": self.count, "definitions": self.definitions, "scopes": list(self.scopes)}


@dataclass(frozen=True)
class Hit:
    """One chunk of the answer. ``text`` is exactly lines start_line..end_line of what was indexed, or empty where only
    an outline was asked for."""

    path: str
    start_line: int
    end_line: int
    symbol: str
    kind: str
    language: str
    score: float
    signals: dict[str, float]
    text: str
    context: str = ""
    modified: bool = False  # the working file differs from what was indexed
    uncommitted: bool = False  # indexed as it stands in the working copy, not as committed
    signature: str = ""
    doc: str = ""  # first paragraph of its doc comment
    test: bool = False
    unit: Place | None = None  # the symbol that the chunk is only a part of
    previous: Place | None = None  # the symbols beside it, of the same parent
    next: Place | None = None
    uses: Uses | None = None
    similar: tuple[str, ...] = ()  # "path:12-40" of near-duplicates that are not hits of their own

    def as_json(self) -> dict:
        out = {
            "path": self.path, "start_line": self.start_line, "end_line": self.end_line, "symbol": self.symbol,
            "kind": self.kind, "language": self.language, "score": self.score, "signals": self.signals,
            "text": self.text, "context": self.context, "modified": self.modified,
            "uncommitted": self.uncommitted, "signature": self.signature, "doc": self.doc, "test": self.test,
            "similar": list(self.similar),
        }  # fmt: skip
        for name in ("unit", "previous", "next", "uses"):
            value = getattr(self, name)
            if value is not None:
                out[name] = value.as_json()
        return out


@dataclass(frozen=True)
class SearchAnswer:
    freshness: Freshness
    hits: tuple[Hit, ...]
    notes: tuple[str, ...] = ()  # degraded leg, shortened query, filter matched nothing, ...
    considered: int = 0  # chunks that passed the filters
    offset: int = 0
    more: bool = False  # there are further hits

    def as_json(self) -> dict:
        return {"freshness": self.freshness.as_json(), "hits": [h.as_json() for h in self.hits],
                "notes": list(self.notes), "offset": self.offset, "more": self.more}  # fmt: skip


@dataclass(frozen=True)
class Likeness:
    """What is looked for by example: ``code``, or the chunk at ``line`` of ``path``."""

    code: str = ""
    path: str = ""
    line: int = 1
    top_k: int = 5
    elsewhere: bool = False  # other folders first
    ref: str | None = None


@dataclass(frozen=True)
class SimilarAnswer:
    freshness: Freshness
    compared: str  # "src/app.py:10-24"; "" for code that was handed over
    hits: tuple[Hit, ...]
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict:
        return {"freshness": self.freshness.as_json(), "compared": self.compared, "hits": [h.as_json() for h in self.hits],
                "notes": list(self.notes), "offset": 0, "more": False}  # fmt: skip


@dataclass(frozen=True)
class OutlineSymbol:
    name: str
    qualname: str
    kind: str
    signature: str
    start_line: int
    end_line: int
    doc: str
    depth: int  # 0 = top level; children follow their parent

    def as_json(self) -> dict:
        return {
            "name": self.name, "qualname": self.qualname, "kind": self.kind, "signature": self.signature,
            "start_line": self.start_line, "end_line": self.end_line, "doc": self.doc, "depth": self.depth,
        }  # fmt: skip


@dataclass(frozen=True)
class OutlineAnswer:
    freshness: Freshness
    path: str
    language: str
    lines: int
    title: str
    symbols: tuple[OutlineSymbol, ...]
    notes: tuple[str, ...] = ()
    uncommitted: bool = False

    def as_json(self) -> dict:
        return {
            "freshness": self.freshness.as_json(), "path": self.path, "language": self.language, "lines": self.lines,
            "title": self.title, "symbols": [s.as_json() for s in self.symbols], "notes": list(self.notes),
            "uncommitted": self.uncommitted,
        }  # fmt: skip


@dataclass(frozen=True)
class FileAnswer:
    """A whole file as it was indexed: its outline, its text, and where its chunks are cut."""

    outline: OutlineAnswer
    text: str
    chunks: tuple[tuple[str, Place], ...]  # (kind, place) in order

    def as_json(self) -> dict:
        chunks = [{"kind": kind, **place.as_json()} for kind, place in self.chunks]
        return {**self.outline.as_json(), "text": self.text, "chunks": chunks}


@dataclass(frozen=True)
class TreeRow:
    """A folder (path ends with "/") or file of the repository tree."""

    path: str
    depth: int
    files: int  # files below (1 for a file)
    lines: int
    languages: tuple[tuple[str, int], ...]  # (language, files), most first
    description: str
    skipped: int = 0  # files below that are not searched

    def as_json(self) -> dict:
        return {
            "path": self.path, "depth": self.depth, "files": self.files, "lines": self.lines,
            "languages": dict(self.languages), "description": self.description, "skipped": self.skipped,
        }  # fmt: skip


@dataclass(frozen=True)
class Overview:
    """A repository in a few lines. See :mod:`coderag.search.overview`."""

    files: int
    languages: tuple[tuple[str, int], ...]  # (language, files): code first, then by number
    folders: tuple[TreeRow, ...]
    starts: tuple[str, ...]  # files where programs start
    hot: tuple[tuple[str, int], ...]  # (path, commits of the last ones that changed it)

    def as_json(self) -> dict:
        return {
            "files": self.files, "languages": dict(self.languages), "folders": [f.as_json() for f in self.folders],
            "starts": list(self.starts), "hot": dict(self.hot),
        }  # fmt: skip


@dataclass(frozen=True)
class TreeAnswer:
    freshness: Freshness
    path: str
    rows: tuple[TreeRow, ...]
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict:
        return {"freshness": self.freshness.as_json(), "path": self.path, "entries": [r.as_json() for r in self.rows],
                "notes": list(self.notes)}  # fmt: skip


@dataclass(frozen=True)
class Definition:
    path: str
    start_line: int
    end_line: int
    line: int
    name: str
    qualname: str
    kind: str
    language: str
    signature: str
    doc: str
    text: str
    uncommitted: bool = False

    def as_json(self) -> dict:
        return {
            "path": self.path, "start_line": self.start_line, "end_line": self.end_line, "line": self.line,
            "name": self.name, "qualname": self.qualname, "kind": self.kind, "language": self.language,
            "signature": self.signature, "doc": self.doc, "text": self.text,
            "uncommitted": self.uncommitted,
        }  # fmt: skip


@dataclass(frozen=True)
class Use:
    """A reference, matched by name; ``resolved`` says how far the match can be trusted."""

    path: str
    line: int
    name: str
    kind: str
    scope: str  # qualified name of the enclosing symbol, "" at top level
    receiver: str
    resolved: str = "name"  # how it was tied to the symbol: "name" = by name only, "alias" = by the name an import gave it
    text: str = ""  # the source line
    uncommitted: bool = False

    def as_json(self) -> dict:
        return {"path": self.path, "line": self.line, "name": self.name, "kind": self.kind, "scope": self.scope,
                "receiver": self.receiver, "resolved": self.resolved, "text": self.text,
                "uncommitted": self.uncommitted}  # fmt: skip


@dataclass(frozen=True)
class SymbolAnswer:
    freshness: Freshness
    name: str
    definitions: tuple[Definition, ...]
    references: tuple[Use, ...]
    references_total: int
    suggestions: tuple[str, ...] = ()  # close names when nothing matched
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict:
        return {
            "freshness": self.freshness.as_json(), "name": self.name,
            "definitions": [d.as_json() for d in self.definitions],
            "references": [u.as_json() for u in self.references], "references_total": self.references_total,
            "suggestions": list(self.suggestions), "notes": list(self.notes),
        }  # fmt: skip


@dataclass
class SyncReport:
    """What one sync did. Counters are per run."""

    ref: str = ""
    commit: str | None = None
    mode: str = "none"  # none fork delta full
    reason: str = ""
    files_changed: int = 0
    artifacts_computed: int = 0
    vectors_computed: int = 0
    chunks_added: int = 0
    chunks_removed: int = 0
    seconds: float = 0.0
    skipped: dict[str, int] = field(default_factory=dict)

    def as_json(self) -> dict:
        return dict(self.__dict__)
