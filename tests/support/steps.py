"""Scenarios as data: a step is a few commands and what must be true of the index afterwards.

Commands, one a line (anything else is given to git as it stands, after "git"; "! ..." must fail):

    w PATH NAME...     write a Python file that defines the functions NAME...
    t PATH TEXT        write one line of text
    rm PATH            delete a file or folder
    ln TARGET PATH     make a symbolic link
    ci [MESSAGE]       add everything and commit
    in WHERE CMD       run a command in another Repo of the scenario ("wt" from `worktree`, "copy" from `clone`)

Expectations: "+name" is defined and found, "+name@path" in exactly that file, "-name" is nowhere.
"""
from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import NamedTuple

from coderag.api import Engine
from coderag.model.answers import CURRENT
from coderag.sync.target import head_target
from tests.support.git import Repo
from tests.support.index import assert_same_as_fresh, found, patient, totals

NOTHING = (0, 0)


class Step(NamedTuple):
    """``work``: (artifacts, vectors) that catching up may compute at most, None = any."""

    do: str
    expect: str = ""
    work: tuple[int, int] | None = None
    fresh: bool = True  # compare with an index built from nothing


def source(names: list[str]) -> str:
    """A Python file; each function's text is its own, so that each is a vector of its own."""
    return "".join(
        f'def {n}(order, limit={i}):\n    """Computes the {n} of an order."""\n    return order.{n} + limit\n\n\n'
        for i, n in enumerate(names)
    )


def three_commits(r: Repo) -> Repo:
    """Branch main with three commits: a.py and b.py, then pkg/c.py, then README.md and conf.json."""
    patient(r)
    r.write("a.py", source(["alpha", "beta"]))
    r.write("b.py", source(["gamma"]))
    r.commit("one")
    r.write("pkg/c.py", source(["delta", "epsilon"]))
    r.commit("two")
    r.write("README.md", "# Orders\n\nHow to install it.\n\n## Totals\n\nThe total of an order.\n")
    r.write("conf.json", '{"retries": 3}\n')
    r.commit("three")
    return r


def perform(repo: Repo, line: str, others: dict[str, Repo] | None = None) -> None:
    words = shlex.split(line)
    match words[0]:
        case "w":
            repo.write(words[1], source(words[2:]))
        case "t":
            repo.write(words[1], " ".join(words[2:]) + "\n")
        case "rm":
            repo.rm(words[1])
        case "ln":
            (repo.path / words[2]).unlink(missing_ok=True)
            (repo.path / words[2]).symlink_to(words[1])
        case "ci":
            repo.commit(" ".join(words[1:]) or "change")
        case "in":
            perform((others or {})[words[1]], shlex.join(words[2:]))
        case "!":
            done = repo.run(*words[1:])
            assert done.returncode != 0, f"git {words[1:]} was expected to fail"
        case _:
            repo.git(*words)


def play(repo: Repo, engine: Engine, steps: list[Step], others: dict[str, Repo] | None = None,
         after: Callable[[], None] = lambda: None) -> None:  # fmt: skip
    """Each step: commands, then ``after`` (say: wait for the worker), then what is expected."""
    for number, step in enumerate(steps, 1):
        for line in filter(None, map(str.strip, step.do.splitlines())):
            perform(repo, line, others)
        after()
        try:
            check(engine, step)
        except AssertionError as e:
            raise AssertionError(f"step {number} ({' | '.join(step.do.split(chr(10)))}): {e}") from e


def check(engine: Engine, step: Step) -> None:
    before = totals(engine.layout)
    head = engine.repo.head()
    for word in step.expect.split():
        name, _, path = word[1:].partition("@")
        paths = found(engine, name)
        if word[0] == "-":
            assert not paths, f"{name} is still found in {paths}"
        else:
            assert paths and (not path or paths == [path]), f"{name} is in {paths}"
    freshness = engine.tree().freshness
    assert (freshness.state, freshness.indexed_commit) == (CURRENT, head.commit), freshness
    assert freshness.ref == (head.ref or "HEAD (detached)")
    if step.work is not None:
        done = tuple(b - a for a, b in zip(before, totals(engine.layout), strict=True))
        assert done[0] <= step.work[0] and done[1] <= step.work[1], f"computed {done}, allowed {step.work}"
    if step.fresh:
        assert_same_as_fresh(engine)
        assert head_target(engine.repo, engine.layout).slot.is_dir()
