"""What the main languages are known not to see yet, beside the gaps of Go, Rust, Ruby and Lua. Each case states what
would be right; one that starts to hold fails here, and then moves into the language's own expectations."""
from __future__ import annotations

from coderag.analysis import analyze
from coderag.model.artifact import FileArtifact
from tests.support.gaps import gap


def _names(artifact: FileArtifact) -> set[str]:
    return {s.qualname for s in artifact.symbols}


def _references(artifact: FileArtifact) -> set[tuple[str, str, str]]:
    return {(r.kind, r.name, r.receiver) for r in artifact.references}


def of(language: str, source: str) -> FileArtifact:
    return analyze(source.encode(), language)


def test_python_instance_attributes() -> None:
    artifact = of("python", "class A:\n    def __init__(self):\n        self.items = []\n")
    gap("attributes that a method sets are no symbols", "A.items" in _names(artifact))


def test_javascript_instance_fields() -> None:
    artifact = of("javascript", "class A { constructor() { this.size = 1; } }\n")
    gap("data set on `this` is no symbol", "A.size" in _names(artifact))


def test_c_implicit_int() -> None:
    artifact = of("c", "main(argc, argv) char **argv; { return 0; }\n")
    gap("a definition without a return type is not read", "main" in {s.name for s in artifact.symbols if s.kind == "function"})


def test_c_calls_in_the_branch_not_kept() -> None:
    artifact = of("c", "int f(void)\n{\n#ifdef A\n  if (a()) {\n#else\n  if (b()) {\n#endif\n  }\n  return 0;\n}\n")
    gap("of branches that are fragments only the first is read", ("call", "b", "") in _references(artifact))


def test_c_static_inline_in_a_header() -> None:
    artifact = analyze(b"#ifndef A_H\n#define A_H\nstatic inline int f(int a) { return a; }\n#endif\n", "c-header")
    gap("`static inline` of a header is for all who include it", artifact.symbols[0].visibility == "public")


def test_cpp_friend_operator() -> None:
    artifact = of("cpp", "class A { friend bool operator==(const A& a, const A& b) = default; };\n")
    gap("a friend without a body is no symbol", "operator==" in _names(artifact))


def test_cpp_long_type_parameters() -> None:
    artifact = of("cpp", "template <class Item> Item f(Item a);\n")
    gap("a type parameter of more than one letter counts as a type", ("type", "Item", "") not in _references(artifact))


def test_csharp_primary_constructor_parameters() -> None:
    artifact = of("csharp", "class Cart(IStore store) { int F() => store.Count; }\n")
    gap("parameters of a class are no symbols, unlike those of a record", "Cart.store" in _names(artifact))


def test_go_function_in_a_literal() -> None:
    artifact = of("go", "package p\n\nvar cmd = &Command{Run: func() { work() }}\n")
    gap("a function among the fields of a literal is no symbol", "cmd.Run" in _names(artifact))


def test_ruby_callbacks_by_name() -> None:
    artifact = of("ruby", "class A < B\n  before_action :load\n  def load\n    1\n  end\nend\n")
    gap("a method that is named by a symbol is not a use of it", ("call", "load", "") in _references(artifact))


def test_lua_metamethods_in_place() -> None:
    artifact = of("lua", "local Dog = setmetatable({}, { __call = function(cls) return cls end })\n")
    gap("functions of a metatable written in place have no owner", "Dog.__call" in _names(artifact))
