"""Query matches -> raw definitions, references and comments. The capture names are the contract with the .scm files
(documented in coderag/languages/README.md); nothing here knows a language.
"""
from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from coderag.analysis.grammar import Grammar, Parsed

if TYPE_CHECKING:
    from tree_sitter import Node

_FIELD_BODY = "body"


class Found:
    """A definition, scope or extra chunk as captured. Bytes half-open, rows inclusive; widened later by its extent."""

    __slots__ = (
        "kind", "role", "pattern", "node", "name", "scope", "doc", "start", "end", "row", "end_row", "name_row",
        "name_start", "head_start", "head_end", "body_row", "body", "has_body", "rest", "nests", "column", "overload",
        "clauses",
    )  # fmt: skip

    def __init__(self, role: str, kind: str, pattern: int, node: Node, settings: dict[str, str | None]) -> None:
        self.role, self.kind, self.pattern, self.node = role, kind, pattern, node
        self.start, self.end = node.start_byte, node.end_byte
        self.row, self.column = node.start_point
        self.end_row = _last_row(node)
        self.rest = "rest" in settings
        self.nests = "nests" in settings
        self.overload = "overload" in settings
        self.clauses = "clauses" in settings


class Ref:
    """A reference as captured; ``start`` is the byte where its name begins."""

    __slots__ = ("kind", "pattern", "start", "name", "receiver", "alias")

    def __init__(self, kind: str, pattern: int, start: int, name: str, receiver: str, alias: str = "") -> None:
        self.kind, self.pattern, self.start, self.name, self.receiver = kind, pattern, start, name, receiver
        self.alias = alias


class Above(NamedTuple):
    """A comment or attribute that begins its line. ``text`` is "" for an attribute."""

    row: int
    column: int
    start: int
    text: str
    opens: bool = False  # only ever stands above the first clause of a definition


class Findings:
    """Everything the queries captured in one file."""

    def __init__(self) -> None:
        self.definitions: list[Found] = []
        self.references: list[Ref] = []
        self.above: dict[int, Above] = {}  # by last row
        self.visibility: list[tuple[int, str]] = []  # (byte, text) of section markers
        self.levels: list[tuple[int, str, str]] = []  # (byte, text, name) of markers that name one definition above
        self.groups: dict[int, str] = {}  # first row of a statement -> label of the run it belongs to
        self.title = ""
        self.error_bytes = 0


def _last_row(node: Node) -> int:
    row, column = node.end_point
    return row - 1 if column == 0 and row > node.start_point[0] else row


def collect(grammar: Grammar, parsed: Parsed, data: bytes) -> Findings:
    """One pass over the matches. For one @name node the first pattern of the file wins."""
    found = Findings()
    definitions: dict[int, Found] = {}
    references: dict[int, Ref] = {}
    extents: dict[tuple[int, int], Node] = {}
    comments: list[tuple[Node, bool]] = []
    attached: list[Node] = []
    exports: list[tuple[int, int]] = []
    plans: dict[tuple[str, ...], tuple[str, str, str]] = {}
    title_at = len(data) + 1
    error_end = 0
    settings = grammar.settings

    for pattern, captures in parsed.matches:
        keys = tuple(captures)
        plan = plans.get(keys)
        if plan is None:
            plan = plans[keys] = _plan(keys)
        role, kind, key = plan
        if role == "reference":
            names = captures.get("name")
            if not names:
                continue
            node = names[0]
            start = node.start_byte
            old = references.get(start)
            if old is not None and old.pattern <= pattern:
                continue
            receivers = captures.get("receiver")
            receiver = ""
            if receivers:
                first = receivers[0]
                joint = settings[pattern].get("join")
                if joint is None:
                    receiver = data[first.start_byte : min(receivers[-1].end_byte, first.start_byte + 400)].decode("utf-8", "replace")
                else:  # the pieces of a name that is written apart
                    receiver = joint.join(data[n.start_byte : n.end_byte].decode("utf-8", "replace") for n in receivers)
            name = data[start : node.end_byte].decode("utf-8", "replace")
            aliases = captures.get("alias")
            alias = data[aliases[0].start_byte : aliases[0].end_byte].decode("utf-8", "replace") if aliases else ""
            imported = settings[pattern].get("imported")
            if imported:
                name, alias = imported, name
            references[start] = Ref(kind, pattern, start, name, receiver, alias)
        elif role == "comment":
            comments.append((captures[key][0], "opens" in settings[pattern]))
        elif role in ("definition", "scope", "chunk"):
            item = _definition(role, kind, pattern, captures, key, settings[pattern], data)
            at = item.name_start
            old_item = definitions.get(at)
            if old_item is None or pattern < old_item.pattern:
                definitions[at] = item
            elif pattern == old_item.pattern and item.doc and not old_item.doc:
                old_item.doc = item.doc
        elif role == "extent":
            for inner in captures["inner"]:
                extents[inner.start_byte, inner.end_byte] = captures[key][0]
        elif role == "attached":
            attached.extend(captures[key])
        elif role == "visibility":
            node = captures[key][0]
            text = (node.text or b"").decode("utf-8", "replace")  # as prepared: `signals:` of Qt is public
            if "name" in captures:
                name = captures["name"][0]
                found.levels.append((node.start_byte, text, data[name.start_byte : name.end_byte].decode("utf-8", "replace")))
            else:
                found.visibility.append((node.start_byte, text))
        elif role == "group":
            found.groups[captures[key][0].start_point[0]] = kind
        elif role == "error":
            node = captures[key][0]
            found.error_bytes += max(0, node.end_byte - max(node.start_byte, error_end))
            error_end = max(error_end, node.end_byte)
        elif role == "exports":
            exports.append((captures[key][0].start_byte, captures[key][0].end_byte))
        elif role == "title":
            nodes = captures[key]
            if nodes[0].start_byte < title_at:
                title_at = nodes[0].start_byte
                found.title = data[title_at : nodes[-1].end_byte].decode("utf-8", "replace")

    for node, opens in comments:
        stand_alone(found, node, data, True, opens)
    for node in attached:
        stand_alone(found, node, data, False)
    for item in definitions.values():
        outer = extents.get((item.start, item.end))
        while outer is not None:
            item.start, item.end = outer.start_byte, outer.end_byte
            item.row, item.column = outer.start_point
            item.end_row = max(item.end_row, _last_row(outer))
            wider = extents.get((item.start, item.end))
            outer = None if wider is None or wider == outer else wider
        _trim(item, data, found.above)
    found.definitions = sorted(definitions.values(), key=lambda d: (d.start, -d.end, d.name_start))
    # A name that is defined there is not used there.
    found.references = sorted((r for r in references.values() if r.start not in definitions), key=lambda r: r.start)
    starts = [r.start for r in found.references] if exports else []
    for first, end in exports:
        for ref in found.references[bisect_left(starts, first) : bisect_left(starts, end)]:
            if ref.kind == "import":
                ref.kind = "export"
    found.visibility.sort()
    return found


