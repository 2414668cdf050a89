"""Of the same file written for several platforms, one is the answer to a question that names none."""
from __future__ import annotations

import re

from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal

_GENERAL = ("unix", "posix", "linux", "generic")
_SPECIAL = frozenset({"win", "win32", "windows", "msvc", "mingw", "cygwin", "darwin", "macos", "osx", "wasm", "wasi", "aix", "solaris", "sunos"})
_SUFFIX = re.compile(r"(?P<stem>.+)(?P<mark>[._-])(?P<name>[a-z0-9]+)(?P<extension>\.[^./]+)")


def _value(candidate: Candidate, context: Context) -> float:
    """1 for ``win/tcp.c`` where ``unix/tcp.c`` stands beside it, and for ``tcp_windows.go`` beside ``tcp_unix.go`` or
    ``tcp.go``, unless the query names the platform."""
    folders, _, base = candidate.path.rpartition("/")
    parts = folders.split("/")
    for i, part in enumerate(parts):
        if part in _SPECIAL:
            twins = ("/".join([*parts[:i], other, *parts[i + 1 :], base]) for other in _GENERAL)
            return _special(part, twins, context)
    match = _SUFFIX.fullmatch(base)
    if match is None or match["name"] not in _SPECIAL:
        return 0.0
    prefix = f"{folders}/{match['stem']}" if folders else match["stem"]
    named = (f"{prefix}{match['mark']}{other}{match['extension']}" for other in _GENERAL)
    return _special(match["name"], (*named, prefix + match["extension"]), context)


def _special(name: str, twins, context: Context) -> float:
    asked = any(name.startswith(word) or word.startswith(name) for word in context.question.content if len(word) >= 3)
    return 0.0 if asked else float(any(twin in context.view.snapshot.manifest.files for twin in twins))


SIGNAL = Signal("platform-twin", "the file of another platform", _value, of_file=True)
