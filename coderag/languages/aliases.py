"""Other names people and models give a language, for filters: ``ts``, ``C++``, ``golang``."""
from __future__ import annotations

ALIASES: dict[str, str] = {
    "py": "python", "python3": "python", "js": "javascript", "jsx": "javascript", "node": "javascript",
    "ts": "typescript", "tsx": "typescript", "c++": "cpp", "cxx": "cpp", "cc": "cpp", "hpp": "cpp", "h": "c",
    "c#": "csharp", "cs": "csharp", "c-sharp": "csharp", "golang": "go", "rs": "rust", "rb": "ruby",
    "md": "markdown", "restructuredtext": "rst", "txt": "plaintext", "plain": "plaintext", "yml": "yaml",
    "sh": "bash", "shell": "bash", "zsh": "bash", "kt": "kotlin", "docker": "dockerfile", "make": "makefile",
    "ex": "elixir", "hs": "haskell", "ipynb": "notebook", "jupyter": "notebook", "postgresql": "sql", "mysql": "sql", "plsql": "sql",
    "tsql": "sql",
}  # fmt: skip


def canonical(name: str) -> str:
    """Language id for a name as typed; the name itself, lower-cased, if it is no alias."""
    key = name.strip().lower()
    return ALIASES.get(key, key)
