"""Disks that refuse: read-only and full. What there is goes on being served, and one line says why it is old."""
from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from coderag.errors import CoderagError
from coderag.fsio import remove_tree
from coderag.index import build
from coderag.model.answers import CURRENT, STALE, Query
from tests.support.git import Repo
from tests.support.index import assert_same_as_fresh, assert_tidy, found, log_lines, opened, patient
from tests.support.steps import source


def mounted(*args: str) -> None:
    done = subprocess.run(["mount", *args], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"mounting is not permitted here: {done.stderr.strip() or done.returncode}")


@pytest.fixture
def read_only(repo, engine):
    """A function that makes .git/coderag read-only, and a second one that undoes it."""
    root = engine.layout.root

    def lock() -> None:
        if os.geteuid():
            subprocess.run(["chmod", "-R", "a-w", str(root)], check=True)
        else:  # root writes whatever the permissions say
            mounted("--bind", str(root), str(root))
            mounted("-o", "remount,ro,bind", str(root))

    def unlock() -> None:
        if os.geteuid():
            subprocess.run(["chmod", "-R", "u+w", str(root)], check=True)
        else:
            subprocess.run(["umount", "-l", str(root)], capture_output=True)

    yield lock, unlock
    unlock()


@pytest.mark.skipif(sys.platform != "linux", reason="read-only bind mounts are a Linux thing")
def test_a_read_only_store_serves_what_there_is(repo, engine, read_only):
    lock, unlock = read_only
    expected = [h.as_json() for h in engine.search(Query("alpha")).hits]
    engine.close()
    lock()
    with opened(repo) as e:
        answer = e.search(Query("alpha"))
        assert answer.freshness.state == CURRENT and [h.as_json() for h in answer.hits] == expected
        assert e.symbol("delta").definitions and e.outline("a.py").symbols and e.tree().rows and e.status()["snapshot"]
        repo.write("n.py", source(["newer"]))
        old, new = repo.rev(), repo.commit()
        answer = e.search(Query("alpha"))
        assert (answer.freshness.state, answer.freshness.indexed_commit, answer.freshness.head_commit) == (STALE, old, new)
        assert "cannot be written" in answer.freshness.note and [h.as_json() for h in answer.hits] == expected
        with pytest.raises(CoderagError, match="cannot be written"):
            e.sync()
        with pytest.raises(CoderagError):
            e.gc()
        assert e.freshness().state == STALE
        assert e.verify() == [f"the snapshot is of {old[:12]}, HEAD is {new[:12]}: run coderag reindex"]
        unlock()
        assert found(e, "newer") == ["n.py"]
    with opened(repo) as e:
        assert_same_as_fresh(e)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a small file system of its own")
def test_case_77_a_full_disk(tmp_path):
    repo = Repo(tmp_path)
    repo.git("config", "coderag.querybudget", "60000")
    repo.write("a.py", source(["alpha"]))
    repo.commit()
    root = repo.path / ".git" / "coderag"
    root.mkdir()
    mounted("-t", "tmpfs", "-o", "size=1500k", "none", str(root))
    try:
        with opened(repo) as e:
            e.sync()
            old = repo.rev()
            dice, refused = random.Random(1), None
            for i in range(30):
                names = [f"fun_{dice.randrange(10**9)}_{k}" for k in range(60)]
                repo.write(f"f{i}.py", source(names))
                new = repo.commit()
                answer = e.search(Query("alpha"))
                if answer.freshness.state != CURRENT:
                    refused = answer.freshness
                    break
                old = new
            assert refused is not None and (refused.state, refused.indexed_commit) == (STALE, old)
            assert "\n" not in refused.note and any(w in refused.note for w in ("full", "free space")), refused.note
            assert [h.symbol for h in answer.hits][:1] == ["alpha"]
            with pytest.raises(CoderagError):
                e.sync(full=True)
            assert e.search(Query("alpha")).hits[0].symbol == "alpha"
            assert_tidy(e.layout)
            assert not any("new store" in line for line in log_lines(e.layout))
            repo.git("rm", "-q", *(f"f{k}.py" for k in range(i)))
            subprocess.run(["mount", "-o", "remount,size=20m", str(root)], check=True)
            repo.commit("smaller")
            assert found(e, names[0]) == [f"f{i}.py"]
            assert e.status()["worker"]["last_error"] is None
            assert_same_as_fresh(e)
    finally:
        subprocess.run(["umount", "-l", str(root)], capture_output=True)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a small file system of its own")
@pytest.mark.parametrize("what", ["size", "nr_inodes"])
def test_a_disk_that_is_full_at_any_write(what, tmp_path, monkeypatch):
    """One page (or one file) more each time, until the update fits: each time another write is the one that is refused."""
    monkeypatch.setattr(build, "DELTA_LIMIT", 3)  # so that a base is written as well
    repo = patient(Repo(tmp_path))
    for i in range(4):
        repo.write(f"f{i}.py", source([f"fun_{i}_{k}" for k in range(3)]))
    old = repo.commit()
    root = repo.path / ".git" / "coderag"
    root.mkdir()
    mounted("-t", "tmpfs", "-o", "size=20m,nr_inodes=2000", "none", str(root))
    try:
        with opened(repo) as e:
            e.sync()
        shutil.copytree(root, tmp_path / "sound")
        repo.write("f1.py", source(["fun_1_0", "newer", "newest"]))
        new = repo.commit()
        room = 0
        while not update_with(room, what, repo, root, old, new):
            restored(root, tmp_path / "sound")
            room += 1
        assert room > 3  # otherwise little was refused
        with opened(repo) as e:
            assert_same_as_fresh(e)
    finally:
        subprocess.run(["umount", "-l", str(root)], capture_output=True)


def restored(root: Path, sound: Path) -> None:
    for p in root.iterdir():
        remove_tree(p)
    shutil.copytree(sound, root, dirs_exist_ok=True)


def update_with(room: int, what: str, repo: Repo, root: Path, old: str, new: str) -> bool:
    """HEAD moves while a server runs and so much is free; whether the index could follow. Then it must have room."""
    repo.git("reset", "-q", "--hard", old)
    with opened(repo) as e:
        assert found(e, "fun_1_2") == ["f1.py"]
        disk = os.statvfs(root)
        used = (disk.f_blocks - disk.f_bfree) * disk.f_frsize if what == "size" else disk.f_files - disk.f_ffree
        remount(root, f"{what}={used + room * (disk.f_frsize if what == 'size' else 1)}")
        repo.git("reset", "-q", "--hard", new)
        answer = e.search(Query("fun_1_0", top_k=20))
        freshness, hits = answer.freshness, {h.symbol for h in answer.hits}
        fits = freshness.state == CURRENT
        assert fits or (freshness.state, freshness.indexed_commit) == (STALE, old), freshness
        assert ("newer" in hits, "fun_1_2" in hits) == (fits, not fits), hits
        if not fits:
            assert "full" in freshness.note and "\n" not in freshness.note, freshness.note
            assert e.symbol("fun_3_1").definitions and e.outline("f1.py").symbols and e.status()["snapshot"]
        remount(root, "size=20m,nr_inodes=2000")
        assert found(e, "newer") == ["f1.py"] and not found(e, "fun_1_2")
        e.sync()
        assert_tidy(e.layout)
        assert not any("new store" in line or "Traceback" in line for line in log_lines(e.layout))
    return fits


def remount(root: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(root)], check=True)


def test_a_work_tree_that_is_gone(repo, engine):
    shutil.rmtree(repo.path)
    with pytest.raises(CoderagError) as error:
        engine.search(Query("alpha"))
    assert error.value.hint
