"""What a query may hold beside words: filters, stack traces, places."""
from __future__ import annotations

import pytest

from coderag.search.traces import frames

FILES = {
    "shop/cart.py": "class Cart:\n    def total(self):\n        return sum(l.price for l in self.lines)\n\n\ndef total_of(carts):\n    return sum(c.total() for c in carts)\n",
    "shop/tax.py": "def rate(country):\n    return RATES[country]\n\n\ndef total_tax(order):\n    return order.net * rate(order.country)\n",
    "web/Cart.java": "class Cart {\n  int total() {\n    return 1;\n  }\n}\n",
    "web/app.ts": "export function total(lines: number[]): number {\n  return lines.reduce((a, b) => a + b, 0);\n}\n",
    "lib/a/util.go": "package a\n\nfunc Total() int {\n\treturn 1\n}\n",
    "lib/b/util.go": "package b\n\nfunc Total() int {\n\treturn 2\n}\n",
}


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("total language:java", {"web/Cart.java"}),
        ("lang:ts total", {"web/app.ts"}),
        ("total path:shop", {"shop/cart.py", "shop/tax.py"}),
        ("file:web/** total", {"web/Cart.java", "web/app.ts"}),
        ("symbol:total_tax net", {"shop/tax.py"}),
        ("symbol:Cart.total", {"shop/cart.py", "web/Cart.java"}),
        ("total kind:function path:shop/cart.py", {"shop/cart.py"}),
    ],
)
def test_filters_in_the_text(code, text, paths):
    assert set(code(FILES).paths(text, top_k=20)) == paths


@pytest.mark.parametrize("text", ["language:klingon total", "path:nowhere/** total", "symbol:no_such total", "kind:nonsense total", "path: total", "std::total", "a:b total"])
def test_what_is_no_filter_is_text(code, text):
    assert len(set(code(FILES).paths(text, top_k=20))) > 3


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("language:klingon total", "language:klingon is read as text: no file of that language is indexed"),
        ("path:nowhere/** total", "path:nowhere/** is read as text: it matches no indexed file"),
        ("symbol:no_such total", "symbol:no_such is read as text: nothing is called so"),
        ("kind:nonsense total", "kind:nonsense is read as text: kinds are class, constant"),
    ],
)
def test_a_filter_that_names_nothing_is_said(code, text, note):
    assert code(FILES).ask(text).notes[0].startswith(note)


def test_short_kinds(code):
    assert {h.symbol for h in code(FILES).ask("total kind:fn path:shop").hits} == {"total_of", "total_tax", "rate"}


def test_a_kind_is_what_the_chunk_is_or_holds(code):
    assert {h.path for h in code(FILES).ask("total kind:method", top_k=20).hits} == {"shop/cart.py", "web/Cart.java"}
    assert {h.symbol for h in code(FILES).ask("total kind:class", top_k=20).hits} == {"Cart"}


def test_an_argument_goes_before_a_filter(code):
    assert set(code(FILES).paths("total path:web", path="shop", top_k=20)) == {"shop/cart.py", "shop/tax.py"}


PYTHON = '''Traceback (most recent call last):
  File "/srv/app/releases/7/shop/cart.py", line 7, in total_of
    return sum(c.total() for c in carts)
  File "/srv/app/releases/7/shop/tax.py", line 2, in rate
    return RATES[country]
KeyError: 'XX'
'''


def test_frames_of_traces():
    assert frames(PYTHON) == [("/srv/app/releases/7/shop/tax.py", 2), ("/srv/app/releases/7/shop/cart.py", 7)]
    assert frames("  at total (/build/web/app.ts:2:10)\n  at Module._compile (node:internal/modules:12:3)") == [("/build/web/app.ts", 2)]
    assert frames("at shop.Cart.total(Cart.java:3)\nat shop.Main.main(Main.java:9)") == [("Cart.java", 3), ("Main.java", 9)]
    assert frames("panic: boom\n\tC:\\src\\lib\\a\\util.go:4 +0x1d") == [("/src/lib/a/util.go", 4)]
    assert frames("at Shop.Run() in /src/Shop.cs:line 12") == [("/src/Shop.cs", 12)]
    assert frames("src/main.rs:10:5: error[E0308]: mismatched types") == [("src/main.rs", 10)]
    assert frames("from app/models/cart.rb:12:in 'total'") == [("app/models/cart.rb", 12)]
    assert frames("version 1.2:3 of the 3:4 ratio at 12:30") == []


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (PYTHON, [("shop/tax.py", "rate"), ("shop/cart.py", "total_of")]),
        ("TypeError: x\n    at total (/build/web/app.ts:2:10)", [("web/app.ts", "total")]),
        ("java.lang.NullPointerException\n\tat shop.Cart.total(Cart.java:3)", [("web/Cart.java", "Cart")]),
        ("why does lib/b/util.go:4 return two", [("lib/b/util.go", "Total")]),
    ],
)
def test_places_come_first(code, text, first):
    assert [(h.path, h.symbol) for h in code(FILES).ask(text).hits][: len(first)] == first


def test_a_place_that_several_files_could_be_is_none(code):
    hits = code(FILES).ask("error in util.go:4").hits
    assert all("place-rank" not in h.signals for h in hits)


def test_a_name_that_only_tests_have_is_found_there(code):
    files = {f"src/m{n}.py": f"def handle_{n}(event):\n    queue.put(event, {n})\n    return event\n" for n in range(30)}
    files["tests/deep/down/test_queue.py"] = "def test_queue():\n    put_all()\n\n\ndef make_brittle_event():\n    return {'kind': 'event'}\n"
    assert code(files).paths("make_brittle_event", top_k=3)[0] == "tests/deep/down/test_queue.py"
    assert code(files).paths("brittle", top_k=3)[0] == "tests/deep/down/test_queue.py"
    assert code(files).paths("queue event", top_k=3)[0].startswith("src/")
