"""Repositories with installed hooks and an index, made by `coderag init` as a person would."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.git import Repo
from tests.support.served import Served, coderag

RETRY = '''\
"""Trying again."""


def schedule_retry(job, delay):
    """Run a job again after a pause."""
    job.pause(delay)
    return job.start()
'''
CART = '''\
"""The cart."""


class Cart:
    def __init__(self):
        self.lines = []

    def total(self):
        """Sum of all lines."""
        return sum(line.price for line in self.lines)
'''
GUIDE = """\
# Guide

## Install

Unpack the archive and start it.

## Retries

Failed jobs are retried three times.
"""


class Work:
    """A repository with hooks and index, and what tests ask of it."""

    def __init__(self, repo: Repo) -> None:
        self.repo = repo
        self.git, self.write, self.commit = repo.git, repo.write, repo.commit

    def coderag(self, *args: str, check: bool = True):
        return coderag(self.repo.path, self.repo.env, *args, check=check)

    def status(self) -> dict:
        return json.loads(self.coderag("status", "--json").stdout)

    def serve(self, at: Path | None = None) -> Served:
        return Served(at or self.repo.path, self.repo.env)


@pytest.fixture
def work(tmp_path) -> Work:
    repo = Repo(tmp_path)
    repo.write("jobs/retry.py", RETRY)
    repo.write("shop/cart.py", CART)
    repo.write("docs/guide.md", GUIDE)
    repo.commit("first")
    work = Work(repo)
    work.init = work.coderag("init").stdout
    return work


@pytest.fixture
def server(work):
    with work.serve() as server:
        yield server
