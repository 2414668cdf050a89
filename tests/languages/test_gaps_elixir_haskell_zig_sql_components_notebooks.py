"""What Elixir, Haskell, Zig, SQL, Vue, Svelte and notebooks are known not to see yet. Each case states what would be right;
one that starts to hold fails here, and then moves into the language's own expectations."""
from __future__ import annotations

import json

from coderag.analysis import analyze
from coderag.model.artifact import Symbol
from tests.support.gaps import gap, references


def _symbols(language: str, source: str) -> dict[str, Symbol]:
    return {s.qualname: s for s in analyze(source.encode(), language).symbols}


def test_elixir_arity() -> None:
    source = "defmodule A do\n  def f(a), do: f(a, 1)\n  def f(a, b), do: a + b\nend\n"
    ranges = [s for s in analyze(source.encode(), "elixir").symbols if s.name == "f"]
    gap("adjacent functions of one name and different arity are one symbol", len(ranges) == 2)


def test_elixir_protocol_of_an_implementation() -> None:
    source = "defimpl Shop.Size, for: Shop.Cart do\n  def size(c), do: 1\nend\n"
    gap("an implementation is no use of its protocol", ("inherit", "Size") in references("elixir", source))


def test_haskell_trailing_doc() -> None:
    source = "data A = A\n  { items :: Int -- ^ What is in it.\n  }\n"
    gap("`-- ^` behind a field is no doc", _symbols("haskell", source)["items"].doc == "What is in it.")


def test_haskell_visibility() -> None:
    source = "module A (f) where\nf = 1\ng = 2\n"
    gap("the export list gives no visibility", _symbols("haskell", source)["A.g"].visibility == "private")


def test_zig_container_in_a_call() -> None:
    source = "const Map = wrap(struct {\n    pub fn get() void {}\n});\n"
    gap("functions of a struct that is an argument have no parent", "Map.get" in _symbols("zig", source))


def test_sql_table_after_a_join() -> None:
    source = "SELECT 1 FROM a JOIN b ON a.id = b.id, c;\n"
    gap("a table listed after a join condition is not seen", ("type", "c") in references("sql", source))


def test_sql_dynamic() -> None:
    source = "BEGIN\n  EXECUTE IMMEDIATE 'CREATE TABLE made (x int)';\nEND;\n/\n"
    gap("what is created from a string is not seen", "made" in _symbols("sql", source))


def test_vue_component_without_a_name() -> None:
    source = "<script>\nexport default { methods: { add() {} } }\n</script>\n"
    kinds = {s.kind for s in analyze(source.encode(), "vue").symbols}
    gap("a component is named by its file, which analysis does not know", "class" in kinds)


def test_vue_several_calls_in_an_expression() -> None:
    source = "<template><p>{{ first(a) + second(b) }}</p></template>\n"
    gap("only the first call of an expression in markup is seen", ("call", "second") in references("vue", source))


def test_notebook_text_is_escaped() -> None:
    source = json.dumps({"cells": [{"cell_type": "code", "source": ['print("a")\n']}]}, indent=1)
    artifact = analyze(source.encode(), "notebook")
    shown = source.split("\n")[artifact.chunks[0].start - 1 : artifact.chunks[0].end]
    gap("text is shown and indexed as lines of the JSON file, quotes and escapes included", 'print("a")' in "\n".join(shown))
