"""Files made of parts in other languages, and languages read by a scanner: ranges, outputs, limits."""
from __future__ import annotations

import json

import pytest

from coderag.analysis import analyze
from coderag.model.artifact import FileArtifact


def notebook(cells: list[dict], indent: int | None = 1, **more: object) -> bytes:
    return json.dumps({"cells": cells, "nbformat": 4, **more}, indent=indent).encode()


def shown(data: bytes, artifact: FileArtifact) -> str:
    lines = data.decode().split("\n")
    return "\n".join("\n".join(lines[c.start - 1 : c.end]) for c in artifact.chunks)


CELLS = [
    {"cell_type": "markdown", "source": ["# Load data\n", "Rows."]},
    {
        "cell_type": "code",
        "outputs": [
            {"data": {"image/png": "iVBORw0KGgo" * 20_000}, "output_type": "display_data"},
            {"ename": "E", "traceback": ["Traceback of never_shown"], "output_type": "error"},
        ],
        "source": ["def load_rows(p):\n", "    return 1"],
    },
]


def test_outputs_are_in_no_chunk() -> None:
    data = notebook(CELLS)
    artifact = analyze(data, "notebook")
    assert artifact.skip == artifact.note == "" and artifact.title == "Load data"
    text = shown(data, artifact)
    assert "def load_rows" in text and "iVBOR" not in text and "never_shown" not in text
    assert len(artifact.chunks) < 5
    found = {s.name: s for s in artifact.symbols}
    assert found["load_rows"].kind == "function"
    assert artifact.symbols[found["load_rows"].parent].name == "cell 2"
    assert "def load_rows" in data.decode().split("\n")[found["load_rows"].line - 1]


def test_one_line() -> None:
    small = [CELLS[0], {**CELLS[1], "outputs": []}]
    artifact = analyze(notebook(small, indent=None), "notebook")
    assert [c[:3] for c in artifact.chunks] == [(1, 1, "block")]
    assert "load_rows" in {s.name for s in artifact.symbols}
    assert analyze(notebook(CELLS, indent=None), "notebook").skip == "minified"


@pytest.mark.parametrize(
    "data",
    [notebook(CELLS)[:90], b"[]", b"{}", b'{"cells": 1}', b'{"cells": [1]}', b'{"cells": [{"source": {}}]}', b"{" * 50_000, b"x"],
)
def test_no_notebook(data: bytes) -> None:
    artifact = analyze(data, "notebook")
    assert artifact.skip or {c.kind for c in artifact.chunks} == {"window"}
    assert not artifact.symbols


def test_other_kernels_and_formats() -> None:
    cells = [{"cell_type": "code", "input": ["function f() {}"], "language": "x"}]
    old = json.dumps({"worksheets": [{"cells": cells}], "metadata": {"language_info": {"name": "javascript"}}}).encode()
    assert [s.kind for s in analyze(old, "notebook").symbols] == ["section", "function"]
    unknown = notebook([{"cell_type": "code", "source": "f <- function() 1"}], metadata={"kernelspec": {"language": "R"}})
    assert [c.name for c in analyze(unknown, "notebook").chunks] == ["cell 1"]


def test_large_cell_is_cut_by_its_own_language() -> None:
    source = "".join(f"def f{i}(a):\n    return '{'x' * 60}'\n" for i in range(60)).splitlines(keepends=True)
    data = notebook([{"cell_type": "code", "source": source}])
    artifact = analyze(data, "notebook")
    assert len(artifact.chunks) > 2 and {c.kind for c in artifact.chunks} == {"function"}
    assert all(c.context == "cell 1" for c in artifact.chunks)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_component_rows(end: str) -> None:
    lines = ["<template><p/></template><script>", "function f() {}", "</script>", "", "<style>", "p {}", "</style>", ""]
    data = end.join(lines).encode()
    artifact = analyze(data, "vue")
    assert [(s.name, s.line) for s in artifact.symbols] == [("f", 2)]
    assert {row for c in artifact.chunks for row in range(c.start, c.end + 1)} == set(range(1, 8))


def test_unclosed_elements() -> None:
    for data in (b"<script>\nfunction f() {}\n", b"<script", b"<!-- <script>\nfunction f() {}\n</script>", b"</script>\n"):
        artifact = analyze(data, "vue")
        assert {row for c in artifact.chunks for row in range(c.start, c.end + 1)} == set(range(1, artifact.lines + 1))
        assert [s.name for s in artifact.symbols] == (["f"] if data.startswith(b"<script>") else [])


@pytest.mark.parametrize("unit", ["'", "\\'", "/*", "$a$ ", "q'[", "create table a (", "create package x as procedure y is ", "BEGIN "])
def test_scanner_is_linear(unit: str) -> None:
    artifact = analyze((unit * (200_000 // len(unit))).encode(), "sql", forced=True)
    assert artifact.chunks


def test_clauses_are_one_symbol_and_cut_between() -> None:
    clauses = "".join(f"  def f({i}) do\n    g({i}, \"{'x' * 80}\")\n  end\n\n" for i in range(40))
    artifact = analyze(f"defmodule A do\n{clauses}  def g(a, b), do: a\nend\n".encode(), "elixir")
    assert [s.name for s in artifact.symbols] == ["A", "f", "g"]
    parts = [c for c in artifact.chunks if c.name == "f"]
    lines = clauses.split("\n")
    assert len(parts) > 2 and all(lines[c.start - 2].startswith("  def f") for c in parts)
