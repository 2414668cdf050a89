"""Kinds of repositories: unborn, clone, shallow, partial, bare, submodule, other formats; and commits git never saw."""
from __future__ import annotations

import pytest

from coderag.fsio import read_checked, write_checked
from coderag.index.snapshot import Meta, current_generation, read_meta
from coderag.model.answers import CURRENT, NO_COMMITS, STALE, Query
from coderag.sync.target import head_target
from tests.support.git import NO_HOOKS, Repo
from tests.support.index import assert_same_as_fresh, found, log_lines, opened, patient, totals
from tests.support.steps import NOTHING, Step, check, play, source


def test_case_105_unborn_then_first_commit_then_orphan(tmp_path):
    repo = patient(Repo(tmp_path, "new"))
    with opened(repo) as e:
        answer = e.search(Query("anything"))
        assert answer.freshness.state == NO_COMMITS and not answer.hits and "first commit" in answer.freshness.note
        play(repo, e, [Step("w a.py alpha \n ci", "+alpha", (1, 1))])
        repo.git("checkout", "-q", "--orphan", "o")
        assert e.search(Query("alpha")).freshness.state == NO_COMMITS
        play(repo, e, [Step("w b.py beta \n ci", "+alpha +beta", (1, 1)), Step("switch -q main", "+alpha -beta", NOTHING)])


def test_a_first_question_builds_the_index(repo):
    with opened(repo) as e:
        play(repo, e, [Step("", "+alpha +delta")])
        assert totals(e.layout)[0] == 5


def test_clone_and_pull(repo, engine):
    copy = patient(repo.clone("copy"))
    with opened(copy) as e:
        play(copy, e, [Step("", "+alpha"), Step("w mine.py mine \n ci", "+mine", (1, 1))])
        repo.write("theirs.py", source(["theirs"]))
        repo.commit()
        play(copy, e, [
            Step("fetch -q", "+mine -theirs", NOTHING),
            Step("pull -q --no-rebase --no-edit", "+mine +theirs", (1, 1)),
        ])  # fmt: skip
        assert found(e, "theirs", ref="origin/main") == ["theirs.py"]
        repo.write("theirs2.py", source(["theirs_two"]))
        repo.commit()
        play(copy, e, [Step("reset -q --hard HEAD~1"), Step("w mine2.py mine_two \n ci", "+mine_two")])
        play(copy, e, [Step("pull -q --rebase", "+mine +mine_two +theirs +theirs_two")])
    other = patient(repo.clone("other"))
    with opened(other) as e:
        repo.write("ff.py", source(["fast_forward"]))
        repo.commit()
        play(other, e, [Step("", "-fast_forward"), Step("pull -q --ff-only", "+fast_forward", (1, 1))])


def test_case_104_shallow(repo):
    copy = patient(repo.clone("shallow", "--depth=1"))
    with opened(copy) as e:
        play(copy, e, [
            Step("", "+alpha +delta"),
            Step("commit -q --allow-empty -m x", "+alpha", NOTHING),
            Step("w n.py newer \n ci", "+newer", (1, 1)),
            Step("fetch -q --unshallow", "+newer", NOTHING),
            Step("switch -q --detach HEAD~4", "+alpha -delta", NOTHING),
        ])  # fmt: skip


def test_partial_clone_lists_what_is_not_here_and_takes_it_in_when_it_comes(repo):
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.git("config", "uploadpack.allowAnySHA1InWant", "true")
    copy = patient(repo.clone("partial", "--filter=blob:none", "--no-checkout"))
    with opened(copy) as e:
        e.sync()
        assert e.status()["snapshot"]["skipped"] == {"missing-blob": 5}
        assert e.search(Query("alpha")).hits == ()
        copy.git("reset", "-q", "--hard")  # git fetches the blobs
        play(copy, e, [Step("w n.py newer \n ci", "+newer +alpha +delta", (6, 99))])


def test_case_107_submodule(repo, engine, tmp_path):
    lib = patient(Repo(tmp_path, "lib", f"--object-format={repo.git('rev-parse', '--show-object-format')}"))
    lib.write("lib.py", source(["in_library"]))
    lib.commit()
    repo.git("submodule", "--quiet", "add", f"file://{lib.path}", "lib")
    play(repo, engine, [Step("ci sub", "+alpha -in_library")])
    assert engine.status()["snapshot"]["skipped"]["submodule"] == 1
    inner = Repo(repo.path, "lib", env=repo.env)
    inner.git("config", "coderag.querybudget", "60000")
    with opened(inner) as e:
        assert e.layout.root != engine.layout.root
        play(inner, e, [Step("", "+in_library -alpha"), Step("w lib.py in_library bumped \n ci", "+bumped")])
    play(repo, engine, [Step("", "-bumped", NOTHING), Step("ci bump", "-bumped +alpha", NOTHING)])
    play(repo, engine, [Step("rm lib \n ci gone", "+alpha -in_library")])


