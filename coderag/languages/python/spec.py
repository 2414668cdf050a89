"""Python."""
from __future__ import annotations

import re

from coderag.languages.spec import Definition, LanguageSpec

_CONSTANT = re.compile(r"_*[A-Z][A-Z0-9_]*")
_CLASS_NAME = re.compile(r"_*[A-Z](?:[A-Z0-9]*[a-z]|$)")


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    if d.kind == "variable":
        if d.name.startswith("__") and d.name.endswith("__") and d.name != "__all__":
            return d._replace(kind="constant")
        if _CONSTANT.fullmatch(d.name):
            return d._replace(kind="constant")
        if parent is not None and parent.kind == "class":
            return d._replace(kind="field")
    return d


def refine_reference(kind: str, name: str, receiver: str) -> tuple[str, str, str] | None:
    if kind == "call" and _CLASS_NAME.match(name):
        return "instantiate", name, receiver
    return kind, name, receiver


def visibility(d: Definition, parent: Definition | None) -> str:
    return "private" if d.name.startswith("_") and not d.name.endswith("__") else "public"


SPEC = LanguageSpec(
    id="python",
    grammar="python",
    extensions=(".py", ".pyi", ".pyw"),
    filenames=("SConstruct", "SConscript", "wscript"),
    shebangs=("python", "pypy", "uv"),
    test_files=("test_*.py", "*_test.py", "conftest.py", "tests.py"),
    generated_files=("*_pb2.py", "*_pb2.pyi", "*_pb2_grpc.py"),
    constructors=("__init__",),
    refine=refine,
    refine_reference=refine_reference,
    visibility=visibility,
)
