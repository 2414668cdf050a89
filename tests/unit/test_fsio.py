"""Files that are whole or absent, checked files, and the lock that dies with its holder."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from coderag import fsio
from coderag.fsio import Damaged, FileLock

ROOT = Path(__file__).parents[2]


def test_write_atomic_replaces_and_leaves_nothing_beside(tmp_path):
    path = tmp_path / "f"
    fsio.write_atomic(path, b"one")
    fsio.write_atomic(path, b"two", durable=False)
    assert path.read_bytes() == b"two" and list(tmp_path.iterdir()) == [path]


def test_a_failed_write_leaves_the_old_content(tmp_path, monkeypatch):
    path = tmp_path / "f"
    fsio.write_atomic(path, b"old")

    def full(fd):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        fsio.write_atomic(path, b"new")
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]


def test_checked_file_round_trip(tmp_path):
    for payload in (b"", b"x", b"\0" * 10_000):
        fsio.write_checked(tmp_path / "f", payload)
        assert fsio.read_checked(tmp_path / "f") == payload


@pytest.mark.parametrize("at", [0, 5, 6, 21, 22, -1])
def test_any_changed_byte_is_noticed(tmp_path, at):
    path = tmp_path / "f"
    fsio.write_checked(path, b"payload")
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)
    with pytest.raises(Damaged, match="f is damaged"):
        fsio.read_checked(path)


@pytest.mark.parametrize("content", [b"", b"CRAG1\n", b"something else entirely, long enough to hold a digest"])
def test_truncated_and_foreign_files_are_noticed(tmp_path, content):
    (tmp_path / "f").write_bytes(content)
    with pytest.raises(Damaged):
        fsio.read_checked(tmp_path / "f")


def test_a_missing_file_is_not_a_damaged_one(tmp_path):
    with pytest.raises(FileNotFoundError):
        fsio.read_checked(tmp_path / "none")


def test_file_digest_is_the_digest_of_the_content(tmp_path):
    data = os.urandom(3_000_000)
    (tmp_path / "f").write_bytes(data)
    assert fsio.file_digest(tmp_path / "f") == fsio.digest(data)


def test_lock_excludes_and_waits(tmp_path):
    first, second = FileLock(tmp_path / "l"), FileLock(tmp_path / "l")
    assert first.acquire()
    assert not second.acquire(0.05)
    first.release()
    with second.held(0.5) as got:
        assert got and not first.acquire()
    assert first.acquire()
    first.release()
    first.release()  # twice is once


def test_lock_of_a_killed_process_is_free(tmp_path):
    """Case 22."""
    code = (
        "import sys, time; from pathlib import Path; from coderag.fsio import FileLock;"
        f"l = FileLock(Path({str(tmp_path / 'l')!r})); l.acquire(); print('held', flush=True); time.sleep(60)"
    )
    holder = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=ROOT)
    assert holder.stdout.readline() == b"held\n"
    lock = FileLock(tmp_path / "l")
    assert not lock.acquire()
    holder.kill()
    holder.wait()
    holder.stdout.close()
    assert lock.acquire(2)
    lock.release()


def test_lock_is_not_inherited_by_children(tmp_path):
    lock = FileLock(tmp_path / "l")
    assert lock.acquire()
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, close_fds=False)
    lock.release()
    other = FileLock(tmp_path / "l")
    assert other.acquire(1)
    other.release()
    child.communicate(b"\n")


def test_remove_tree_takes_files_folders_links_and_nothing(tmp_path):
    target = tmp_path / "target"
    target.mkdir()
    (target / "kept").touch()
    (tmp_path / "link").symlink_to(target)
    (tmp_path / "folder" / "sub").mkdir(parents=True)
    for name in ("link", "folder", "absent"):
        fsio.remove_tree(tmp_path / name)
    assert [p.name for p in tmp_path.iterdir()] == ["target"] and (target / "kept").exists()


def test_tree_bytes_counts_hard_links_once(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a").write_bytes(b"x" * 1000)
    os.link(tmp_path / "sub" / "a", tmp_path / "b")
    assert fsio.tree_bytes(tmp_path) == 1000
    assert fsio.tree_bytes(tmp_path / "absent") == 0
