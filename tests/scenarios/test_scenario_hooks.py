"""End to end with installed hooks: the worker has done the work before anybody asks."""
from __future__ import annotations

import subprocess
import sys
import time

import pytest

from coderag.git import hooks, open_repository
from coderag.index.layout import Layout
from coderag.index.snapshot import read_meta
from coderag.sync import state
from tests.support.git import Repo, wait_for
from tests.support.index import assert_same_as_fresh, opened, quiet, totals, wait_idle
from tests.support.steps import NOTHING, Step, perform, play, source


@pytest.fixture
def hooked(repo):
    with opened(repo) as e:
        e.sync()
    handle = open_repository(repo.path)
    assert {h.state for h in hooks.install(handle, sys.executable)} == {"installed"}
    handle.close()
    return repo


def indexed(repo: Repo, ref: str | None = None) -> str | None:
    handle = open_repository(repo.path)
    head = handle.head()
    meta = read_meta(Layout(handle.common_dir).slot(ref or head.ref, handle.worktree_id))
    return meta.commit if meta else None


AWAITED = {
    "commit": ["w n.py newer \n ci"],
    "amend": ["w n.py newer \n add -A \n commit -q --amend --no-edit"],
    "merge": ["switch -q -c t \n w t.py tee \n ci \n switch -q main \n w m.py em \n ci \n merge -q --no-ff t -m x"],
    "case-1-rebase": ["switch -q -c t HEAD~1 \n w t.py tee \n ci \n w u.py you \n ci \n rebase -q main"],
    "case-14-rebase-ff": ["switch -q -c ff HEAD~2 \n rebase -q main"],
    "rebase-apply": ["switch -q -c t HEAD~1 \n w t.py tee \n ci \n rebase -q --apply main"],
    "am": ["switch -q -c t \n w t.py tee \n ci \n format-patch -q -1 --output=../p \n switch -q main \n am -q ../p"],
    "cherry-pick": ["switch -q -c t \n w t.py tee \n ci \n switch -q main \n cherry-pick t"],
    "switch": ["switch -q -c t HEAD~2"],
    "detach": ["switch -q --detach HEAD~2"],
}


@pytest.mark.parametrize("name", AWAITED)
def test_the_worker_indexes_head_unasked(name, hooked):
    for line in AWAITED[name][0].splitlines():
        perform(hooked, line.strip())
    wait_for(lambda: indexed(hooked) == hooked.rev(), 60)
    wait_idle(hooked)
    with opened(hooked) as e:
        before = totals(e.layout)
        assert_same_as_fresh(e)
        assert totals(e.layout) == before  # nothing was left for the question to do


def test_steps_with_hooks_and_a_server_that_asks_meanwhile(hooked):
    with opened(hooked, overlay=False) as e:
        play(hooked, e, [
            Step("w n.py newer \n ci", "+newer"),
            Step("w n.py newest \n add -A \n commit -q --amend --no-edit", "+newest -newer"),
            Step("switch -q -c t \n w t.py tee \n ci \n switch -q main", "-tee +newest"),
            Step("merge -q --squash t", "-tee", NOTHING),
            Step("reset -q --hard \n switch -q t \n rebase -q main", "+tee +newest"),
            Step("checkout -q HEAD~1 -- . \n reset -q --hard", "+tee", NOTHING),
        ])  # fmt: skip
        wait_idle(hooked)
        assert_same_as_fresh(e)


def test_case_26_worktree_add_and_a_commit_in_it(hooked):
    wt = hooked.worktree("wt", "-b", "w")
    wait_for(lambda: indexed(wt) == wt.rev(), 60)
    before = totals(Layout(hooked.path / ".git"))
    wt.write("only.py", source(["only_in_w"]))
    wt.commit()
    wait_for(lambda: indexed(wt) == wt.rev(), 60)
    wait_idle(wt)
    with opened(wt) as e, opened(hooked) as main:
        play(wt, e, [Step("", "+only_in_w@only.py", NOTHING)])
        play(hooked, main, [Step("", "-only_in_w", NOTHING)])
        assert tuple(b - a for a, b in zip(before, totals(main.layout), strict=True)) == (1, 1)


def test_case_53_a_burst_of_commits_in_several_worktrees(hooked):
    layout = Layout(hooked.path / ".git")
    trees = [hooked, *(hooked.worktree(f"wt{i}", "-b", f"w{i}") for i in range(3))]
    wait_idle(hooked)
    runs = (state.read_json(layout.runs) or {})["runs"]
    for i in range(8):
        for n, tree in enumerate(trees):
            tree.write("s.py", source([f"burst_{n}_{k}" for k in range(i + 1)]))
            tree.commit()
    for n, tree in enumerate(trees):
        wait_for(lambda tree=tree: indexed(tree) == tree.rev(), 60)
        wait_idle(tree)
        with opened(tree) as e:
            play(tree, e, [Step("", f"+burst_{n}_7 -burst_{(n + 1) % 4}_7", NOTHING)])
    assert (state.read_json(layout.runs) or {})["runs"] - runs <= 8 * len(trees)


def test_case_105_first_commit_of_an_initialised_empty_repository(tmp_path):
    repo = Repo(tmp_path, "empty")
    handle = open_repository(repo.path)
    hooks.install(handle, sys.executable)
    repo.write("a.py", source(["alpha"]))
    repo.commit()
    wait_for(lambda: indexed(repo) == repo.rev(), 60)
    wait_idle(repo)
    with opened(repo) as e:
        play(repo, e, [Step("", "+alpha", NOTHING)])


def test_case_18_an_unusable_store_never_shows_in_git(hooked):
    wait_idle(hooked)
    import shutil

    shutil.rmtree(hooked.path / ".git" / "coderag")
    (hooked.path / ".git" / "coderag").write_text("in the way")
    hooked.write("n.py", source(["newer"]))
    hooked.git("add", "-A")
    for args in (["commit", "-q", "-m", "x"], ["switch", "-q", "-c", "t"], ["rebase", "-q", "main"], ["worktree", "add", "-q", "../wt"]):
        done = hooked.run(*args)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), args
    assert (hooked.path / ".git" / "coderag").read_text() == "in the way"


def test_a_rebase_that_stops_does_not_keep_a_worker(hooked):
    for line in ("switch -q -c t", "w a.py alpha theirs", "ci", "switch -q main", "w a.py alpha ours", "ci", "switch -q t", "! rebase main"):
        perform(hooked, line)
    wait_idle(hooked, 30)
    perform(hooked, "rebase --abort")
    with opened(hooked) as e:
        play(hooked, e, [Step("", "+theirs -ours")])


def test_a_file_checkout_starts_nothing(hooked):
    wait_idle(hooked)
    layout = Layout(hooked.path / ".git")
    event = (state.read_json(layout.runs) or {}).get("last_event_at")
    perform(hooked, "checkout -q HEAD~2 -- a.py")
    time.sleep(0.5)
    assert quiet(layout) and (state.read_json(layout.runs) or {}).get("last_event_at") == event


def test_the_worker_leaves_no_process(hooked):
    perform(hooked, "w n.py newer")
    perform(hooked, "ci")
    wait_idle(hooked)

    def mine() -> list[str]:
        out = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True).stdout.splitlines()
        return [line for line in out if "coderag.cli.worker" in line and "grep" not in line and hooked_cwd(line)]

    def hooked_cwd(line: str) -> bool:
        import os

        try:
            return os.readlink(f"/proc/{line.split()[0]}/cwd") == str(hooked.path)
        except OSError:
            return False

    wait_for(lambda: not mine(), 20)
