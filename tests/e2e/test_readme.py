"""The README's tour is real output: its commands are run on the demo's repository, in order.

    CODERAG_REGEN=1 python -m pytest tests/e2e/test_readme.py     writes what they print into README.md; read it

Scores, ids, times and counts may differ from what README shows; places, names, code and words may not.
"""
from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from coderag.cli import fixture
from coderag.cli.commands.demo import LOYALTY
from tests.support.git import isolated_environment

README = Path(__file__).parents[2] / "README.md"
TOUR = re.compile(r"^## Sixty seconds\n.*?(?=^## )", re.M | re.S)
BLOCK = re.compile(r"^```\n(\$ .*?)^```$", re.M | re.S)
INTERPRETER = "/home/you/.venv/bin/python"

_VARIES = (
    (r"(?m)^(\S+:\d+(?:-\d+)?  .*?)  \d+\.\d\d(?=$|  )", r"\1"),  # the score of a hit
    (r"\b[0-9a-f]{7}\b", "ID"),
    (r"in \d+\.\d s: [\d,]+ files, [\d,]+ chunks added, [\d,]+ removed", "in SECONDS: COUNTS"),
    (r"(?m)^  runs \S+$", f"  runs {INTERPRETER}"),
    (r"(?m)[ \n]+$", ""),
)


def steps(block: str) -> Iterator[tuple[str, str]]:
    """(command, what README shows below it)."""
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown.strip("\n")


def same(text: str) -> str:
    for pattern, instead in _VARIES:
        text = re.sub(pattern, instead, text)
    return text


def test_tour(tmp_path):
    repo = fixture.build("shop", tmp_path / "shop")
    dates = {"GIT_AUTHOR_DATE": "1767225600 +0000", "GIT_COMMITTER_DATE": "1767225600 +0000"}
    env = {**isolated_environment(tmp_path), **dates, "CODERAG_QUERYBUDGET": "60000"}

    def run(command: str) -> str:
        script = f'coderag() {{ {shlex.quote(sys.executable)} -P -m coderag.cli "$@"; }}\n{command}'
        done = subprocess.run(["sh", "-c", script], cwd=repo, env=env, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        printed = re.sub(r"(?m) +$", "", done.stdout.partition("\n\nTry it:")[0]).strip("\n")  # what init says of agents stands further down
        return re.sub(r"(?m)^  runs \S+$", f"  runs {INTERPRETER}", printed)

    text = README.read_text(encoding="utf-8")
    tour = TOUR.search(text).group()
    blocks = {}
    for block in BLOCK.findall(tour):
        if "loyalty" in block:  # the new file that the text before it speaks of
            (repo / "shop" / "loyalty.py").write_text(LOYALTY, encoding="utf-8")
        blocks[block] = [(command, shown, run(command)) for command, shown in steps(block)]
    if os.environ.get("CODERAG_REGEN"):
        for block, done in blocks.items():
            fresh = "\n".join(f"$ {command}\n{printed}\n" if printed else f"$ {command}" for command, _, printed in done)
            tour = tour.replace(block, fresh)
        README.write_text(TOUR.sub(lambda _: tour, text), encoding="utf-8")
        return
    assert len(blocks) >= 4
    for done in blocks.values():
        for command, shown, printed in done:
            assert same(printed) == same(shown), f"README shows something else for: {command}"
