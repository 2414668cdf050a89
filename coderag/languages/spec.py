"""What a language folder says about itself: :class:`LanguageSpec`, and the values its hooks take and give.

Everything here is data or a pure function of its arguments. Hooks see no tree and no file, only text, so a language
can be read and tested without the engine (:mod:`coderag.analysis`), which is the only user of the queries.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

TYPE_KINDS = frozenset({"class", "interface", "trait", "struct", "enum", "union", "record", "impl", "object"})
"""Kinds whose functions are methods and whose chunk is a skeleton (header and fields up to the first method)."""

CALLABLE_KINDS = frozenset({"function", "method", "constructor"})

DATA_KINDS = frozenset({"field", "constant", "variable", "type"})
"""Kinds that are never a chunk of their own: they are grouped in runs, or belong to the skeleton of their class."""

OPEN_KINDS = frozenset({"module", "namespace"})
"""Kinds that only wrap: their contents are cut as if they stood at top level, with the header line as context."""


class Definition(NamedTuple):
    """A definition as the queries found it, before it becomes a symbol. What ``refine`` gets and gives back."""

    name: str
    kind: str
    scope: str  # text of @scope: names written before the name ("Box" in ``void Box::turn()``), "" if none
    header: str  # source text from the definition's first token to its body, line breaks kept
    visibility: str  # from a @visibility marker above it, else ""
    separator: str  # what joins the enclosing qualified name and this name
    has_body: bool
    qualname: str = ""  # "" = the engine joins parent, scope and name; ``refine`` may set it outright
    is_symbol: bool = True  # False for @scope.<kind> and @chunk.<kind>


class Heading(NamedTuple):
    """Start of a section of a document, or of a top-level key of a config file. Rows are 0-based."""

    level: int  # 1 = outermost
    title: str
    row: int  # first row of the section
    title_row: int  # row of the title itself, differs from ``row`` for overlined titles and anchors


class Outline(NamedTuple):
    """What an ``outline`` hook found. Rows in ``fixed`` must not be cut apart (fenced code, tables)."""

    headings: tuple[Heading, ...]
    title: str = ""
    fixed: tuple[tuple[int, int], ...] = ()  # inclusive row ranges, ascending


class Scanned(NamedTuple):
    """A definition that a ``scan`` hook found. Positions are byte offsets, half-open."""

    kind: str
    start: int
    end: int
    name_start: int
    name_end: int
    body: int = -1  # where the header ends; -1 = no body, part of the run around it


class Scan(NamedTuple):
    """What a ``scan`` hook found."""

    definitions: tuple[Scanned, ...] = ()
    references: tuple[tuple[str, int, int, str], ...] = ()  # kind, start and end of the name, receiver
    comments: tuple[tuple[int, int], ...] = ()
    statements: tuple[int, ...] = ()  # where statements begin: large runs and definitions are cut there


class Embedded(NamedTuple):
    """A part of a file in a language of its own. Rows are 0-based rows of the file."""

    language: str  # a language id; anything else counts as "text"
    text: str  # what is analysed
    rows: tuple[int, ...]  # for each line of ``text`` the row it stands in, ascending
    start: int  # first and last row that belong to the part
    end: int
    kind: str = ""  # kind of the one chunk that the part is if it fits; "" = whatever chunks its language gives
    name: str = ""  # name of that chunk, and of a symbol around the symbols of the part
    context: str = ""  # header lines above that chunk
    symbol: str = "section"  # kind of that symbol


def keep(definition: Definition, parent: Definition | None) -> Definition | None:
    return definition


@dataclass(frozen=True)
class LanguageSpec:
    """One language. Only ``id`` is needed; see README.md of this folder for each part."""

    id: str
    family: str = ""  # language id that artifacts carry where it differs ("tsx" files are "typescript")
    queries: str = ""  # another language's id: its .scm files come before the folder's own
    role: str = "code"  # code docs config text
    grammar: str = ""  # name in tree-sitter-language-pack; "" = no syntax tree
    extensions: tuple[str, ...] = ()  # with the dot; compared as written, then in lower case
    filenames: tuple[str, ...] = ()  # whole base names, or globs of base names
    shebangs: tuple[str, ...] = ()  # interpreters, without version digits
    separator: str = "."  # between the parts of a qualified name
    test_files: tuple[str, ...] = ()  # globs of base names of test files
    generated_files: tuple[str, ...] = ()  # globs of base names written by tools
    constructors: tuple[str, ...] = ()  # method names that construct; the name of the class itself always does
    data_kinds: frozenset[str] = DATA_KINDS
    type_kinds: frozenset[str] = TYPE_KINDS
    open_kinds: frozenset[str] = OPEN_KINDS

    # UTF-8 source before parsing -> what the parser sees: same length, same line breaks (macros blanked out, say).
    # Names, headers and chunk texts still come from the original.
    prepare: Callable[[bytes], bytes] | None = None
    # Called for every definition, parents first. ``parent`` is the refined enclosing definition. None drops it.
    refine: Callable[[Definition, Definition | None], Definition | None] = keep
    # Called for every reference: kind, name, receiver. None drops it.
    refine_reference: Callable[[str, str, str], tuple[str, str, str] | None] | None = None
    # Raw text of a doc comment to prose; None = the engine strips comment markers and quotes.
    clean_doc: Callable[[str], str] | None = None
    # Visibility from the name and header where no marker decides.
    visibility: Callable[[Definition, Definition | None], str] | None = None
    # For languages that no grammar reads well: UTF-8 source to definitions, references, comments and statements.
    scan: Callable[[bytes], Scan] | None = None
    # For files made of parts in other languages: text to parts, ascending. A part may be in the file's own language.
    embed: Callable[[str], tuple[Embedded, ...]] | None = None
    sparse: bool = False  # rows outside the parts are in no chunk; else they go to the part before
    # For languages without a grammar: lines to headings.
    outline: Callable[[Sequence[str]], Outline] | None = None
