"""What PHP, Kotlin, Swift, Scala and the shell are known not to see yet. Each case states what would be right; one that
starts to hold fails here, and then moves into the language's own expectations."""
from __future__ import annotations

from tests.support.gaps import gap, qualnames, references


def test_php_method_of_doc_comment() -> None:
    source = "<?php\n/**\n * @method static int total()\n */\nclass Cart {}\n"
    gap("`@method` and `@property` of a doc comment are no symbols", "Cart::total" in qualnames("php", source))


def test_kotlin_primary_constructor() -> None:
    source = "class A private constructor(x: Int)\n"
    gap("a primary constructor is part of its class, no symbol", "A.constructor" in qualnames("kotlin", source))


def test_kotlin_gradle_blocks() -> None:
    source = 'tasks.register("deploy") {\n    println(1)\n}\n'
    gap("tasks of a build script are calls, no symbols", "deploy" in qualnames("kotlin", source))


def test_swift_unsafe_expression() -> None:
    source = "func f() {\n    unsafe setenv(a, b)\n}\n"
    gap("the grammar does not know `unsafe` expressions", ("call", "setenv") in references("swift", source))


def test_swift_extension_symbol() -> None:
    source = "extension Cart: Codable {\n    func x() {}\n}\n"
    gap("an extension names its members but is no symbol itself", "Cart" in qualnames("swift", source))
