"""Work that is not committed, in every state git knows. Oracle: the answers are those after committing it."""
from __future__ import annotations

import errno
import os
from typing import NamedTuple

import pytest

from coderag.api import Engine
from coderag.errors import UsageError
from coderag.model.answers import CURRENT, Query
from coderag.store.artifacts import ArtifactStore
from coderag.workcopy import selection
from tests.support.git import NO_HOOKS, Repo, isolate
from tests.support.index import found, opened, totals
from tests.support.steps import perform, source, three_commits
from tests.support.uncommitted import answers, differences

MERGE_SIDE = "checkout -q -b side \n w a.py alpha sided \n ci \n checkout -q main \n w a.py alpha mained \n ci"


class Case(NamedTuple):
    do: str  # commands of tests.support.steps
    expect: str  # "+name@path" found there, "-name" nowhere
    files: int  # uncommitted files that the answer covers
    before: str = ""  # commands that come first and end in a commit


CASES = {
    "edit": Case("w a.py alpha fresh", "+fresh@a.py -beta +alpha", 1),
    "edit-that-moves-lines": Case("w a.py before alpha beta", "+before +beta@a.py", 1),
    "edit-of-words-only": Case("t README.md Orders are cancelled by customers.", "+alpha", 1),
    "two-files": Case("w a.py alpha fresh \n w pkg/c.py delta other", "+fresh +other -epsilon", 2),
    "untracked": Case("w new.py newly", "+newly@new.py", 1),
    "untracked-in-a-new-folder": Case("w lib/deep/new.py newly \n w lib/deep/more.py further", "+newly +further", 2),
    "untracked-copy-of-a-committed-file": Case("w copy.py alpha beta", "+alpha +beta@a.py", 1),
    "ignored": Case("w build/made.py made \n w kept.py kept", "-made +kept", 1, "t .gitignore build/ \n ci"),
    "ignored-but-tracked": Case("w build/made.py made again", "+again@build/made.py", 1,
                                "w build/made.py made \n ci \n t .gitignore build/ \n ci"),
    "deleted": Case("rm a.py", "-alpha -beta +gamma", 1),
    "deleted-folder": Case("rm pkg", "-delta", 1),
    "deleted-and-staged": Case("rm a.py \n add -A", "-alpha", 1),
    "out-of-the-index-but-there": Case("update-index --force-remove a.py", "+alpha@a.py", 0),
    "renamed": Case("mv a.py moved.py", "+alpha@moved.py", 2),
    "renamed-by-hand": Case("rm a.py \n w moved.py alpha beta", "+alpha@moved.py", 2),
    "renamed-folder": Case("mv pkg lib", "+delta@lib/c.py", 2),
    "swapped": Case("mv a.py x \n mv b.py a.py \n mv x b.py", "+alpha@b.py +gamma@a.py", 2),
    "staged-only": Case("w a.py alpha fresh \n add a.py", "+fresh@a.py -beta", 1),
    "staged-then-edited": Case("w a.py alpha fresh \n add a.py \n w a.py alpha fresher", "+fresher -fresh", 1),
    "staged-then-taken-back": Case("w a.py alpha fresh \n add a.py \n w a.py alpha beta", "-fresh +beta", 0),
    "staged-new": Case("w new.py newly \n add new.py", "+newly", 1),
    "staged-new-then-deleted": Case("w new.py newly \n add new.py \n rm new.py", "-newly", 0),
    "intent-to-add": Case("w new.py newly \n add -N new.py", "+newly@new.py", 1),
    "mode": Case("update-index --chmod=+x a.py", "+alpha", 0),
    "link-for-a-file": Case("rm a.py \n ln b.py a.py", "-alpha +gamma@b.py", 1),
    "untracked-link": Case("ln b.py link.py \n ln /etc/passwd out.py \n ln . loop", "+gamma@b.py -root", 0),
    "file-for-a-link": Case("rm link.py \n w link.py linked", "+linked@link.py", 1, "ln a.py link.py \n ci"),
    "folder-for-a-file": Case("rm b.py \n w b.py/inner.py inside", "+inside@b.py/inner.py -gamma", 2),
    "file-for-a-folder": Case("rm pkg \n w pkg packed", "-delta", 2),
    "emptied": Case("w a.py", "-alpha", 1),
    "conflict": Case("! merge -q side", "+mained +sided", 1, MERGE_SIDE),
    "conflict-deleted-by-us": Case("rm a.py \n ci \n ! merge -q side", "+sided@a.py", 1, MERGE_SIDE),
    "cherry-pick-not-committed": Case("cherry-pick -n side", "+picked@p.py", 1, "checkout -q -b side \n w p.py picked \n ci \n checkout -q main"),
    "stash-popped": Case("w a.py alpha fresh \n stash -q \n stash pop -q", "+fresh", 1),
    "checkout-that-carries-edits": Case("w a.py alpha fresh \n checkout -q side", "+fresh +picked", 1, "checkout -q -b side \n w p.py picked \n ci \n checkout -q main"),
    "reset-soft": Case("reset -q --soft HEAD~1", "+alpha", 2),
    "reset-mixed": Case("reset -q HEAD~2", "+delta", 3),
    "vendored-and-locked": Case("w vendor/v.py vendored \n t package-lock.json {} \n w mine.py mine", "-vendored +mine", 1),
    "no-longer-vendored": Case("mv vendor/v.py mine.py", "+vendored@mine.py", 1, "w vendor/v.py vendored \n ci"),
    "secret": Case("t .env API_KEY=very \n t id_rsa secretly", "-API_KEY", 0),
    "filter-file": Case("t .coderagfilter pkg/ \n w pkg/new.py newly \n w mine.py mine", "-delta -newly +mine", 3),
    "filter-file-edited": Case("t .coderagfilter b.py", "+delta -gamma +alpha", 2 + 1, "t .coderagfilter pkg/ \n ci"),
    "filter-file-gone": Case("rm .coderagfilter", "+delta", 1 + 1, "t .coderagfilter pkg/ \n ci"),
    "attributes": Case("t .gitattributes a.py linguist-generated \n w a.py alpha fresh", "-alpha -fresh", 2),
    "attributes-that-force": Case("t .gitattributes a.py -linguist-vendored", "+alpha", 2),
    "assume-unchanged": Case("w b.py gamma fresh", "+fresh", 1, "update-index --assume-unchanged a.py \n ci"),
    "odd-names": Case("w 'a b.py' spaced \n w данные.py данные \n w -dash.py dashed \n w 'q\"x.py' quoted", "+spaced +dashed +quoted", 4),
}  # fmt: skip


