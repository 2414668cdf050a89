"""Raw definitions -> a nested tree with qualified names, docs and visibility."""
from __future__ import annotations

import re

from coderag.analysis import doctext, limits
from coderag.analysis.found import Above, Findings, Found
from coderag.analysis.source import Source
from coderag.languages.spec import Definition, LanguageSpec

_LEVEL = re.compile(r"\s*(public|private|protected|internal)(?![a-z])", re.I)  # private_class_method too


class Unit:
    """A nested definition: what the chunker and the symbol list are made from."""

    __slots__ = ("found", "view", "parent", "children", "qualname", "doc", "start", "end", "row", "end_row",
                 "symbol", "marker")  # fmt: skip

    def __init__(self, found: Found, view: Definition, parent: Unit | None) -> None:
        self.found, self.view, self.parent = found, view, parent
        self.children: list[Unit] = []
        self.start, self.end, self.row, self.end_row = found.start, found.end, found.row, found.end_row
        self.qualname = self.doc = self.marker = ""
        self.symbol = -1


def build(findings: Findings, spec: LanguageSpec, source: Source) -> list[Unit]:
    """All units in source order, parents before children."""
    data, last_row = source.utf8, source.rows - 1
    units: list[Unit] = []
    stack: list[Unit] = []
    top: list[Unit] = []
    markers = iter(findings.visibility)
    marker = next(markers, None)
    top_marker = ""
    previous_end_row = -1  # of the last finished sibling; a comment above it belongs elsewhere
    for found in findings.definitions:
        while marker is not None and marker[0] < found.start:
            _leave(stack, marker[0])
            if stack:
                stack[-1].marker = _level(marker[1])
            else:
                top_marker = _level(marker[1])
            marker = next(markers, None)
        while stack and (stack[-1].end <= found.start or stack[-1].end < found.end or _same_range(stack[-1], found)):
            previous_end_row = stack.pop().end_row
        if found.rest:
            if stack and stack[-1].found.rest and stack[-1].view.kind == found.kind:
                closed = stack.pop()
                closed.end, closed.end_row = found.start, found.row - 1
            found.end, found.end_row = (stack[-1].end, stack[-1].end_row) if stack else (len(data), last_row)
        parent = stack[-1] if stack else None
        unit = _unit(found, parent, spec, data, parent.marker if parent else top_marker)
        if unit is None:
            continue
        if found.clauses:
            siblings = parent.children if parent else top
            first = siblings[-1] if siblings else None
            if first is not None and _continues(first, unit, findings, source):
                _add_clause(first, unit)
                stack.append(first)
                continue
        _attach_above(unit, findings, spec, source, previous_end_row if not parent else max(previous_end_row, _header_row(parent)))
        units.append(unit)
        (parent.children if parent else top).append(unit)
        if found.role != "definition" or found.nests or unit.view.kind not in spec.data_kinds:
            stack.append(unit)
        else:
            previous_end_row = unit.end_row
    for at, text, name in findings.levels:
        _set_level(units, at, _level(text), name.strip(":\"'"))
    return _join_overloads(units, source)


def _set_level(units: list[Unit], at: int, level: str, name: str) -> None:
    """A marker that names a definition (``private :pay``) holds for the nearest one of that name above it."""
    for unit in reversed(units):
        if unit.view.name == name and unit.end <= at and (unit.parent is None or unit.parent.start <= at < unit.parent.end):
            unit.view = unit.view._replace(visibility=level)
            return


def _continues(first: Unit, unit: Unit, findings: Findings, source: Source) -> bool:
    """Whether a definition is the next clause of the sibling before it: same name, and only comments between."""
    if not first.found.clauses or first.qualname != unit.qualname or first.view.kind != unit.view.kind:
        return False
    row = unit.row - 1
    while row > first.end_row:
        above = findings.above.get(row)
        if above is None or not above.text or above.opens:
            if not source.blank[row]:
                return False
            row -= 1
        else:
            row = above.row - 1
    return True


def _add_clause(first: Unit, clause: Unit) -> None:
    first.end, first.end_row = max(first.end, clause.end), max(first.end_row, clause.end_row)
    first.found.body = clause.found.node.parent or clause.found.node  # its children are the clauses: where to cut
    if clause.view.has_body and not first.view.has_body:
        first.view = first.view._replace(has_body=True)
        first.found.body_row = first.found.end_row


