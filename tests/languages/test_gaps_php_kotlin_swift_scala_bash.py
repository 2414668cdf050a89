"""What PHP, Kotlin, Swift, Scala and the shell are known not to see yet. Each case states what would be right; one that
starts to hold fails here, and then moves into the language's own expectations."""
from __future__ import annotations

import pytest

from coderag.analysis import analyze


def _qualnames(language: str, source: str) -> set[str]:
    return {s.qualname for s in analyze(source.encode(), language).symbols}


def _references(language: str, source: str) -> set[tuple[str, str]]:
    return {(r.kind, r.name) for r in analyze(source.encode(), language).references}


def gap(reason: str, holds: bool) -> None:
    if not holds:
        pytest.skip(f"known gap: {reason}")
    pytest.fail(f"no gap any more, move it to the expectations: {reason}")


def test_php_import_alias() -> None:
    source = "<?php\nuse App\\Order as Past;\n"
    gap("an alias is told by the name it stands for only", ("import", "Past") in _references("php", source))


def test_php_method_of_doc_comment() -> None:
    source = "<?php\n/**\n * @method static int total()\n */\nclass Cart {}\n"
    gap("`@method` and `@property` of a doc comment are no symbols", "Cart::total" in _qualnames("php", source))


def test_kotlin_primary_constructor() -> None:
    source = "class A private constructor(x: Int)\n"
    gap("a primary constructor is part of its class, no symbol", "A.constructor" in _qualnames("kotlin", source))


def test_kotlin_gradle_blocks() -> None:
    source = 'tasks.register("deploy") {\n    println(1)\n}\n'
    gap("tasks of a build script are calls, no symbols", "deploy" in _qualnames("kotlin", source))


def test_swift_unsafe_expression() -> None:
    source = "func f() {\n    unsafe setenv(a, b)\n}\n"
    gap("the grammar does not know `unsafe` expressions", ("call", "setenv") in _references("swift", source))


def test_swift_extension_symbol() -> None:
    source = "extension Cart: Codable {\n    func x() {}\n}\n"
    gap("an extension names its members but is no symbol itself", "Cart" in _qualnames("swift", source))
