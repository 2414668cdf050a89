"""What git says a commit holds, to judge answers by: every hit line by line, every outline, every definition.

For repositories of Python files whose functions all stand at the top level (`tests.support.steps.source`).
"""
from __future__ import annotations

import re
from functools import lru_cache

from tests.support.git import Repo

_DEFINED = re.compile(r"^def (\w+)\(", re.M)


class Truth:
    """Answers are dicts, as a server gives them. Every check raises AssertionError."""

    def __init__(self, repo: Repo) -> None:
        self.repo = repo
        self.text = lru_cache(4000)(self._text)

    def _text(self, commit: str, path: str) -> str:
        return self.repo.git("show", f"{commit}:{path}")

    def names(self, commit: str, path: str) -> list[str]:
        return _DEFINED.findall(self.text(commit, path))

    def files_with(self, commit: str, name: str) -> list[str]:
        lines = self.repo.run("grep", "-l", f"^def {name}(", commit).stdout.splitlines()
        return sorted(line.partition(":")[2] for line in lines)

    def check_search(self, answer: dict) -> None:
        commit = answer["freshness"]["indexed_commit"]
        assert answer["hits"], answer
        for hit in answer["hits"]:
            lines = self.text(commit, hit["path"]).split("\n")
            expected = "\n".join(lines[hit["start_line"] - 1 : hit["end_line"]]).rstrip("\n")
            assert hit["text"].rstrip("\n") == expected, f"{hit} at {commit}"

    def check_outline(self, answer: dict) -> None:
        commit, path = answer["freshness"]["indexed_commit"], answer["path"]
        assert [s["name"] for s in answer["symbols"]] == self.names(commit, path), f"{answer} at {commit}"

    def check_symbol(self, answer: dict) -> None:
        commit, name = answer["freshness"]["indexed_commit"], answer["name"]
        found = sorted(d["path"] for d in answer["definitions"])
        assert found == self.files_with(commit, name), f"{name} is said to be in {found} at {commit}"
