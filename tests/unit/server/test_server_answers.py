"""Replies: text and structure agree, fit the budget, are valid UTF-8, and errors are one line."""
from __future__ import annotations

import json
import logging

import pytest

from coderag.server import budget, escape, markdown
from coderag.server.markdown import fence, freshness_line
from coderag.server.source import EngineSource
from coderag.server.tools import TOOLS
from tests.unit.server import fake_engine
from tests.unit.server.fake_engine import FRESH, FakeEngine, function

LONG_ANSWERS = [
    ("search_code", {"query": "huge", "top_k": 100}),
    ("search_code", {"query": "long"}),
    ("search_code", {"query": "line"}),
    ("get_file_symbols", {"file_path": "big.py"}),
    ("get_repo_structure", {"path": "big"}),
    ("get_symbol_info", {"symbol_name": "popular"}),
]


def test_search_text(call):
    assert call("search_code", query="x", top_k=1).text == (
        "main @ 1a2b3c4, current\n\n"
        "### 1. src/m1.py:10-11 · function pkg.f1 · score 1.00 · why: definition match, words\n"
        "in `class Store:`\n"
        "```python\ndef f(a):\n    return a\n```"
    )


def test_structure_is_the_answers_json(call, source):
    engine = source.get()
    query = fake_engine.a.Query("x")
    assert call("search_code", query="x").structured == engine.search(query).as_json()
    for name, arguments, answer in [
        ("get_file_symbols", {"file_path": "a.py"}, engine.outline("a.py")),
        ("get_repo_structure", {}, engine.tree()),
        ("get_symbol_info", {"symbol_name": "f"}, engine.symbol("f")),
    ]:
        assert call(name, **arguments).structured == answer.as_json()
    assert call("index_status").structured == engine.status()


def test_outline_tree_symbol_and_status_text(call):
    assert "  1-2 method def m1(self) — Doc." in call("get_file_symbols", file_path="a.py").text
    assert "src/ · 2 files · 40 lines · python 2 · 1 not searched · The code\n  m0.py · 20 lines" in call(
        "get_repo_structure"
    ).text
    symbol = call("get_symbol_info", symbol_name="f").text
    assert "### 2. src/m1.py:1-2 · function pkg.f" in symbol and "- src/u0.py:1 call in pkg.g `return f(1)`" in symbol
    assert "Close names: mixing" in call("get_symbol_info", symbol_name="missing").text
    assert "3 files, 12 chunks, 7 symbols" in call("index_status").text


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, "main @ 1a2b3c4, current"),
        ({"dirty_files": 1}, "main @ 1a2b3c4, current; uncommitted changes in 1 file are not in this answer"),
        ({"uncommitted_files": 0, "dirty_files": 1}, "main @ 1a2b3c4, current"),
        ({"uncommitted_files": 3}, "main @ 1a2b3c4, current + 3 uncommitted files"),
        ({"uncommitted_files": 1, "left_out": {"over the limit": 1200, "unreadable": 1}},
         "main @ 1a2b3c4, current + 1 uncommitted file; 1,201 uncommitted files not covered (1,200 over the limit, 1 unreadable)"),
        ({"state": "stale", "head_commit": "9" * 40, "commits_behind": 1}, "main @ 1a2b3c4, STALE: 1 commit behind 9999999"),
        ({"state": "stale", "note": "options changed"}, "main @ 1a2b3c4, STALE. options changed"),
        ({"state": "building", "indexed_commit": None}, "main, BUILDING"),
        ({"state": "not_indexed", "indexed_commit": None, "note": "Run coderag init"},
         "main, NOT INDEXED. Run coderag init"),
        ({"state": "failed", "note": "disk full"}, "main @ 1a2b3c4, INDEXING FAILED. disk full"),
        ({"state": "no_commits", "indexed_commit": None, "head_commit": None}, "main, NO COMMITS"),
        ({"ref": "HEAD (detached)"}, "HEAD (detached) @ 1a2b3c4, current"),
    ],
)  # fmt: skip
def test_freshness_lines_differ(changes, line):
    assert freshness_line({**FRESH.as_json(), **changes}) == line


def test_no_hits_is_not_no_index(call):
    assert "No hits" in call("search_code", query="nothing").text
    unready = call("search_code", query="unready").text
    assert "No hits" not in unready and "12 of 40 files" in unready


@pytest.mark.parametrize(("name", "arguments"), LONG_ANSWERS, ids=lambda value: str(value)[:40])
def test_both_forms_fit_the_budget_and_say_what_is_missing(call, name, arguments):
    reply = call(name, **arguments)
    assert len(reply.text) <= budget.CHARS and len(budget.dumps(reply.structured)) <= budget.CHARS
    assert "shown" in reply.text or "cut" in reply.text
    assert reply.structured["notes"]


def test_hits_are_cut_whole_from_the_end(call):
    reply = call("search_code", query="huge", top_k=100)
    hits = reply.structured["hits"]
    assert 3 <= len(hits) < 100 and f"{len(hits)} of 100 hits shown" in reply.text
    whole = function(30)
    assert all(hit["text"] == whole for hit in hits if "full_end_line" not in hit)
    long = hits[1]  # too long to show: a beginning of whole lines, and the range says so
    shown = long["end_line"] - long["start_line"] + 1
    assert long["text"] == "\n".join(function(900).split("\n")[:shown]) and long["full_end_line"] == 909
    assert f"… (lines 10-{long['end_line']} of 10-909 shown)" in reply.text


def test_small_answers_are_not_touched(call):
    assert call("search_code", query="x").structured["notes"] == []


def test_every_definition_stays_listed(call):
    assert len(call("get_symbol_info", symbol_name="popular").structured["definitions"]) == 8


