"""Elixir. Names carry no arity: adjacent clauses of one name are one symbol, unless @doc, @spec or @impl begins anew."""
from __future__ import annotations

import re

from coderag.languages.spec import TYPE_KINDS, Definition, LanguageSpec

_FOR = re.compile(r"\bfor:\s*([\w.]+)")
_LIST = re.compile(r"\bfor:\s*\[")
_HEAD = re.compile(r"(\w+)\s")
_DO = re.compile(r",?\s*(?:\bdo\b:?)?\s*\Z")
_HEREDOC = re.compile(r'\A@\w+\s*(?:~[sS])?("""|\'\'\'|")')
_MACROS = frozenset({"defmacro", "defmacrop", "defguard", "defguardp"})
_PRIVATE = ("defp", "defmacrop", "defguardp", "@typep", "defnp")
_STRUCTS = frozenset({"defstruct", "defexception", "defrecord"})
_RESERVED = frozenset("""moduledoc doc spec impl behaviour type typep opaque callback macrocallback before_compile after_compile
    on_definition on_load derive enforce_keys dialyzer external_resource compile deprecated since tag moduletag describetag typedoc
    optional_callbacks shortdoc vsn nifs after_verify fallback_to_any protocol preferred_cli_env recursive decorate""".split())
_FORMS = frozenset("""def defp defmodule defmacro defmacrop defguard defguardp defdelegate defstruct defexception defprotocol defimpl
    defoverridable defn defnp defrecord defrecordp quote unquote unquote_splicing if unless case cond with for receive try raise reraise
    throw fn use import alias require test describe setup setup_all super in and or not when is_nil doc spec type typep opaque callback
    moduledoc""".split())


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    kind = d.kind
    if kind == "module":
        return _module(d, parent)
    if kind == "test":
        return d._replace(name=" ".join(d.name.strip("\"':").split())[:120], separator=" > ", header=_DO.sub("", d.header))
    if kind == "struct":
        if parent is None:
            return None
        return d._replace(name=parent.name, qualname=parent.qualname)
    if kind == "field":
        if parent is None or parent.kind in ("function", "test", "macro"):
            return None
        return d._replace(name=d.name.strip().strip(':"').rstrip(":"))
    if kind == "constant":
        return None if d.name in _RESERVED else d._replace(separator=".@" if parent else "@")
    if kind == "type":
        return d
    return _function(d, parent)


def _module(d: Definition, parent: Definition | None) -> Definition:
    word, header = _HEAD.match(d.header), _DO.sub("", d.header)
    form = word[1] if word else "defmodule"
    outer, _, name = d.name.rpartition(".")
    if form == "defimpl":
        match = _FOR.search(header)
        kind = match[1] if match else "" if _LIST.search(header) else (parent.qualname if parent else "")
        full = ".".join(part for part in (d.name, kind) if part and part != "__MODULE__")
        if kind == "__MODULE__" and parent:
            full = f"{d.name}.{parent.qualname}"
        return d._replace(name=full.rpartition(".")[2], qualname=full, scope="", header=header)
    if outer == "__MODULE__" or d.name.startswith("Elixir."):
        outer = outer.partition(".")[2]
    kind = "interface" if form == "defprotocol" else "module"
    return d._replace(name=name, scope=outer, kind=kind, header=header)


def _function(d: Definition, parent: Definition | None) -> Definition | None:
    word = _HEAD.match(d.header)
    form = word[1] if word else ""
    kind = "macro" if form in _MACROS or d.header.startswith("@macrocallback") else "function"
    if d.name in ("unquote", "when"):
        return None  # a name that is made when it runs; the guard of a clause that has its name already
    return d._replace(kind=kind, header=_DO.sub("", d.header))


def refine_reference(kind: str, name: str, receiver: str) -> tuple[str, str, str] | None:
    if kind == "call":
        if not receiver:
            return None if name in _FORMS else (kind, name, receiver)
        if name == "t" and receiver[:1].isupper():
            outer, _, last = receiver.rpartition(".")
            return "type", last, outer
        return kind, name, receiver
    if kind == "attribute":
        return None
    if kind in ("instantiate", "inherit"):
        outer, _, name = name.rpartition(".")
        return kind, name, outer
    return kind, name, receiver


def clean_doc(raw: str) -> str:
    if raw.startswith("#"):
        return "\n".join(line.strip().lstrip("#").strip() for line in raw.split("\n"))
    text = re.sub(r"\A@\w+\s+", "", raw)
    if text in ("false", "nil"):
        return ""
    text = re.sub(r"\A~[sS]", "", text).strip("\"'")
    return "\n".join(line.strip() for line in text.strip().split("\n"))


def visibility(d: Definition, parent: Definition | None) -> str:
    if d.kind in ("test", "field", "struct", "constant"):
        return ""
    return "private" if d.header.partition(" ")[0] in _PRIVATE else "public"


SPEC = LanguageSpec(
    id="elixir",
    grammar="elixir",
    extensions=(".ex", ".exs"),
    shebangs=("elixir",),
    test_files=("*_test.exs", "test_helper.exs"),
    type_kinds=TYPE_KINDS | {"module"},
    open_kinds=frozenset(),
    refine=refine,
    refine_reference=refine_reference,
    clean_doc=clean_doc,
    visibility=visibility,
)
