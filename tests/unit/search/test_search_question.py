"""What a query is taken to be. Nothing of it is a query language."""
from __future__ import annotations

import pytest

from coderag.errors import UsageError
from coderag.search.question import LONGEST_QUERY, MOST_TERMS, parse


def ask(text: str, frequency=lambda term: 3):
    return parse(text, frequency, 100)


def test_stop_words_go_unless_nothing_else_is_there():
    assert ask("where are the retries scheduled").content == ("retries", "scheduled")
    assert ask("is not").content == ("not",) and ask("is not").terms == ("is", "not")
    assert ask("to be or if").content == ("to", "be", "or", "if")


def test_a_single_content_word_keeps_its_company():
    q = ask("what is this parser")
    assert "parser" in q.terms and q.weights["parser"] == 1.0
    assert all(q.weights[t] < 1 for t in q.terms if t != "parser")


def test_identifiers_keep_their_case():
    assert "getUserName" in ask("who calls getUserName").identifiers
    assert "parse_config" in ask("parse_config").identifiers


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        ("ERR_7731_TIMEOUT", "ERR_7731_TIMEOUT"),
        ('"ERR_7731_TIMEOUT"', "ERR_7731_TIMEOUT"),
        ("user_id=%s AND", "user_id=%s AND"),
        ("total", "total"),
        ("where are retries scheduled", ""),
        ("C", ""),
    ],
)
def test_literal(text, literal):
    assert ask(text).literal == literal


@pytest.mark.parametrize(
    ("text", "tests"),
    [("tests for cart total", True), ("test_cart", True), ("latest total", False), ("contest", False), ("spec of Cart", True)],
)
def test_case_90_who_asks_for_tests(text, tests):
    assert ask(text).wants_tests is tests


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\0", " \0 "])
def test_case_122_blank(text):
    with pytest.raises(UsageError, match="the query is empty") as e:
        ask(text)
    assert e.value.hint


def test_case_122_long():
    q = ask("a " * 5_000)
    assert any("shortened" in n for n in q.notes) and len(q.text) <= LONGEST_QUERY
    q = ask(" ".join(f"word{chr(97 + i % 26)}{chr(97 + i // 26)}" for i in range(200)))
    assert len(q.content) <= MOST_TERMS and any("rarest" in n for n in q.notes)


def test_the_rarest_words_are_kept():
    seen = {f"zq{chr(97 + i // 26)}{chr(97 + i % 26)}": i for i in range(100)}
    q = parse(" ".join(seen), lambda term: seen.get(term, 99) + 1, 1000)
    assert set(q.content) == set(list(seen)[:MOST_TERMS])


def test_idf_falls_with_frequency():
    q = parse("rare common", {"rare": 1, "common": 90}.get, 100)
    assert q.idf["rare"] > q.idf["common"] > 0