def _trim(item: Found, data: bytes, above: dict[int, Above]) -> None:
    """Ends a definition at its last token. Grammars with significant line breaks reach to the next token, over blank
    lines and over comments that are not indented deeper than the definition, so belong to the next one."""
    end, row = item.end, item.end_row
    while True:
        if data[end - 1 : end].isspace():
            end = item.start + len(data[item.start : end].rstrip())
            row = item.row + data.count(b"\n", item.start, end)
        entry = above.get(row)
        if entry is None or not entry.text or entry.start <= item.start or entry.column > item.column:
            break
        if entry.start + len(entry.text.encode()) != end:
            break
        end = entry.start
    if end != item.end:
        item.end, item.end_row, item.head_end = end, row, min(item.head_end, end)


def _plan(keys: tuple[str, ...]) -> tuple[str, str, str]:
    """(role, kind, capture name) of a match with these captures; names starting with "_" are for predicates only."""
    for key in keys:
        role, _, kind = key.partition(".")
        if role in ("definition", "scope", "chunk", "reference") and kind:
            return role, kind, key
        if role == "group":
            return role, kind, key
    for key in ("extent", "comment", "attached", "visibility", "error", "title", "exports"):
        if key in keys:
            return key, "", key
    return "", "", ""


def _definition(
    role: str, kind: str, pattern: int, captures: dict[str, list[Node]], key: str, settings: dict[str, str | None], data: bytes
) -> Found:
    nodes = captures[key]
    item = Found(role, kind, pattern, nodes[0], settings)
    if len(nodes) > 1:  # a quantified capture: the run of nodes is the definition
        item.end = nodes[-1].end_byte
        item.end_row = _last_row(nodes[-1])
    names = captures.get("name")
    if names:
        item.name = data[names[0].start_byte : names[-1].end_byte].decode("utf-8", "replace")
        item.name_row, item.name_start = names[0].start_point[0], names[0].start_byte
    else:
        item.name, item.name_row, item.name_start = "", item.row, -1 - item.start
    scopes = captures.get("scope")
    item.scope = data[scopes[0].start_byte : scopes[-1].end_byte].decode("utf-8", "replace") if scopes else ""
    docs = captures.get("doc")
    item.doc = data[docs[0].start_byte : docs[-1].end_byte].decode("utf-8", "replace") if docs else ""
    bodies = captures.get("body")
    body = bodies[0] if bodies else nodes[0].child_by_field_name(_FIELD_BODY)
    item.has_body = body is not None and settings.get("body", "") != "none"
    item.head_start = item.start
    item.body = body
    item.body_row = body.start_point[0] if body is not None else item.end_row
    item.head_end = body.start_byte if body is not None else item.end
    return item


def stand_alone(found: Findings, node: Node, data: bytes, comment: bool, opens: bool = False) -> None:
    """Remembers a comment or attribute that begins its line, so that it can belong to the definition below."""
    start, (row, column) = node.start_byte, node.start_point
    if data[start - column : start].strip():
        return
    last = _last_row(node)
    if last > row and data[node.end_byte - 1 : node.end_byte].isspace():  # some grammars end a comment at the next token
        last = row + data[start : node.end_byte].rstrip().count(b"\n")
    text = data[start : node.end_byte].decode("utf-8", "replace") if comment else ""
    if not start and text.startswith("#!"):
        return
    found.above[last] = Above(row, column, start, text, opens)
