"""What is true of a chunk whatever the question is. Kept beside the artifact, so that it is worked out once."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from coderag.model.artifact import FileArtifact, Symbol

V = TypeVar("V")


class Facts:
    """One chunk of an artifact, the definitions in it, and what was made of them. Safe to share between threads."""

    __slots__ = ("artifact", "chunk", "symbols", "_made")

    def __init__(self, artifact: FileArtifact, ordinal: int, symbols: Sequence[Symbol]) -> None:
        """``symbols``: definitions whose name stands in the chunk: its own, and the members of a class small enough to be
        one chunk."""
        self.artifact, self.chunk, self.symbols = artifact, artifact.chunks[ordinal], tuple(symbols)
        self._made: dict[Callable[[Facts], Any], Any] = {}

    def of(self, make: Callable[[Facts], V]) -> V:
        """``make(self)``, called at the first need only. It may depend on nothing else."""
        if make not in self._made:
            self._made[make] = make(self)
        return self._made[make]
