"""C."""
from coderag.languages.spec import LanguageSpec

SPEC = LanguageSpec(
    id="c",
    grammar="c",
    extensions=(".c",),
    separator="::",
)
