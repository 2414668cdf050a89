"""Serves over stdin and stdout, and goes away with its client.

stdout belongs to JSON-RPC alone. Before anything heavy is imported, the real stdout is duplicated to a private
descriptor and descriptor 1 is pointed at stderr, so that prints at import time, native libraries and child processes
cannot break the stream. The process ends when stdin ends, or when its parent dies although a sibling keeps the pipe
open: servers that outlive their client pile up by the hundreds.
"""
from __future__ import annotations

import io
import os
import sys
import threading
import time
from collections.abc import Sequence

from coderag.errors import StateError

PARENT_POLL_SECONDS = 2.0
# A search that is still running when the client leaves may finish within this time; then the process ends anyway.
GRACE_SECONDS = 2.0


def claim_stdout() -> io.TextIOWrapper:
    """Takes the real stdout for the protocol and sends everything else that is printed to stderr."""
    try:
        wire = os.dup(1)
    except OSError as exc:
        raise StateError("stdout is closed", "start the server from an MCP client, or use --http") from exc
    try:
        target = os.dup(2)
    except OSError:  # no stderr either
        target = os.open(os.devnull, os.O_WRONLY)
    os.dup2(target, 1)
    os.close(target)
    if sys.stdout is not None:
        sys.stdout.flush()  # what was printed before us is still in the buffer, and now goes to stderr
    return io.TextIOWrapper(os.fdopen(wire, "wb", closefd=False), encoding="utf-8", write_through=False)


def watch_parent(poll_seconds: float = PARENT_POLL_SECONDS) -> None:
    """Ends the process when its parent is gone. A thread, because the event loop may be busy or stuck."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(poll_seconds)
        os._exit(0)  # nothing to save: the server only reads

    threading.Thread(target=watch, name="coderag-parent-watch", daemon=True).start()


def end_within(seconds: float) -> None:
    """Ends the process after ``seconds`` even if a thread is still busy."""

    def end() -> None:
        time.sleep(seconds)
        os._exit(0)

    threading.Thread(target=end, name="coderag-exit", daemon=True).start()


def run(paths: Sequence[str], overlay: bool = True) -> int:
    """Serves until the client closes stdin."""
    wire = claim_stdout()
    watch_parent()

    import anyio
    from mcp.server.stdio import stdio_server

    from coderag.server.app import build
    from coderag.server.repositories import Repositories

    repositories = Repositories(paths, overlay)
    server = build(repositories)

    async def serve() -> None:
        async with stdio_server(stdout=anyio.wrap_file(wire)) as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    try:
        anyio.run(serve)
    except* (BrokenPipeError, ConnectionResetError):
        pass  # the client went away while we were answering
    finally:
        end_within(GRACE_SECONDS)
        repositories.close()
    return 0
