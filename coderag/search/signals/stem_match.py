"""The file is named after what is asked."""
from __future__ import annotations

import re

from coderag.search.retrieve import Candidate
from coderag.search.signals.base import Context, Signal
from coderag.search.stems import words_of

_FOLDER_IS_NAME = frozenset({"__init__", "mod", "index", "lib", "main", "init", "package-info", "readme"})
_SHORTEST = 4
_QUALIFIERS = re.compile(r"::|\.|->|#")


def file_stem(path: str) -> str:
    """File name without its extension; the folder's name where the file only stands for its folder."""
    parts = path.split("/")
    stem = parts[-1].rpartition(".")[0] or parts[-1]
    return parts[-2] if stem.lower() in _FOLDER_IS_NAME and len(parts) > 1 else stem


def covered(name: str, context: Context) -> float:
    """Share of the name's words that the query has; four letters in common at the start are enough."""
    words = words_of(name)
    hit = sum(context.meets(word, _SHORTEST) for word in words)
    return hit / len(words) if words else 0.0


def _covered(candidate: Candidate, context: Context) -> float:
    """Share of the words of the file's stem that the query has."""
    return covered(file_stem(candidate.path), context)


def _named(candidate: Candidate, context: Context) -> float:
    """1 if the query is one name and the file's stem is that name, whatever the case and separators."""
    text = context.question.text
    if len(text.split()) != 1:
        return 0.0
    return float(_bare(_QUALIFIERS.split(text)[-1]) == _bare(file_stem(candidate.path)) != "")


def _bare(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())


COVERED = Signal("file-name", "words of the file's name in the query", _covered, of_file=True)
NAMED = Signal("named-file", "the file has the name asked for", _named, of_file=True)
