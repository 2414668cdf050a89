"""Trees, diffs and blobs, with both back ends."""
from __future__ import annotations

import os
import random
import threading

import pytest

from coderag.errors import StateError
from coderag.git import MissingBlob
from coderag.model.git import MODE_GITLINK, MODE_LINK, Change, TreeEntry

MODE_FILE, MODE_EXEC = 0o100644, 0o100755


def by_path(changes: list[Change]) -> dict[str, tuple[int | None, int | None]]:
    return {c.path: (c.old and c.old.mode, c.new and c.new.mode) for c in changes}


def test_tree_lists_entries_by_path_bytes(repo, opened):
    for path in ("b.py", "a/z.py", "a.py", "a-b.py", "a/b/c.py"):
        repo.write(path, path)
    repo.write("run.sh", "x", mode=0o755)
    os.symlink("a.py", repo.path / "link")
    commit = repo.commit()
    entries = opened(repo).list_tree(commit)
    assert [e.path for e in entries] == ["a-b.py", "a.py", "a/b/c.py", "a/z.py", "b.py", "link", "run.sh"]
    modes = {e.path: e.mode for e in entries}
    assert (modes["b.py"], modes["run.sh"], modes["link"]) == (MODE_FILE, MODE_EXEC, MODE_LINK)
    assert entries[4] == TreeEntry("b.py", MODE_FILE, repo.git("hash-object", "b.py"))


def test_odd_names_survive_tree_diff_and_status(repo, opened, names):
    for name in names:
        repo.write(name, "1\n")
    first = repo.commit()
    for name in names:
        repo.write(name, "two\n")
    git = opened(repo)
    expected = sorted(names, key=os.fsencode)
    assert [e.path for e in git.list_tree(first)] == expected
    assert git.dirty_paths() == expected
    assert [c.path for c in git.diff(first, repo.commit())] == expected


def test_diff_kinds(repo, opened):
    for path in ("same/keep.py", "gone.py", "edit.py", "mode.sh", "to_link", "to_dir", "from_dir/x", "moved.py"):
        repo.write(path, path)
    old = repo.commit()
    repo.rm("gone.py"), repo.rm("to_link"), repo.rm("to_dir"), repo.rm("from_dir")
    repo.write("edit.py", "new"), repo.write("to_dir/in/x", "new"), repo.write("from_dir", "file"), repo.write("added/a", "")
    (repo.path / "mode.sh").chmod(0o755)
    os.symlink("edit.py", repo.path / "to_link")
    repo.git("mv", "moved.py", "there.py")
    new = repo.commit()
    git = opened(repo)
    changes = git.diff(old, new)
    assert by_path(changes) == {
        "added/a": (None, MODE_FILE), "edit.py": (MODE_FILE, MODE_FILE), "from_dir": (None, MODE_FILE),
        "from_dir/x": (MODE_FILE, None), "gone.py": (MODE_FILE, None), "mode.sh": (MODE_FILE, MODE_EXEC),
        "moved.py": (MODE_FILE, None), "there.py": (None, MODE_FILE), "to_dir": (MODE_FILE, None),
        "to_dir/in/x": (None, MODE_FILE), "to_link": (MODE_FILE, MODE_LINK),
    }  # fmt: skip
    assert [c.path for c in changes] == sorted(c.path for c in changes)
    assert git.diff(new, new) == []
    assert by_path(git.diff(new, old)) == {path: (b, a) for path, (a, b) in by_path(changes).items()}
    for change in changes:  # ids are those of the trees
        assert change.old is None or change.old in git.list_tree(old)
        assert change.new is None or change.new in git.list_tree(new)


@pytest.mark.parametrize("seed", range(4))
def test_diff_is_the_difference_of_the_trees(repo, opened, seed):
    rng, git = random.Random(seed), None
    paths = [f"{a}/{b}" for a in "xyz" for b in "pqr"] + [f"{a}/{b}/{c}" for a in "xy" for b in "pq" for c in "123"] + list("xyz")
    commits = []
    for _ in range(6):
        for path in rng.sample(paths, 7):
            target = repo.path / path
            for above in reversed(target.parents):
                if above.is_file():
                    above.unlink()  # a file becomes a folder
            if target.exists() or rng.random() < 0.1:
                repo.rm(path) if target.exists() else None
            if rng.random() < 0.7:
                repo.write(path, rng.choice("abc"), mode=rng.choice((0o644, 0o755)))
        commits.append(repo.commit())
    git = opened(repo)
    trees = {commit: {e.path: e for e in git.list_tree(commit)} for commit in commits}
    for old in commits:
        for new in commits:
            pairs = {path: (trees[old].get(path), trees[new].get(path)) for path in trees[old] | trees[new]}
            assert git.diff(old, new) == [Change(path, *pairs[path]) for path in sorted(pairs) if len(set(pairs[path])) > 1]


def test_twins_by_case_and_by_composition(repo, opened):
    blob = repo.git("hash-object", "-w", "--stdin", input="x")
    twins = ["A.py", "a.py", "\u00e9.md", "e\u0301.md"]
    for name in twins:
        repo.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{name}")
    commit = repo.commit(add=False)
    assert {e.path for e in opened(repo).list_tree(commit)} == set(twins)


