"""coderag as the evaluation harness drives it: the real product, an index in the repository's git dir, no hooks.

``python eval.py --adapter tests/bench/retrieval/adapter.py:Coderag``
"""
from __future__ import annotations

import os

LONGEST_QUERY = 1_900


class Coderag:
    def __init__(self) -> None:
        self.engine = None

    def index(self, repo_dir: str) -> None:
        from coderag.api import Engine

        self.engine = Engine.open(repo_dir)
        self.engine.sync()
        self.engine.models.complete()  # vectors of a slow model

    def search(self, repo_dir: str, query: str, k: int) -> list[tuple[str, int, int, float]]:
        """(absolute path, first line, last line, score), best first, at most ``k``."""
        from coderag.model.answers import Query

        top = str(self.engine.repo.workdir)
        answer = self.engine.search(Query(query[:LONGEST_QUERY], top_k=min(k, 100)))
        return [(os.path.join(top, h.path), h.start_line, h.end_line, h.score) for h in answer.hits]

    def close(self, repo_dir: str) -> None:
        self.engine.close()
        self.engine = None
