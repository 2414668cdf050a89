"""What to say where nothing, or nothing certain, was found: what the filters removed, what is not searched there, and
which names are close."""
from __future__ import annotations

from collections import Counter

from coderag import languages
from coderag.model.answers import Query
from coderag.model.skips import REASONS
from coderag.pathmatch import path_filter
from coderag.search.presets import CODE, DOCS
from coderag.search.reader import View

_EVERYTHING = CODE.roles | DOCS.roles


def nothing_passes(view: View, query: Query) -> str:
    """Why no chunk is left to search."""
    kind = "sections of documents or configuration" if query.docs else "code chunks"
    if not (query.path or query.language):
        return f"this commit has no {kind}" + ("" if query.docs else "; search_docs (coderag search --docs) looks in documents and configuration")
    what = _filters(query)
    n = int(view.paths_mask(_EVERYTHING, query.language, query.path).sum())
    line = f"the filter ({what}) leaves no {kind}; it matches {n} of {len(view.snapshot.paths)} indexed files"
    if n:
        roles = Counter(languages.role_of(view.snapshot.manifest.files[p].language) for p in _matching(view, query))
        line += " (" + ", ".join(f"{role} {count}" for role, count in sorted(roles.items())) + ")"
    return line + _not_searched(view, query)


def nothing_found(view: View, query: Query, considered: int, kinds: frozenset[str] = frozenset()) -> list[str]:
    """Why none of the chunks that passed the filters is a hit."""
    if query.offset:
        return [f"the list ends before hit {query.offset + 1}"]
    files = int(view.paths_mask((DOCS if query.docs else CODE).roles, query.language, query.path).sum())
    filters = [_filters(query), f"kind {' or '.join(sorted(kinds))}" if kinds else ""]
    within = f" with {' and '.join(filter(None, filters))}" if any(filters) else ""
    return [f"no match among {considered:,} chunks of {files:,} files{within}{_not_searched(view, query)}"]


def _filters(query: Query) -> str:
    said = (f"path {query.path!r}" if query.path else "", f"language {query.language!r}" if query.language else "")
    return " and ".join(x for x in said if x)


def _matching(view: View, query: Query) -> list[str]:
    mask = view.paths_mask(_EVERYTHING, query.language, query.path)
    return [p for p, wanted in zip(view.snapshot.paths, mask, strict=True) if wanted]


def _not_searched(view: View, query: Query) -> str:
    """Files that the path filter matches and that are listed with a skip reason."""
    if not query.path:
        return ""
    matches = path_filter(query.path)
    reasons = Counter(s.reason for p, s in view.snapshot.manifest.skipped.items() if matches(p))
    if not reasons:
        return ""
    rows = ", ".join(f"{REASONS.get(r, r)} {n}" for r, n in sorted(reasons.items(), key=lambda x: (-x[1], x[0])))
    return f"; not searched there: {rows}"