def test_long_path(repo, opened):
    path = "/".join(["abcdefghijkl"] * 25 + ["n" * 100 + ".py"])
    repo.write(path, "x")
    assert [e.path for e in opened(repo).list_tree(repo.commit())] == [path]


def test_gitlinks_are_entries_and_never_blobs(repo, opened):
    inner = type(repo)(repo.folder, "lib")
    inner.write("l.py", "x")
    first = inner.commit()
    repo.git("submodule", "add", "-q", f"file://{inner.path}", "lib")
    repo.git("config", "-f", ".gitmodules", "submodule.lib.ignore", "all")  # must not hide the bump from us
    old = repo.commit()
    sub = type(repo)(repo.path, "lib", env=repo.env)
    second = sub.commit("bump")
    repo.git("add", "-f", "lib")
    repo.git("commit", "-qm", "bump")
    git = opened(repo)
    assert TreeEntry("lib", MODE_GITLINK, first) in git.list_tree(old)
    assert git.diff(old, repo.rev()) == [
        Change("lib", TreeEntry("lib", MODE_GITLINK, first), TreeEntry("lib", MODE_GITLINK, second))
    ]
    with pytest.raises(MissingBlob):
        git.read_blob(second)
    assert git.blob_sizes([second]) == {}
    inside = opened(sub)
    assert inside.workdir == sub.path and inside.head().commit == second and inside.worktree_id == ""


def test_blobs(repo, opened):
    contents = {f"f{i}": bytes([i % 256]) * i * 7 for i in range(600)}  # more than one window of cat-file
    for name, data in contents.items():
        repo.write(name, data)
    git = opened(repo)
    entries = git.list_tree(repo.commit())
    absent = "ab" * 20
    asked = [e.oid for e in entries[:300]] + [absent] + [e.oid for e in entries[300:]]
    answers = list(git.read_blobs(asked))
    assert [oid for oid, _ in answers] == asked
    found = dict(answers)
    assert found.pop(absent) is None
    assert {e.path: found[e.oid] for e in entries} == contents
    assert git.blob_sizes(asked) == {e.oid: len(contents[e.path]) for e in entries}
    assert git.read_blob(entries[5].oid) == contents[entries[5].path]
    with pytest.raises(MissingBlob) as error:
        git.read_blob(absent)
    assert isinstance(error.value, StateError) and error.value.oid == absent and error.value.hint


def test_new_objects_and_repacked_ones_are_seen(repo, opened):
    repo.write("a", "1")
    repo.commit()
    git = opened(repo)
    git.read_blob(repo.git("rev-parse", "HEAD:a"))
    repo.write("a", "2")
    second = repo.commit()
    assert git.read_blob(repo.git("rev-parse", "HEAD:a")) == b"2"
    repo.git("gc", "-q", "--prune=now")
    assert git.read_blob(repo.git("rev-parse", "HEAD:a")) == b"2" and git.has_commit(second)


def test_damaged_blob(repo, opened):
    repo.write("a", "text")
    repo.write("b", "other")
    repo.commit()
    bad, good = repo.git("rev-parse", "HEAD:a"), repo.git("rev-parse", "HEAD:b")
    path = repo.path / ".git/objects" / bad[:2] / bad[2:]
    path.chmod(0o644)
    path.write_bytes(b"garbage")
    assert list(opened(repo).read_blobs([good, bad, good])) == [(good, b"other"), (bad, None), (good, b"other")]


def test_unknown_commits_are_errors_not_empty_answers(repo, opened):
    commit = repo.commit()
    blob = repo.git("hash-object", "-w", "--stdin", input="x")
    git = opened(repo)
    for wrong in ("deadbeef" * 5, blob):
        assert not git.has_commit(wrong)
        for call in (lambda w=wrong: git.list_tree(w), lambda w=wrong: git.diff(w, commit), lambda w=wrong: git.diff(commit, w)):
            with pytest.raises(StateError):
                call()
    assert not git.has_commit("nonsense")


def test_replace_refs_do_not_count(repo, opened):
    repo.write("a", "1")
    one = repo.commit()
    repo.write("a", "2")
    two = repo.commit()
    repo.git("replace", two, one)
    assert [c.path for c in opened(repo).diff(one, two)] == ["a"]


def test_many_threads(repo, opened):
    for i in range(50):
        repo.write(f"d{i % 5}/f{i}", f"content {i}\n" * 50)
    first = repo.commit()
    git = opened(repo)
    oids = {e.oid: e.path for e in git.list_tree(first)}
    failures = []

    def work():
        try:
            for _ in range(5):
                assert len(git.list_tree(first)) == 50 and git.head().commit == first
                for oid, data in git.read_blobs(oids):
                    assert data == f"content {oids[oid].split('/f')[1]}\n".encode() * 50
        except BaseException as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(6)]
    [t.start() for t in threads], [t.join() for t in threads]
    assert failures == []
