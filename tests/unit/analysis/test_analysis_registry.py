"""The table of languages, hints, sniffing, and that every query compiles."""
from __future__ import annotations

import pytest

from coderag.analysis import analyze, grammar
from coderag.languages import LANGUAGES, get, hint_for, is_test_path, path_skip, queries_of, role_of
from coderag.model.skips import REASONS


@pytest.mark.parametrize("language", LANGUAGES)
def test_spec_and_queries(language: str) -> None:
    spec = get(language)
    assert spec.id == language and spec.role in ("code", "docs", "config", "text")
    assert not (spec.family and spec.family not in LANGUAGES)
    if queries_of(language):
        assert grammar.load(language) is not None, grammar.problem(language)
        assert "(ERROR) @error" in queries_of(language)


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("a/b.py", "python"), ("x.pyi", "python"), ("x.pyw", "python"), ("SConstruct", "python"),
        ("a.mjs", "javascript"), ("a.cjs", "javascript"), ("a.jsx", "javascript"),
        ("b.cts", "typescript"), ("b.d.ts", "typescript"), ("b.tsx", "tsx"),
        ("a.c", "c"), ("box.h", "c-header"), ("a.C", "cpp"), ("a.tpp", "cpp"), ("k.cu", "cpp"), ("A.CPP", "cpp"),
        ("A.java", "java"), ("A.cs", "csharp"), ("a.go", "go"), ("a.rs", "rust"), ("a.lua", "lua"),
        ("a.rb", "ruby"), ("Rakefile", "ruby"), ("x.gemspec", "ruby"), ("Gemfile", "ruby"),
        ("README", "plaintext"), ("LICENSE", "plaintext"), ("README.md", "markdown"), ("x.mdx", "markdown"),
        ("doc/a.rst", "rst"), ("a.adoc", "asciidoc"), ("a.txt", "plaintext"),
        ("package.json", "json"), ("tsconfig.jsonc", "json"), ("a.yml", "yaml"), ("pyproject.toml", "toml"),
        ("setup.cfg", "ini"), (".editorconfig", "ini"), (".gitignore", "ini"), ("Makefile", "makefile"),
        ("Dockerfile", "dockerfile"), ("Dockerfile.dev", "dockerfile"), ("app.properties", "ini"), ("pom.xml", "xml"),
        ("e.inc", "include-file"), ("tool", ""), (".hidden", ""), ("a.unknown", ""), ("dir.py/tool", ""),
    ],
)  # fmt: skip
def test_hint(path: str, hint: str) -> None:
    assert hint_for(path, {}) == hint


def test_mapping_of_the_user_comes_first() -> None:
    mapping = {"*.glsl": "c", "legacy/*.py": "text", "*.inc": "nonsense", "*.hdr": "c-header"}
    assert hint_for("shaders/a.glsl", mapping) == "c"
    assert hint_for("legacy/a.py", mapping) == "text" and hint_for("a.py", mapping) == "python"
    assert hint_for("a.inc", mapping) == "text" and hint_for("x.hdr", mapping) == "c-header"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("class Box { void f(); };\n", "cpp"),
        ("namespace a { int f(); }\n", "cpp"),
        ("template <class T> T id(T x);\n", "cpp"),
        ("std::string name();\n", "cpp"),
        ("struct A : public B { int x; };\n", "cpp"),
        ("class EXPORT_API Engine : public Base {\n", "cpp"),
        ("struct box { int f; };\nint g(void);\n", "c"),
        ("/* a class of its own: std::x */\nint f(void);\n", "c"),
        ('const char *s = "namespace x {";\n', "c"),
        ('#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n', "c"),
        ("typedef struct { unsigned public : 1; } flags;\nint class_of(int x);\n", "c"),
    ],
)
def test_headers_are_told_by_content(text: str, language: str) -> None:
    assert analyze(text.encode(), "c-header").language == language


