"""Lua."""
from coderag.languages.spec import LanguageSpec

SPEC = LanguageSpec(
    id="lua",
    grammar="lua",
    extensions=(".lua", ".rockspec"),
    shebangs=("lua", "luajit"),
    test_files=("*_spec.lua", "*_test.lua", "test_*.lua"),
)
