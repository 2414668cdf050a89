"""Languages as data: one folder each, listed in :mod:`.registry`. README.md here is the recipe for adding one."""
from coderag.languages.aliases import canonical
from coderag.languages.paths import is_test_path, path_skip
from coderag.languages.registry import LANGUAGES, get, hint_for, queries_of, resolve, role_of

__all__ = ["LANGUAGES", "canonical", "get", "hint_for", "is_test_path", "path_skip", "queries_of", "resolve", "role_of"]
