"""The rule block: a few lines for the model, between markers, in the text files that clients give it to read."""
from __future__ import annotations

import re

from coderag.agents import tail

VERSION = 1
"""Raised when the text changes; an older block is replaced where it stands."""

TEXT = """\
## Finding code: coderag

Before grepping or reading files to find something, ask the coderag tools:

- how or where something is done, or a name you half know: `search_code`
- whether code like this exists already, or where else: `find_similar`
- README, guides, design notes: `search_docs`
- a name you know (definition, code, uses): `get_symbol_info`
- what is in a file, before reading it: `get_file_symbols`
- a repository or folder you do not know: `get_repo_structure`

Grep for a literal string (error text, TODO, configuration value) and when you need every occurrence.
The first line of each answer says how fresh it is; where a hit is marked as changed, read the file."""

_BLOCK = re.compile(r"<!-- coderag rules v\d+\b[^>\n]*-->.*?<!-- end of coderag rules -->", re.DOTALL)


def block() -> str:
    """The block as it is written now, without a line feed at its end."""
    return f"<!-- coderag rules v{VERSION}: written by coderag agents -->\n{TEXT}\n<!-- end of coderag rules -->"


def find(text: str) -> tuple[int, int] | None:
    """Where a block of any version stands."""
    found = _BLOCK.search(text)
    return found.span() if found else None


def add(text: str | None, head: str = "") -> str:
    """``text`` (None: no file) with the block, which is replaced if it is of another version or was edited.

    ``head`` begins a file that is made for the block.
    """
    if text is None and head:
        return head + block() + "\n"
    span = find(text or "")
    if span is None:
        return tail.append(text, block())
    assert text is not None
    return text[: span[0]] + block().replace("\n", tail.eol_of(text)) + text[span[1] :]


def remove(text: str, head: str = "") -> str | None:
    """``text`` without the block; None if nothing is left but ``head``."""
    span = find(text)
    if span is None:
        return text
    if head and text[: span[0]] == head and text[span[1] :] == "\n":
        return None
    return tail.cut(text, *span)
