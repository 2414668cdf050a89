"""Svelte components: like Vue's, but the markup has no element of its own around it."""
from __future__ import annotations

from coderag.languages.spec import Embedded, LanguageSpec
from coderag.languages.vue.blocks import parts
from coderag.languages.vue.spec import refine_reference


def embed(text: str) -> tuple[Embedded, ...]:
    return parts(text, "svelte")


SPEC = LanguageSpec(
    id="svelte",
    grammar="svelte",
    extensions=(".svelte",),
    embed=embed,
    refine_reference=refine_reference,
)
