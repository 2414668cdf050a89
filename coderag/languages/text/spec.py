"""Text of unknown kind, cut into line windows."""
from coderag.languages.spec import LanguageSpec

SPEC = LanguageSpec(
    id="text",
    role="text",
)
