"""Vue single-file components. The script part is analysed as what it is; the markup gives uses of components."""
from __future__ import annotations

import re

from coderag.languages.spec import Embedded, LanguageSpec
from coderag.languages.vue.blocks import parts

_CALL = re.compile(r"(?<![\w$.])((?:[A-Za-z_$][\w$]*\.)*)([A-Za-z_$][\w$]*)\s*\(")
_HANDLER = re.compile(r"\s*([A-Za-z_$][\w$]*)\s*\Z")
_NO_CALLS = frozenset("if for while switch function return typeof await of in".split())


def refine_reference(kind: str, name: str, receiver: str) -> tuple[str, str, str] | None:
    """Components used (cart-item is CartItem), and the first call in an expression or handler."""
    if kind == "instantiate":
        if not name[:1].isupper() and "-" not in name or ":" in name:
            return None
        return kind, "".join(part[:1].upper() + part[1:] for part in name.split("-")), receiver
    if kind in ("handler", "expression"):
        plain = _HANDLER.match(name) if kind == "handler" else None
        if plain:
            return "call", plain[1], ""
        called = _CALL.search(name)
        if called is None or called[2] in _NO_CALLS:
            return None
        return "call", called[2], called[1].rstrip(".")
    return kind, name, receiver


def embed(text: str) -> tuple[Embedded, ...]:
    return parts(text, "vue")


SPEC = LanguageSpec(
    id="vue",
    grammar="vue",
    extensions=(".vue",),
    embed=embed,
    refine_reference=refine_reference,
)
