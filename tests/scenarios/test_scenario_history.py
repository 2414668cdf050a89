"""Operations that make or move commits, without hooks: the check at query time alone must suffice."""
from __future__ import annotations

import pytest

from tests.support.steps import NOTHING, Step, play

TOPIC = """
    switch -q -c topic HEAD~1
    w t1.py tee_one
    ci t1
    w t2.py tee_two
    ci t2
"""
TWO_SIDES = TOPIC + """
    switch -q main
    w m.py main_new
    ci m
"""
CONFLICT = """
    switch -q -c topic
    w a.py alpha theirs
    ci theirs
    switch -q main
    w a.py alpha ours
    ci ours
"""

SCENARIOS: dict[str, list[Step]] = {
    "commit": [
        Step("w new.py zeta \n ci", "+zeta@new.py +alpha", (1, 1)),
        Step("w new.py zeta eta \n rm b.py \n ci", "+zeta +eta -gamma", (1, 2)),
        Step("commit -q --allow-empty -m empty", "+eta", NOTHING),
    ],
    "case-15-deleted-file": [
        Step("switch -q -c other \n switch -q main \n rm b.py \n ci", "-gamma +alpha", NOTHING),
        Step("switch -q other", "+gamma@b.py", NOTHING),
        Step("switch -q main \n rm pkg \n ci", "-delta -epsilon -gamma +alpha", NOTHING),
        Step("rm a.py \n rm README.md \n rm conf.json \n ci nothing-left", "-alpha"),
        Step("revert --no-edit HEAD", "+alpha"),
    ],
    "case-102-amend": [
        Step("w a.py alpha amended_first \n ci", "+amended_first -beta"),
        Step("w a.py alpha amended_second \n add -A \n commit -q --amend --no-edit", "+amended_second -amended_first"),
        Step("commit -q --amend -m reworded", "+amended_second", NOTHING),
    ],
    "merge-ff": [
        Step("switch -q -c topic \n w t.py tee \n ci \n switch -q main", "-tee", NOTHING),
        Step("merge -q --ff-only topic", "+tee", (1, 1)),
    ],
    "merge-true": [Step(TWO_SIDES, "+main_new -tee_one"), Step("merge -q --no-ff topic -m merged", "+tee_one +tee_two +main_new")],
    "case-102-merge-conflicted": [
        Step(CONFLICT, "+ours -theirs"),
        Step("! merge topic", "+ours -theirs", NOTHING),
        Step("w a.py alpha ours theirs \n ci merged", "+ours +theirs"),
    ],
    "merge-abort": [Step(CONFLICT, "+ours"), Step("! merge topic \n merge --abort", "+ours -theirs", NOTHING)],
    "case-102-merge-squash": [
        Step(TWO_SIDES, "+main_new -tee_one"),
        Step("merge -q --squash topic", "-tee_one +main_new", NOTHING),
        Step("commit -q -m squashed", "+tee_one +tee_two"),
    ],
    "octopus": [
        Step("""switch -q -c x \n w x.py ex \n ci \n switch -q -c y main \n w y.py why \n ci \n switch -q main
                w z.py zed \n ci""", "+zed -ex"),
        Step("merge -q x y -m both", "+ex +why +zed"),
    ],
    "case-1-rebase-merge": [
        Step(TWO_SIDES, "+main_new"),
        Step("switch -q topic", "+tee_one -main_new"),
        Step("rebase -q main", "+tee_one +tee_two +main_new", NOTHING),
    ],
    "rebase-apply": [
        Step(TWO_SIDES + "switch -q topic", "+tee_one -main_new"),
        Step("rebase -q --apply main", "+tee_one +tee_two +main_new"),
    ],
    "case-14-rebase-ff": [
        Step("switch -q -c ff HEAD~2", "-delta +alpha", NOTHING),
        Step("rebase -q main", "+delta +alpha", NOTHING),
    ],
    "rebase-fixup": [
        Step("w f.py first \n ci first \n w g.py second \n ci second", "+first +second"),
        Step("w f.py first third \n add -A \n commit -q --fixup HEAD~1", "+third", (1, 1)),
        Step("-c sequence.editor=true rebase -q -i --autosquash HEAD~3", "+first +second +third", NOTHING),
    ],
    "rebase-conflict-stops": [
        Step(CONFLICT + "switch -q topic", "+theirs -ours"),
        Step("! rebase main", "+ours -theirs", (1, 1)),
        Step("rebase --abort", "+theirs -ours", NOTHING),
        Step("! rebase main", "+ours -theirs", NOTHING),
        Step("w a.py alpha ours theirs \n add a.py \n -c core.editor=true rebase --continue", "+ours +theirs"),
    ],
    "cherry-pick": [Step(TWO_SIDES, "+main_new"), Step("cherry-pick topic", "+tee_two -tee_one +main_new", (1, 1))],
    "cherry-pick-range-stops": [
        Step(CONFLICT, "+ours"),
        Step("! cherry-pick topic", "+ours -theirs", NOTHING),
        Step("cherry-pick --abort", "+ours -theirs", NOTHING),
    ],
    "revert": [
        Step("w a.py alpha revert_me \n ci", "+revert_me -beta"),
        Step("revert --no-edit HEAD", "-revert_me +beta", NOTHING),
        Step("revert --no-edit HEAD", "+revert_me -beta", NOTHING),
    ],
    "case-2-reset-hard": [
        Step("w z.py gone_after_reset \n ci", "+gone_after_reset"),
        Step("reset -q --hard HEAD~1", "-gone_after_reset", NOTHING),
        Step("reset -q --hard HEAD@{1}", "+gone_after_reset", NOTHING),
    ],
    "case-2-reset-soft-and-mixed": [
        Step("w z.py zed \n ci", "+zed"),
        Step("reset -q --soft HEAD~1", "-zed", NOTHING),
        Step("commit -q -m again", "+zed", NOTHING),
        Step("reset -q HEAD~1", "-zed", NOTHING),
        Step("ci again", "+zed", NOTHING),
    ],
    "case-2-stash-and-pop": [
        Step("w a.py alpha stashed \n w b.py gamma \n stash -q", "-stashed +beta", NOTHING),
        Step("stash pop -q", "-stashed +beta", NOTHING),
        Step("ci popped", "+stashed -beta"),
    ],
    "case-2-am": [
        Step("switch -q -c topic \n w p.py patched \n ci \n format-patch -q -1 --output=../p.patch \n switch -q main", "-patched"),
        Step("am -q ../p.patch", "+patched"),
    ],
    "case-2-update-ref": [
        Step("w z.py zed \n ci", "+zed"),
        Step("update-ref refs/heads/main HEAD~1", "-zed", NOTHING),
        Step("reset -q --hard", "-zed", NOTHING),
        Step("branch other HEAD@{2} \n symbolic-ref HEAD refs/heads/other", "+zed", NOTHING),
    ],
    "commit-tree-and-branch-f": [
        Step("w z.py zed \n ci \n switch -q --detach \n branch -q -f main HEAD~1 \n switch -q main", "-zed"),
    ],
    "case-93-amend-and-prune": [
        Step("w a.py alpha beta pruned_one \n ci", "+pruned_one"),
        Step(
            """w a.py alpha beta pruned_two \n w n.py newer \n add -A \n commit -q --amend -m x
               reflog expire --expire=now --all \n gc --prune=now -q""",
            "+pruned_two +newer -pruned_one",
            (2, 4),
        ),
        Step("w n.py newest \n ci", "+newest -newer", (1, 1)),
    ],
    "gc-and-packed-refs": [
        Step("w z.py zed \n ci \n gc -q --prune=now \n pack-refs --all", "+zed"),
        Step("w z.py zed2 \n ci", "+zed2 -zed"),
        Step("repack -q -a -d \n prune-packed -q", "+zed2", NOTHING),
    ],
    "bisect": [
        Step("w z.py zed \n ci \n w y.py why \n ci \n w x.py ex \n ci", "+ex"),
        Step("bisect start HEAD HEAD~4", "-ex"),
        Step("bisect good", "-ex"),
        Step("bisect reset", "+ex +why +zed", NOTHING),
    ],
    "replace-refs-are-not-followed": [
        Step("w z.py zed \n ci \n w z.py zed2 \n ci \n replace HEAD HEAD~1", "+zed2 -zed"),
    ],
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_after_every_step_the_answer_is_of_head(name, repo, engine):
    play(repo, engine, SCENARIOS[name])
