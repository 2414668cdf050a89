"""Other files of the same folder match too: what is spread over several files often shares a folder."""
from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping

_NEIGHBOURS = 3


def folder_agreement(scores: Mapping[str, float]) -> dict[str, float]:
    """Path -> mean likeness to the best file of the three best other files in its folder, 6 decimals; 0 if it is alone.

    ``scores``: the score of each file. Likeness is e to the power of how much a file is behind the best one, 1 for that.
    """
    best = max(scores.values(), default=0.0)
    likeness = {path: math.exp(score - best) for path, score in scores.items()}
    folders: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for path, value in likeness.items():
        folders[path.rpartition("/")[0]].append((value, path))
    out = {}
    for members in folders.values():
        ahead = sorted(members, reverse=True)[: _NEIGHBOURS + 1]
        for _, path in members:
            others = [value for value, other in ahead if other != path][:_NEIGHBOURS]
            out[path] = round(sum(others) / len(others), 6) if others else 0.0
    return out
