"""What a tool is: a name, words for the model that reads them, parameters, one call of the Engine, one rendering."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from coderag.server.arguments import Param

Payload = dict  # the JSON object of an answer; what `--json` prints and `structuredContent` carries


@dataclass(frozen=True)
class Tool:
    """One MCP tool. A new tool is one file that defines one of these, and one line in ``tools/__init__.py``."""

    name: str
    description: str
    params: tuple[Param, ...]
    call: Callable[[object, dict], Payload]  # (engine, values) -> JSON object
    render: Callable[[Payload], str]  # compact Markdown of the very object that is sent as structured content
    fit: Callable[[Payload, Callable[[Payload], str], int], None]  # cuts the object to so many characters

    keys: tuple[str, ...] = ()  # lists of objects that every answer has, beside freshness and notes

    def output_schema(self) -> dict:
        """The outline of an answer; what is in its objects is told by the answer itself, to keep the listing small."""
        objects = {"type": "array", "items": {"type": "object"}}
        return {
            "type": "object",
            "properties": {"freshness": {"type": "object"}, **dict.fromkeys(self.keys, objects)},
            "required": ["freshness", *self.keys],
        }

    def input_schema(self) -> dict:
        """Plain JSON schema: ``properties`` and ``required`` always present, no unions, no references."""
        return {
            "type": "object",
            "properties": {param.name: param.schema() for param in self.params},
            "required": [param.name for param in self.params if param.required],
        }
