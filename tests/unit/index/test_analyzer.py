"""What is written literally is found literally; both sides use the same analyzer."""
from __future__ import annotations

import time

import pytest

from coderag.index.analyzer import MAX_TOKEN, identifiers, is_distinctive, parts, tokens

SYMBOLS = ["getUserName", "get_user_name", "HTTPServer2", "parseXMLFile"]


def finds(query: str, text: str) -> bool:
    """All query tokens occur in the text, as a conjunctive search would demand."""
    wanted = tokens(query)
    return bool(wanted) and set(wanted) <= set(tokens(text))


@pytest.mark.parametrize(
    ("query", "symbols"),
    [
        ("user name", ["getUserName", "get_user_name"]),
        ("username", ["getUserName", "get_user_name"]),
        ("GETUSERNAME", ["getUserName", "get_user_name"]),
        ("getUser", ["getUserName", "get_user_name"]),
        ("http server", ["HTTPServer2"]),
        ("HttpServer", ["HTTPServer2"]),
        ("xml file", ["parseXMLFile"]),
        ("xmlfile", ["parseXMLFile"]),
    ],
)
def test_parts_and_case(query, symbols):
    assert [symbol for symbol in SYMBOLS if finds(query, symbol)] == symbols


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("getUserName", ["get", "user", "name", "getuser", "username", "getusername"]),
        ("__init__", ["init"]),
        ("HTTPServer2", ["http", "server", "2", "httpserver", "server2", "httpserver2"]),
        ("URLs", ["url", "s", "urls"]),
        ("utf8", ["utf", "8", "utf8"]),
        ("x = 3.14", ["x", "3", "14"]),
        ("0xFF_00", ["0xff_00"]),
        ("e95a7d9f6038c012ab", ["e95a7d9f6038c012ab"]),
        ("", []),
        (" \x00\t _ * :: -", []),
    ],
)
def test_exact_tokens(text, expected):
    assert tokens(text) == expected


@pytest.mark.parametrize(
    "literal",
    ["ERR_7731_TIMEOUT", "foo-bar", "a::b", "std::vector", "a:b", "C++", "don't", "arr[i]", "NOT", "x AND", "a\\b",
     "$tmp", "user_id=%s AND", "is not", "C", "T", "if err", "for in", "snake__case", "kebab-case-name"],
)  # fmt: skip
def test_a_literal_is_found_where_it_stands(literal):
    assert finds(literal, f"before ({literal}) after")


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ("ERR_7731_TIMEOUT", ["err", "7731", "timeout", "err_7731", "err7731timeout"]),
        ("foo-bar", ["foo", "bar", "foo_bar", "fooBar", "foobar"]),
        ("a::b", ["a", "b", "ab"]),
    ],
)
def test_a_literal_is_found_by_parts_and_whole(text, queries):
    assert all(finds(query, text) for query in queries)


def test_the_whole_tells_apart_what_the_parts_do_not():
    assert set(tokens("ERR_7731_TIMEOUT")) - set(tokens("timeout err 7731")) == {
        "err7731", "7731timeout", "err7731timeout",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("登录", "# 用户登录验证"),
        ("проверка", "# ПРОВЕРКА токена"),
        ("ログイン", "# ログイン処理"),
        ("로그인", "# 로그인처리"),
        ("straße", "# STRASSE"),
        ("Größe", "int maxGröße;"),
        ("cafe\u0301", "caf\u00e9"),
        ("foo", "ＦＯＯ"),
        ("字", "x = 字"),
    ],
)
def test_other_scripts(query, text):
    assert finds(query, text)


def test_cjk_runs_are_bigrams_beside_words():
    assert tokens("用户登录 abc") == ["用户", "户登", "登录", "abc"]
    assert tokens("get用户Name") == ["get", "用户", "name"]


def test_frequencies_are_kept():
    assert tokens("a b a a").count("a") == 3


def test_long_words_are_cut_alike_on_both_sides():
    blob = "x" * 5000
    assert {len(t) for t in tokens(blob)} == {MAX_TOKEN}
    assert finds("y" * 90, "call(" + "y" * 90 + ")")
    assert max(map(len, tokens("Ä" * 500))) == MAX_TOKEN


@pytest.mark.parametrize("text", ["A" * 1_000_000, "aB" * 500_000, "-a" * 500_000, "::" * 500_000, "é_" * 300_000,
                                  "0x" * 500_000, "a1" * 500_000, "字" * 500_000])  # fmt: skip
def test_no_input_takes_long(text):
    start = time.process_time()
    tokens(text)
    identifiers(text)
    assert time.process_time() - start < 4


def test_identifiers():
    assert identifiers("std::vector push_back") == ["std::vector", "vector", "push_back"]
    assert identifiers("where is os.path.join or Foo#bar or p->next?") == [
        "where", "is", "os.path.join", "join", "or", "Foo#bar", "bar", "p->next", "next",
    ]  # fmt: skip
    assert identifiers("getUserName getUserName 42 !") == ["getUserName"]
    assert identifiers("") == []


def test_distinctive_names():
    names = ["getUser", "get_user", "HTTP", "utf8", "a::b", "_x", "parse", "Parse", "x"]
    assert [n for n in names if is_distinctive(n)] == ["getUser", "get_user", "HTTP", "utf8", "a::b", "_x"]


def test_parts_are_single_words_without_compounds():
    assert parts("HTTPServer.get_user-name2 getUser") == ["http", "server", "get", "user", "name", "2"]
    assert parts("Größe登录页") == ["grösse", "登录", "录页"]
