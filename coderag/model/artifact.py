"""What analysis extracts from one blob. Frozen values that know neither path, branch nor clock.

All are tuples, so msgpack stores them as arrays; the field order is part of the format: append only, and raise
``PIPELINE_VERSION`` when the meaning of a field changes.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar, overload

T = TypeVar("T")

PIPELINE_VERSION = 4
"""Version of everything that turns blob bytes into an artifact. A change re-analyses blobs, it never mixes rules.

2: unfinished edits are read around, prototypes stay with their comments, more of what grammars cannot read is hidden.
3: imports know the name they are given, exports of names are references; C and C++ are read around more macros.
4: items inside of Rust's macros and functions behind C's export macros that return pointers are definitions; headings of
Markdown keep what is in code marks.
"""


class Chunk(NamedTuple):
    """A retrievable range of a file. Lines are 1-based and inclusive."""

    start: int
    end: int
    kind: str  # function method class interface struct enum trait impl module block test section config window ...
    name: str  # last component of the symbol's name, "" if the chunk is not a symbol's
    qualname: str  # the language's own notation; for a section the heading path "Top > Usage"
    context: str  # lines of header that the text itself lacks ("class Ledger(Base):"), newline separated, may be ""
    doc: str  # first paragraph of the doc comment, at most 400 characters
    part: int = 0  # 0 = whole unit; 1, 2, ... = n-th piece of a unit over the size limit


class Symbol(NamedTuple):
    """A definition."""

    name: str
    qualname: str
    kind: str  # class interface trait struct enum union record function method constructor property field constant
    #            variable type macro module namespace test section
    start: int  # with decorators, attributes and leading doc comment
    end: int
    line: int  # where the name stands
    signature: str  # one line, whitespace collapsed, at most 300 characters
    doc: str  # first paragraph of the doc comment, at most 400 characters
    parent: int  # index of the enclosing symbol in the same file, -1 at top level
    visibility: str  # "public" "private" "protected" "internal" or "" where the language has no notion of it


class Reference(NamedTuple):
    """A place where a name is used."""

    name: str
    kind: str  # call instantiate inherit import export decorator type; "export" hands an existing name on
    line: int
    scope: int  # index of the innermost enclosing symbol, -1 = top level
    receiver: str  # text before the name: "self.st" in self.st.push(), "" if none; for an import the module as written
    alias: str = ""  # what an import or export calls the name from here on, where that is written; else ""


def found_by(references: Iterable[Reference]) -> list[tuple[str, ...]]:
    """For each reference of a file the exact names it is found by: its own, the alias it introduces, and what its name
    stands for where the file imports that under it (``c()`` after ``from a import b as c`` is a use of ``b``)."""
    references = list(references)
    stands_for: dict[str, list[str]] = {}
    for r in references:
        if r.kind == "import" and r.alias and r.alias != r.name:
            stands_for.setdefault(r.alias, []).append(r.name)
    out = []
    for r in references:
        names = [r.name, r.alias] if r.alias else [r.name]
        if not r.receiver:
            names += stands_for.get(r.name, ())
        out.append(tuple(dict.fromkeys(names)))
    return out


class Rows(Sequence[T]):
    """Rows as they were stored; one becomes a typed tuple when it is looked at.

    A question looks at few of the thousands that a process keeps. Plain tuples of plain values are also nothing that
    Python's garbage collector has to walk through again and again.
    """

    __slots__ = ("raw", "_type")

    def __init__(self, raw: tuple[tuple, ...], type_: Callable[..., T]) -> None:
        self.raw, self._type = raw, type_

    def __len__(self) -> int:
        return len(self.raw)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...
    def __getitem__(self, at):
        return Rows(self.raw[at], self._type) if isinstance(at, slice) else self._type(*self.raw[at])


def plain(rows: Sequence[tuple]) -> Sequence[tuple]:
    """The same rows with nothing made of them, for who needs a field or two of each."""
    return rows.raw if isinstance(rows, Rows) else rows


class FileArtifact(NamedTuple):
    """Everything known about one (blob, language, pipeline version)."""

    language: str  # resolved language id: "python", "cpp", "markdown", "text", ...
    encoding: str
    lines: int
    chunks: Sequence[Chunk]
    symbols: Sequence[Symbol]
    references: tuple[Reference, ...]
    title: str  # one line that describes the file: first line of the module doc, first heading, leading comment; or ""
    skip: str  # "" if indexed, else a reason code of coderag.model.skips
    note: str  # "" or why the syntax tree was not used for all of it ("parse-timeout", "parse-errors", ...)

    @staticmethod
    def from_wire(raw: list) -> FileArtifact:
        """Inverse of packing: nested lists back to typed tuples."""
        return FileArtifact(
            raw[0], raw[1], raw[2],
            tuple(Chunk(*c) for c in raw[3]),
            tuple(Symbol(*s) for s in raw[4]),
            tuple(Reference(*r) for r in raw[5]),
            *raw[6:],
        )  # fmt: skip

    @staticmethod
    def without_references(before: Sequence, after: Sequence) -> FileArtifact:
        """From the fields before and after the references, nested tuples; chunks and symbols are typed when needed."""
        return FileArtifact(*before[:3], Rows(before[3], Chunk), Rows(before[4], Symbol), (), *after)


def skipped(reason: str, language: str = "", lines: int = 0) -> FileArtifact:
    """Artifact of a blob that is listed with a reason but not searched."""
    return FileArtifact(language, "", lines, (), (), (), "", reason, "")
