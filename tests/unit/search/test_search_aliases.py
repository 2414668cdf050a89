"""A name that files import under another: asked for by either, it is found with its uses."""
from __future__ import annotations

FILES = {
    "shop/prices.py": "def total(lines):\n    return sum(lines)\n",
    "shop/bill.py": "from .prices import total as amount\nimport shop.prices as p\n\n\ndef print_bill(lines, log):\n"
    "    log.amount(lines)\n    return amount(lines) + p.total(lines)\n",
    "shop/other.py": "def run(amount):\n    return amount()\n",
    "web/index.ts": "import pay, { refund as undo } from './pay';\nexport { pay as checkout } from './pay';\nundo();\n",
    "web/pay.ts": "export default function pay() {}\nexport function refund() {}\n",
}


def uses(answer) -> list[tuple[str, int, str, str]]:
    return [(u.path, u.line, u.kind, u.resolved) for u in answer.references]


def test_asked_by_its_own_name(code):
    answer = code(FILES).engine.symbol("total")
    assert [d.path for d in answer.definitions] == ["shop/prices.py"]
    assert uses(answer) == [
        ("shop/bill.py", 1, "import", "name"),
        ("shop/bill.py", 7, "call", "alias"),  # not line 6: amount of something else
        ("shop/bill.py", 7, "call", "name"),
    ]
    assert answer.references_total == 3


def test_asked_by_the_alias(code):
    answer = code(FILES).engine.symbol("amount")
    assert not answer.definitions
    assert uses(answer) == [
        ("shop/bill.py", 1, "import", "name"), ("shop/bill.py", 6, "call", "name"), ("shop/bill.py", 7, "call", "name"),
        ("shop/other.py", 2, "call", "name"),
    ]  # fmt: skip
    assert answer.references_total == 4


def test_a_module_by_its_dotted_name(code):
    assert uses(code(FILES).engine.symbol("shop.prices")) == [("shop/bill.py", 2, "import", "name")]


def test_a_reexport_is_told_from_an_import(code):
    assert uses(code(FILES).engine.symbol("pay")) == [("web/index.ts", 1, "import", "name"), ("web/index.ts", 2, "export", "name")]
    assert uses(code(FILES).engine.symbol("checkout")) == [("web/index.ts", 2, "export", "name")]
    assert uses(code(FILES).engine.symbol("refund")) == [("web/index.ts", 1, "import", "name"), ("web/index.ts", 3, "call", "alias")]
