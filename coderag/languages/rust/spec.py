"""Rust."""
from coderag.languages.spec import LanguageSpec

SPEC = LanguageSpec(
    id="rust",
    grammar="rust",
    extensions=(".rs",),
    separator="::",
    test_files=("*_test.rs",),
)
