"""Sole owner of tree_sitter and tree_sitter_language_pack: grammars, compiled queries, bounded parsing.

Both libraries are imported on first use. A grammar that cannot be loaded is remembered and told, never hidden:
:func:`load` returns None, the artifact says "no-grammar", and :func:`problem` has the reason for a person.
"""
from __future__ import annotations

import time
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from coderag.languages import LANGUAGES, get, queries_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tree_sitter import Language, Node, Query, Tree

MATCH_LIMIT = 4096
MAX_TOKENS = 20_000
"""Tokens in a row, none of them named, that a query is let loose on; its time is quadratic in their number."""
MAX_DEPTH = 2_000
_PROBLEMS: dict[str, str] = {}


class Grammar(NamedTuple):
    language: Language
    query: Query
    settings: tuple[dict[str, str | None], ...]  # of each pattern, from #set!
    brackets: Query | None  # captures "inside" and "bracket"
    words: frozenset[str]  # tokens that are words


class Span(NamedTuple):
    """Whole rows of a text: bytes start..end, rows row..end_row, both half-open."""

    start: int
    end: int
    row: int
    end_row: int


class TimeLimit(Exception):
    """Parsing or querying took longer than allowed."""


@cache
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
        tokens = _tokens(grammar)
        brackets = _bracket_query(grammar, tokens)
    except Exception as error:  # a missing or foreign grammar must not stop an index; doctor shows the reason
        _PROBLEMS[language] = f"{type(error).__name__}: {error}"
        return None
    settings = tuple({k: v for k, v in query.pattern_settings(i).items()} for i in range(query.pattern_count))
    return Grammar(grammar, query, settings, brackets, frozenset(filter(str.isalpha, tokens)))


def _tokens(grammar: Language) -> list[str]:
    kinds = (i for i in range(grammar.node_kind_count) if grammar.node_kind_is_visible(i) and not grammar.node_kind_is_named(i))
    return sorted({grammar.node_kind_for_id(i) or "" for i in kinds})


def _bracket_query(grammar: Language, tokens: list[str]) -> Query | None:
    """Finds what opens or closes something, with the node it is a direct part of."""
    from tree_sitter import Query

    found = [t for t in tokens if any(t.count(a) != t.count(b) for a, b in ("()", "[]", "{}"))]
    if not found:
        return None
    either = " ".join('"' + t.replace("\\", "\\\\").replace('"', '\\"') + '"' for t in found)
    return Query(grammar, f"(_ [{either}] @bracket) @inside (ERROR [{either}] @bracket)")


def problem(language: str) -> str:
    """Why the grammar of a language could not be loaded, or ""."""
    load(language)
    return _PROBLEMS.get(language, "")


def missing_grammars() -> list[str]:
    """Languages whose grammar or queries cannot be loaded, each with the reason; empty if all can."""
    rows = [(language, problem(language)) for language in LANGUAGES if get(language).grammar]
    return [f"{language} ({reason})" for language, reason in rows if reason]


class Parsed:
    """Syntax trees of a text and their query matches. Keeps the trees alive as long as their nodes are used."""

    def __init__(self, grammar: Grammar, data: bytes, seconds: float, spans: Sequence[Span] = ()) -> None:
        """One tree over everything, or one for each span; positions are those of the whole text either way."""
        self._deadline = time.monotonic() + seconds
        trees = [self._parse(grammar, data, span) for span in spans or (None,)]
        self._trees = trees
        self.roots: list[Node] = [tree.root_node for tree in trees]
        self.matches: list[tuple[int, dict[str, list[Node]]]] = []
        from tree_sitter import QueryCursor

        for root in self.roots:
            if _is_flat(root):
                raise TimeLimit
            # No progress_callback here: QueryCursor.matches crashes with one (tree-sitter 0.26.1). Its time is linear
            # in the tree as long as the number of unfinished matches is bounded, and with it how deep one may begin.
            cursor = QueryCursor(grammar.query, match_limit=MATCH_LIMIT)
            cursor.set_max_start_depth(MAX_DEPTH)
            self.matches += cursor.matches(root)
            if self._late():
                raise TimeLimit

    @property
    def broken(self) -> bool:
        """Whether any part of the text did not fit the grammar."""
        return any(root.has_error for root in self.roots)

    def _late(self, *_: object) -> bool:
        return time.monotonic() > self._deadline

    def _parse(self, grammar: Grammar, data: bytes, span: Span | None) -> Tree:
        from tree_sitter import Parser, Range

        # A read callable, because progress_callback is ignored for plain bytes. A new parser each time: after an
        # abort the old one would continue with the previous text.
        step = 1 << 11  # small: a scanner that looks far ahead and returns asks anew each time, at the cost of a copy
        parser = Parser(grammar.language)
        if span is not None:
            parser.included_ranges = [Range((span.row, 0), (span.end_row, 0), span.start, span.end)]
        try:
            tree = parser.parse(lambda at, _: data[at : at + step], progress_callback=self._late)
            # The tree keeps the callable and asks it for the text of nodes in predicates, from a node's start on and
            # cut to size only afterwards. Large pieces would make that quadratic in the file.
            step = 64
        except ValueError:
            raise TimeLimit from None
        if tree is None:
            raise TimeLimit
        return tree


def _is_flat(root: Node) -> bool:
    """Whether some error holds so many tokens side by side that a query would never end: from each one it looks for the
    next named sibling. Text without any structure is read so. Only nodes that large are visited."""
    pending = [root]
    while pending:
        node = pending.pop()
        if not node.has_error or node.descendant_count <= MAX_TOKENS:
            continue
        children = node.children
        pending += children
        if not node.is_error:
            continue
        run = cost = 0
        for child in children:
            if child.is_named:
                cost += run * run
                run = 0
            else:
                run += 1
        if cost + run * run > MAX_TOKENS * MAX_TOKENS:
            return True
    return False


def bracket_matches(grammar: Grammar, parsed: Parsed) -> Iterator[tuple[Node, Node | None]]:
    """Bracket tokens, each with the node it is a direct part of; None inside an ERROR."""
    from tree_sitter import QueryCursor

    if grammar.brackets is None:
        return
    for root in parsed.roots:
        for _, captures in QueryCursor(grammar.brackets, match_limit=MATCH_LIMIT).matches(root):
            inside = captures.get("inside")
            yield captures["bracket"][0], inside[0] if inside else None