def test_odd_characters_are_visible(call):
    reply = call("search_code", query="nasty")
    for text in (reply.text, json.dumps(reply.structured, ensure_ascii=False)):
        text.encode("utf-8")
        assert not set(text) & set("\x00\x07\x1b\u202e\x9b\U000e0041")
    assert r"esc \x1b[31m nul \x00 bidi \u202e c1 \x9b lone \ud800 byte \xe9 tag \U000e0041" in reply.text
    assert reply.structured["hits"][0]["path"] == r"caf\xe9.py"
    assert reply.structured["hits"][1]["text"] == "def f(a):\n    return a"
    assert "file changed since this commit" in reply.text.split("\n")[2]


def test_plain_text_is_unchanged():
    text = "tab\there\nπ 漢字 👩‍🚀 é"
    assert escape.visible(text) == text and escape.encodable(text) == text


def test_fence_is_longer_than_any_inside():
    assert fence("```sh\nls\n```", "markdown").startswith("````markdown\n")


def test_errors_are_one_line(call, caplog):
    busy = call("search_code", query="busy")
    assert busy.is_error and busy.text == "the index is being rebuilt. ask again in a minute"
    with caplog.at_level(logging.ERROR, "coderag.server"):
        boom = call("search_code", query="boom")
    assert boom.is_error and boom.text.startswith("internal error: KeyError: ") and "\n" not in boom.text
    assert boom.text.endswith("run `coderag doctor`") and "Traceback" not in boom.text
    assert caplog.records[0].exc_info  # the details are in the log


@pytest.mark.parametrize("name", TOOLS)
def test_without_a_repository(tmp_path, name):
    from coderag.server import calls

    for path in (tmp_path, tmp_path / "deleted"):
        reply = calls.answer(TOOLS[name], {}, EngineSource(str(path), FakeEngine.open))
        assert reply.is_error and reply.text.startswith("no repository here; start the server with --repo PATH")
        assert "\n" not in reply.text


def test_repository_may_appear_later(tmp_path):
    from coderag.server import calls

    source = EngineSource(str(tmp_path), FakeEngine.open)
    assert calls.answer(TOOLS["index_status"], {}, source).is_error
    (tmp_path / ".git").mkdir()
    assert not calls.answer(TOOLS["index_status"], {}, source).is_error
    engine = source.get()
    source.close()
    assert engine.closed


def test_a_small_budget_gives_pages(call):
    first = call("search_code", query="huge", top_k=8, max_tokens=900)
    shown = len(first.structured["hits"])
    assert max(len(first.text), len(json.dumps(first.structured))) < 900 * 4
    assert first.structured["next"] == f"{shown}@1a2b3c4" and first.structured["more"]
    assert f"cursor {shown}@1a2b3c4" in first.text


def test_a_page_continues_and_notices_another_commit(call, source):
    reply = call("search_code", query="x", cursor="8@1a2b3c4")
    assert source.get().asked[-1].offset == 8 and reply.structured["notes"] == []
    assert call("search_docs", query="x", cursor="5@fffffff").structured["notes"] == [
        "the page before was made from fffffff; hits may have moved between the pages"
    ]
    for wrong in ("eight", "@", "-1@1a2b3c4", "99999999999"):
        assert call("search_code", query="x", cursor=wrong).text.startswith("cursor: expected the `next` of an earlier answer")


def test_a_hit_with_everything(call, source, monkeypatch):
    a = fake_engine.a
    rich = fake_engine.hit(
        1, text="", signature="def f(a)", doc="Does it.", test=True, unit=a.Place("pkg.f1", 5, 90),
        previous=a.Place("pkg.e", 1, 4), next=a.Place("pkg.g", 92, 95), uses=a.Uses(12, 2, ("main", "run")),
        similar=("copy/m1.py:10-11",),
    )  # fmt: skip
    monkeypatch.setattr(source.get(), "search", lambda q: a.SearchAnswer(fake_engine.FRESH, (rich,)))
    lines = call("search_code", query="x", detail="outline").text.split("\n")
    assert "· test · part of 5-90 ·" in lines[2]
    assert lines[3] == "before it e 1-4 · after it g 92-95 · used 12 times by name (2 symbols share the name): main, run"
    assert lines[4:] == ["`def f(a)`", "Does it.", "1 more like this: copy/m1.py:10-11"]


@pytest.mark.parametrize(("name", "arguments"), [(tool.name, {p.name: p.example for p in tool.params if p.required}) for tool in TOOLS.values()])
def test_answers_have_what_their_schema_promises(call, name, arguments):
    payload = call(name, **(arguments or ({"code": "x = 1"} if name == "find_similar" else {}))).structured
    schema = TOOLS[name].output_schema()
    kinds = {"object": dict, "array": list}
    for key in schema["required"]:
        assert isinstance(payload[key], kinds[schema["properties"][key]["type"]]), key


def test_a_definition_that_is_cut_shows_its_signature():
    above = [f"/// line {n} of a long comment about what it does" for n in range(30)]
    body = [f"    step({n});" for n in range(40)]
    text = "\n".join([*above, "public Task Run(Action a)", "{", *body, "}"])
    entry = {"text": text, "start_line": 8, "end_line": 80, "line": 38, "path": "a.cs"}
    budget.begin_at_signature(entry, 400)
    assert budget.shorten(entry, 400)
    assert entry["text"].startswith("public Task Run(Action a)\n{") and entry["start_line"] == 38 < entry["end_line"]
    assert markdown.location(entry) == "a.cs:8-80"
    assert markdown.cut_mark(entry) == [f"… (lines 38-{entry['end_line']} of 8-80 shown)"]
    whole = {"text": text, "start_line": 8, "end_line": 80, "line": 38}
    budget.begin_at_signature(whole, 10_000)
    assert whole["text"] == text and whole["start_line"] == 8
