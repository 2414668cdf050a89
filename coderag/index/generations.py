"""The generations of a slot: numbering them, and deleting what nobody opens any more."""
from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

from coderag.fsio import remove_tree
from coderag.index.snapshot import CURRENT, current_generation


def collect_generations(slot: Path, keep: int = 2) -> None:
    """Delete what a killed writer left, and all but the newest ``keep`` generations (readers may still open one)."""
    current = current_generation(slot)
    generations = sorted(_generations(slot), key=lambda p: p.name)
    kept = {p for p in generations if current and p.name <= current.name}
    keepers = set(sorted(kept, key=lambda p: p.name)[-keep:])
    for path in slot.iterdir():
        if path.name == CURRENT or path in keepers or path == current:
            continue
        remove_tree(path)


def _generations(slot: Path) -> Iterator[Path]:
    return (p for p in slot.iterdir() if p.name.startswith("gen-"))


def next_name(slot: Path) -> str:
    """``gen-000012-1f2e3d``: numbers order the generations, the rest makes a name that is never used again. A slot may
    be collected and come back with number 1, while a server still holds the old number 1 open."""
    numbers = [int(p.name[4:10]) for p in _generations(slot) if p.name[4:10].isdigit()]
    return f"gen-{max(numbers, default=0) + 1:06d}-{secrets.token_hex(3)}"
