"""Kinds of definitions that a question may name."""
from __future__ import annotations

KINDS = frozenset(
    "class constant constructor enum field function impl interface macro method module namespace object property record "
    "section struct test trait type union variable".split()
)
SHORT_KINDS = {"func": "function", "fn": "function", "def": "function", "var": "variable", "const": "constant", "ctor": "constructor"}
