"""How much of the query stands in the file's name."""
from __future__ import annotations

from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal, word_set

_FOLDER_IS_NAME = frozenset({"__init__", "mod", "index", "lib", "main", "init", "package-info", "readme"})


def file_stem(path: str) -> str:
    """File name without its extension; the folder's name where the file only stands for its folder."""
    parts = path.split("/")
    stem = parts[-1].rpartition(".")[0] or parts[-1]
    return parts[-2] if stem.lower() in _FOLDER_IS_NAME and len(parts) > 1 else stem


def _value(candidate: Candidate, context: Context) -> float:
    """Mean of: share of the query found in the file's stem; share of the stem's words that the query has."""
    words = word_set(file_stem(candidate.path))
    asked = set().union(*(word_set(t) for t in context.question.content)) if context.question.content else set()
    covered = len(words & asked) / len(words) if words else 0.0
    return 0.5 * context.share(words) + 0.5 * min(1.0, covered)


SIGNAL = Signal("file-name", "query words in the file's name", _value)