@pytest.fixture
def engine(repo):
    repo.env.update(NO_HOOKS)
    with opened(repo) as e:
        e.sync()
        yield e


def do(repo: Repo, lines: str) -> None:
    for line in filter(None, map(str.strip, lines.split("\n"))):
        perform(repo, line)


def expect(engine: Engine, words: str) -> None:
    for word in words.split():
        name, _, path = word[1:].partition("@")
        paths = found(engine, name)
        assert bool(paths) == (word[0] == "+"), f"{name} is in {paths}"
        assert not path or path in paths, f"{name} is in {paths}"


def check(repo: Repo, engine: Engine, files: int | None = None) -> None:
    """Ask, commit everything, ask again."""
    freshness = engine.tree().freshness
    assert (freshness.state, freshness.indexed_commit) == (CURRENT, repo.rev())
    assert files is None or (freshness.uncommitted_files, freshness.left_out) == (files, ())
    laid = answers(engine)
    before = totals(engine.layout)
    repo.commit()
    committed = answers(engine)
    assert not (bad := differences(laid, committed)), "\n".join(bad)
    assert totals(engine.layout) == before, "the commit computed again what the overlay had"
    assert engine.tree().freshness.uncommitted_files == 0


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """One repository and engine for all cases: most of a case would be making them."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("shared")
        isolate(patch, folder)
        repo = three_commits(Repo(folder))
        repo.env.update(NO_HOOKS)
        with opened(repo) as engine:
            engine.sync()
            yield repo, engine, repo.rev()


@pytest.fixture
def case_repo(shared):
    repo, engine, start = shared
    yield repo, engine
    repo.git("update-index", "--no-assume-unchanged", "a.py", check=False)
    repo.git("checkout", "-q", "-f", "main")
    repo.git("reset", "-q", "--hard", start)
    repo.git("clean", "-q", "-ffdx")
    repo.git("branch", "-q", "-D", "side", check=False)


@pytest.mark.parametrize("name", CASES)
def test_answers_are_those_after_committing(name, case_repo):
    case = CASES[name]
    repo, engine = case_repo
    do(repo, case.before)
    do(repo, case.do)
    expect(engine, case.expect)
    check(repo, engine, case.files)


def test_hits_are_marked_and_only_they(repo, engine):
    repo.write("a.py", source(["alpha", "fresh"]))
    repo.write("caller.py", "from a import fresh\n\n\ndef call():\n    return fresh(1)\n")
    hits = {h.path: h for h in engine.search(Query("order limit", top_k=30)).hits}
    assert hits["a.py"].uncommitted and not hits["b.py"].uncommitted
    assert not any(h.modified for h in hits.values())
    symbol = engine.symbol("fresh")
    assert [d.uncommitted for d in symbol.definitions] == [True]
    assert symbol.references and all(u.uncommitted == (u.path in ("a.py", "caller.py")) for u in symbol.references)
    assert engine.outline("a.py").uncommitted and not engine.outline("b.py").uncommitted
    repo.commit()
    assert not any(h.uncommitted for h in engine.search(Query("order limit", top_k=30)).hits)


def test_text_and_lines_are_the_working_file_s(repo, engine):
    text = "import os\n\n\n" + source(["alpha", "fresh"])
    repo.write("a.py", text)
    (d,) = engine.symbol("fresh").definitions
    assert text.split("\n")[d.start_line - 1 : d.end_line] == d.text.split("\n")
    assert d.text.startswith("def fresh")


def test_ref_and_an_engine_without_overlay_answer_from_the_commit(repo, engine):
    repo.write("a.py", source(["fresh"]))
    repo.write("new.py", source(["newly"]))
    assert found(engine, "newly") == ["new.py"]
    for ref in ("HEAD", "main", repo.rev()):
        assert found(engine, "newly", ref) == [] and found(engine, "alpha", ref) == ["a.py"]
        assert engine.search(Query("alpha", ref=ref)).freshness.uncommitted_files is None
    with Engine.open(repo.path, overlay=False) as plain:
        answer = plain.search(Query("alpha"))
        assert found(plain, "newly") == [] and found(plain, "alpha") == ["a.py"]
        assert answer.freshness.uncommitted_files is None and answer.freshness.dirty_files == 1
        assert {h.path: h.modified for h in answer.hits}["a.py"]


def test_every_save_is_seen_by_the_next_question(repo, engine):
    """Also where neither size nor, on a coarse clock, time stamp changes."""
    for i in range(8):
        repo.write("a.py", source([f"save_{i}"]))
        assert found(engine, f"save_{i}") == ["a.py"]
        assert found(engine, f"save_{(i + 7) % 8}") == []
    path = repo.write("a.py", source(["same_one"]))
    stamp = path.stat()
    assert found(engine, "same_one") == ["a.py"]
    repo.write("a.py", source(["same_two"]))
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert found(engine, "same_two") == ["a.py"] and found(engine, "same_one") == []
    repo.git("checkout", "-q", "a.py")
    assert found(engine, "alpha") == ["a.py"]
    assert engine.tree().freshness.uncommitted_files == 0


def test_only_what_changed_is_analysed(repo, engine):
    for i in range(5):
        repo.write(f"n{i}.py", source([f"kept_{i}"]))
    found(engine, "kept_0")
    store = engine.writer().store
    before = store.counts()
    repo.write("n3.py", source(["edited"]))
    assert found(engine, "edited") == ["n3.py"]
    assert [b - a for a, b in zip(before, store.counts(), strict=True)] == [1, 1]
    view = engine._work._overlay._last
    engine.search(Query("kept"))
    assert engine._work._overlay._last is view, "nothing changed, so nothing is built"


def test_limits_are_kept_and_what_they_leave_out_is_named(repo, engine, monkeypatch):
    monkeypatch.setattr(selection, "MOST_FILES", 2)
    repo.write("a.py", source(["alpha_edited"]))
    for name in ("x", "y", "z"):
        repo.write(f"{name}.py", source([f"new_{name}"]))
    freshness = engine.tree().freshness
    assert (freshness.uncommitted_files, freshness.left_out) == (2, (("over the limit", 2),))
    assert found(engine, "alpha_edited") and found(engine, "new_x") and not found(engine, "new_y")
    repo.rm("a.py")
    assert found(engine, "new_y") and not found(engine, "alpha"), "deletions cost nothing and are always covered"
    monkeypatch.setattr(selection, "MOST_BYTES", 300)
    repo.rm("y.py")
    repo.write("x.py", source(["one", "two", "three", "four", "five"]))
    assert engine.tree().freshness.left_out == (("over the limit", 1),)


def test_time_is_bounded_and_the_next_question_goes_on(repo, engine):
    for i in range(40):
        repo.write(f"n{i:02}.py", source([f"many_{i}"]))
    repo.git("config", "coderag.querybudget", "0")
    engine.writer()  # reads options
    seen = [engine.tree().freshness for _ in range(3)]
    assert [f.uncommitted_files for f in seen] == [16, 32, 40]
    assert [f.left_out for f in seen] == [(("not analysed yet", 24),), (("not analysed yet", 8),), ()]
    repo.git("config", "coderag.querybudget", "60000")
    check(repo, engine, 40)


def test_too_large_and_binary_files_are_skipped_as_in_a_commit(repo, engine):
    repo.git("config", "coderag.maxFileSize", "2000")
    engine.sync()
    repo.write("a.py", source([f"big_{i}" for i in range(60)]))
    repo.write("blob.bin", bytes(range(256)) * 4)
    repo.write("min.js", "var a=1;" * 200)
    assert found(engine, "alpha") == []
    check(repo, engine)


def test_files_that_cannot_be_read_are_named(repo, engine):
    if os.geteuid() == 0:
        pytest.skip("root reads everything")
    repo.write("a.py", source(["fresh"])).chmod(0)
    try:
        assert engine.tree().freshness.left_out == (("unreadable", 1),)
        assert found(engine, "alpha") == ["a.py"]
    finally:
        (repo.path / "a.py").chmod(0o644)


def test_a_pipe_in_place_of_a_file_does_not_hang(repo, engine):
    repo.rm("a.py")
    os.mkfifo(repo.path / "a.py")
    os.mkfifo(repo.path / "pipe.py")
    assert engine.tree().freshness.state == CURRENT
    assert found(engine, "gamma") == ["b.py"]


def test_line_endings_that_git_changes_are_no_edit(repo, engine):
    repo.git("config", "core.autocrlf", "true")
    for name in ("a.py", "b.py"):
        repo.rm(name)
    repo.git("checkout", "-q", "a.py", "b.py")
    assert b"\r\n" in (repo.path / "a.py").read_bytes()
    assert engine.tree().freshness.uncommitted_files == 0
    repo.write("a.py", source(["alpha", "fresh"]).replace("\n", "\r\n"))
    expect(engine, "+fresh@a.py -beta")
    check(repo, engine, 1)


def test_carriage_returns_that_are_committed_are_kept(repo, engine):
    repo.write("a.py", source(["alpha", "fresh"]).replace("\n", "\r\n"))
    check(repo, engine, 1)


def test_a_file_that_a_filter_converts_is_named(repo, engine):
    repo.git("config", "filter.shout.clean", "tr a-z A-Z")
    repo.write(".gitattributes", "b.py filter=shout\n")
    repo.git("add", ".gitattributes")
    repo.git("commit", "-q", "-m", "attributes")
    repo.write("b.py", source(["shouted"]) * 3)
    answer = engine.search(Query("gamma"))
    assert answer.freshness.left_out == (("converted by a git filter", 1),)
    hit = next(h for h in answer.hits if h.path == "b.py")
    assert hit.modified and not hit.uncommitted and "gamma" in hit.text


def test_submodule(repo, engine, tmp_path):
    how = f"--object-format={repo.git('rev-parse', '--show-object-format')}"  # both must have the same
    inner = Repo(tmp_path, "inner", how, env=repo.env)
    inner.write("i.py", source(["inner_one"]))
    inner.commit()
    repo.git("submodule", "add", "-q", str(inner.path), "lib")
    assert found(engine, "inner_one") == []
    check(repo, engine, 0 + 1)  # .gitmodules
    (repo.path / "lib" / "i.py").write_text(source(["inner_two"]))
    assert engine.tree().freshness.uncommitted_files == 0
    assert found(engine, "inner_two") == []


def test_a_repository_inside_is_not_swallowed(repo, engine):
    inner = Repo(repo.path, "inner", env=repo.env)
    inner.write("i.py", source(["inner_one"]))
    assert found(engine, "inner_one") == []
    inner.commit()
    assert found(engine, "inner_one") == [] and engine.tree().freshness.uncommitted_files == 0


def test_linked_worktrees_have_their_own_work(repo, engine):
    other = repo.worktree("wt", "-b", "topic")
    other.write("a.py", source(["in_the_other"]))
    repo.write("b.py", source(["in_this"]))
    with opened(other) as there:
        assert found(there, "in_the_other") == ["a.py"] and found(there, "in_this") == []
        assert found(engine, "in_this") == ["b.py"] and found(engine, "in_the_other") == []
        check(other, there, 1)
    check(repo, engine, 1)


def test_sparse_checkout_deletes_nothing(repo, engine):
    repo.git("sparse-checkout", "set", "pkg")
    assert not (repo.path / "b.py").exists() or (repo.path / "b.py").exists()
    expect(engine, "+alpha +delta")
    repo.write("pkg/c.py", source(["delta", "fresh"]))
    freshness = engine.tree().freshness
    assert (freshness.uncommitted_files, freshness.left_out) == (1, ())
    expect(engine, "+alpha +fresh")


def test_assume_unchanged_is_believed(repo, engine):
    repo.git("update-index", "--assume-unchanged", "a.py")
    repo.write("a.py", source(["hidden"]))
    expect(engine, "-hidden +alpha")
    assert engine.tree().freshness.uncommitted_files == 0


def test_a_file_that_changes_during_the_request_is_answered_as_it_was_read(repo, engine):
    """Ranges, text and score are of one content; that it is another one now is said."""
    repo.write("a.py", source(["alpha", "fresh"]))
    work = engine._work._overlay
    original = work.over

    def over(*args):
        result = original(*args)
        repo.write("a.py", "# one more line\n" * 9 + source(["fresher"]))
        return result

    work.over = over
    hit = next(h for h in engine.search(Query("fresh")).hits if h.path == "a.py")
    assert "def fresh(" in hit.text and hit.uncommitted and hit.modified
    work.over = original
    expect(engine, "+fresher -fresh")


def test_a_commit_between_the_two_looks_is_noticed(repo, engine):
    """HEAD was read, then a commit took the edits in, then git was asked what is not committed: nothing."""
    repo.write("a.py", source(["fresh"]))
    work = engine._work
    original, calls = work.answer, []

    def answer(*args):
        if not calls:
            calls.append(repo.commit())
        return original(*args)

    work.answer = answer
    answer = engine.symbol("fresh")
    assert [d.path for d in answer.definitions] == ["a.py"] and not answer.definitions[0].uncommitted
    assert answer.freshness.indexed_commit == calls[0]


def test_a_store_that_takes_nothing_is_done_without(repo, engine, monkeypatch):
    def refuse(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(ArtifactStore, "put_artifacts", refuse)
        patch.setattr(ArtifactStore, "put_vectors", refuse)
        repo.write("a.py", source(["fresh"]))
        before = engine.writer().store.counts()
        expect(engine, "+fresh@a.py")
        assert engine.writer().store.counts() == before
        laid = answers(engine)
    repo.commit()
    assert not differences(laid, answers(engine))


def test_a_collection_may_drop_what_no_commit_needs(repo, engine):
    repo.write("a.py", source(["fresh"]))
    expect(engine, "+fresh")
    assert engine.gc(now=True)["vectors"] == 1
    expect(engine, "+fresh")
    repo.write("b.py", source(["further"]))
    expect(engine, "+fresh@a.py +further@b.py")
    check(repo, engine, 2)


def test_without_git_the_answer_says_what_it_lacks(repo, engine, monkeypatch, kind):
    if kind in ("sha256", "reftable"):
        pytest.skip("read by git itself")
    repo.write("a.py", source(["fresh"]))
    monkeypatch.setenv("PATH", str(repo.path))
    answer = engine.search(Query("alpha"))
    assert [h.path for h in answer.hits][:1] == ["a.py"]
    assert "uncommitted work is not in this answer: git is not on PATH" in answer.freshness.note


def test_outline_of_a_deleted_file_says_so(repo, engine):
    repo.rm("a.py")
    with pytest.raises(UsageError, match="'a.py' is deleted, not committed yet"):
        engine.outline("a.py")
    assert engine.outline("a.py", ref="HEAD").symbols


def test_repository_that_libgit2_refuses(tmp_path):
    repo = Repo(tmp_path, "other", "--object-format=sha256")
    repo.git("config", "coderag.querybudget", "60000")
    repo.write("a.py", source(["alpha"]))
    repo.commit()
    with opened(repo) as engine:
        engine.sync()
        repo.write("a.py", source(["fresh"]))
        repo.write("b.py", source(["newly"]))
        repo.git("add", "b.py")
        check(repo, engine, 2)


def test_what_is_asked_while_git_looks_is_asked_again_if_the_work_has_changed(repo, engine):
    """An answer is prepared from the work as it was at the last question. It must never be given for the work of now."""
    repo.write("a.py", source(["first"]))
    expect(engine, "+first")
    for name in ("second", "third"):
        repo.write("a.py", source([name]))
        expect(engine, f"+{name} -first")
    repo.write("new.py", source(["brand_new"]))
    assert engine.outline("new.py").symbols, "the guess has no such file; that is no error"
    repo.git("stash", "-u")
    expect(engine, "-third -brand_new +alpha")
