"""Path patterns: gitignore rules and the ``path`` filter of a query. Sole owner of pathspec.

A query's ``path`` is a gitignore-style glob over repository paths: ``src/`` or ``src`` (a folder, everything below),
``src/**/*.py``, ``*.{py,md}`` (any depth), ``!docs/**`` (everything else). A literal path always matches itself, so
``web/[id].tsx`` is a name before it is a character class. Backslashes are taken as slashes, ``./`` is dropped.
"""
from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable

from coderag.errors import UsageError

_STARS = 4
"""Most stars in a name and most ``**`` in a pattern: matching tries every way to place them, which is a power of them."""
_BRACES = re.compile(r"\{([^{}]*,[^{}]*)\}")


def _spec(lines: Iterable[str]):
    import pathspec

    try:
        return pathspec.GitIgnoreSpec.from_lines(map(_bounded, lines))
    except UsageError:
        raise
    except Exception as e:  # pathspec raises its own and ValueError on patterns it cannot read
        raise UsageError(f"cannot read the path pattern: {e}", "patterns are written as in .gitignore")


def _bounded(pattern: str) -> str:
    """The same pattern without stars that add nothing. UsageError if matching could take for ever."""
    parts: list[str] = []
    for part in pattern.split("/"):
        plain = "**" if len(part) > 1 and not part.strip("*") else part if "\\" in part else re.sub(r"\*+", "*", part)
        if plain != "**" or parts[-1:] != ["**"]:
            parts.append(plain)
    if parts.count("**") > _STARS or any(part.count("*") > _STARS for part in parts if part != "**"):
        raise UsageError(f"the path pattern has more than {_STARS} * in a name, or ** in all", "use fewer, or two questions")
    return "/".join(parts)


class PathRules:
    """Ordered gitignore lines; the last that matches decides."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._rules: list[tuple[bool, object]] = []
        for line in lines:
            text = line.rstrip()
            if not text or text.startswith("#"):
                continue
            excluded = not text.startswith("!")
            try:
                self._rules.append((excluded, _spec([text if excluded else text[1:]])))
            except UsageError:
                continue  # a line nobody can read must not take the run down

    def __bool__(self) -> bool:
        return bool(self._rules)

    def decide(self, path: str) -> bool | None:
        """True = excluded, False = included by ``!``, None = no rule matches."""
        for excluded, spec in reversed(self._rules):
            if spec.match_file(path):
                return excluded
        return None


def expand_braces(pattern: str) -> list[str]:
    """``*.{py,md}`` -> ``*.py``, ``*.md``; at most 64 patterns."""
    out, queue = [], [pattern]
    while queue and len(out) + len(queue) <= 64:
        p = queue.pop(0)
        m = _BRACES.search(p)
        if m is None:
            out.append(p)
        else:
            queue += [p[: m.start()] + choice + p[m.end() :] for choice in m.group(1).split(",")]
    return out + queue


def normalise(pattern: str) -> str:
    """The pattern as it is compared: slashes, no leading ``./``, NFC."""
    p = unicodedata.normalize("NFC", pattern.strip().replace("\\", "/"))
    while p.startswith("./"):
        p = p[2:]
    return p


def path_filter(pattern: str) -> Callable[[str], bool]:
    """Predicate over repository paths for a query's ``path``. UsageError if the pattern cannot be read."""
    p = normalise(pattern)
    if p in ("", ".", "/", "*", "**"):
        return lambda path: True
    negated = p.startswith("!")
    p = p[1:] if negated else p
    literal = p.rstrip("/").lstrip("/")
    folder = literal + "/"
    spec = _spec(expand_braces(p))

    def matches(path: str) -> bool:
        name = unicodedata.normalize("NFC", path)
        hit = path == pattern or name == literal or name.startswith(folder) or spec.match_file(name)
        return bool(hit) != negated

    return matches
