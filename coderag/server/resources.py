"""What a client may read without calling a tool: an overview of the repository, its status, a guide to the tools."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from coderag.server import calls
from coderag.server.source import EngineSource
from coderag.server.tools import INSTRUCTIONS, TOOLS


@dataclass(frozen=True)
class Resource:
    uri: str
    name: str
    description: str
    read: Callable[[EngineSource], str]


def _answer(tool: str, **arguments: object) -> Callable[[EngineSource], str]:
    return lambda source: calls.answer(TOOLS[tool], arguments, source).text


def _guide(_source: EngineSource) -> str:
    rows = [f"## {tool.name}\n\n{tool.description}\n" for tool in TOOLS.values()]
    return "\n".join([f"# coderag\n\n{INSTRUCTIONS}\n", *rows])


RESOURCES: dict[str, Resource] = {
    r.uri: r
    for r in (
        Resource(
            "coderag://overview", "Repository overview", "Folders and key files with a line of description each",
            _answer("get_repo_structure", depth=2),
        ),
        Resource("coderag://status", "Index status", "Commit, contents, skipped files, hooks", _answer("index_status")),
        Resource("coderag://guide", "Guide to the tools", "Which tool for which question", _guide),
    )
}  # fmt: skip
