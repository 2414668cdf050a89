"""Sole owner of tree_sitter and tree_sitter_language_pack: grammars, compiled queries, bounded parsing.

Both libraries are imported on first use. A grammar that cannot be loaded is remembered and told, never hidden:
:func:`load` returns None, the artifact says "no-grammar", and :func:`problem` has the reason for a person.
"""
from __future__ import annotations

import time
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from coderag.languages import get, queries_of

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Query

MATCH_LIMIT = 4096
_PROBLEMS: dict[str, str] = {}


class Grammar(NamedTuple):
    language: Language
    query: Query
    settings: tuple[dict[str, str | None], ...]  # of each pattern, from #set!


class TimeLimit(Exception):
    """Parsing or querying took longer than allowed."""


@lru_cache(maxsize=None)
def load(language: str) -> Grammar | None:
    """Grammar and queries of a language; None if it has none, or they cannot be loaded (see :func:`problem`)."""
    text = queries_of(language)
    name = get(language).grammar
    if not name or not text:
        return None
    try:
        from tree_sitter import Query
        from tree_sitter_language_pack import get_language

        grammar = get_language(name)
        query = Query(grammar, text)
    except Exception as error:  # a missing or foreign grammar must not stop an index; doctor shows the reason
        _PROBLEMS[language] = f"{type(error).__name__}: {error}"
        return None
    settings = tuple({k: v for k, v in query.pattern_settings(i).items()} for i in range(query.pattern_count))
    return Grammar(grammar, query, settings)


def problem(language: str) -> str:
    """Why the grammar of a language could not be loaded, or ""."""
    load(language)
    return _PROBLEMS.get(language, "")


class Parsed:
    """A syntax tree and its query matches. Keeps the tree alive as long as its nodes are used."""

    def __init__(self, grammar: Grammar, data: bytes, seconds: float) -> None:
        from tree_sitter import Parser, QueryCursor

        deadline = time.monotonic() + seconds

        def late(*_: object) -> bool:
            return time.monotonic() > deadline

        # A read callable, because progress_callback is ignored for plain bytes. A new parser each time: after an
        # abort the old one would continue with the previous text.
        step = 1 << 18
        try:
            self._tree = Parser(grammar.language).parse(lambda at, _: data[at : at + step], progress_callback=late)
        except ValueError:
            raise TimeLimit from None
        if self._tree is None:
            raise TimeLimit
        self.root: Node = self._tree.root_node
        # No progress_callback here: QueryCursor.matches crashes with one (tree-sitter 0.26.1). Its time is linear in
        # the tree as long as the number of unfinished matches is bounded.
        self.matches: list[tuple[int, dict[str, list[Node]]]] = QueryCursor(grammar.query, match_limit=MATCH_LIMIT).matches(
            self.root
        )
        if late():
            raise TimeLimit
