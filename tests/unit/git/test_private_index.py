"""Looking at a work tree over a copy of git's index: the same answers, and nothing of the repository's own is touched."""
from __future__ import annotations

import os
import shutil
import time

import pytest

from coderag.errors import StateError
from coderag.git import open_repository, private_index
from coderag.git.private_index import PrivateIndex
from tests.support.git import Repo

NAMES = ("kept", "a", "b", "c", "dir/one", "dir/two", "dir/deep/three")


@pytest.fixture
def repo(tmp_path) -> Repo:
    return filled(Repo(tmp_path))


@pytest.fixture(params=["sha1", "sha256"])
def any_repo(tmp_path, request) -> Repo:
    return filled(Repo(tmp_path, "repo", f"--object-format={request.param}"))


def filled(repo: Repo) -> Repo:
    for name in NAMES:
        repo.write(name, f"{name} 1\n")
    repo.write(".gitignore", "*.o\n")
    repo.commit()
    return repo


def settle(repo: Repo) -> None:
    """As if the index had been written long ago. Everything is racily clean then, which git must find out itself."""
    old = time.time() - 60
    os.utime(repo.git("rev-parse", "--path-format=absolute", "--git-path", "index"), (old, old))


class Looks:
    """A repository asked both ways."""

    def __init__(self, repo: Repo) -> None:
        self.repo, self.git = repo, open_repository(repo.path)
        self.folder = self.git.common_dir / "copies"
        self.index = self.git.private_index(self.folder)

    def same(self) -> list[str]:
        """Paths that are uncommitted; asserts that both ways say the same, and that the index stays as it was."""
        before = self.untouched()
        found = [self.git.uncommitted(index=self.index) for _ in range(2)]
        assert self.untouched() == before
        assert found == [self.git.uncommitted()] * 2
        return [u.path for u in found[0].paths]

    def untouched(self) -> tuple:
        path = self.git.git_dir / "index"
        st = path.stat()
        return path.read_bytes(), st.st_mtime_ns, st.st_ino, sorted(p.name for p in self.git.git_dir.iterdir() if p != self.folder)

    @property
    def copied(self) -> bool:
        return self.index._made_of is not None

    def warm(self) -> Looks:
        settle(self.repo)
        self.folder.parent.mkdir(exist_ok=True)
        self.folder.mkdir(exist_ok=True)
        self.same(), self.same()
        assert self.copied
        return self


def swap(repo: Repo) -> None:
    """A file replaced by a folder, and a folder by a file."""
    repo.rm("a"), repo.write("a/inner", "x")
    shutil.rmtree(repo.path / "dir"), repo.write("dir", "x")


def same_stat(repo: Repo) -> None:
    """Same size, same time: only the change time tells."""
    before = (repo.path / "a").stat()
    repo.write("a", "a 2\n")
    os.utime(repo.path / "a", ns=(before.st_mtime_ns, before.st_mtime_ns))


