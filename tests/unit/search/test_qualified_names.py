"""Names as people and agents write them: with the package, with arguments, in another language's notation."""
from __future__ import annotations

import pytest

from coderag.search.qualified import fits, read

FILES = {
    "src/Orm/Table.php": "<?php\nnamespace Shop\\Orm;\n\nclass Table\n{\n    public function save($row)\n    {\n        return $row;\n    }\n\n    public function saveAll($rows)\n    {\n        return $this->save($rows[0]);\n    }\n}\n",
    "src/Orm/Report.php": "<?php\nnamespace Shop\\Orm;\n\nclass Report\n{\n    public function save($path)\n    {\n        return $path;\n    }\n}\n",
    "app.php": "<?php\n$report->save('x');\n$table->save($row);\n",
    "server/proxy/proxy.go": "package proxy\n\ntype Handler struct{}\n\nfunc (h *Handler) Serve(w int) error {\n\treturn nil\n}\n",
    "server/files/files.go": "package files\n\ntype Handler struct{}\n\nfunc (h *Handler) Serve(w int) error {\n\tjson.Marshal(w)\n\treturn nil\n}\n",
    "net/src/retry/mod.rs": "pub struct Retry<P> {\n    policy: P,\n}\n\nimpl<P> Service for Retry<P> {\n    fn call(&self) {}\n}\n",
    "net/src/limit/mod.rs": "pub struct Limit {}\n\nimpl Service for Limit {\n    fn call(&self) {}\n}\n",
    "web/index.ts": "export { inner as outer } from './inner';\n",
    "web/inner.ts": "export function inner() {}\n",
}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Cart.total()", "Cart total"),
        ("Cart::total(self, 3)", "Cart total"),
        ("(*Cart).total", "Cart total"),
        ("func (c *Cart) total", "Cart total"),
        ("func (c *Cart[T]) total(n int) error", "func (c *Cart[T]) total(n int) error"),
        ("Cart<K, List<V>>#total", "Cart total"),
        ("Cart`1.total", "Cart total"),
        ("<Cart<T> as Basket>::total", "Cart total"),
        ("\\Shop\\Cart", "Shop Cart"),
        ("$this->total", "total"),
        ("self.lines.total", "lines total"),
        ("new Cart", "Cart"),
        ("public static class Cart", "Cart"),
        ("~Cart", "~Cart"),
        ("empty?", "empty?"),
        ("operator<", "operator<"),
        ("cart > adds a line (twice)", "cart > adds a line (twice)"),
        ("", ""),
    ],
)
def test_reading(text, parts):
    asked = read(text)
    assert " ".join(asked.parts) == parts


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Table.save", ["src/Orm/Table.php"]),
        ("Table->save($row)", ["src/Orm/Table.php"]),
        ("Shop\\Orm\\Table::save", ["src/Orm/Table.php"]),
        ("\\Shop\\Orm\\Report", ["src/Orm/Report.php"]),
        ("proxy.Handler", ["server/proxy/proxy.go"]),
        ("(*Handler).Serve", ["server/files/files.go", "server/proxy/proxy.go"]),
        ("files.Handler.Serve", ["server/files/files.go"]),
        ("net::retry::Retry", ["net/src/retry/mod.rs"]),
        ("<Retry as Service>::call", ["net/src/retry/mod.rs"]),
        ("crate::limit::Limit", ["net/src/limit/mod.rs"]),
        ("outer", ["web/inner.ts"]),
        ("nowhere.Handler", []),
    ],
)
def test_definitions_of_a_qualified_name(code, name, found):
    assert [d.path for d in code(FILES).engine.symbol(name).definitions] == found


def test_a_name_in_the_wrong_place_is_told_where_it_is(code):
    answer = code(FILES).engine.symbol("Tabel.save")
    assert answer.suggestions[:2] == ("Shop\\Orm\\Table::save", "Shop\\Orm\\Report::save")
    assert not answer.references  # those of any save would be taken for its own


def test_what_is_defined_outside_keeps_its_uses(code):
    answer = code(FILES).engine.symbol("json.Marshal")
    assert not answer.definitions and [(u.path, u.line) for u in answer.references] == [("server/files/files.go", 6)]


def test_another_name_on_the_way_out_is_said(code):
    assert code(FILES).engine.symbol("outer").notes == ("outer is what web/index.ts:1 exports inner as",)


def test_a_path_is_no_name(code):
    answer = code(FILES).engine.symbol("web/inner.ts")
    assert answer.notes == ("web/inner.ts is a file: ask for its outline",) and not answer.references


def test_uses_that_look_like_those_asked_for_come_first(code):
    files = {**FILES, **{f"a{n}.php": f"<?php\n$store{n}->save($x);\n" for n in range(45)}}
    answer = code(files).engine.symbol("Table.save")
    assert [(u.path, u.line) for u in answer.references[:3]] == [("app.php", 3), ("src/Orm/Table.php", 13), ("a0.php", 2)]
    assert answer.notes[0] == "2 references look like Table's and come first"


def test_receivers():
    assert fits("Shop::Cart", "", "Cart") and fits("my_cart", "", "MyCart") and fits("$this->cart", "", "Cart")
    assert fits("self", "Cart.total", "Cart") and not fits("self", "Order.total", "Cart") and not fits("", "Cart.total", "Cart")
