"""The replay cases of themes D (files and chunking) and E (extraction), each on the input its report describes.

Further up than a single file, so tested elsewhere: 19 and 111 and 112 (which files are read), 39 and 40 (which definition a
use means; here only what a reference tells), 128 (history). More inputs for 31, 32, 33, 76, 97, 98 and 126 are in
test_analysis_limits.py; the languages' own shapes are in tests/languages.
"""
from __future__ import annotations

import json

import pytest

from coderag.analysis import analyze
from coderag.analysis.grammar import missing_grammars
from coderag.languages import hint_for, path_skip, resolve
from coderag.model.artifact import FileArtifact


def of(source: str | bytes, name: str) -> FileArtifact:
    return analyze(source if isinstance(source, bytes) else source.encode(), hint_for(name))


def symbols(artifact: FileArtifact) -> list[tuple[str, str]]:
    return [(s.kind, s.qualname) for s in artifact.symbols]


def uses(artifact: FileArtifact) -> set[tuple[str, str, str, str]]:
    """(scope, kind, name, receiver)."""
    return {
        (artifact.symbols[r.scope].qualname if r.scope >= 0 else "", r.kind, r.name, r.receiver) for r in artifact.references
    }


def chunk_names(artifact: FileArtifact) -> list[tuple[int, int, str]]:
    return [(c.start, c.end, c.qualname) for c in artifact.chunks]


def test_case_7_every_grammar_is_installed() -> None:
    assert missing_grammars() == []


def test_case_31_minified_beside_normal() -> None:
    assert of(b"a(1);" * 600_000, "app.min.js").skip == "minified"
    assert of("export const data = '" + "QUJD" * 500_000 + "';\n", "data.ts").skip == "minified"
    assert of("function normal() { return 1; }\n", "normal.js").skip == ""


def test_case_33_empty_and_comment_only() -> None:
    assert of(b"", "__init__.py").chunks == () == of("\n\n\n", "x.py").chunks
    assert len(of("# Copyright 2020 Someone. All rights reserved.\n", "x.py").chunks) == 1
    assert len(of("![logo](logo.png)\n", "x.md").chunks) == 1


def test_case_34_cpp_definitions_outside_the_class() -> None:
    header = of(
        "namespace gear { class Box { public: void turn(int); ~Box(); }; template<class T> struct Pool { T take(); }; }\n", "box.h"
    )
    assert header.language == "cpp"
    assert {("method", "gear::Box::turn"), ("method", "gear::Box::~Box"), ("method", "gear::Pool::take")} <= set(symbols(header))
    source = of(
        "namespace gear { void Box::turn(int k){ k++; } Box::~Box(){} template<class T> T Pool<T>::take(){ return T(); } }"
        " bool operator==(const gear::Box&a,const gear::Box&b){return true;}\n",
        "box.cpp",
    )
    assert symbols(source) == [
        ("namespace", "gear"), ("method", "gear::Box::turn"), ("method", "gear::Box::~Box"), ("method", "gear::Pool::take"),
        ("function", "operator=="),
    ]  # fmt: skip
    main = of("#include \"box.h\"\nint main() { gear::Box b; b.turn(1); }\n", "main.cpp")
    assert ("main", "call", "turn", "b") in uses(main) and ("main", "type", "Box", "gear") in uses(main)


def test_case_35_csharp_partial_class() -> None:
    a = of(
        "namespace Shop.Orders;\npublic partial class Cart(int max) { public void Add(int q) => Total += q;"
        " public int Total {get;set;} }\npublic record Line(string Sku, int Qty);\n",
        "a.cs",
    )
    assert {
        ("class", "Shop.Orders.Cart"), ("method", "Shop.Orders.Cart.Add"), ("property", "Shop.Orders.Cart.Total"),
        ("record", "Shop.Orders.Line"),
    } <= set(symbols(a))  # fmt: skip
    b = of("namespace Shop.Orders;\npartial class Cart { public void Add(string s){} }\n", "b.cs")
    assert {("class", "Shop.Orders.Cart"), ("method", "Shop.Orders.Cart.Add")} <= set(symbols(b))
    assert ("class", "Other.Cart") in symbols(of("namespace Other; class Cart {}\n", "c.cs"))


@pytest.mark.parametrize("name", ["a.ts", "a.tsx"])
def test_case_36_typescript_abstract_class(name: str) -> None:
    artifact = of(
        'export abstract class Shape { abstract area(): number; label(): string { return "s"; } }\n'
        "class Sq extends Shape { area(){ return 1; } }\n",
        name,
    )
    assert symbols(artifact) == [
        ("class", "Shape"), ("method", "Shape.area"), ("method", "Shape.label"), ("class", "Sq"), ("method", "Sq.area"),
    ]  # fmt: skip
    assert ("Sq", "inherit", "Shape", "") in uses(artifact)


