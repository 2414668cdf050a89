"""What Go, Rust, Ruby and Lua are known not to see yet. Each case states what would be right; one that starts to hold
fails here, and then moves into the language's own expectations."""
from __future__ import annotations

from tests.support.gaps import gap, qualnames, references


def test_ruby_module_function() -> None:
    source = "module A\n  module_function\n  def x\n    1\n  end\nend\n"
    gap("`module_function` and `extend self` do not turn `A#x` into `A.x`", "A.x" in qualnames("ruby", source))


def test_ruby_class_eval() -> None:
    source = "Foo.class_eval do\n  def x\n    1\n  end\nend\n"
    gap("methods inside `class_eval` have no owner", "Foo#x" in qualnames("ruby", source))


def test_ruby_bare_call() -> None:
    source = "def run\n  helper\nend\n"
    gap("a call without arguments and parentheses reads like a variable", ("call", "helper") in references("ruby", source))


def test_rust_items_in_macros() -> None:
    source = "bitflags! {\n    pub struct Flags: u8 { const A = 1; }\n}\ncfg_if! { if #[cfg(unix)] { fn os() {} } }\n"
    gap("items that a macro writes in its own way are not symbols", {"Flags", "os"} <= qualnames("rust", source))


def test_lua_annotated_fields() -> None:
    source = "---@class Plugin\n---@field name string\nlocal M = {}\nreturn M\n"
    gap("`---@field` comments are no symbols", "Plugin.name" in qualnames("lua", source))
