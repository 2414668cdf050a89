"""``get_repo_structure``: the tree with languages, sizes and one-line descriptions."""
from __future__ import annotations

from coderag.server.arguments import Param
from coderag.server.budget import fit_tree
from coderag.server.markdown import answer, answered, plural
from coderag.server.tool import Payload, Tool
from coderag.server.tools.common import REF

PARAMS = (
    Param("depth", "integer", "Levels of folders", 2, default=2, minimum=1, maximum=10),
    Param("path", "folder", "Start at this folder", "src"),
    REF,
)


def call(engine, values: dict) -> Payload:
    return engine.tree(values["depth"], path=values["path"], ref=values["ref"]).as_json()


def render(payload: Payload) -> str:
    body = []
    for row in payload["entries"]:
        name = row["path"].rstrip("/").rsplit("/", 1)[-1] + ("/" if row["path"].endswith("/") else "")
        parts = [name if row["depth"] else row["path"]]
        if row["path"].endswith("/"):
            parts.append(plural(row["files"], "file"))
        parts += [plural(row["lines"], "line")] if row["lines"] else []
        if row["path"].endswith("/"):
            parts += [", ".join(f"{name} {count}" for name, count in list(row["languages"].items())[:4])]
        parts += [f"{row['skipped']:,} not searched"] if row["skipped"] else []
        body.append("  " * row["depth"] + " · ".join(p for p in [*parts, row["description"]] if p))
    if not body and answered(payload):
        body.append("No files here.")
    return answer(payload, body)


TOOL = Tool(
    name="get_repo_structure",
    description=(
        "Map of the repository: folders and key files with languages, sizes and a one-line description each. Use it "
        'first in an unknown repository or folder. Example: {"depth": 2, "path": "src"}'
    ),
    params=PARAMS,
    call=call,
    render=render,
    fit=fit_tree,
    keys=("entries",),
)