CHANGES = {
    "nothing": (lambda r: None, []),
    "edited": (lambda r: r.write("a", "other\n"), ["a"]),
    "same size": (lambda r: r.write("a", "a 2\n"), ["a"]),
    "same size and time": (same_stat, ["a"]),
    "touched": (lambda r: os.utime(r.path / "a"), []),
    "mode": (lambda r: (r.path / "a").chmod(0o755), ["a"]),
    "deleted": (lambda r: r.rm("dir/one"), ["dir/one"]),
    "folder deleted": (lambda r: shutil.rmtree(r.path / "dir"), ["dir/deep/three", "dir/one", "dir/two"]),
    "untracked": (lambda r: r.write("dir/deep/new", "x"), ["dir/deep/new"]),
    "untracked folder": (lambda r: (r.write("new/x/y", "x"), r.write("new/z.o", "x")), ["new/x/y"]),
    "no longer ignored": (lambda r: (r.write("dir/x.o", "x"), r.write(".gitignore", "")), [".gitignore", "dir/x.o"]),
    "ignored in a folder": (lambda r: (r.write("dir/new", ""), r.write("dir/.gitignore", "*\n")), []),
    "excluded": (lambda r: (r.write("new", ""), (r.path / ".git/info/exclude").write_text("new\n")), []),
    "swapped": (swap, ["a", "a/inner", "dir", "dir/deep/three", "dir/one", "dir/two"]),
    "link": (lambda r: (r.rm("a"), (r.path / "a").symlink_to("b")), ["a"]),
    "staged": (lambda r: (r.write("a", "x"), r.git("add", "a")), ["a"]),
    "staged and gone": (lambda r: r.git("rm", "-q", "a"), ["a"]),
    "untracked by git": (lambda r: r.git("rm", "-q", "--cached", "a"), ["a"]),
    "intent to add": (lambda r: (r.write("new", "x"), r.git("add", "-N", "new")), ["new"]),
    "assumed unchanged": (lambda r: (r.git("update-index", "--assume-unchanged", "a"), r.write("a", "x")), []),
    "not to be there": (lambda r: (r.git("update-index", "--skip-worktree", "a"), r.rm("a")), []),
    "committed": (lambda r: (r.write("a", "x"), r.git("commit", "-qam", "x"), r.write("b", "x")), ["b"]),
    "another branch": (lambda r: (r.git("checkout", "-qb", "side"), r.write("b", "x")), ["b"]),
    "repository inside": (lambda r: (r.git("init", "-q", "dir/inner"), r.write("dir/inner/x", "x")), []),
    "attributes": (lambda r: (r.write(".gitattributes", "* text eol=crlf\n"), r.write("a", "a 1\r\n")), [".gitattributes", "a"]),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_both_ways_say_the_same(any_repo, change):
    looks = Looks(any_repo).warm()
    make, expected = CHANGES[change]
    make(any_repo)
    assert looks.same() == expected
    settle(any_repo)
    assert looks.same() == looks.same() == expected and looks.copied
    any_repo.write("kept", "once more")
    assert looks.same() == sorted([*expected, "kept"])


def test_edits_in_one_tick_of_the_clock_are_seen(repo):
    """Each edit leaves size and time stamp as they are, and the change time cannot tell within a tick."""
    looks = Looks(repo).warm()
    repo.git("config", "core.trustctime", "false")
    for i in range(30):
        before = (repo.path / "a").stat().st_mtime_ns
        clean = i % 2 == 1
        repo.write("a", "a 1\n" if clean else "a 2\n")
        if i % 3:
            os.utime(repo.path / "a", ns=(before, before))
        assert [u.path for u in looks.git.uncommitted(index=looks.index).paths] == ([] if clean else ["a"]), i
        repo.write(f"dir/{i}")
        found = looks.git.uncommitted(index=looks.index)
        repo.write(f"dir/{i} more")
        found = looks.git.uncommitted(index=looks.index)
        assert {f"dir/{i}", f"dir/{i} more"} <= {u.path for u in found.paths}, i
        repo.rm(f"dir/{i}"), repo.rm(f"dir/{i} more")
    assert looks.copied


def rewrite(repo: Repo, content: str, at: float) -> None:
    repo.write("a", content)
    os.utime(repo.path / "a", (at, at))


def test_what_was_racy_in_the_index_is_racy_in_the_copy(repo):
    """An edit in the very tick of the clock in which git wrote its index."""
    repo.git("config", "core.trustctime", "false")
    at = time.time() - 60
    rewrite(repo, "a 1\n", at), repo.git("update-index", "--refresh")
    rewrite(repo, "a 2\n", at)
    os.utime(repo.path / ".git/index", (at, at))
    looks = Looks(repo)
    looks.folder.mkdir()
    assert looks.same() == looks.same() == ["a"] and looks.copied


def test_an_edit_during_a_look_is_seen_at_the_next(repo):
    """It leaves the time stamp that git has just noted down, as coarse clocks do."""
    repo.git("config", "core.trustctime", "false")
    looks = Looks(repo).warm()
    at = time.time() - 1.2
    rewrite(repo, "a 1\n", at)
    assert looks.same() == []
    rewrite(repo, "a 2\n", at)
    assert looks.same() == ["a"] and looks.copied


def test_a_fresh_clone_is_read_once(repo):
    copy = repo.clone("copy")
    looks = Looks(copy).warm()
    before = looks.index._left
    size = (looks.git.git_dir / "index").stat().st_size
    os.utime(copy.path / "b")  # git has to read it to know that it is clean
    time.sleep(0.01)
    looks.same()
    assert looks.index._left != before, "git was to write down what it found"
    assert looks.index._place[1].stat().st_size > size, "the list of untracked files was to be kept"
    assert time.time() - looks.index._place[1].stat().st_mtime > 1.9


def test_a_linked_worktree_has_its_own(repo):
    linked = repo.worktree("wt", "-b", "w")
    main, other = Looks(repo).warm(), Looks(linked).warm()
    linked.write("a", "x")
    assert (main.same(), other.same()) == ([], ["a"])
    assert main.index._place[1] != other.index._place[1]


def test_submodules(repo, tmp_path):
    inner = filled(Repo(tmp_path / "inner"))
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.path), "sub")
    repo.commit()
    looks = Looks(repo).warm()
    repo.write("sub/a", "dirty")
    assert looks.same() == []
    repo.git("-C", "sub", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qam", "moved")
    assert looks.same() == ["sub"]


def test_conflicts(repo):
    repo.git("checkout", "-qb", "side"), repo.write("a", "side\n"), repo.commit()
    repo.git("checkout", "-q", "main"), repo.write("a", "main\n"), repo.commit()
    looks = Looks(repo).warm()
    repo.run("merge", "side")
    settle(repo)
    assert looks.same() == looks.same() == ["a"]


@pytest.mark.parametrize("odd", ["split", "sparse", "monitor", "young", "version 4", "no untracked cache"])
def test_odd_indexes(repo, odd):
    """Where a copy could say something else it is not used."""
    looks = Looks(repo).warm()
    if odd == "split":
        repo.git("update-index", "--split-index")
    elif odd == "sparse":
        repo.git("sparse-checkout", "set", "--cone", "dir/deep")
    elif odd == "monitor":
        repo.git("config", "core.fsmonitor", "false-hook")
        repo.git("update-index", "--refresh")
    elif odd == "version 4":
        repo.git("update-index", "--index-version", "4")
    elif odd == "no untracked cache":
        repo.git("config", "core.untrackedCache", "false")
        repo.git("update-index", "--force-write-index")
    if odd != "young":
        settle(repo)
    else:
        repo.git("update-index", "--force-write-index")
    repo.write("dir/deep/new", "x")
    for _ in range(2):
        assert [u.path for u in looks.git.uncommitted(index=looks.index).paths] == ["dir/deep/new"]
    assert looks.copied == (odd in ("version 4", "no untracked cache"))
    if odd == "no untracked cache":
        assert b"UNTR" not in looks.index._place[1].read_bytes()


def test_options_that_would_hide_changes_do_not(repo):
    repo.git("config", "core.ignoreStat", "true")
    looks = Looks(repo).warm()
    os.utime(repo.path / "a")
    looks.same()
    repo.write("a", "x")
    assert looks.same() == ["a"]


def test_no_hook_is_run(repo):
    hook = repo.path / ".git/hooks/post-index-change"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho >> ../ran\n")
    hook.chmod(0o755)
    looks = Looks(repo).warm()
    ran = repo.folder / "ran"
    size = ran.stat().st_size if ran.exists() else 0
    before = looks.index._left
    os.utime(repo.path / "a"), looks.same()
    assert looks.index._left != before and (ran.stat().st_size if ran.exists() else 0) == size


def test_a_locked_index_is_no_obstacle(repo):
    looks = Looks(repo).warm()
    (repo.path / ".git/index.lock").touch()
    repo.write("a", "x")
    assert looks.same() == ["a"] and looks.copied


@pytest.mark.parametrize("harm", ["zeros", "cut", "gone", "folder gone", "lock left", "read-only"])
def test_a_damaged_copy_is_made_anew(repo, harm):
    looks = Looks(repo).warm()
    copy = looks.index._place[1]
    if harm == "zeros":
        copy.write_bytes(bytes(copy.stat().st_size))
    elif harm == "cut":
        os.truncate(copy, 100)
    elif harm == "gone":
        copy.unlink()
    elif harm == "folder gone":
        shutil.rmtree(looks.folder)
    elif harm == "lock left":
        (copy.parent / "index.lock").touch()
    elif harm == "read-only":
        looks.folder.chmod(0o500), copy.parent.chmod(0o500)
    repo.write("a", "x")
    assert looks.same() == ["a"]
    if harm != "read-only":
        assert looks.same() == ["a"] and looks.copied
    else:
        looks.folder.chmod(0o700), copy.parent.chmod(0o700)


def test_places_are_given_back(repo):
    all_of_them = [Looks(repo) for _ in range(9)]
    for looks in all_of_them[:8]:
        looks.warm()
    last = all_of_them[8]
    last.same(), last.same()
    assert not last.copied
    all_of_them[3].index.close()
    last.same()
    assert last.copied and last.index._place[1].parent.name == "3"
    all_of_them[3].same()


def test_a_state_folder_that_is_not_there_is_not_made(repo):
    settle(repo)
    git = open_repository(repo.path)
    index = PrivateIndex(git.git, git.git_dir, git.git_dir / "none/copies")
    for _ in range(3):
        assert git.uncommitted(index=index).paths == ()
    assert not (git.git_dir / "none").exists() and index._made_of is None


def test_an_unreadable_index_is_an_error(repo):
    looks = Looks(repo).warm()
    (repo.path / ".git/index").write_bytes(b"DIRC\0\0\0\2rubbish")
    settle(repo)
    for _ in range(3):
        with pytest.raises(StateError, match="git status failed"):
            looks.git.uncommitted(index=looks.index)


@pytest.mark.parametrize("few", [3, 30])
def test_git_s_threads_are_for_many_files(repo, monkeypatch, few):
    monkeypatch.setattr(private_index, "_FEW", few)
    looks = Looks(repo).warm()
    repo.write("a", "changed")
    assert looks.same() == ["a"]
    assert ("core.preloadIndex=false" in looks.index._options) == (few == 30)