def test_bare(repo, engine):
    bare = patient(repo.clone("bare.git", "--bare"))
    with opened(bare) as e:
        check(e, Step("", "+alpha +delta"))
        repo.write("pushed.py", source(["pushed"]))
        repo.commit()
        repo.git("push", "-q", str(bare.path), "main")
        check(e, Step("", "+pushed", (1, 1)))
        hit = e.search(Query("pushed")).hits[0]
        assert not hit.modified


@pytest.mark.parametrize("how", [["--object-format=sha256"]])
def test_repositories_libgit2_refuses(tmp_path, how):
    repo = patient(Repo(tmp_path, "other", *how))
    repo.write("a.py", source(["alpha"]))
    repo.commit()
    with opened(repo) as e:
        assert e.repo.backend == "git"
        play(repo, e, [Step("", "+alpha"), Step("w b.py beta \n rm a.py \n ci", "+beta -alpha"), Step("reset -q --hard HEAD~1", "+alpha -beta", NOTHING)])


def test_split_index(repo, engine):
    repo.git("update-index", "--split-index")
    play(repo, engine, [Step("w n.py newer \n ci", "+newer", (1, 1))])


def test_commits_made_by_libgit2(repo, engine, kind):
    import pygit2

    if kind in ("sha256", "reftable"):
        pytest.skip("libgit2 does not open it")
    git = pygit2.Repository(str(repo.path))
    builder = git.TreeBuilder(git.head.peel().tree)
    builder.insert("lib.py", git.create_blob(source(["by_libgit2"]).encode()), pygit2.enums.FileMode.BLOB)
    who = pygit2.Signature("Ada", "ada@example.org", 1_700_000_000, 0)
    git.create_commit("HEAD", who, who, "no hook", builder.write(), [git.head.target])
    check(engine, Step("", "+by_libgit2@lib.py", (1, 1)))


def test_case_129_sparse_checkout_changes_nothing(repo, engine):
    play(repo, engine, [Step("sparse-checkout set pkg", "+alpha +delta", NOTHING)])
    assert engine.search(Query("alpha")).freshness.dirty_files == 0


@pytest.mark.parametrize("commit", ["deadbeef" * 5, "0" * 40, "not a commit"])
def test_case_73_an_unknown_indexed_commit_is_not_taken_for_no_change(repo, engine, commit):
    meta_file = current_generation(head_target(engine.repo, engine.layout).slot) / "meta"
    meta = Meta.unpack(read_checked(meta_file))
    write_checked(meta_file, Meta(**{**meta.__dict__, "commit": commit}).pack())
    play(repo, engine, [Step("w n.py newer \n rm b.py \n ci", "+newer -gamma", (1, 1))])
    assert any("is gone" in line for line in log_lines(engine.layout))


def test_case_73_a_snapshot_that_names_a_wrong_but_real_commit(repo, engine):
    """The manifest is believed, not the name: nothing is diffed from a commit it does not describe."""
    repo.write("n.py", source(["newer"]))
    first = repo.rev()
    repo.commit()
    assert found(engine, "newer")
    meta_file = current_generation(head_target(engine.repo, engine.layout).slot) / "meta"
    meta = Meta.unpack(read_checked(meta_file))
    write_checked(meta_file, Meta(**{**meta.__dict__, "commit": first}).pack())
    play(repo, engine, [Step("w n.py newest \n ci", "+newest -newer", (1, 1))])


def test_an_answer_that_is_behind_says_how_far(repo, engine, monkeypatch):
    repo.env.update(NO_HOOKS)
    for i in range(3):
        repo.write(f"n{i}.py", source([f"newer_{i}"]))
        repo.commit()
    monkeypatch.setattr("coderag.sync.service.run", lambda *a, **k: None)
    freshness = engine.search(Query("alpha")).freshness
    assert (freshness.state, freshness.commits_behind, freshness.files_behind) == (STALE, 3, 3)
    assert freshness.indexed_commit == repo.rev("HEAD~3") and freshness.head_commit == repo.rev() and freshness.note
    monkeypatch.undo()
    repo.use(monkeypatch)
    assert engine.search(Query("alpha")).freshness.state == CURRENT
    assert read_meta(head_target(engine.repo, engine.layout).slot).commit == repo.rev()
    assert_same_as_fresh(engine)
