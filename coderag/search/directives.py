"""Filters that stand in a query's text: ``language:go``, ``path:src/**``, ``symbol:Cart.total``, ``kind:method``.

Text is never a query language: a word with a colon is a filter only if its value is one that exists here. Anything else
(``std::vector``, ``a:b``, ``path: where to``) is text.
"""
from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np

from coderag import languages
from coderag.model.answers import Query
from coderag.model.kinds import KINDS, SHORT_KINDS
from coderag.pathmatch import path_filter
from coderag.search.qualified import read as read_name
from coderag.search.reader import View
from coderag.search.retrieve import Candidate, defining

_FILTER = re.compile(r"""(?<!\S)(language|lang|path|file|symbol|kind):("[^"\s]+"|\S+)(?!\S)""", re.IGNORECASE)
_NOTHING = {
    **dict.fromkeys(("language", "lang"), "no file of that language is indexed, or the argument language is given"),
    **dict.fromkeys(("path", "file"), "it matches no indexed file, or the argument path is given"),
    "symbol": "nothing is called so",
    "kind": f"kinds are {', '.join(sorted(KINDS))}",
}


@dataclass(frozen=True)
class Narrowed:
    """A query without the filters in its text, and those that are no arguments of their own."""

    query: Query
    symbols: tuple[str, ...] = ()
    kinds: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()

    def has_kind(self, view: View, c: Candidate) -> bool:
        """Whether the chunk is, or holds the name of, a symbol of one of the kinds."""
        facts = view.sources.facts(c.entry, c.ordinal)
        return facts.chunk.kind in self.kinds or any(s.kind in self.kinds for s in facts.symbols)

    def allowed(self, view: View, masks: list[np.ndarray]) -> list[np.ndarray]:
        """The bool masks per segment, narrowed to the documents that define one of the symbols."""
        if not self.symbols:
            return masks
        out = [np.zeros_like(m) for m in masks]
        for name in self.symbols:
            for segment, rows in enumerate(defining(view, name)):
                out[segment][rows] = True
        return [a & b for a, b in zip(out, masks, strict=True)]


def read(view: View, query: Query) -> Narrowed:
    """The filters in the text of ``query``; an argument of the call goes before a filter of the same kind."""
    symbols: list[str] = []
    kinds: set[str] = set()
    notes: list[str] = []
    found = {"language": query.language, "path": query.path}

    def take(match: re.Match[str]) -> str:
        word, value = match[1].lower(), match[2].strip('"')
        if word in ("language", "lang") and found["language"] is None and _is_language(view, value):
            found["language"] = value.lower()
        elif word in ("path", "file") and found["path"] is None and _matches(view, value):
            found["path"] = value
        elif word == "symbol" and (name := _defined(view, value)):
            symbols.append(name)
            return name  # still a word to rank by
        elif word == "kind" and (kind := SHORT_KINDS.get(value.lower(), value.lower())) in KINDS:
            kinds.add(kind)
        else:
            notes.append(f"{match[0]} is read as text: {_NOTHING[word]}")
            return match[0]
        return " "

    text = _FILTER.sub(take, query.text).strip()
    if not text:  # filters alone: nothing to rank by but their own words
        text = query.text
    return Narrowed(replace(query, text=text, **found), tuple(symbols), frozenset(kinds), tuple(notes))


def _is_language(view: View, value: str) -> bool:
    wanted = languages.canonical(value.lower())
    return any(e.language == wanted for e in view.snapshot.manifest.files.values())


def _matches(view: View, value: str) -> bool:
    matches = path_filter(value)
    return any(matches(p) for p in view.snapshot.paths)


def _defined(view: View, value: str) -> str:
    """The name if something is called so, else its last component if that is a name; "" if neither is."""
    return next((name for name in (value, read_name(value).simple) if any(map(len, defining(view, name)))), "")
