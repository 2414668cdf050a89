"""Random corpora and the many ways to spread one over segments."""
from __future__ import annotations

import random

import numpy as np

from coderag.index.lexical import FIELDS, LexicalIndex, build_segment, merge_segments

WORDS = [*"abcdefgh", "get", "user", "getuser", "проверка", "登录", "x" * 64, "\ud800", "z9"]


def random_documents(seed: int, count: int) -> list[dict[str, list[str]]]:
    rng = random.Random(seed)
    found = []
    for number in range(count):
        document = {}
        for field in FIELDS:
            if rng.random() < 0.7:
                words = [rng.choice(WORDS) for _ in range(int(rng.expovariate(0.1)))]
                document[field] = words + ([f"only{number}"] if rng.random() < 0.3 else [])
        if rng.random() < 0.05:
            document["body"] = ["a"] * rng.randint(250, 700)
        found.append(document)
    return found


class Corpus:
    """Documents spread over segments by a seed: cut into pieces, polluted with deleted documents, partly merged."""

    def __init__(self, directory, documents) -> None:
        self.directory, self.documents = directory, documents

    def fresh(self) -> list[tuple[str, np.ndarray]]:
        info = build_segment(self.directory, self.documents)
        return [(info.name, np.ones(info.documents, bool))]

    def scattered(self, seed: int) -> list[tuple[str, np.ndarray]]:
        rng = random.Random(seed)
        parts, at = [], 0
        while at < len(self.documents):
            size = rng.randint(1, max(1, len(self.documents) // 2))
            parts.append(self._polluted(rng, self.documents[at : at + size]))
            at += size
        while len(parts) > 1 and rng.random() < 0.6:
            i = rng.randrange(len(parts) - 1)
            info = merge_segments(self.directory, parts[i : i + 2])
            parts[i : i + 2] = [(info.name, np.ones(info.documents, bool))]
        return parts

    def _polluted(self, rng, documents) -> tuple[str, np.ndarray]:
        mixed, live = [], []
        for document in documents:
            while rng.random() < 0.3:
                mixed.append(random_documents(rng.randrange(1 << 30), 1)[0])
                live.append(False)
            mixed.append(document)
            live.append(True)
        return build_segment(self.directory, mixed).name, np.array(live, bool)


def live_scores(index: LexicalIndex, segments, *arguments) -> np.ndarray:
    """Scores in document order, deleted documents left out."""
    arrays = index.scores(*arguments)
    assert all(not array[~live].any() for array, (_, live) in zip(arrays, segments, strict=True))
    return np.concatenate([array[live] for array, (_, live) in zip(arrays, segments, strict=True)])


