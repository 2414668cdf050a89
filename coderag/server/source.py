"""Opens the Engine when the first question comes, and keeps it: `initialize` must not wait for an index."""
from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable

from coderag.errors import CoderagError, RepositoryError

log = logging.getLogger("coderag.server")


def open_engine(path: str, overlay: bool = True):
    """The real Engine; imported here because it loads git and index libraries."""
    from coderag.api import Engine

    return Engine.open(path, environ=dict(os.environ), overlay=overlay)


def root_of(engine) -> str | None:
    """Folder that paths are relative to; ``None`` for a bare repository."""
    workdir = engine.repo.workdir
    return None if workdir is None else str(workdir)


class EngineSource:
    """Hands one Engine to all calls of a session, which run in threads. A failed opening is tried again each time,
    since the repository may appear while the server runs."""

    def __init__(self, path: str, opener: Callable[[str], object] = open_engine) -> None:
        self.path = path
        self._opener = opener
        self._engine = None
        self._lock = threading.Lock()

    def get(self):
        """The Engine. Raises RepositoryError with the one line an agent can act on."""
        with self._lock:
            if self._engine is None:
                try:
                    self._engine = self._opener(self.path)
                except (RepositoryError, OSError) as exc:  # OSError: the folder was deleted, or is not readable
                    raise self._no_repository(exc) from exc
            return self._engine

    def _no_repository(self, exc: Exception) -> RepositoryError:
        reason = exc.one_line() if isinstance(exc, CoderagError) else str(exc)
        return RepositoryError("no repository here; start the server with --repo PATH", f"({reason})")

    def warm_up(self) -> None:
        """Opens the Engine and loads its model ahead of the first question, in the background; the index is left alone,
        for it may be large and never asked. A problem goes to the log; each call says it."""

        def work() -> None:
            try:
                self.get().models.warm_up()
            except CoderagError as exc:
                log.warning("coderag: %s", exc.one_line())
            except Exception as exc:
                log.debug("warm-up: %s", exc)

        threading.Thread(target=work, name="coderag-warm-up", daemon=True).start()

    def close(self) -> None:
        """Closes the Engine if it was opened. Does not wait for a call that is opening it."""
        if self._lock.acquire(timeout=1):
            engine, self._engine = self._engine, None
            self._lock.release()
            if engine is not None:
                engine.close()
