"""Near-duplicates: copies of a hit are named beside it in place of taking its neighbours' room."""
from __future__ import annotations

ALIKE = 0.85
"""Share of common lines (Jaccard index) from which two texts are copies of one another."""
MOST_COPIES = 12
_FEWEST_LINES = 4


def line_set(text: str) -> frozenset[str]:
    """Lines of a text without indentation and blank lines; empty if there are too few to compare."""
    lines = frozenset(stripped for line in text.split("\n") if (stripped := line.strip()))
    return lines if len(lines) >= _FEWEST_LINES else frozenset()


def alike(a: frozenset[str], b: frozenset[str]) -> bool:
    if not a or not b or min(len(a), len(b)) < ALIKE * max(len(a), len(b)):
        return False
    common = len(a & b)
    return common >= ALIKE * (len(a) + len(b) - common)


def fold(texts: list[str]) -> list[tuple[int, list[int]]]:
    """(index of a text, indexes of its later copies), in order; each index occurs once. Adding texts at the end never
    changes which of the earlier ones come first, so that pages of one list agree."""
    kept: list[tuple[int, frozenset[str], list[int]]] = []
    for i, text in enumerate(texts):
        lines = line_set(text)
        for _, other, copies in kept:
            if alike(lines, other):
                copies.append(i)
                break
        else:
            kept.append((i, lines, []))
    return [(i, copies) for i, _, copies in kept]
