"""A scanner for SQL: hides strings and comments, splits statements, and reads what CREATE statements define.

Where a routine ends is told by the dialect's own marks, whichever are there: ``GO`` and ``/`` lines, a changed
DELIMITER, dollar quotes, else by counting BEGIN and END.
"""
from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from coderag.languages.spec import Scan, Scanned
from coderag.languages.sql.mask import mask
from coderag.languages.sql.words import KEYWORDS, NO_NAMES, NOT_COLUMNS

_BLANKS = re.compile(rb"\s*")
_BOUND = re.compile(
    rb"""; | ^[ \t]*GO[ \t]*(?:\d+[ \t]*)?\r?$ | ^/[ \t]*\r?$ | ^[ \t]*DELIMITER[ \t]+(?P<delimiter>\S+)[ \t]*\r?$
    | ^\\\S[^\n]*$ | \b(?:BEGIN|CASE|END|CREATE|ALTER)\b | \$\$ | //""",
    re.X | re.M | re.I,
)
_NAME = rb"""(?:[\w$\#@]+|"[^"\n]{1,128}"|`[^`\n]{1,128}`|\[[^\]\n]{1,128}\])"""
_QNAME = _NAME + rb"(?:[ \t]*\.[ \t]*" + _NAME + rb"){0,4}"
_LINE_START = re.compile(rb"^([ \t]*)(?:DECLARE|SET|IF|BEGIN|EXEC|EXECUTE|WHILE|INSERT|UPDATE|DELETE|MERGE|RETURN|PRINT|RAISERROR)\b", re.I | re.M)
_HEAD = re.compile(
    rb"""(?:CREATE|(?P<alter>ALTER))\s+
    (?:(?:OR\s+(?:REPLACE|ALTER)|DEFINER\s*=\s*\S+|ALGORITHM\s*=\s*\w+|SQL\s+SECURITY\s+\w+|NO\s+FORCE|(?:NON)?EDITIONABLE|TEMP|TEMPORARY
      |GLOBAL|LOCAL|UNLOGGED|EXTERNAL|FOREIGN|VIRTUAL|MATERIALIZED|UNIQUE|CLUSTERED|NONCLUSTERED|BITMAP|FULLTEXT|SPATIAL|COLUMNSTORE
      |RECURSIVE|FORCE|AGGREGATE|CONSTRAINT|PUBLIC|PRIVATE|TRANSIENT|SECURE|TRUSTED)\s+)*
    (?P<kind>TABLE|VIEW|FUNCTION|PROCEDURE|PROC|TRIGGER|PACKAGE\s+BODY|PACKAGE|TYPE\s+BODY|TYPE|INDEX|SEQUENCE|DOMAIN|SCHEMA|DATABASE
      |SYNONYM|EVENT|EXTENSION)\s+
    (?:CONCURRENTLY\s+)?(?:IF\s+NOT\s+EXISTS\s+)?(?P<name>"""
    + _QNAME
    + rb")",
    re.X | re.I,
)
_KINDS = {
    b"TABLE": "struct", b"VIEW": "struct", b"FUNCTION": "function", b"PROCEDURE": "function", b"PROC": "function",
    b"TRIGGER": "function", b"EVENT": "function", b"PACKAGE": "module", b"TYPE": "type", b"INDEX": "property",
    b"SEQUENCE": "variable", b"DOMAIN": "type", b"SCHEMA": "namespace", b"DATABASE": "namespace", b"SYNONYM": "variable",
}  # fmt: skip
_ROUTINES = frozenset({b"FUNCTION", b"PROCEDURE", b"PROC", b"TRIGGER", b"PACKAGE", b"PACKAGE BODY", b"TYPE BODY", b"EVENT"})
_WITH_BODY = _ROUTINES | {b"TABLE", b"VIEW"}
_BODY = re.compile(rb"[()]|\b(?:AS|IS|BEGIN)\b|\$\w*\$", re.I)
_RUN = re.compile(rb"\bEXECUTE\b", re.I)
_PUNCTUATION = re.compile(rb"[(),]")
_COLUMN = re.compile(rb"\s*(" + _NAME + rb")\s+[\w\[\"`]")
_BLOCK = re.compile(rb"\b(?:DECLARE|BEGIN|DO)\b", re.I)
_TRANSACTION = re.compile(rb"BEGIN\s*(?:;|\Z|(?:TRAN|TRANSACTION|WORK|ISOLATION|READ)\b)", re.I)
_END_OF = re.compile(rb"END\s+(?:IF|LOOP|WHILE|REPEAT|FOR|TRY|CATCH)\b", re.I)
_MEMBER = re.compile(
    rb"^[ \t]*(?:(?:MEMBER|STATIC|CONSTRUCTOR|MAP|ORDER|FINAL|OVERRIDING|NOT|INSTANTIABLE)[ \t]+)*(?P<head>PROCEDURE|FUNCTION)[ \t]+(?P<name>"
    + _NAME + rb")", re.I | re.M,
)  # fmt: skip
_STEP = re.compile(rb"[();]|\b(?:IS|AS|BEGIN|CASE|END|PROCEDURE|FUNCTION)\b", re.I)
_USE = re.compile(
    rb"""\b(?P<table>(?<!\bDISTINCT\ )FROM|JOIN|(?:INSERT(?:\s+(?:OR\s+\w+|IGNORE))?|MERGE|REPLACE)\s+INTO|UPDATE|REFERENCES|(?:CREATE(?:\s+TEMP(?:ORARY)?)?|ALTER|DROP|TRUNCATE|LOCK|COMMENT\ ON)\s+TABLE(?:\s+IF\s+(?:NOT\s+)?EXISTS)?)\s+
       (?:ONLY\s+|LATERAL\s+)?(?P<used>"""
    + _QNAME
    + rb""")(?P<call>\s*\()?
    | \b(?P<run>CALL|EXEC|EXECUTE(?:\s+(?:PROCEDURE|FUNCTION))?|PERFORM)\s+(?:@\w+\s*=\s*)?(?P<called>"""
    + _QNAME
    + rb""")
    | (?<![\w$\#@.])(?<!\bKEY\ )(?<!\bINDEX\ )(?P<function>"""
    + _QNAME
    + rb")[ \t]*\(",
    re.X | re.I,
)
_ALSO = re.compile(rb"\s*(?:AS\s+)?(\w+)?\s*,\s*(" + _QNAME + rb")(?!\s*\()", re.I)
_ON = re.compile(rb"\bON\s+(?:ONLY\s+)?(" + _QNAME + rb")", re.I)
_CTE = re.compile(rb"(?:\bWITH|,)\s+(?:RECURSIVE\s+)?(" + _NAME + rb")\s*(?:\([^()]*\)\s*)?AS\s*(?:(?:NOT\s+)?MATERIALIZED\s*)?\(", re.I)
_INCLUDE = re.compile(rb"^(?:\\ir?[ \t]+|@@?(?=[\w&/]*[./])|:r[ \t]+|source[ \t]+)(?P<file>[^\s;]+)", re.M | re.I)


