"""SQL of any dialect. No grammar reads them all, so statements are split and read by a scanner (``scan.py``)."""
from __future__ import annotations

import re

from coderag.languages.spec import TYPE_KINDS, Definition, LanguageSpec
from coderag.languages.sql.scan import scan

_PARTS = re.compile(r'"[^"]*"|`[^`]*`|\[[^\]]*\]|[^.\s]+')
_QUOTES = '"`[]'


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    parts = [part.strip(_QUOTES) for part in _PARTS.findall(d.name)]
    if not parts:
        return None
    if d.kind in ("method", "constructor"):
        d = d._replace(kind="function")
    # A table is named by its schema as written; what a package holds is named by the package.
    return d._replace(name=parts[-1], scope="" if parent is not None else ".".join(parts[:-1]))


def refine_reference(kind: str, name: str, receiver: str) -> tuple[str, str, str] | None:
    if kind == "import":
        return kind, name.strip("'\""), ""
    parts = [part.strip(_QUOTES) for part in _PARTS.findall(name)]
    return (kind, parts[-1], ".".join(parts[:-1])) if parts else None


SPEC = LanguageSpec(
    id="sql",
    extensions=(".sql", ".ddl", ".psql", ".pgsql", ".pks", ".pkb", ".plsql"),
    type_kinds=TYPE_KINDS | {"module"},
    open_kinds=frozenset({"namespace"}),
    scan=scan,
    refine=refine,
    refine_reference=refine_reference,
)
