"""vue."""
from coderag.languages.spec import LanguageSpec

SPEC = LanguageSpec(id="vue", extensions=(".vue",))
