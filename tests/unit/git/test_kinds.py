"""Kinds of repositories: where they are found, what HEAD says, which back end reads them, how refusals sound."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from coderag.errors import RepositoryError, StateError
from coderag.git import MissingBlob, open_repository
from coderag.model.git import Head
from tests.support.git import Repo


def test_found_from_below_from_inside_and_from_a_file(repo, opened):
    repo.write("src/deep/a.py", "x")
    commit = repo.commit()
    for start in (".", "src/deep", "src/deep/a.py", ".git", ".git/objects", ".git/refs/heads"):
        git = opened(repo.path / start)
        assert (git.git_dir, git.common_dir, git.workdir, git.worktree_id) == (
            repo.path / ".git", repo.path / ".git", repo.path, ""), start  # fmt: skip
        assert git.head() == Head("refs/heads/main", commit)


def test_unborn_orphan_detached(repo, opened):
    git = opened(repo)
    assert git.head() == Head("refs/heads/main", None) and git.head().unborn
    assert git.branches() == {} and git.dirty_paths() == [] and git.operation() is None
    with pytest.raises(StateError):
        git.resolve("HEAD")
    first = repo.commit()
    assert git.head() == Head("refs/heads/main", first)
    repo.git("checkout", "-q", "--orphan", "o")
    assert git.head() == Head("refs/heads/o", None)
    repo.git("checkout", "-q", "--detach", "main")
    assert git.head() == Head(None, first)
    assert git.resolve("HEAD") == (None, first)


def test_head_follows_every_way_a_ref_can_move(repo, opened):
    git = opened(repo)
    one, two = repo.commit("1"), repo.commit("2")
    assert git.head().commit == two
    repo.git("pack-refs", "--all", "--prune")
    assert not (repo.path / ".git/refs/heads/main").exists() and git.head() == Head("refs/heads/main", two)
    repo.git("update-ref", "refs/heads/main", one)
    assert git.head().commit == one
    repo.git("pack-refs", "--all", "--prune")
    assert git.head().commit == one
    repo.git("branch", "-m", "main", "trunk/x")
    assert git.head() == Head("refs/heads/trunk/x", one)
    repo.git("symbolic-ref", "refs/heads/alias", "refs/heads/trunk/x")
    repo.git("symbolic-ref", "HEAD", "refs/heads/alias")
    assert git.head() == Head("refs/heads/trunk/x", one)


def test_damaged_head_and_vanished_repository(repo, opened):
    repo.commit()
    git = opened(repo)
    (repo.path / ".git/refs/heads/main").write_text("rubbish\n")
    with pytest.raises(RepositoryError, match="damaged"):
        git.head()
    shutil.rmtree(repo.path)
    with pytest.raises(RepositoryError, match="gone"):
        git.head()


def test_resolve_and_branches(repo, opened):
    one = repo.commit("1")
    repo.git("tag", "-a", "v1", "-m", "annotated")
    two = repo.commit("2")
    repo.git("checkout", "-q", "-b", "дев/ветка")
    git = opened(repo)
    assert git.branches() == {"refs/heads/main": two, "refs/heads/дев/ветка": two}
    assert git.resolve("main") == git.resolve("refs/heads/main") == ("refs/heads/main", two)
    assert git.resolve("HEAD") == git.resolve("@") == git.resolve("дев/ветка") == ("refs/heads/дев/ветка", two)
    assert git.resolve("v1") == ("refs/tags/v1", one)
    assert git.resolve("main~1") == git.resolve(one) == git.resolve(one[:10]) == (None, one)
    for bad in ("nope", "", "-h", "--all", "deadbeef" * 5, "main..v1", "^main", "HEAD:", "a b", "x\0y", "main^{tree}"):
        with pytest.raises(StateError, match="unknown"):
            git.resolve(bad)


def test_commits_between(repo, opened):
    base = repo.commit("0")
    tip = [repo.commit(str(i)) for i in range(3)][-1]
    repo.git("checkout", "-q", "-b", "side", base)
    side = repo.commit("side")
    repo.git("checkout", "-q", "--orphan", "alone")
    alone = repo.commit("alone")
    git = opened(repo)
    pairs = {(base, tip): 3, (tip, base): 0, (side, tip): 3, (tip, tip): 0, (alone, tip): 0, ("deadbeef" * 5, tip): 0}
    assert {pair: git.commits_between(*pair) for pair in pairs} == pairs


def test_bare(repo, opened):
    commit = repo.commit()
    bare = repo.clone("bare.git", "--bare")
    git = opened(bare)
    assert (git.git_dir, git.workdir, git.worktree_id) == (bare.path, None, "")
    assert git.head() == Head("refs/heads/main", commit) and git.dirty_paths() == []
    linked = bare.worktree("linked", "-b", "w")
    git = opened(linked)
    assert (git.common_dir, git.workdir, git.worktree_id) == (bare.path, linked.path, "linked")


def test_linked_worktree(repo, opened):
    repo.write("a.py", "1")
    first = repo.commit()
    linked = repo.worktree("wt", "-b", "w")
    inside = repo.path / ".git/worktrees/wt"
    for start in (linked.path, inside):
        git = opened(start)
        assert (git.git_dir, git.common_dir, git.workdir) == (inside, repo.path / ".git", linked.path)
        assert git.worktree_id == "wt" and git.head() == Head("refs/heads/w", first)
    second = linked.commit()
    main = opened(repo)
    assert git.head().commit == second and main.head() == Head("refs/heads/main", first)
    assert main.branches() == git.branches() == {"refs/heads/main": first, "refs/heads/w": second}
    linked.write("a.py", "dirty")
    assert (git.dirty_paths(), main.dirty_paths()) == (["a.py"], [])
    linked.git("pack-refs", "--all", "--prune")
    assert git.head().commit == second


def test_inner_repository_is_its_own(repo, opened):
    repo.commit()
    inner = Repo(repo.path / "vendor", "inner", env=repo.env)
    inner.commit()
    assert opened(inner).workdir == inner.path
    assert opened(repo.path / "vendor").workdir == repo.path


def test_shallow(repo, opened):
    for i in range(3):
        repo.write("a", str(i))
        repo.commit()
    shallow = repo.clone("s", "--depth=1")
    git = opened(shallow)
    assert git.head().commit == repo.rev() and len(git.list_tree(repo.rev())) == 1
    assert not git.has_commit(repo.rev("HEAD~1")) and git.commits_between(repo.rev("HEAD~2"), repo.rev()) == 0


def test_partial_clone_never_downloads(repo, opened):
    repo.git("config", "uploadpack.allowFilter", "true")
    for i in range(20):
        repo.write(f"d/{i}.py", f"old {i}")
    old = repo.commit()
    for i in range(20):
        repo.write(f"d/{i}.py", f"new {i}")
    repo.commit()
    partial = repo.clone("p", "--filter=blob:none")
    git = opened(partial)
    before = sorted(p.name for p in (partial.path / ".git/objects").rglob("*"))
    entries = git.list_tree(old)
    assert len(entries) == 20 and len(git.diff(old, repo.rev())) == 20
    assert [data for _, data in git.read_blobs(e.oid for e in entries)] == [None] * 20
    assert git.blob_sizes([e.oid for e in entries]) == {}
    with pytest.raises(MissingBlob):
        git.read_blob(entries[0].oid)
    assert git.dirty_paths() == []
    assert sorted(p.name for p in (partial.path / ".git/objects").rglob("*")) == before


def test_sha256(tmp_path):
    repo = Repo(tmp_path, "s", "--object-format=sha256")
    repo.write("a.py", "1")
    one = repo.commit()
    repo.write("a.py", "2")
    two = repo.commit()
    assert len(one) == 64
    with open_repository(repo.path) as git:
        assert git.backend == "git" and git.head() == Head("refs/heads/main", two)
        (change,) = git.diff(one, two)
        assert git.read_blob(change.new.oid) == b"2" and git.blob_sizes([change.old.oid]) == {change.old.oid: 1}
        assert git.resolve("main~1") == (None, one) and git.commits_between(one, two) == 1
    with pytest.raises(RepositoryError, match="libgit2"):
        open_repository(repo.path, backend="pygit2").backend  # noqa: B018


def test_unknown_extension_is_git_s_to_refuse(repo):
    repo.commit()
    repo.git("config", "core.repositoryFormatVersion", "1")
    repo.git("config", "extensions.somethingNew", "true")
    with pytest.raises(RepositoryError, match="format not supported") as error:
        open_repository(repo.path)
    assert "newer git" in error.value.hint


@pytest.mark.parametrize("prepare", [
    ["update-index", "--split-index"], ["update-index", "--index-version", "4"], ["config", "extensions.worktreeConfig", "true"],
    ["sparse-checkout", "set", "src"],
])  # fmt: skip
def test_unusual_index_or_extension(repo, opened, prepare):
    repo.write("src/a.py", "1")
    repo.write("docs/b.md", "1")
    commit = repo.commit()
    repo.git("config", "core.repositoryFormatVersion", "1")
    repo.git(*prepare)
    git = opened(repo)
    assert len(git.list_tree(commit)) == 2 and git.dirty_paths() == []
    repo.write("src/a.py", "22")
    assert git.dirty_paths() == ["src/a.py"]


def test_not_a_repository(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    for path in (tmp_path, tmp_path / "gone"):
        with pytest.raises(RepositoryError) as error:
            open_repository(path)
        assert error.value.hint and str(path) in error.value.message and "\n" not in error.value.one_line()


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="needs root to give a file away")
def test_foreign_owner(repo, monkeypatch):
    repo.commit()
    os.chown(repo.path, 12345, 12345)
    os.chown(repo.path / ".git", 12345, 12345)
    with pytest.raises(RepositoryError, match="owned by another user") as error:
        open_repository(repo.path)
    command = f"git config --global --add safe.directory {repo.path}"
    assert command in error.value.hint
    repo.git("config", "--global", "--add", "safe.directory", str(repo.path))  # GIT_CONFIG_GLOBAL: libgit2 does not read it
    with open_repository(repo.path) as git:
        assert git.backend == "pygit2" and git.head().commit == repo.rev() and git.list_tree(repo.rev()) == []
    monkeypatch.setenv("PATH", "/nowhere")  # then libgit2 judges, and does not know that file
    with pytest.raises(RepositoryError, match="owned by another user"):
        open_repository(repo.path)


def _global(repo, env, path) -> None:
    repo.git("config", "--global", "--add", "safe.directory", path)


def _home(repo, env, path) -> None:
    env.delenv("GIT_CONFIG_GLOBAL")
    (repo.folder / "home" / ".gitconfig").write_text(f'[safe]\n\tdirectory = "{path}"\n')


def _xdg(repo, env, path) -> None:
    env.delenv("GIT_CONFIG_GLOBAL")
    target = repo.folder / "home" / ".config" / "git" / "config"
    target.parent.mkdir(parents=True)
    target.write_text(f'[safe]\n\tdirectory = "{path}"\n')


def _system(repo, env, path) -> None:
    env.delenv("GIT_CONFIG_NOSYSTEM")
    (repo.folder / "system").write_text(f'[safe]\n\tdirectory = "{path}"\n')
    env.setenv("GIT_CONFIG_SYSTEM", str(repo.folder / "system"))


def _included(repo, env, path) -> None:
    (repo.folder / "more").write_text(f'[safe]\n\tdirectory = "{path}"\n')
    repo.git("config", "--global", "include.path", str(repo.folder / "more"))


def _counted(repo, env, path) -> None:
    env.setenv("GIT_CONFIG_COUNT", "1")
    env.setenv("GIT_CONFIG_KEY_0", "safe.directory")
    env.setenv("GIT_CONFIG_VALUE_0", path)


def _command(repo, env, path) -> None:
    env.setenv("GIT_CONFIG_PARAMETERS", f"'safe.directory'='{path}'")


def _all(repo, env, path) -> None:
    _global(repo, env, "*")


def _reset(repo, env, path) -> None:
    _global(repo, env, path)
    _global(repo, env, "")


def _local(repo, env, path) -> None:
    """What the other user wrote into the repository itself counts for nothing."""
    with (repo.path / ".git/config").open("a") as f:
        f.write(f'[safe]\n\tdirectory = "{path}"\n\tdirectory = *\n')


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="needs root to give a file away")
@pytest.mark.parametrize("place", [_global, _home, _xdg, _system, _included, _counted, _command, _all, _reset, _local])
def test_safe_directory_counts_wherever_git_reads_it(place, repo, monkeypatch):
    repo.write("a.py", "1")
    commit = repo.commit()
    for path in (repo.path, *(repo.path / ".git").rglob("*"), repo.path / ".git"):
        os.chown(path, 12345, 12345)
    place(repo, monkeypatch, str(repo.path))
    if place in (_reset, _local):
        with pytest.raises(RepositoryError, match="owned by another user"):
            open_repository(repo.path)
        return
    with open_repository(repo.path) as git:
        assert git.head().commit == commit and [e.path for e in git.list_tree(commit)] == ["a.py"]
        assert git.resolve("main") == ("refs/heads/main", commit) and git.config() == {}
        repo.write("a.py", "2")
        assert git.dirty_paths() == ["a.py"]


def test_environment_of_a_hook_does_not_mislead(repo, opened, monkeypatch, tmp_path):
    repo.write("a.py", "1")
    commit = repo.commit()
    other = Repo(tmp_path, "other")
    for name, value in {"GIT_DIR": other.path / ".git", "GIT_INDEX_FILE": ".git/index", "GIT_WORK_TREE": other.path,
                        "GIT_OBJECT_DIRECTORY": other.path / ".git/objects", "GIT_PREFIX": "x/"}.items():  # fmt: skip
        monkeypatch.setenv(name, str(value))
    git = opened(repo)
    assert git.workdir == repo.path and git.head().commit == commit and git.dirty_paths() == []
    assert git.read_blob(git.list_tree(commit)[0].oid) == b"1"
    git.set_config("coderag.model", ["x"])
    assert git.config() == {"coderag.model": ["x"]} and "coderag" not in (other.path / ".git/config").read_text()


def test_without_git_on_path(repo, monkeypatch):
    repo.write("a.py", "1")
    one = repo.commit()
    two = repo.commit()
    repo.git("config", "coderag.model", "x")
    repo.write("a.py", "dirty")
    monkeypatch.setenv("PATH", "/nowhere")
    with open_repository(repo.path / ".git") as git:
        assert git.backend == "pygit2" and git.workdir == repo.path and git.head().commit == two
        assert git.dirty_paths() == [] and git.commits_between(one, two) == 1
        assert git.config()["coderag.model"] == ["x"]
        with pytest.raises(MissingBlob):
            git.read_blob("ab" * 20)
        with pytest.raises(StateError, match="git is not on PATH"):
            git.set_config("coderag.x", ["1"])
    with pytest.raises(RepositoryError):
        open_repository("/")


def test_work_tree_elsewhere(repo, opened, tmp_path):
    commit = repo.commit()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    os.rename(repo.path / ".git", tmp_path / "store")
    Repo(tmp_path, "store", env=repo.env).run("config", "core.worktree", str(elsewhere))
    (elsewhere / ".git").write_text(f"gitdir: {tmp_path / 'store'}\n")
    for start in (elsewhere, tmp_path / "store"):
        git = opened(start)
        assert (git.git_dir, git.workdir, git.head().commit) == (tmp_path / "store", elsewhere, commit)


@pytest.mark.parametrize("name", [b"caf\xe9 'q", b"new\nline", b" blank "])
def test_odd_repository_path(tmp_path, name):
    repo = Repo(tmp_path, os.fsdecode(name))
    repo.write("a", "1")
    commit = repo.commit()
    linked = repo.worktree(os.fsdecode(name) + "2", "-b", "w")
    for at in (repo.path, repo.path / ".git", linked.path):
        with open_repository(at) as git:
            assert git.workdir == (linked.path if at == linked.path else repo.path)
            assert len(git.list_tree(commit)) == 1 and git.dirty_paths() == []


def test_symbolic_link_as_head(repo, opened):
    commit = repo.commit()
    (repo.path / ".git/HEAD").unlink()
    (repo.path / ".git/HEAD").symlink_to("refs/heads/main")
    assert opened(repo).head() == Head("refs/heads/main", commit)


def test_bare_repository_that_git_is_told_to_refuse(repo):
    repo.commit()
    bare = repo.clone("b.git", "--bare")
    repo.git("config", "--global", "safe.bareRepository", "explicit")
    with pytest.raises(RepositoryError) as error:
        open_repository(bare.path)
    assert "safe.bareRepository" in error.value.message


def test_import_is_cheap_and_head_needs_no_library(repo):
    repo.commit()
    code = (
        "import sys; from coderag.git import open_repository; r = open_repository(sys.argv[1]); r.head(); r.config();"
        "r.operation(); r.dirty_paths(); sys.exit('pygit2' in sys.modules)"
    )
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    env = {**repo.env, "PYTHONPATH": root}
    assert subprocess.run([sys.executable, "-c", code, str(repo.path)], env=env, check=False).returncode == 0
