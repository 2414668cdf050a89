"""Work beside other work: reading files, waiting for another program, whatever needs no interpreter meanwhile."""
from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


def beside(work: Callable[[], T]) -> Future[T]:
    """``work`` in a thread of its own, which nobody waits for at exit. What it raises is raised by ``result()``."""
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as e:  # noqa: BLE001  raised again where the result is asked for
            future.set_exception(e)

    threading.Thread(target=run, name="coderag-beside", daemon=True).start()
    return future
