"""notebook."""
from coderag.languages.spec import LanguageSpec

SPEC = LanguageSpec(id="notebook", extensions=(".ipynb",))