def test_case_38_go_methods() -> None:
    assert symbols(of("package p\n\ntype Stack[T any] struct{}\n", "s.go")) == [("struct", "Stack")]
    methods = "package p\n\nfunc (s *Stack[T]) Push(v T){}\nfunc (Stack[T]) Len() int {return 0}\nfunc init(){}\nfunc init(){}\n"
    assert symbols(of(methods, "m.go")) == [
        ("method", "Stack.Push"), ("method", "Stack.Len"), ("function", "init"), ("function", "init"),
    ]  # fmt: skip
    app = of("package p\n\ntype App struct{ st *Stack[int] }\n\nfunc (a *App) Run(){ a.st.Push(1) }\n", "app.go")
    assert ("App.Run", "call", "Push", "a.st") in uses(app)


def test_case_39_a_call_tells_its_receiver() -> None:
    assert ("f", "call", "get", "d") in uses(of('def f(d): return d.get("x")\n', "b.py"))
    assert {("", "import", "get", "a"), ("g", "call", "get", "")} <= uses(of("from a import get\ndef g(): return get(1)\n", "d.py"))
    assert ("T.F", "call", "Exec", "t.db") in uses(of('package p\n\nfunc (t *T) F() { t.db.Exec("q") }\n', "c.go"))


def test_case_40_an_import_names_its_module() -> None:
    artifact = of("import b\ndef run(): return b.helper()\n", "a.py")
    assert uses(artifact) == {("", "import", "b", ""), ("run", "call", "helper", "b")}


def test_case_41_python_shapes() -> None:
    artifact = of(
        "class A:\n  @property\n  def v(self): return 1\n  @v.setter\n  def v(self,x): pass\n  @staticmethod\n"
        "  async def go():\n    def inner(): pass\nif X:\n  def f(): return 1\nelse:\n  def f(): return 2\n\n"
        '@app.get("/u")\ndef handler(): pass\n\n_v = 1\nv = 2\n',
        "a.py",
    )
    assert symbols(artifact) == [
        ("class", "A"), ("property", "A.v"), ("property", "A.v"), ("method", "A.go"), ("function", "A.go.inner"),
        ("function", "f"), ("function", "f"), ("function", "handler"), ("variable", "_v"), ("variable", "v"),
    ]  # fmt: skip
    go, handler = artifact.symbols[3], artifact.symbols[7]
    assert (go.start, go.line) == (6, 7) and (handler.start, handler.line) == (14, 15)
    assert next(c for c in artifact.chunks if c.name == "handler").start == 14
    assert {s.name: s.visibility for s in artifact.symbols[-2:]} == {"_v": "private", "v": "public"}


def test_case_62_notebook() -> None:
    def cell(kind: str, text: str, outputs: list | None = None) -> dict:
        made = {"cell_type": kind, "metadata": {}, "source": text.splitlines(keepends=True)}
        return made if outputs is None else made | {"execution_count": 1, "outputs": outputs}

    image = {"output_type": "display_data", "data": {"image/png": "iVBOR" * 40_000}, "metadata": {}}
    trace = {"output_type": "error", "ename": "E", "evalue": "", "traceback": ["Traceback zz_marker"]}
    book = {"cells": [cell("markdown", "Load data"), cell("code", "def load_rows(p): return 1", [image, trace])],
            "metadata": {}, "nbformat": 4, "nbformat_minor": 5}  # fmt: skip
    data = json.dumps(book, indent=1)
    artifact = of(data, "nb.ipynb")
    assert artifact.skip == "" and len(artifact.chunks) < 5
    assert [s.name for s in artifact.symbols if s.kind == "function"] == ["load_rows"]
    lines = data.split("\n")
    shown = "\n".join("\n".join(lines[c.start - 1 : c.end]) for c in artifact.chunks)
    assert "load_rows" in shown and "Load data" in shown and "zz_marker" not in shown and "iVBOR" not in shown
    broken = of(data[:300], "nb.ipynb")
    assert broken.skip or broken.chunks


def test_case_63_class_with_an_export_macro() -> None:
    artifact = of("class SHARED_LIB Engine : public Base { public: void spin(); Q_OBJECT };\n", "engine.hpp")
    assert symbols(artifact) == [("class", "Engine"), ("method", "Engine::spin")]
    assert ("Engine", "inherit", "Base", "") in uses(artifact)


