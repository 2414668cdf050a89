"""One tool call from raw arguments to a reply; the only place that maps errors and results.

No exception leaves :func:`answer`: whatever goes wrong becomes one line that an agent can act on. This module knows
nothing of the protocol and imports none of it.
"""
from __future__ import annotations

import logging
from dataclasses import dataclass

from coderag.errors import CoderagError, InternalError
from coderag.model.answers import BUILDING, NOT_INDEXED
from coderag.server import escape
from coderag.server.arguments import Reading, read
from coderag.server.budget import TOKENS, chars_of, once
from coderag.server.source import EngineSource, root_of
from coderag.server.tool import Tool

log = logging.getLogger("coderag.server")


@dataclass(frozen=True)
class Reply:
    text: str
    structured: dict | None = None
    is_error: bool = False


def answer(tool: Tool, arguments: dict | None, source: EngineSource) -> Reply:
    """Runs ``tool``. Called in a worker thread; several at a time."""
    try:
        engine = source.get()
        reading = Reading(root_of(engine))
        values = read(tool.params, arguments, reading)
        payload = escape.map_strings(tool.call(engine, values), escape.visible)
        if reading.notes:
            payload["notes"] = [*reading.notes, *payload.get("notes", ())]
        render = once(tool.render)
        tool.fit(payload, render, chars_of(values.get("max_tokens") or TOKENS))
        return Reply(render(payload), payload)
    except InternalError as exc:
        log.exception("%s failed", tool.name)
        return failed(f"internal error: {exc.one_line()}; run `coderag doctor`")
    except CoderagError as exc:
        return failed(exc.one_line())
    except Exception as exc:
        log.exception("%s failed", tool.name)
        first = next(iter(str(exc).splitlines()), "")
        return failed(f"internal error: {type(exc).__name__}: {first}; run `coderag doctor`")


def is_building(reply: Reply) -> bool:
    """Whether there is no answer yet because the first index is being built, or just about to be."""
    state = ((reply.structured or {}).get("freshness") or {}).get("state")
    return state in (BUILDING, NOT_INDEXED)


def progress(source: EngineSource) -> tuple[int, int]:
    """(files done, files in all) of the running build; zeros if it has not said so yet."""
    row = source.get().progress() or {}
    return int(row.get("done") or 0), int(row.get("total") or 0)


def failed(line: str) -> Reply:
    """A reply that says what went wrong."""
    return Reply(escape.one_line(line), is_error=True)