class Statement(NamedTuple):
    start: int
    end: int
    head: re.Match[bytes] | None


def scan(source: bytes) -> Scan:
    masked, comments, quoted = mask(source)
    statements, inner = _split(source, masked, quoted)
    definitions: list[Scanned] = []
    references: list[tuple[str, int, int, str]] = []
    for statement in statements:
        _define(source, masked, statement, definitions, references)
    _references(masked, references)
    for match in _INCLUDE.finditer(masked):
        references.append(("import", match.start("file"), match.end("file"), ""))
    seen = {d.name_start for d in definitions}
    unique: dict[int, tuple[str, int, int, str]] = {}
    for reference in references:
        if reference[1] not in seen:
            unique.setdefault(reference[1], reference)
    seams = sorted({s.start for s in statements} | set(inner))
    return Scan(tuple(definitions), tuple(unique.values()), tuple(comments), tuple(seams))


def _split(source: bytes, masked: bytes, quoted: list[tuple[int, int]]) -> tuple[list[Statement], list[int]]:
    """Statements, and where statements inside routines begin."""
    batches = re.search(rb"^[ \t]*GO[ \t]*\r?$", masked, re.M | re.I) is not None
    slashes = not batches and re.search(rb"^/[ \t]*\r?$", masked, re.M) is not None
    opens = [start for start, _ in quoted]
    statements: list[Statement] = []
    inner: list[int] = []
    start = _next(masked, 0)
    head = _HEAD.match(masked, start)
    mode = _mode(source, masked, start, head)
    depth = 0
    delimiter = b";"

    def close(end: int, after: int) -> None:
        nonlocal start, head, mode, depth
        if end > start:
            statements.append(Statement(start, end, head))
        start = _next(masked, after)
        head = _HEAD.match(masked, start)
        mode = _mode(source, masked, start, head)
        depth = 1 if mode == "package" else 0

    for match in _BOUND.finditer(masked):
        at, after = match.span()
        if at < start:
            continue
        token = match[0].strip().upper()
        i = bisect_right(opens, at) - 1
        if i >= 0 and at < quoted[i][1]:
            if token == b";":
                inner.append(_next(masked, after))
            continue
        if token[:2] == b"GO" and token[:3] != b"GOT" or token == b"/":
            close(after if start < at else start, after)
        elif match["delimiter"] is not None:
            delimiter = match["delimiter"]
            close(at, after)
        elif token == delimiter:
            routine = mode in ("declared", "package") or mode == "block"
            if delimiter == b";" and (depth > 0 or routine and (batches or slashes or depth >= 0 and mode != "ended")):
                inner.append(_next(masked, after))
            elif delimiter == b";" and batches and mode != "plain":
                inner.append(_next(masked, after))
            else:
                close(after, after)
        elif token == b";":
            inner.append(_next(masked, after))
        elif token[:1] == b"\\":
            if mode == "plain" and not masked[start:at].strip():
                close(after, after)
        elif token in (b"CREATE", b"ALTER"):
            column = at - (masked.rfind(b"\n", 0, at) + 1)
            if at > start and not masked[at - column : at].strip() and (mode == "plain" or not column and token == b"CREATE" and mode != "package"):
                if _HEAD.match(masked, at):
                    close(len(masked[start:at].rstrip()) + start, at)
        elif mode == "plain":
            continue
        elif token == b"BEGIN":
            if not _TRANSACTION.match(masked, at):
                depth += 1
                inner.append(at)
        elif token == b"CASE":
            if not masked[max(0, at - 5) : at].upper().startswith(b"END"):
                depth += 1
        elif token == b"END" and not _END_OF.match(masked, at):
            depth = max(0, depth - 1)
            if not depth and not (batches or slashes):
                mode = "ended"
    close(len(masked.rstrip()), len(masked))
    if batches:  # statements there need no delimiter
        inner += [match.end(1) for match in _LINE_START.finditer(masked)]
    return statements, inner


