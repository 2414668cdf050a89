"""The freshness benchmark's own parts: its events are what they say, and no process escapes its count."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.freshness.table import tables
from tests.bench.freshness.tools.codegraph import _hits
from tests.support.git import Repo

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the benchmark counts processes by /proc")

EVENTS = """
import sys
from pathlib import Path
from tests.bench.freshness.events import Scratch
from tests.bench.freshness.processes import Processes
from tests.bench.freshness.tools import TOOLS, Place
from tests.support.git import isolated_environment

folder, processes = Path(sys.argv[1]), Processes()
env = isolated_environment(folder)
scratch = Scratch(Path(sys.argv[2]), folder, processes, env, 3)
tool = TOOLS["git-grep"](Place(processes, scratch.path, folder / "home", env))
for event in scratch.events():
    event.arrange()
    assert tool.ask(event.gone[0]).shows(event.gone[0]) or event.elsewhere, event
    assert not tool.ask(event.new[0]).hits, event
    event.act()
    asked = tool.beside(scratch.worktree) if event.elsewhere else tool
    assert [path for path, _ in asked.ask(event.new[0]).hits][:1] == [event.new[1]], event
    assert not asked.ask(event.gone[0]).hits, event
    print(event.name)
"""

ORPHANS = """
import os, sys, time
from pathlib import Path
from tests.bench.freshness.processes import Processes

processes = Processes()
busy = "import time; t = time.process_time()\\nwhile time.process_time() - t < 0.4: pass\\ntime.sleep(60)"
processes.run(["sh", "-c", f"setsid {sys.executable} -c '{busy}' >/dev/null 2>&1 &"], Path("/"), os.environ)
begun = time.monotonic()
while processes.cpu() < 0.3 and time.monotonic() - begun < 20:
    time.sleep(0.05)
print(processes.cpu() >= 0.3, processes.memory() > 1_000_000)
processes.end_all()
print(processes.cpu() >= 0.3, processes.memory())
"""


def python(script: str, *args: object) -> str:
    """In a process of its own: the benchmark makes its process the parent of all orphans."""
    done = subprocess.run([sys.executable, "-c", script, *map(str, args)], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_each_event_brings_and_takes_what_it_says(tmp_path):
    repo = Repo(tmp_path, "source")
    for number in range(4):
        for name in "abc":
            repo.write(f"src/{name}.py", f"VALUE = {number}\n" * 20)
        repo.commit(str(number))
    names = python(EVENTS, tmp_path / "scratch", repo.path).splitlines()
    assert [n.split(",")[0] for n in names] == ["commit", "amend", "checkout", "checkout", "rebase", "reset --hard",
                                                "edit", "edit", "second worktree"]  # fmt: skip


def test_a_detached_process_is_counted_and_ended():
    assert python(ORPHANS).split() == ["True", "True", "True", "0"]


def test_an_echo_of_the_question_is_no_hit():
    text = "**Exploration: zqword**\n- `other` (a.py:1) — 1 caller\n**`b.py`** — f(function)\n1 def f():\n2   pass"
    assert _hits(text) == [("a.py", "other"), ("b.py", " — f(function)\n1 def f():\n2   pass")]


def test_table_shows_the_worst_and_what_was_not_marked():
    row = {"event": "commit", "git": 0.1, "right": 1.5, "missed": 2, "ghosts": 1, "marked": 0, "refused": 0, "cpu": 0.2,
           "bytes": 2000, "memory": 10**6}  # fmt: skip
    one = {"repo": "r", "files": 3, "tool": "t", "note": "n", "version": "1", "limit": 30, "index_s": 1, "index_cpu": 1,
           "index_bytes": 5, "load": [0.2, 1.2], "rows": [row]}  # fmt: skip
    other = {**one, "rows": [{**row, "right": None}]}
    text = tables([one, other, {"repo": "r", "files": 3, "tool": "u", "note": "", "limit": 30, "missing": "u", "rows": []}])
    assert "| commit | t | **never** in 30 s (worst **never** in 30 s) | **4 / 2** | 0 | 0 | 0.20 | 2 | 0.10 |" in text
    assert "| u | not installed | u |" in text
