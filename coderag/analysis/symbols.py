"""Nested units -> symbols and references, the part of an artifact that outline, lookup and graph are made from."""
from __future__ import annotations

import re

from coderag.analysis import doctext, limits
from coderag.analysis.found import Findings
from coderag.analysis.nest import Unit
from coderag.analysis.source import Source
from coderag.languages.spec import CALLABLE_KINDS, Definition, LanguageSpec
from coderag.model.artifact import Reference, Symbol

_TAIL = re.compile(r"(?:\s*(?:=>|[{:;=,]))+\s*\Z")


def symbols_of(units: list[Unit]) -> tuple[Symbol, ...]:
    """Symbols in source order; numbers the units on the way."""
    symbols: list[Symbol] = []
    for unit in units:
        if unit.found.role != "definition":
            continue
        view = unit.view
        owner = unit.parent
        while owner is not None and owner.symbol < 0:
            owner = owner.parent
        unit.symbol = len(symbols)
        symbols.append(
            Symbol(
                view.name, unit.qualname, view.kind, unit.row + 1, unit.end_row + 1, unit.found.name_row + 1,
                signature(view), unit.doc, owner.symbol if owner else -1, view.visibility,
            )  # fmt: skip
        )
    return tuple(symbols)


def signature(view: Definition) -> str:
    """Header on one line. Of data without a body it ends with the line of the name, so that a table is not a signature."""
    header = view.header
    if not view.has_body and view.kind not in CALLABLE_KINDS:
        header = header.strip()
        end = header.find("\n", max(0, header.find(view.name)))
        header = header if end < 0 else header[:end]
    line = doctext.one_line(header, limits.SIGNATURE_SIZE)
    return _TAIL.sub("", line) or view.name


def references_of(
    findings: Findings, units: list[Unit], spec: LanguageSpec, source: Source
) -> tuple[Reference, ...]:
    """References in source order, each with the innermost symbol around it."""
    refine, row_at = spec.refine_reference, source.row_at
    out: list[Reference] = []
    stack: list[Unit] = []
    at, total = 0, len(units)
    for ref in findings.references:
        while at < total and units[at].start <= ref.start:
            while stack and stack[-1].end <= units[at].start:
                stack.pop()
            stack.append(units[at])
            at += 1
        while stack and stack[-1].end <= ref.start:
            stack.pop()
        scope = -1
        for unit in reversed(stack):
            if unit.symbol >= 0 and unit.end > ref.start:
                scope = unit.symbol
                break
        receiver = ref.receiver
        if receiver and (len(receiver) > limits.RECEIVER_SIZE or "\n" in receiver):
            receiver = doctext.one_line(receiver, limits.RECEIVER_SIZE)
        kind, name = ref.kind, ref.name
        if refine is not None:
            refined = refine(kind, name, receiver)
            if refined is None:
                continue
            kind, name, receiver = refined
        if name:
            if len(name) > limits.NAME_SIZE or "\n" in name:
                name = doctext.one_line(name, limits.NAME_SIZE)
            alias = ref.alias if len(ref.alias) <= limits.NAME_SIZE else doctext.one_line(ref.alias, limits.NAME_SIZE)
            out.append(Reference(name, kind, row_at(ref.start) + 1, scope, receiver, alias))
    return tuple(out)
