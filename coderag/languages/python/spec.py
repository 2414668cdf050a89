"""Python."""
from __future__ import annotations

import re

from coderag.languages.spec import Definition, LanguageSpec

_CONSTANT = re.compile(r"_*[A-Z][A-Z0-9_]*")
_CLASS_NAME = re.compile(r"_*[A-Z](?:[A-Z0-9]*[a-z]|$)")
_ALIAS = re.compile(r"\w+\s*:\s*(?:[\w.]+\.)?TypeAlias\b")
_AHEAD = re.compile(r"\s*(?:((?:\w+\.)*\w+)\.)?([^\W\d]\w*)")
_TEST_CLASS = re.compile(r"class\s+(?:Test|\w+\s*\([^)]*Test)")


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    if d.kind == "function" and parent is None and d.name.startswith("test_"):
        return d._replace(kind="test")
    if d.kind == "method" and d.name.startswith("test") and parent is not None and _TEST_CLASS.match(parent.header):
        return d._replace(kind="test")
    if d.kind == "variable":
        if _ALIAS.match(d.header):
            return d._replace(kind="type")
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
    if kind == "none":
        return None
    if kind == "type" and not receiver and not name.isidentifier():  # "models.Cart | None" in quotes
        match = _AHEAD.match(name)
        return ("type", match[2], match[1] or "") if match else None
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
