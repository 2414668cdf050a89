"""Branches, worktrees and detached HEADs: one slot each, everything shared, nothing kept for what is gone."""
from __future__ import annotations

import pytest

from coderag.errors import CoderagError
from coderag.fsio import tree_bytes
from coderag.index.snapshot import read_meta
from coderag.model.answers import CURRENT, Query
from coderag.sync.target import head_target
from tests.support.git import Repo
from tests.support.index import assert_same_as_fresh, found, opened, totals
from tests.support.steps import NOTHING, Step, perform, play, source

SCENARIOS: dict[str, list[Step]] = {
    "case-83-switch-c": [
        Step("switch -q -c t", "+alpha", NOTHING),
        Step("checkout -q -b u", "+alpha", NOTHING),
        Step("switch -q main", "+alpha", NOTHING),
    ],
    "checkout-there-and-back": [
        Step("switch -q -c t \n w t.py tee \n ci", "+tee", (1, 1)),
        Step("switch -q main", "-tee", NOTHING),
        Step("switch -q t", "+tee", NOTHING),
        Step("switch -q -", "-tee", NOTHING),
    ],
    "checkout-of-a-file": [
        Step("w a.py alpha \n ci", "-beta"),
        Step("checkout -q HEAD~1 -- a.py", "-beta +alpha", NOTHING),
        Step("commit -q -m back", "+beta", NOTHING),
        Step("restore --source=HEAD~1 a.py", "+beta", NOTHING),
    ],
    "case-26-orphan": [
        Step("checkout -q --orphan o \n rm b.py \n ci root", "+alpha -gamma", NOTHING),
        Step("checkout -q -f main", "+gamma", NOTHING),
    ],
    "case-105-orphan-without-files": [
        Step("switch -q --orphan o \n w only.py lonely \n ci root", "+lonely -alpha"),
        Step("switch -q main", "+alpha -lonely", NOTHING),
    ],
    "detached": [
        Step("switch -q --detach HEAD~1", "+delta", NOTHING),
        Step("w d.py detached_one \n ci", "+detached_one", (1, 1)),
        Step("switch -q main", "-detached_one", NOTHING),
        Step("switch -q --detach HEAD@{1} \n switch -q -c kept", "+detached_one", NOTHING),
    ],
    "case-82-rename": [
        Step("w z.py zed \n ci", "+zed"),
        Step("branch -m main trunk", "+zed", NOTHING),
        Step("branch -m trunk Trunk/1", "+zed", NOTHING),
    ],
    "delete-and-make-again": [
        Step("switch -q -c t \n w t.py tee \n ci", "+tee"),
        Step("switch -q main \n branch -q -D t \n switch -q -c t", "-tee", NOTHING),
    ],
    "branch-of-a-tag": [
        Step("tag v1 HEAD~1 \n switch -q --detach v1", "+delta", NOTHING),
        Step("switch -q -c from-tag v1 \n w n.py newer \n ci", "+newer +delta"),
    ],
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_branches(name, repo, engine):
    play(repo, engine, SCENARIOS[name])


def test_case_16_there_and_back_ten_times(repo, engine):
    play(repo, engine, [Step("switch -q -c x \n rm b.py \n rm pkg \n ci", "-gamma -delta +alpha", NOTHING)])
    sizes = []
    for _ in range(10):
        play(repo, engine, [Step("switch -q main", "+gamma +delta", NOTHING, fresh=False)])
        play(repo, engine, [Step("switch -q x", "-gamma -delta +alpha", NOTHING, fresh=False)])
        sizes.append(tree_bytes(engine.layout.root))
    assert max(sizes[1:]) - min(sizes[1:]) < 20_000, sizes


NAMES = {
    "fix/a-b": "one", "fix-a/b": "two", "fix-a-b": "three", "Fix-a/B": "four", "дев/ветка": "five",
    "long/" + "n" * 195: "six", "fix.a.b": "seven",
}  # fmt: skip


def test_case_71_every_branch_name_has_its_own_slot(repo, engine):
    for name, symbol in NAMES.items():
        perform(repo, f"switch -q -c {name} main")
        play(repo, engine, [Step(f"w s.py {symbol} \n ci", f"+{symbol} " + " ".join(f"-{s}" for s in NAMES.values() if s != symbol))])
    slots = {read_meta(s).ref: s for s in engine.layout.slots()}
    assert {f"refs/heads/{n}" for n in NAMES} <= set(slots)
    assert len({str(s).lower() for s in slots.values()}) == len(NAMES) + 1
    assert all(len(s.name) < 80 and s.name.isascii() for s in slots.values())
    for name, symbol in NAMES.items():
        assert found(engine, symbol, ref=name) == ["s.py"]


def test_ref_answers_from_another_branch_without_a_checkout(repo, engine):
    perform(repo, "switch -q -c side")
    perform(repo, "w side.py sideways")
    tip = (perform(repo, "ci"), repo.rev())[1]
    perform(repo, "switch -q main")
    repo.git("tag", "-a", "v1", "-m", "x", "side")
    for rev, label in (("side", "refs/heads/side"), ("refs/heads/side", "refs/heads/side"), ("v1", "refs/tags/v1"), (tip, tip), (tip[:10], tip)):
        assert found(engine, "sideways", ref=rev) == ["side.py"]
        answer = engine.search(Query("sideways", ref=rev))
        assert (answer.freshness.ref, answer.freshness.indexed_commit) == (label, tip)
        assert_same_as_fresh(engine, ref=rev)
    assert found(engine, "sideways") == []
    assert totals(engine.layout)[0] == 6  # five files of main, one of side: nothing twice
    with pytest.raises(CoderagError, match="unknown branch"):
        engine.search(Query("sideways", ref="nowhere"))


def test_a_detached_head_never_writes_into_a_branch_slot(repo, engine):
    def state():
        return {s: read_meta(s).commit for s in engine.layout.slots() if s.parent.name == "branches"}

    before = state()
    repo.git("switch", "-q", "--detach")
    repo.write("d.py", source(["detached_work"]))
    repo.commit()
    assert found(engine, "detached_work") == ["d.py"]
    assert state() == before
    assert head_target(engine.repo, engine.layout).slot.parent.name == "detached"
    assert found(engine, "detached_work", ref="main") == []


def test_case_82_slots_of_deleted_branches_are_collected(repo, engine):
    sizes = []
    for i in range(12):
        perform(repo, f"switch -q -c b{i}")
        play(repo, engine, [Step(f"w f{i}.py fun_{i} \n ci", f"+fun_{i}", fresh=False)])
        perform(repo, "switch -q main")
        assert found(engine, f"fun_{i}") == []
        repo.git("branch", "-q", "-D", f"b{i}")
        sizes.append(tree_bytes(engine.layout.root))
    engine.gc()
    assert [read_meta(s).ref for s in engine.layout.slots()] == ["refs/heads/main"]
    play(repo, engine, [Step("", "+alpha -fun_3", NOTHING)])
    engine.close()  # the last connection folds SQLite's log into the store
    assert tree_bytes(engine.layout.root) < sizes[0]


def test_case_54_worktrees_share_the_store_and_nothing_else(repo, engine, tmp_path):
    one, two = repo.worktree("wt1", "-b", "a"), repo.worktree("wt2", "-b", "b")
    with opened(one) as e1, opened(two) as e2:
        assert e1.layout.root == e2.layout.root == engine.layout.root
        one.write("pay.py", "def pay():\n    return 'A'\n")
        two.write("pay.py", "def pay():\n    return 'B'\n")
        one.commit(), two.commit()
        before = totals(engine.layout)
        for e, text in ((e1, "A"), (e2, "B"), (e1, "A")):
            hit = e.search(Query("pay")).hits[0]
            assert f"return '{text}'" in hit.text and not hit.modified
            assert_same_as_fresh(e)
        assert found(engine, "pay") == []
        assert tuple(b - a for a, b in zip(before, totals(engine.layout), strict=True)) == (2, 2)


def test_case_4_a_removed_worktree_takes_nothing_with_it(repo, engine):
    wt = repo.worktree("wt", "-b", "w")
    with opened(wt) as e:
        play(wt, e, [Step("w only.py only_in_w \n ci", "+only_in_w", (1, 1))])
    repo.git("worktree", "remove", "../wt")
    play(repo, engine, [Step("", "-only_in_w"), Step("switch -q w", "+only_in_w@only.py", NOTHING)])


def test_detached_heads_of_worktrees_have_their_own_slots(repo, engine):
    wt = repo.worktree("wt", "--detach", "HEAD~1")
    repo.git("switch", "-q", "--detach")
    with opened(wt) as e:
        play(wt, e, [Step("w only.py only_in_w \n ci", "+only_in_w")])
        play(repo, engine, [Step("w main.py only_in_main \n ci", "+only_in_main -only_in_w")])
        play(wt, e, [Step("", "+only_in_w -only_in_main", NOTHING)])
        slots = [s for s in engine.layout.slots() if s.parent.name == "detached"]
        assert len(slots) == 2
    repo.git("worktree", "remove", "--force", "../wt")
    play(repo, engine, [Step("w n.py newer \n ci", "+newer")])
    assert len([s for s in engine.layout.slots() if s.parent.name == "detached"]) == 1


@pytest.mark.parametrize("worker", ["main", "linked"])
def test_slots_in_use_by_another_worktree_are_kept(repo, engine, worker):
    """An unborn or detached HEAD of one worktree is no reason to collect what another one answers from."""
    wt: Repo = repo.worktree("wt", "--detach")
    with opened(wt) as e:
        play(wt, e, [Step("w w.py in_worktree \n ci", "+in_worktree")])
        play(repo, engine, [Step("switch -q --orphan o \n w o.py on_orphan \n ci", "+on_orphan -alpha")])
        (engine if worker == "main" else e).gc()
        for x, name in ((e, "in_worktree"), (engine, "on_orphan")):
            before = totals(engine.layout)
            assert found(x, name) and x.search(Query(name)).freshness.state == CURRENT
            assert totals(engine.layout) == before
