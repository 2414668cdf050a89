"""A real snapshot of a small commit, and the question asked of it; the dense part can be switched off."""
from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from coderag.api import Engine
from coderag.model.answers import Query, SearchAnswer
from tests.support.git import NO_HOOKS, Repo, isolate


class Code:
    """One commit. ``ask`` gives an answer, ``paths`` those of its hits."""

    def __init__(self, repo: Repo) -> None:
        self.repo = repo
        self.engine = Engine.open(repo.path)
        self.engine.sync()  # not on the time a question has

    def ask(self, text: str, **more) -> SearchAnswer:
        answer = self.engine.search(Query(text, **more))
        assert answer.freshness.state == "current"
        assert list(answer.hits) == sorted(answer.hits, key=lambda h: (-h.score, h.path.encode("utf-8", "surrogateescape"), h.start_line))
        return answer

    def paths(self, text: str, **more) -> list[str]:
        return [h.path for h in self.ask(text, **more).hits]

    def without_vectors(self) -> Code:
        embedder = self.engine.writer().embedder
        embedder.embed_query = lambda text, idf=None: np.zeros(embedder.dim, np.float32)
        return self


@pytest.fixture(scope="module")
def code(tmp_path_factory) -> Iterator[Callable[[dict[str, str]], Code]]:
    """``code({path: content})`` commits the files and opens the repository; equal files give the same one."""
    folder = tmp_path_factory.mktemp("search")
    opened: dict[tuple, Code] = {}

    def make(files: dict[str, str]) -> Code:
        key = tuple(files.items())
        if key not in opened:
            repo = Repo(folder, f"r{len(opened)}")
            repo.env.update(NO_HOOKS)
            for path, content in files.items():
                repo.write(path, content)
            repo.commit("code")
            opened[key] = Code(repo)
        return opened[key]

    with pytest.MonkeyPatch.context() as monkeypatch:
        isolate(monkeypatch, folder)
        yield make
        for c in opened.values():
            c.engine.close()
