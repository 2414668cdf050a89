"""Jupyter notebooks: the source lines of each cell, as the kernel's language or Markdown. Outputs are in no chunk.

A chunk's range are the lines of the JSON text that hold the cell's source, since text is shown and indexed by lines of
the file. So what is shown has the quotes and commas of JSON around each line.
"""
from __future__ import annotations

import re

from coderag.languages.notebook.cells import Cell, read
from coderag.languages.spec import Embedded, LanguageSpec

_KERNELS = {"": "python", "python": "python", "python3": "python", "ipython": "python", "sage": "python", "c#": "csharp", "csharp": "csharp",
            "c++": "cpp", "c++11": "cpp", "c++14": "cpp", "c++17": "cpp", "shell": "bash", "sh": "bash", "js": "javascript",
            "node": "javascript"}  # fmt: skip
_MAGICS = {"bash": "bash", "sh": "bash", "script": "bash", "javascript": "javascript", "js": "javascript", "sql": "sql", "ruby": "ruby",
           "html": "text", "markdown": "markdown", "latex": "text", "svg": "text", "perl": "text", "r": "text", "cython": "text",
           "writefile": "text", "file": "text"}  # fmt: skip
_CELL_MAGIC = re.compile(r"\s*%%(\w+)[^\n]*")
_LINE_MAGIC = re.compile(r"^([ \t]*)(?:[%!?][^\n]*|[\w.]+\?{1,2}[ \t]*)$", re.M)
_ASSIGNED = re.compile(r"^([ \t]*[\w., ]+=[ \t]*)[!%]\w[^\n]*$", re.M)
_HEADING = re.compile(r"^[ \t]{0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$")


def embed(text: str) -> tuple[Embedded, ...]:
    notebook = read(text)
    if notebook is None:
        return ()
    kernel = _KERNELS.get(notebook.language, notebook.language)
    path: list[tuple[int, str]] = []
    out: list[Embedded] = []
    for number, cell in enumerate(notebook.cells, 1):
        if not cell.rows or not cell.source.strip():
            continue
        if cell.kind == "code":
            language, source = _code(cell.source, kernel)
            context = " > ".join(title for _, title in path)
            out.append(Embedded(language, source, cell.rows, cell.rows[0], cell.rows[-1], "cell", f"cell {number}", context))
        else:
            out.append(_prose(cell, path))
    return tuple(out)


def _code(source: str, kernel: str) -> tuple[str, str]:
    """Language and source of a code cell; magics, which are no Python, become lines that are."""
    magic = _CELL_MAGIC.match(source)
    if magic is not None:
        source = source[magic.end() :]
        source = ("" if source else " ") + source
        if magic[1].lower() in _MAGICS:
            return _MAGICS[magic[1].lower()], source
    if kernel == "python" and ("%" in source or "!" in source or "?" in source):
        source = _ASSIGNED.sub(r"\1None", _LINE_MAGIC.sub(r"\1pass", source))
    return kernel, source


def _prose(cell: Cell, path: list[tuple[int, str]]) -> Embedded:
    """A Markdown cell; keeps ``path`` to the headings above what follows."""
    source, context = cell.source, " > ".join(title for _, title in path)
    if cell.kind == "heading":
        source = "# " + source
    if cell.kind == "raw":
        return Embedded("text", source, cell.rows, cell.rows[0], cell.rows[-1], "section", "", context)
    found, fenced = False, False
    for line in source.split("\n"):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        heading = None if fenced else _HEADING.match(line)
        if heading is None:
            continue
        level = len(heading[1])
        while path and path[-1][0] >= level:
            path.pop()
        if not found:
            context = " > ".join(title for _, title in path)
        found = True
        path.append((level, heading[2]))
    return Embedded("markdown", source, cell.rows, cell.rows[0], cell.rows[-1], "" if found else "section", "", context)


SPEC = LanguageSpec(
    id="notebook",
    extensions=(".ipynb",),
    embed=embed,
    sparse=True,
)
