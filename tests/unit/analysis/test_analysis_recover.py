"""Brackets and block words without a partner, and what recovery may and may not do."""
from __future__ import annotations

import pytest

from coderag.analysis import analyze
from coderag.analysis.brackets import Token, dangling, last_inside, match, unclosed_rows
from coderag.analysis.source import Source


def lone(text: str) -> list[tuple[int, str]]:
    """(line, bracket) of what has no partner; every bracket of the text counts as a token."""
    source = Source(text.encode())
    tokens = [Token(i, i + 1, source.row_at(i), c) for i, c in enumerate(text) if c in "()[]{}"]
    return sorted((token.row + 1, token.text) for token in match(tokens, source).lone)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f() {\n  a(b[1]);\n}\n", []),
        ("f() {\n  a((1);\n}\ng() {\n}\n", [(2, "(")]),
        ("f() {\n  a(1));\n}\ng() {\n}\n", [(2, ")")]),
        ("c {\n  f() {\n    if (a) {\n  }\n  g() {\n  }\n}\n", [(3, "{")]),
        ("c {\n  f() {\n    a; }\n  }\n  g() {\n  }\n}\n", [(3, "}")]),
        ("c\n    d {\n  f(a,\n      b) {\n  }\n}\n", []),  # a header on several lines
        ("n {\nc {\n  f() {\n  }\n}\n}\n", []),  # contents of a wrapper that are not indented
        ("f(\n  a,\n  )\n", []),
        ("c {\n  f() {\n    a(\n", []),  # the text just ends
    ],
)
def test_partners_by_indentation(text: str, expected: list[tuple[int, str]]) -> None:
    assert lone(text) == expected


def test_what_would_close_a_text_that_breaks_off() -> None:
    source = Source(b"c {\n  f(a, [1\n")
    tokens = [Token(2, 3, 0, "{"), Token(7, 8, 1, "("), Token(11, 12, 1, "[")]
    assert match(tokens, source).missing == [(0, "}"), (1, ")"), (1, "]")]


def test_block_words() -> None:
    text = "class A\n  def x\n    if a\n  end\n\n  def y\n    1\n  end\n"
    assert unclosed_rows(Source(text.encode()), ["end"]) == ([2], [0])
    text = "def x\n  a = 1\n  end\nend\n\ndef y\n  a = 2\nend\n"
    assert unclosed_rows(Source(text.encode()), ["end"])[0] == [2]
    assert unclosed_rows(Source(b"if a:\n    b\nif c:\n    d\n"), []) == ([], [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f {\n  a.\n}\n", [b"."]),
        ("f {\n  x =\n}\n", [b"="]),
        ("f\n  a &&\nend\n", [b"&&"]),
        ("f {\n  a,\n}\n", []),
        ("f {\n  a.\n  b\n}\n", []),
        ("f {\n  ...\n}\n", []),
        ("f {\n  i++\n}\n", []),
    ],
)
def test_dangling_operators(text: str, expected: list[bytes]) -> None:
    source = Source(text.encode())
    assert [source.utf8[start:end].strip() for start, end in dangling(source, ["end"])] == expected


def test_rows_below_a_header() -> None:
    source = Source(b"def x\n  a\n\n  b\nend\nc\n")
    assert last_inside(source, 0) == 4 and last_inside(source, 5) == 5


def test_sound_code_is_not_touched() -> None:
    """Odd indentation is no reason to hide anything: only what the grammar cannot read is looked at."""
    text = "class A {\n      void f() {\n   if (a) {\n b(); }\n   }\nvoid g() {}\n}\n"
    assert [s.qualname for s in analyze(text.encode(), "java").symbols] == ["A", "A.f", "A.g"]


def test_hidden_places_keep_their_text() -> None:
    text = "class A {\n  int x(int a {\n    call(a);\n  }\n\n  int z() { return 1; }\n}\n"
    artifact = analyze(text.encode(), "java")
    assert {s.qualname for s in artifact.symbols} == {"A", "A.x", "A.z"}
    assert {(r.name, r.line) for r in artifact.references} >= {("call", 3)}
    assert [s for s in artifact.symbols if s.name == "x"][0].signature == "int x(int a"