def _next(masked: bytes, at: int) -> int:
    """First byte from ``at`` that is no blank."""
    rest = _BLANKS.match(masked, at)
    return rest.end() if rest else at


def _mode(source: bytes, masked: bytes, start: int, head: re.Match[bytes] | None) -> str:
    """What a statement may hold: "plain" ends at the next delimiter, "routine" counts blocks, "declared" needs one."""
    if head is None:
        return "block" if _BLOCK.match(masked, start) and not _TRANSACTION.match(masked, start) and source[start : start + 2].upper() != b"DO" else "plain"
    kind = b" ".join(head["kind"].upper().split())
    if kind not in _ROUTINES:
        return "plain"
    if kind in (b"PACKAGE", b"PACKAGE BODY", b"TYPE BODY"):
        return "package"
    body = _body(masked, head.end(), len(masked))
    if body < 0 or masked[body : body + 2].upper() not in (b"AS", b"IS"):
        return "routine"
    after = _BLANKS.match(source, body + 2)
    following = source[after.end() : after.end() + 1] if after else b""
    return "routine" if following in (b"$", b"'", b"") else "declared"


def _body(masked: bytes, at: int, end: int) -> int:
    """Where the header of a routine or view ends: AS, IS or BEGIN outside brackets; -1 if there is none near."""
    depth = 0
    for match in _BODY.finditer(masked, at, min(end, at + 6000)):
        token = match[0]
        if token == b"(":
            depth += 1
        elif token == b")":
            depth -= 1
        elif depth <= 0:
            return match.start()
    return -1


def _define(
    source: bytes, masked: bytes, statement: Statement, out: list[Scanned], references: list[tuple[str, int, int, str]]
) -> None:
    head = statement.head
    if head is None:
        return
    start, end = statement.start, statement.end
    word = b" ".join(head["kind"].upper().split())
    name_start, name_end = head.span("name")
    if word == b"EXTENSION":
        references.append(("import", name_start, name_end, ""))
        return
    if head["name"].upper() in NO_NAMES:
        return
    body = -1
    if word in _WITH_BODY:
        body = _body(masked, head.end(), end) if word != b"TABLE" else masked.find(b"(", head.end(), end)
        if body < 0 and not head["alter"]:
            run = _RUN.search(masked, head.end(), end) if word == b"TRIGGER" else None
            body = run.start() if run else head.end()
    if head["alter"] and (word in (b"TABLE", b"TYPE", b"INDEX", b"SEQUENCE") or body < 0 or word not in _WITH_BODY):
        if word == b"TABLE":
            references.append(("type", name_start, name_end, ""))
        return
    if word == b"TYPE" and re.compile(rb"\s*(?:AS|IS)\s+(?:ENUM|OBJECT|TABLE|RECORD|\()", re.I).match(masked, head.end()):
        body = head.end()
    kind = _KINDS.get(word.split()[0], "type")
    out.append(Scanned(kind, start, end, name_start, name_end, body))
    if word in (b"TABLE",) and body >= 0:
        _columns(masked, body, end, out)
    if word in (b"TRIGGER", b"INDEX"):
        on = _ON.search(masked, head.end(), end)
        if on:
            references.append(("type", on.start(1), on.end(1), ""))
    if word.split()[0] == b"PACKAGE" or word == b"TYPE BODY":
        _members(masked, head.end(), end, out)


