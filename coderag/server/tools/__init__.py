"""The tools, in the order in which clients list them. A new tool is one file and one line here."""
from __future__ import annotations

from coderag.server.tool import Tool
from coderag.server.tools import (
    find_similar,
    get_file_symbols,
    get_repo_structure,
    get_symbol_info,
    index_status,
    search_code,
    search_docs,
)

TOOLS: dict[str, Tool] = {
    "search_code": search_code.TOOL,
    "search_docs": search_docs.TOOL,
    "find_similar": find_similar.TOOL,
    "get_file_symbols": get_file_symbols.TOOL,
    "get_repo_structure": get_repo_structure.TOOL,
    "get_symbol_info": get_symbol_info.TOOL,
    "index_status": index_status.TOOL,
}

INSTRUCTIONS = """\
coderag answers from an index of this git repository: its commit, with your uncommitted edits on top. It finds code by \
meaning and by structure.
- How or where is something done; a name you half know: search_code
- Whether code like this exists already, or where else: find_similar
- README, guides, design notes: search_docs
- A name you know (definition, callers): get_symbol_info
- What is in a file, before reading it: get_file_symbols
- A repository or folder you do not know: get_repo_structure
Use plain grep instead for a literal string (TODO marker, issue number, error text, config value) and when you need \
every occurrence.
Freshness: the first line of each answer names branch and commit; "current" means it is HEAD. Otherwise the line says \
what is missing. "+ 2 uncommitted files" are part of the answer, with their present line numbers; with `ref` the answer \
is of that commit alone. Where a hit says "file changed since this commit", read the file."""
