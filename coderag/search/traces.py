"""Places named in a query: frames of a stack trace, ``file:line`` of a compiler or a test runner.

A place goes straight to the chunk at that line. Paths are those of the machine the trace comes from, so a tracked path
is meant if it ends like the one in the trace.
"""
from __future__ import annotations

import re
from collections import defaultdict

from coderag.search.reader import View

MOST_PLACES = 8
_FRAME = re.compile(
    r"""File\ "(?P<py>[^"\n]+)",\ line\ (?P<pyline>\d+)              # Python
      | \((?P<jvm>[\w$-]+\.(?:java|kt|kts|scala|groovy)):(?P<jvmline>\d+)\)  # Java, Kotlin, Scala: name of the file only
      | (?P<cs>\S+\.\w+):line\ (?P<csline>\d+)                        # C#
      | (?P<any>[\w@$.\[\]~+-]*(?:[/\\][\w@$.\[\]~+-]+)*\.[A-Za-z]\w{0,9})[:(](?P<anyline>\d+)(?!\w)  # path:12, path(12)
    """,
    re.VERBOSE,
)


def frames(text: str) -> list[tuple[str, int]]:
    """(path as written, line), the innermost frame first: Python prints it last, the others print it first."""
    found, last_first = [], False
    for match in _FRAME.finditer(text):
        kind = next(k for k in ("py", "jvm", "cs", "any") if match[k])
        last_first |= kind == "py"
        found.append((match[kind].replace("\\", "/"), int(match[kind + "line"])))
    if last_first:
        found.reverse()
    return list(dict.fromkeys(found))[:MOST_PLACES]


def places(view: View, text: str) -> list[tuple[int, int]]:
    """(segment, document) of the chunks at the places that ``text`` names, in the order of :func:`frames`."""
    wanted = frames(text)
    if not wanted:
        return []
    by_name: dict[str, list[str]] = defaultdict(list)
    for path in view.snapshot.paths:
        by_name[path.rsplit("/", 1)[-1]].append(path)
    out: list[tuple[int, int]] = []
    for written, line in wanted:
        for path in _meant(written, by_name.get(written.rsplit("/", 1)[-1], [])):
            at = _chunk_at(view, path, line)
            if at is not None and at not in out:
                out.append(at)
    return out


def _meant(written: str, paths: list[str]) -> list[str]:
    """The tracked paths that share the longest end with the one written; none if several share no more than the name."""
    parts = [p for p in written.split("/") if p not in ("", ".", "..")][::-1]
    shared = {path: _common(parts, path.split("/")[::-1]) for path in paths}
    best = max(shared.values(), default=0)
    found = [path for path, n in shared.items() if n == best]
    return found if len(found) == 1 else []


def _common(a: list[str], b: list[str]) -> int:
    n = 0
    while n < min(len(a), len(b)) and a[n] == b[n]:
        n += 1
    return n


def _chunk_at(view: View, path: str, line: int) -> tuple[int, int] | None:
    """The smallest chunk of ``path`` that holds ``line``."""
    entry = view.snapshot.manifest.files[path]
    if not entry.count:
        return None
    rows = view.snapshot.tables[entry.segment][entry.first : entry.first + entry.count]
    inside = [i for i in range(len(rows)) if rows["start"][i] <= line <= rows["end"][i]]
    if not inside:
        return None
    best = min(inside, key=lambda i: (int(rows["end"][i] - rows["start"][i]), i))
    return view.snapshot.segment_names.index(entry.segment), entry.first + best