def _columns(masked: bytes, at: int, end: int, out: list[Scanned]) -> None:
    """Items of the bracket that opens at ``at``, but for constraints and keys."""
    depth, item = 0, at + 1
    for match in _PUNCTUATION.finditer(masked, at, end):
        token = match[0]
        if token == b"(":
            depth += 1
        elif token == b")":
            depth -= 1
        if depth == 0 or depth == 1 and token == b",":
            column = _COLUMN.match(masked, item, match.start() + 1)
            if column and column[1].upper() not in NOT_COLUMNS:
                stop = item + len(masked[item : match.start()].rstrip())
                out.append(Scanned("field", column.start(1), max(stop, column.end(1)), *column.span(1)))
            item = match.end()
        if depth == 0:
            return


def _members(masked: bytes, at: int, end: int, out: list[Scanned]) -> None:
    """Procedures and functions of a package, with what they hold."""
    heads = {m.start("head"): m for m in _MEMBER.finditer(masked, at, end)}
    stack: list[list[int]] = []  # [start, name start, name end, body, blocks open (-1 = BEGIN still to come)]
    brackets = 0
    for match in _STEP.finditer(masked, at, end):
        token = match[0].upper()
        if token in (b"(", b")"):
            brackets += 1 if token == b"(" else -1
            continue
        head = heads.get(match.start())
        if head is not None:
            stack.append([head.start("head"), *head.span("name"), -1, -1])
            brackets = 0
        elif not stack:
            continue
        elif token in (b"IS", b"AS"):
            if stack[-1][3] < 0 and brackets <= 0:
                stack[-1][3] = match.start()
        elif token == b";":
            if stack[-1][3] < 0 and brackets <= 0:  # a declaration only
                start, name, name_end, _, _ = stack.pop()
                out.append(Scanned("function", start, match.end(), name, name_end))
        elif token in (b"BEGIN", b"CASE"):
            if token == b"CASE" and masked[match.start() - 4 : match.start()].upper().startswith(b"END"):
                continue
            stack[-1][4] += 1
            if stack[-1][4] == 0 and token == b"CASE":
                stack[-1][4] = -1
            elif stack[-1][4] == 0:
                stack[-1][4] = 1
        elif token == b"END" and not _END_OF.match(masked, match.start()) and stack[-1][4] > 0:
            stack[-1][4] -= 1
            if not stack[-1][4]:
                start, name, name_end, body, _ = stack.pop()
                stop = masked.find(b";", match.end(), end)
                out.append(Scanned("function", start, stop + 1 if stop >= 0 else end, name, name_end, body if body >= 0 else name_end))


def _references(masked: bytes, out: list[tuple[str, int, int, str]]) -> None:
    """Tables used and routines called. Names of common table expressions are neither."""
    local = {m[1].upper() for m in _CTE.finditer(masked)}
    for match in _USE.finditer(masked):
        group = "used" if match["table"] else "called" if match["run"] else "function"
        name = match[group].upper().strip(b"[]`\"")
        if name in KEYWORDS or name.isdigit() or name[:1] == b"@":
            continue
        start, end = match.span(group)
        call = group != "used" or match["call"] and match["table"].upper() in (b"FROM", b"JOIN")
        if name not in local:
            out.append(("call" if call else "type", start, end, ""))
        if group == "used" and match["table"].upper() == b"FROM" and not call:
            also = _ALSO.match(masked, end)
            while also and (also[1] is None or also[1].upper() not in KEYWORDS):
                if also[2].upper() not in KEYWORDS | local:
                    out.append(("type", also.start(2), also.end(2), ""))
                also = _ALSO.match(masked, also.end())
