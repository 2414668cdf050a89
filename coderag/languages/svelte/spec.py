"""svelte."""
from coderag.languages.spec import LanguageSpec

SPEC = LanguageSpec(id="svelte", extensions=(".svelte",))