def test_case_66_rust_items() -> None:
    artifact = of(
        "struct Stack<T>(T);\nimpl<T: Clone> Stack<T> { fn push(&mut self){} }\n"
        "impl std::fmt::Display for Money { fn fmt(&self){} }\n#[cfg(unix)] fn os(){}\n#[cfg(windows)] fn os(){}\n"
        "macro_rules! mk { () => {} }\ntrait Shape { fn area(&self)->f64 { 0.0 } }\n",
        "a.rs",
    )
    assert symbols(artifact) == [
        ("struct", "Stack"), ("method", "Stack::push"), ("method", "Money::fmt"), ("function", "os"), ("function", "os"),
        ("macro", "mk"), ("trait", "Shape"), ("method", "Shape::area"),
    ]  # fmt: skip
    assert ("", "inherit", "Display", "Money") in uses(artifact)


def test_case_84_no_heading_in_a_fence() -> None:
    artifact = of(
        "# Real\n\n~~~\n# not a heading\n~~~\n\n```\n# not a heading\n```\n\n- item\n  ```\n  # not a heading\n  ```\n\n"
        "## Next\n\n```\n# not a heading\n",
        "a.md",
    )
    assert [s.qualname for s in artifact.symbols] == ["Real", "Real > Next"]


@pytest.mark.parametrize(
    ("path", "skipped"),
    [
        ("package-lock.json", True), ("sub/dir/package-lock.json", True), ("yarn.lock", True), ("vendor/x.go", True),
        ("node_modules/a/index.js", True), ("src/a.py", False),
    ],
)  # fmt: skip
def test_case_85_locks_and_vendored_code(path: str, skipped: bool) -> None:
    assert bool(path_skip(path)) is skipped


def test_case_85_generated_code() -> None:
    assert path_skip("api_pb2.py") or of("# Generated by the protocol buffer compiler.  DO NOT EDIT!\nx = 1\n", "api_pb2.py").skip


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("tsconfig.json", '{\n  // strict\n  "compilerOptions": { "strict": true, },\n}\n'),
        ("values.yaml", "replicas: {{ .Values.x }}\nname: a\n"),
        ("tabs.yaml", "a:\n\tb: 1\n"),
        ("twice.yaml", "a: 1\na: 2\n"),
        ("many.yaml", "a: 1\n---\nb: 2\n"),
        (".env.example", "KEY=value\n"),
        ("pyproject.toml", '[project]\nname = "shop"\n[broken\n'),
        ("data.json", "[\n" + "  12345678,\n" * 80_000 + "  1\n]\n"),
    ],
)
def test_case_86_config_in_any_state(name: str, text: str) -> None:
    artifact = of(text, name)
    covered = {line for c in artifact.chunks for line in range(c.start, c.end + 1)}
    assert artifact.skip == "" and covered == set(range(1, artifact.lines + 1))


def test_case_86_key_path() -> None:
    text = "first:\n" + "  - a value that is long enough to matter\n" * 50 + "second:\n" + "  - another value\n" * 100
    assert {c.qualname for c in of(text, "a.yaml").chunks} == {"first", "second"}


def test_case_87_functions_that_are_values() -> None:
    artifact = of(
        "export const run = async x => go(x)\nmodule.exports = { go(){}, stop: function(){} };\n"
        "Cart.prototype.add = function(){};\nclass Clock { constructor() { this.tick = () => {} } }\n"
        "(function () { inside(); })();\nexport default function(){}\n",
        "a.js",
    )
    assert {"run", "go", "stop", "Cart.add", "Clock.tick", "default"} <= {s.qualname for s in artifact.symbols}
    assert ("run", "call", "go", "") in uses(artifact)


def test_case_97_nul_byte() -> None:
    assert [s.name for s in of(b"def a(): pass\n\0\ndef b(): pass\n", "n.py").symbols] == ["a", "b"]