def _join_overloads(units: list[Unit], source: Source) -> list[Unit]:
    """Signatures go into the next sibling of the same name: several overloads are one symbol."""
    dropped: set[int] = set()
    below: dict[tuple[int, str], Unit] = {}  # (parent, name) -> nearest following sibling
    for unit in reversed(units):
        key = (id(unit.parent), unit.view.name)
        heir = below.get(key)
        if unit.found.overload and heir is not None and all(source.blank[unit.end_row + 1 : heir.row]):
            heir.row, heir.start = unit.row, unit.start
            heir.doc = unit.doc or heir.doc
            dropped.add(id(unit))
        else:
            below[key] = unit
    if not dropped:
        return units
    for unit in units:
        unit.children = [child for child in unit.children if id(child) not in dropped]
    return [unit for unit in units if id(unit) not in dropped]


def _leave(stack: list[Unit], at: int) -> None:
    while stack and stack[-1].end <= at:
        stack.pop()


def _same_range(unit: Unit, found: Found) -> bool:
    return unit.found.start == found.start and unit.found.end == found.end


def _header_row(parent: Unit) -> int:
    return parent.found.name_row


def _level(text: str) -> str:
    match = _LEVEL.match(text)
    return match[1].lower() if match else ""


def _unit(found: Found, parent: Unit | None, spec: LanguageSpec, data: bytes, marker: str) -> Unit | None:
    header = data[found.head_start : min(found.head_end, found.head_start + 4000)].decode("utf-8", "replace")
    kind = found.kind
    scope_parent = parent
    while scope_parent is not None and scope_parent.found.role == "chunk":
        scope_parent = scope_parent.parent
    above = scope_parent.view if scope_parent else None
    if kind == "function" and above and above.kind in spec.type_kinds:
        kind = "method"
    if kind == "method" and above and (found.name in spec.constructors or found.name == above.name):
        kind = "constructor"
    view = Definition(
        found.name, kind, found.scope, header, marker, spec.separator, found.has_body, "", found.role == "definition"
    )
    refined = spec.refine(view, above)
    if refined is None or (refined.is_symbol and not refined.name.strip()):
        return None
    visibility = refined.visibility
    if not visibility and spec.visibility is not None and refined.is_symbol:
        visibility = spec.visibility(refined, above)
    name = doctext.cut(refined.name.strip(), limits.NAME_SIZE)
    qualname = refined.qualname or _qualify(refined, name, scope_parent, spec)
    # The children's hooks may want the final qualified name, so the view carries it.
    unit = Unit(found, refined._replace(name=name, visibility=visibility, qualname=qualname), parent)
    unit.qualname = qualname
    return unit


def _qualify(view: Definition, name: str, parent: Unit | None, spec: LanguageSpec) -> str:
    outer = parent.qualname if parent else ""
    if not name and not view.is_symbol:
        return outer
    if view.scope:
        outer = f"{outer}{spec.separator}{view.scope}" if outer else view.scope
    return doctext.cut(f"{outer}{view.separator}{name}" if outer else name, 2 * limits.NAME_SIZE)


def _attach_above(unit: Unit, findings: Findings, spec: LanguageSpec, source: Source, floor: int) -> None:
    """Comments and attributes on the lines directly above belong to the definition; sets range and doc."""
    comments: list[str] = []
    above = findings.above
    row, column = unit.row, unit.found.column
    entry = above.get(row)
    if entry is not None and not entry.text and entry.start < unit.start and entry.row > floor:
        row, column, unit.start = entry.row, entry.column, entry.start  # attribute on the definition's own line
    while row - 1 > floor:
        entry = above.get(row - 1)
        if entry is None and source.blank[row - 1] and row == unit.row:
            entry = _doc_block(above.get(row - 2), source)
        if entry is None or entry.row <= floor or entry.column != column:
            break
        row = entry.row
        if entry.text:
            comments.append(entry.text)
        else:
            unit.start = entry.start
    unit.row = row
    raw = unit.found.doc
    cleaner = spec.clean_doc or doctext.clean
    text = cleaner(raw) if raw else "\n".join(cleaner(c) for c in reversed(comments))
    unit.doc = doctext.first_paragraph(text, limits.DOC_SIZE)


def _doc_block(entry: Above | None, source: Source) -> Above | None:
    """A ``/** */`` comment may stand one blank line above its definition, unless it heads the file."""
    if entry is None or not entry.text.startswith("/**") or all(source.blank[: entry.row]):
        return None
    return entry
