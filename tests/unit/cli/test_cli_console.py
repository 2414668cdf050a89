"""What a person sees on a terminal: marked words and a pager; and plain text everywhere else."""
from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from coderag.cli.console import highlighter

LONG = "from coderag.cli import console; console.page([f'row {n}' for n in range(200)])"


def test_words_of_the_query_are_marked():
    mark = highlighter("where is the retryQueue, of x", True)
    assert mark("def RetryQueue(x):  # where the retryqueue is") == "def \x1b[1mRetryQueue\x1b[0m(x):  # where the \x1b[1mretryqueue\x1b[0m is"
    assert highlighter("retry", False)("retry") == "retry"
    assert highlighter("is it (", True)("is it (") == "is it ("


def on_terminal(code: str, **env: str) -> str:
    master, slave = pty.openpty()
    process = subprocess.Popen([sys.executable, "-c", code], stdin=slave, stdout=slave, stderr=slave, env={**os.environ, "TERM": "xterm", **env})
    os.close(slave)
    text = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:  # Linux says so when the other end is closed
            break
        if not part:
            break
        text += part
    os.close(master)
    process.wait(30)
    return text.decode().replace("\r\n", "\n")


@pytest.mark.parametrize(("pager", "first"), [("sed s/row/line/", "line 0\n"), ("cat", "row 0\n")])
def test_long_answers_go_through_the_pager(pager, first):
    text = on_terminal(LONG, PAGER=pager)
    assert text.startswith(first) and text.count("\n") == 200


def test_a_pager_that_is_missing_loses_nothing():
    assert on_terminal(LONG, PAGER="no-such-pager-anywhere").endswith("row 198\nrow 199\n")


def test_short_answers_and_pipes_have_no_pager():
    assert on_terminal("from coderag.cli import console; console.page(['one'])", PAGER="sed s/one/two/") == "one\n"
    piped = subprocess.run([sys.executable, "-c", LONG], capture_output=True, text=True, env={**os.environ, "PAGER": "sed s/row/line/"})
    assert piped.stdout.startswith("row 0\n")