@pytest.mark.parametrize(
    ("first", "language"),
    [
        ("#!/usr/bin/env python3", "python"), ("#!/usr/bin/python3.11 -I", "python"), ("#!/usr/bin/env -S node --x", "javascript"),
        ("#!/usr/bin/env ruby", "ruby"), ("#! /usr/bin/lua5.4", "lua"), ("#!/bin/sh", "bash"), ("plain", "text"),
    ],
)  # fmt: skip
def test_shebang(first: str, language: str) -> None:
    assert analyze((first + "\nx\n").encode(), "").language == language


def test_roles() -> None:
    assert [role_of(x) for x in ("python", "c-header", "markdown", "json", "text", "", "tsx")] == [
        "code", "code", "docs", "config", "text", "text", "code",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("node_modules/a/b.js", "vendored"), ("a/vendor/x.go", "vendored"), ("third_party/z.c", "vendored"),
        ("vendor.go", ""), ("src/vendors.py", ""), ("a/bower_components/x.js", "vendored"),
        ("package-lock.json", "lockfile"), ("sub/dir/package-lock.json", "lockfile"), ("yarn.lock", "lockfile"),
        ("x/Cargo.lock", "lockfile"), ("go.sum", "lockfile"), ("uv.lock", "lockfile"), ("lock.py", ""),
        (".env", "secret"), ("app/.env.production", "secret"), (".env.example", ""), (".env.sample", ""),
        ("prod.env", "secret"), ("id_rsa", "secret"), ("id_rsa.pub", ""), ("keys/server.pem", "secret"), ("a.key", "secret"),
        ("a.p12", "secret"), (".aws/credentials", "secret"), ("src/credentials.py", ""), ("environment.py", ""),
        ("key.py", ""), ("src/monkey.ts", ""), ("docs/env.md", ""), (".envrc", "secret"), ("src/config.json", ""),
        ("api_pb2.py", "generated"), ("x/api.pb.go", "generated"), ("app.min.js", "generated"), ("a.min.css", "generated"),
        ("a.js.map", "generated"), ("Form.Designer.cs", "generated"), ("world.map", ""), ("minimum.js", ""),
        ("logo.png", "binary"), ("a.tar.gz", "binary"), ("f.woff2", "binary"), ("icon.svg", ""), ("a.PNG", "binary"),
        ("src/a.py", ""), ("b\udcff.py", ""),
    ],
)  # fmt: skip
def test_path_skip(path: str, reason: str) -> None:
    assert path_skip(path) == reason
    assert not reason or reason in REASONS


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("tests/a.py", True), ("src/test/java/A.java", True), ("pkg/a_test.go", True), ("test_a.py", True),
        ("a.spec.ts", True), ("a.test.jsx", True), ("__tests__/a.js", True), ("spec/x_spec.rb", True),
        ("OrderTest.java", True), ("OrderTests.cs", True), ("conftest.py", True), ("lib/x_spec.lua", True),
        ("src/a.py", False), ("latest/a.py", False), ("src/contest.py", False), ("testing_tools.py", False),
        ("attestation.go", False), ("src/Testable.java", False), ("specification.md", False),
        ("Tests/Support.swift", True), ("src/jvmTest/kotlin/Util.kt", True), ("Shop.Core.Tests/Helpers.cs", True),
        ("ShopTests/Helpers.swift", True), ("src/androidTest/java/A.java", True), ("src/intTest/A.groovy", True),
        ("shop-test/src/mock.rs", False), ("src/OpenApiSpec/a.cs", False), ("src/Testing/Response.php", False), ("src/latest/a.rs", False),
        ("test.py", True), ("src/queue/test.rs", True), ("src/events/test.rs", True), ("users/tests.py", True),
        ("src/runners/test.ts", False), ("src/types/tests.ts", False), ("src/commands/test.go", False), ("class/test.js", True),
    ],
)  # fmt: skip
def test_is_test_path(path: str, expected: bool) -> None:
    assert is_test_path(path) is expected
