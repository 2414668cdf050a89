"""Ruby."""
from __future__ import annotations

import re

from coderag.languages.spec import Definition, LanguageSpec

_COMMENT = re.compile(r"(?:\n[ \t]*#[^\n]*|[ \t]+#(?!\{)[^\n\"']*$)", re.M)
_END = re.compile(r"[\s;]*\bend\s*\Z")
_MARKER = re.compile(r"^[ \t]*#+!?[ \t]?", re.M)
_MAGIC = re.compile(r"#+\s*(?:-\*-|(?:encoding|coding|frozen_string_literal|warn_indent|typed|shareable_constant_value|rubocop)\s*:)")
_DESC = re.compile(r"""desc[\s(]+["'](.*)["']\)?\s*\Z""", re.S)
_WORD = re.compile(r"(private|protected|public|private_class_method)\b")
_HOLDERS = frozenset({"class", "module"})
_TEST_CLASS = re.compile(r"<\s*[\w:]*Test")
_TEST_BLOCK = re.compile(r"(?:RSpec\.)?\w+\b")
_CLASS_LEVEL = re.compile(r"(?:define_singleton_method|scope|[cm]attr_|thread_mattr|class_attribute)")
_SILENT = frozenset("private protected public private_class_method private_constant module_function attr_accessor attr_reader "
                    "attr_writer include extend prepend require require_relative load autoload alias_method define_method".split())  # fmt: skip
_BUILDERS = frozenset({"Struct", "Class", "Module"})
_RELATIVE = "."


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    if not d.is_symbol:  # class << self, class_methods do
        inside = parent.qualname if parent else ""
        return d._replace(name=parent.name if parent else "", qualname=inside or "self", header=d.header.strip())
    d = d._replace(header=_END.sub("", _COMMENT.sub("", d.header)))
    kind = d.kind
    if kind == "method" or kind == "constructor":
        return _method(d, parent)
    if kind == "property":
        class_level = _in_singleton(parent) or _CLASS_LEVEL.match(d.header)
        return d._replace(name=d.name.lstrip(":"), separator="." if class_level else "#")
    if kind == "class" or kind == "constant":
        d = d._replace(visibility="")
    if kind == "class" and d.header[:1].isupper() and re.search(r"=\s*Module\.new", d.header):
        return d._replace(kind="module")
    if kind == "test":
        return _test(d, parent)
    if kind in ("namespace", "function"):  # Rake
        return d._replace(name=d.name.strip(":\"'"), separator=":")
    if kind == "field":
        return d._replace(separator=".")
    return d


def _in_singleton(parent: Definition | None) -> bool:
    return parent is not None and not parent.is_symbol


def _method(d: Definition, parent: Definition | None) -> Definition:
    name = d.name.strip(":\"'") if d.name[:1] in ":\"'" else d.name
    scope, separator = d.scope, "#"
    if scope == "self" or parent is not None and scope == parent.name:
        scope, separator = "", "."
    elif scope:
        separator = "."
    elif _in_singleton(parent) or _CLASS_LEVEL.match(d.header):
        separator = "."
    # A marker such as a bare `private` says nothing about class methods; a word before `def` overrides it.
    word = _WORD.match(d.header)
    level = d.visibility
    if word:
        level = "private" if word[1].startswith("private") else word[1]
    elif separator == "." and not _in_singleton(parent):
        level = "public"
    d = d._replace(name=name, scope=scope, separator=separator, visibility=level)
    if parent is None or parent.kind == "namespace":
        return d._replace(kind="method" if scope else "function", separator=separator if scope else ":")
    if parent.kind not in _HOLDERS:
        return d._replace(kind="function", separator=".", qualname="")
    if name.startswith("test_") and d.has_body and parent.kind == "class" and _TEST_CLASS.search(parent.header):
        return d._replace(kind="test")
    return d


def _test(d: Definition, parent: Definition | None) -> Definition | None:
    if not _TEST_BLOCK.match(d.header) or d.name[:1] in "&*:{":
        return None
    if "." in d.header.partition("(")[0].partition(" ")[0] and not d.header.startswith("RSpec."):
        return None  # a method of that name on some object
    name = re.sub(r"""["'],\s*["']|,\s*["']""", " ", d.name).strip("\"'")
    separator = "#" if d.header.startswith("test") else " > "  # the former becomes a method
    return d._replace(name=" ".join(name.split())[:120], separator=separator)


def refine_reference(kind: str, name: str, receiver: str) -> tuple[str, str, str] | None:
    if kind == "import":
        if name.startswith(":"):  # autoload
            return kind, name[1:], receiver
        return kind, name, _RELATIVE if receiver == "require_relative" else ""
    if kind == "instantiate":
        return None if name in _BUILDERS and not receiver else (kind, name, receiver)
    if kind == "call":
        if not receiver:
            return None if name in _SILENT else (kind, name, receiver)
        if name == "new" and receiver.rpartition("::")[2][:1].isupper() and receiver.replace("::", "").isidentifier():
            return None  # told as an instantiation
    return kind, name, receiver


def visibility(d: Definition, parent: Definition | None) -> str:
    if d.kind not in ("method", "constructor", "property"):
        return ""
    return "public"


def clean_doc(raw: str) -> str:
    text = raw.strip()
    if _MAGIC.match(text):
        return ""
    desc = _DESC.match(text)
    if desc:
        return " ".join(desc[1].split())
    if text.startswith("=begin"):
        text = text.removeprefix("=begin").removesuffix("=end")
    return "\n".join(line.strip() for line in _MARKER.sub("", text).split("\n")).strip()


SPEC = LanguageSpec(
    id="ruby",
    grammar="ruby",
    extensions=(".rb", ".rake", ".gemspec", ".ru", ".podspec"),
    filenames=("Rakefile", "Gemfile", "Guardfile", "Vagrantfile", "Podfile", "Capfile", "Brewfile", "Fastfile"),
    shebangs=("ruby", "jruby"),
    separator="::",
    test_files=("*_spec.rb", "*_test.rb", "test_*.rb"),
    constructors=("initialize",),
    refine=refine,
    refine_reference=refine_reference,
    visibility=visibility,
    clean_doc=clean_doc,
)
