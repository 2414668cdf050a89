"""Is a working file what was indexed: kept by stat data, but only where that can be trusted."""
from __future__ import annotations

import os
import time

import pytest

from coderag.workcopy import compare
from coderag.workcopy.compare import Compared


class Asked:
    """The indexed lines of ``path``, and how often they were asked for."""

    def __init__(self, folder, lines: list[str]) -> None:
        self.compared, self.lines, self.times = Compared(folder), lines, 0

    def differs(self, path: str = "a", oid: str = "1") -> bool:
        def indexed() -> list[str]:
            self.times += 1
            return self.lines

        return self.compared.differs(path, oid, indexed)


@pytest.fixture
def asked(tmp_path) -> Asked:
    (tmp_path / "a").write_text("x\ny\n")
    return Asked(tmp_path, ["x", "y"])


@pytest.fixture
def later(monkeypatch):
    """The clock is ahead, so that what was just written counts as old."""
    real = time.time
    monkeypatch.setattr(compare.time, "time", lambda: real() + 10)


def test_an_old_file_is_read_once(asked, later):
    assert [asked.differs() for _ in range(3)] == [False] * 3 and asked.times == 1


def test_a_young_file_is_read_every_time(asked):
    assert [asked.differs() for _ in range(3)] == [False] * 3 and asked.times == 3


def test_the_same_size_and_time_do_not_hide_a_change(asked, later, tmp_path):
    assert not asked.differs()
    before = os.stat(tmp_path / "a")
    time.sleep(0.02)
    (tmp_path / "a").write_text("x\nz\n")
    os.utime(tmp_path / "a", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert asked.differs()


def test_another_blob_is_another_question(asked, later):
    assert not asked.differs()
    asked.lines = ["other"]
    assert asked.differs(oid="2") and asked.differs(oid="1"), "only the blob last compared is remembered"
    assert asked.times == 3


def test_gone_replaced_and_linked(asked, later, tmp_path):
    assert not asked.differs()
    os.unlink(tmp_path / "a")
    assert asked.differs()
    os.symlink("b", tmp_path / "a")
    (tmp_path / "b").write_text("x\ny\n")
    assert asked.differs(), "a link is not the file that git tracks"
    (tmp_path / "real").mkdir()
    (tmp_path / "real/a").write_text("x\ny\n")
    os.symlink("real", tmp_path / "folder")
    assert asked.differs("folder/a") and not asked.differs("real/a")


def test_what_is_kept_is_bounded(asked, later, monkeypatch, tmp_path):
    monkeypatch.setattr(compare, "_REMEMBERED", 3)
    for name in "bcdefg":
        (tmp_path / name).write_text("x\ny\n")
        assert not asked.differs(name)
    assert len(asked.compared._known) <= 3
