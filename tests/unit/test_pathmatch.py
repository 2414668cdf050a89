"""Path filters and gitignore rules."""
from __future__ import annotations

import time

import pytest

from coderag.errors import UsageError
from coderag.pathmatch import PathRules, expand_braces, path_filter

TREE = ["src/a.py", "src/sub/b.py", "web/[id].tsx", "web/i.tsx", "docs/x.md", "src.txt"]


def chosen(pattern: str, paths=TREE) -> list[str]:
    matches = path_filter(pattern)
    return [p for p in paths if matches(p)]


@pytest.mark.parametrize(
    ("pattern", "paths"),
    [
        ("src/**/*.py", ["src/a.py", "src/sub/b.py"]),
        ("src/", ["src/a.py", "src/sub/b.py"]),
        ("src", ["src/a.py", "src/sub/b.py"]),
        ("./src", ["src/a.py", "src/sub/b.py"]),
        ("/src", ["src/a.py", "src/sub/b.py"]),
        ("src\\sub", ["src/sub/b.py"]),
        ("src/sub/b.py", ["src/sub/b.py"]),
        ("sub", ["src/sub/b.py"]),
        ("*.{py,md}", ["src/a.py", "src/sub/b.py", "docs/x.md"]),
        ("*.py", ["src/a.py", "src/sub/b.py"]),
        ("src/*.py", ["src/a.py"]),
        ("web/[id].tsx", ["web/[id].tsx", "web/i.tsx"]),  # a name first, a character class second
        ("!docs/**", ["src/a.py", "src/sub/b.py", "web/[id].tsx", "web/i.tsx", "src.txt"]),
        ("!src", ["web/[id].tsx", "web/i.tsx", "docs/x.md", "src.txt"]),
        ("nowhere", []),
        ("**", TREE),
        (".", TREE),
        ("/", TREE),
    ],
)
def test_case_46_filters(pattern, paths):
    assert chosen(pattern) == paths


@pytest.mark.parametrize(
    "name", ["a b.py", 'q"x.py', "-dash.py", "данные.py", "résumé.md", "t\tab.py", "[id].tsx", "50%.md", "#x.md", "a*b.c", "x{1,2}.py"]
)
def test_case_57_the_literal_name_finds_each(name):
    others = ["other.py", "i.tsx", "ab.c", "dir/z.md"]
    assert name in chosen(name, [name, *others])
    assert f"deep/{name}" in chosen(f"deep/{name}", [f"deep/{name}", *others])
    assert chosen(f"deep/{name}", ["deep/other.py", "other.py"]) == []


def test_names_are_compared_in_one_unicode_form():
    assert chosen("résumé.md", ["re\u0301sume\u0301.md"]) == ["re\u0301sume\u0301.md"]
    assert chosen("caf\udce9.py", ["caf\udce9.py", "cafe.py"]) == ["caf\udce9.py"]


def test_braces():
    assert expand_braces("*.{py,md}") == ["*.py", "*.md"]
    assert expand_braces("{a,b}/{c,d}") == ["a/c", "a/d", "b/c", "b/d"]
    assert set(expand_braces("{a,{b,c}}")) == {"a", "b", "c"}
    assert expand_braces("{single}") == ["{single}"]
    assert len(expand_braces("{a,b}" * 12)) <= 128  # 4,096 if it were not bounded


def test_an_unreadable_pattern_is_one_line():
    for pattern in ("***/[", "[z-a]", "a/**b**/[!", "{", "}", "!", "!!x", "\\"):
        try:
            assert isinstance(chosen(pattern), list)
        except UsageError as e:
            assert "\n" not in e.message and e.hint


def test_rules_last_match_decides():
    rules = PathRules(["# comment", "", "*.log", "!keep.log", "build/", "/top.txt", "docs/**/*.md", "!docs/a/good.md"])
    expected = {
        "x.log": True, "keep.log": False, "deep/x.log": True, "build/a.py": True, "deep/build/b.py": True,
        "top.txt": True, "deep/top.txt": None, "docs/a/bad.md": True, "docs/a/good.md": False, "src/a.py": None,
    }  # fmt: skip
    assert {p: rules.decide(p) for p in expected} == expected
    assert rules and not PathRules(["# only a comment"])


def test_rules_survive_a_line_nobody_can_read():
    rules = PathRules(["\0", "[z-a]", "!", "/", "*.tmp"])
    assert rules.decide("a.tmp") is True and rules.decide("a.py") in (None, False)


def test_rules_keep_escaped_characters():
    """gitignore: `\\#` and `\\!` are literal, trailing blanks do not count unless escaped."""
    rules = PathRules(["\\#notes", "\\!odd", "blank.txt   "])
    assert rules.decide("#notes") is True and rules.decide("!odd") is True and rules.decide("blank.txt") is True


@pytest.mark.parametrize("pattern", ["*a" * 30 + "b", "[a-z]*" * 40 + "!", "**/a/" * 25 + "b", "x/" + "*a" * 12 + "b"])
def test_patterns_that_would_match_for_ever_are_refused(pattern):
    with pytest.raises(UsageError, match="more than 4"):
        path_filter(pattern)
    assert PathRules([pattern, "a.py"]).decide("a" * 60) is None


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("*" * 40 + "b", "a" * 60, False),
        ("*" * 40 + "b", "a" * 60 + "b", True),
        ("**/" * 1000 + "x.py", "a/" * 30 + "x.py", True),
        ("*a*a*a*b", "a" * 200, False),
        ("**/a/**/a/**/a/**/b", "a/" * 60, False),
        ("src/***/x", "src/a/b/x", True),
        ("src***.py", "src_1.py", True),
    ],
)
def test_stars_that_add_nothing(pattern, path, expected):
    begun = time.monotonic()
    assert path_filter(pattern)(path) is expected
    assert time.monotonic() - begun < 5
