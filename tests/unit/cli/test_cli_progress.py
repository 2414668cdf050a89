"""Progress: one moving line for a person, plain lines now and then for a log, nothing for a quick run."""
from __future__ import annotations

import io

from coderag.cli.progress import Progress


class Terminal(io.StringIO):
    encoding = "utf-8"

    def __init__(self, tty: bool) -> None:
        super().__init__()
        self._tty = tty

    def isatty(self) -> bool:
        return self._tty


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_terminal_shows_bar_rate_and_remaining_time():
    stream, clock = Terminal(True), Clock()
    with Progress(stream, clock) as progress:
        clock.now = 2.0
        progress(100, 400, 1_500, "files")
        line = stream.getvalue()
        assert line == "\rfiles ██████░░░░░░░░░░░░░░░░░░  25%, 100/400 files, 1,500 chunks, 50 files/s, 6 s left"
        progress(101, 400, 1_510, "files")
        assert stream.getvalue() == line  # called often, writes seldom
    assert stream.getvalue().endswith("\r" + " " * (len(line) - 1) + "\r")


def test_log_gets_plain_lines_now_and_then():
    stream, clock = Terminal(False), Clock()
    with Progress(stream, clock) as progress:
        for second in range(12):
            clock.now = float(second)
            progress(second, 12, second * 10, "files")
    lines = stream.getvalue().splitlines()
    assert lines[0] == "files 42%, 5/12 files, 50 chunks, 1 files/s, 7 s left" and len(lines) == 2
    assert "\r" not in stream.getvalue()


def test_quick_run_prints_nothing():
    stream = Terminal(False)
    with Progress(stream, Clock()) as progress:
        progress(1, 1, 1, "files")
    assert stream.getvalue() == ""


def test_unknown_total_and_narrow_encoding():
    stream, clock = Terminal(True), Clock()
    stream.encoding = "ascii"
    clock.now = 0.2
    Progress(stream, clock)
    progress = Progress(stream, lambda: 0.0)
    assert progress.line(7, 0, 0, "", 100.0) == "index " + "." * 24 + "   0%, 7 files, 0 files/s"