def test_case_98_table_of_five_megabytes() -> None:
    row = b"  {1, 2, 3, 4, 5, 6, 7, 8},\n"
    artifact = of(b"int table[][8] = {\n" + row * (5_000_000 // len(row)) + b"};\n", "table.c")
    assert artifact.skip == "too-large"
    artifact = of(b"int table[][8] = {\n" + row * (2_000_000 // len(row)) + b"};\n", "table.c")
    assert artifact.note == "too-large-for-syntax" and artifact.chunks


def test_case_108_byte_order_mark() -> None:
    assert [s.name for s in of("\ufeff# Setup\n\ntext\n", "a.md").symbols] == ["Setup"]
    assert "\ufeff" not in repr(of('\ufeff{"a":1}\n', "a.json"))
    assert [s.name for s in of("\ufeffimport os\ndef one(): pass\n", "a.py").symbols] == ["one"]
    script = of("\ufeff#!/usr/bin/env python\ndef one(): pass\n", "tool")
    assert script.language == "python" and [s.name for s in script.symbols] == ["one"]


def test_case_109_headings() -> None:
    artifact = of(
        "---\ntitle: T\n---\nTop\n===\n\n## Usage\n\nFirst.\n\n## Usage\n\nSecond.\n\n## Empty\n", "a.md"
    )
    assert artifact.title == "T"
    assert [c.qualname for c in artifact.chunks].count("Top > Usage") == 2
    assert len({(c.start, c.end) for c in artifact.chunks}) == len(artifact.chunks)
    prose = of("Only prose.\n\nMore of it.\n", "b.md")
    assert len(prose.chunks) == 1 and prose.symbols == ()
    assert [s.qualname for s in of("Top\n===\n\nUse\n---\n\nText.\n", "c.rst").symbols] == ["Top", "Top > Use"]
    assert [s.qualname for s in of("= Top\n\n== Use\n\nText.\n", "d.adoc").symbols] == ["Top", "Top > Use"]


@pytest.mark.parametrize(
    ("name", "text", "language"),
    [
        ("tool", "#!/usr/bin/env python3\nx = 1\n", "python"), ("box.h", "class Box { void f(); };\n", "cpp"),
        ("box.h", "struct box { int a; };\n", "c"), ("a.mjs", "x\n", "javascript"), ("b.cts", "x\n", "typescript"),
        ("c.pyi", "x: int\n", "python"), ("d.tpp", "template<class T> void f();\n", "cpp"), ("Makefile", "all:\n", "makefile"),
        ("Dockerfile", "FROM x\n", "dockerfile"), ("Rakefile", "task :a\n", "ruby"), ("a.unknown", "words\n", "text"),
    ],
)  # fmt: skip
def test_case_113_language(name: str, text: str, language: str) -> None:
    assert resolve(hint_for(name), text) == language


def test_case_113_map_of_the_user() -> None:
    assert hint_for("shaders/a.glsl", {"*.glsl": "c"}) == "c"
    assert resolve(hint_for("e.inc"), "<?php\nfunction a() {}\n") == "php"


def test_case_114_methods_name_their_class() -> None:
    methods = "".join(
        f"    def close_{i:02}(self, period):\n" + "".join(f"        step_{j} = self.post({i}, {j})\n" for j in range(11)) + "\n"
        for i in range(30)
    )
    artifact = of(f'class Ledger(Base):\n    """Keeps books."""\n\n{methods}', "ledger.py")
    assert [c.qualname for c in artifact.chunks] == ["Ledger"] + [f"Ledger.close_{i:02}" for i in range(30)]
    assert all(c.context == "class Ledger(Base):" for c in artifact.chunks[1:])
    long = of("class A:\n    def m(self):\n" + "        value = compute(1, 2, 3, 4, 5, 6)\n" * 300, "a.py")
    parts = [c for c in long.chunks if c.qualname == "A.m"]
    assert [c.part for c in parts] == list(range(1, len(parts) + 1)) and len({(c.start, c.end) for c in parts}) == len(parts)


def test_case_115_functions_made_by_macros() -> None:
    artifact = of(
        "EXPORT_API(int) open_box(const char*p){return p!=0;}\nDEFINE_CMD(reload){return 3;}\n"
        '#define TWICE(x) \\\n/* note */ ((x)*2)\nstatic int plain(void){return open_box("");}\n',
        "a.c",
    )
    names = {s.name for s in artifact.symbols}
    assert {"open_box", "TWICE", "plain"} <= names and all(n.isidentifier() for n in names)
    assert ("plain", "call", "open_box", "") in uses(artifact)


def test_case_116_typescript_namespaces_and_overloads() -> None:
    artifact = of(
        "namespace Geo { export function dist(a:number){return a} export class Pt {} }\n"
        'declare module "m" { export function k(): void }\n'
        "function pick(a:string):string; function pick(a:number):number; function pick(a:any){return a}\n",
        "a.ts",
    )
    assert {"Geo.dist", "Geo.Pt", "m.k"} <= {s.qualname for s in artifact.symbols}
    pick = [s for s in artifact.symbols if s.name == "pick"]
    assert len(pick) == 1 and pick[0].signature == "function pick(a:any)"
    types = of("export declare class Store { get(key: string): number; }\n", "types.d.ts")
    assert symbols(types) == [("class", "Store"), ("method", "Store.get")]


def test_case_126_strings_do_not_latch() -> None:
    js = of("const u = `https://x.test/*`;\nfunction after(){ return 1 }\n", "a.js")
    assert chunk_names(js) == [(1, 1, "u"), (2, 2, "after")]
    py = of('s = "#{"\ndef after(): return 1\n', "a.py")
    assert chunk_names(py) == [(1, 1, "s"), (2, 2, "after")]
    lua = of('local s = "--[==["\nfunction after() return 1 end\n', "a.lua")
    assert chunk_names(lua) == [(1, 1, "s"), (2, 2, "after")]
