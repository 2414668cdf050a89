"""After an event: ask for the new and for the gone, ten times a second, until both answers are right and stay so."""
from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

from tests.bench.freshness.events import Event
from tests.bench.freshness.processes import Processes
from tests.bench.freshness.tools import Tool, bytes_in

INTERVAL = 0.1
_STAY = 5  # further rounds that must be right before the watching ends


@dataclass
class Row:
    """Seconds are wall time unless they say CPU. ``right``: None = not within the limit."""

    event: str
    git: float = 0.0  # the event itself: git command and hooks, or writing the file
    right: float | None = None
    first: float = 0.0  # until the first answer
    missed: int = 0  # answers without the new function, unmarked
    ghosts: int = 0  # answers with the gone function, unmarked
    marked: int = 0  # wrong answers of either kind that said so
    refused: int = 0  # answers that were only a reason
    asked: int = 0
    cpu: float = 0.0  # CPU seconds of the tool from the event until it is idle again
    bytes: int = 0  # added to disk
    memory: int = 0  # most resident bytes seen
    reason: str = ""  # the first refusal

    def as_json(self) -> dict:
        return asdict(self)


def watch(tool: Tool, event: Event, processes: Processes, limit: float) -> tuple[Row, Tool | None]:
    """Arrange, let everything come to rest, act, ask. Returns the tool of the second worktree as well, to be closed.

    Before the event the tool must have seen the state it changes: one that looks only when asked would be right by
    having slept through it.
    """
    event.arrange()
    begun = time.monotonic()
    while not tool.ask(event.gone[0]).shows(event.gone[0]) and time.monotonic() - begun < limit:
        time.sleep(INTERVAL)
    processes.settle()
    row = Row(event.name)
    before, cpu = bytes_in(tool.folders()), processes.cpu()
    if event.hot:
        tool.ask(event.gone[0])
    begun = time.monotonic()
    event.act()
    row.git = time.monotonic() - begun
    begun = time.monotonic()
    other = tool.beside(tool.place.repo.parent / "second") if event.elsewhere else None
    _ask(other or tool, event, row, processes, begun, limit)
    processes.settle()
    row.cpu = processes.cpu() - cpu
    row.memory = max(row.memory, processes.memory())
    row.bytes = bytes_in(tool.folders() + (other.folders() if other else [])) - before
    return row, other


def _ask(tool: Tool, event: Event, row: Row, processes: Processes, begun: float, limit: float) -> None:
    right_since: float | None = None
    stayed = 0
    while stayed <= _STAY and (right_since is not None or time.monotonic() - begun < limit):
        due = time.monotonic() + INTERVAL
        good = _one(tool, event.new[0], row, lambda a: any(event.new[0] in t and p == event.new[1] for p, t in a.hits),
                    "missed")  # fmt: skip
        good &= _one(tool, event.gone[0], row, lambda a: not a.shows(event.gone[0]), "ghosts")
        if row.asked == 2:
            row.first = time.monotonic() - begun
        if good and right_since is None:
            right_since = time.monotonic() - begun
        stayed = stayed + 1 if good else 0
        if not good:
            right_since = None
        row.memory = max(row.memory, processes.memory())
        time.sleep(max(0.0, due - time.monotonic()))
    row.right = right_since


def _one(tool: Tool, word: str, row: Row, is_right: Callable, kind: str) -> bool:
    answer = tool.ask(word)
    row.asked += 1
    if answer.refused:
        row.refused += 1
        row.reason = row.reason or answer.refused
        return False
    if is_right(answer):
        return True
    if answer.marked:
        row.marked += 1
    else:
        setattr(row, kind, getattr(row, kind) + 1)
    return False
