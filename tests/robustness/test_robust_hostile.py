"""The real server over stdio against clients that send nonsense, too much, or go away."""
from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.support.git import NO_HOOKS, Repo, isolate
from tests.support.index import opened
from tests.support.served import COMMAND
from tests.support.steps import source
from tests.unit.server.test_server_stdio import INITIALIZE, INITIALIZED, tool_call

PATIENCE = 60.0


class Wire:
    """A server process and its pipes, in bytes; a thread collects the replies."""

    def __init__(self, repo: Repo) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "serve", "--repo", str(repo.path)], env=repo.env,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self.replies: list[dict] = []
        self.noise = b""
        self._news = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._drain, daemon=True).start()
        self.send(INITIALIZE, INITIALIZED)
        self.until(lambda: self.reply(0))

    def _read(self) -> None:
        for line in self.process.stdout:
            with self._news:
                self.replies.append(json.loads(line))
                self._news.notify_all()

    def _drain(self) -> None:
        for line in self.process.stderr:
            self.noise += line

    def raw(self, data: bytes) -> None:
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, *messages: object) -> None:
        self.raw(b"".join(json.dumps(message).encode() + b"\n" for message in messages))

    def reply(self, number: int) -> dict | None:
        return next((r for r in self.replies if r.get("id") == number), None)

    def until(self, true) -> None:
        with self._news:
            assert self._news.wait_for(true, PATIENCE), self.noise[-2000:].decode("utf-8", "replace")

    def answers(self, number: int) -> bool:
        """Whether the session still works."""
        self.send(tool_call(number, "get_symbol_info", symbol_name="alpha"))
        self.until(lambda: self.reply(number))
        return bool(self.reply(number)["result"]["structuredContent"]["definitions"])

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()


@pytest.fixture(scope="module")
def repo(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    with pytest.MonkeyPatch.context() as monkeypatch:
        isolate(monkeypatch, folder)
        repo = Repo(folder)
        repo.env.update(NO_HOOKS)
        (folder / "outside.py").write_text("def secret(): pass\n")
        (folder / "outside").mkdir()
        (folder / "outside" / "in.py").write_text("def secret(): pass\n")
        repo.write("a.py", source(["alpha", "beta"]))
        repo.write("pkg/c.py", source(["delta"]))
        os.symlink(folder / "outside.py", repo.path / "link.py")
        os.symlink(folder / "outside", repo.path / "folder")
        repo.commit("one")
        with opened(repo) as engine:
            engine.sync()
        yield repo


@pytest.fixture(scope="module")
def shared(repo):
    wire = Wire(repo)
    yield wire
    wire.close()


NONSENSE = [
    b"\xff\xfe\x00\x01\n", b"\x00" * 1000 + b"\n", b"\n\n  \n", b"not json\n", b"[]\n", b"null\n", b"1e999\n", b'"x"\n',
    b"[" * 100_000 + b"\n", b'{"a":' * 50_000 + b"\n",
    b'{"jsonrpc": "2.0", "id": 900, "method": "tools/call", "params": {"name": "search_code", "arguments": {"query": "\xc3("}}}\n',
    b'{"jsonrpc": "2.0", "id": 901, "method": "tools/call", "params": {"name": "search_code", "arguments": {"query": "\\ud800"}}}\n',
    b'{"jsonrpc": "2.0", "id": 902, "method": "tools/call", "params": {"name": "../../x", "arguments": {}}}\n',
    b'{"jsonrpc": "2.0", "id": 903, "method": "tools/call", "params": []}\n',
    b'{"jsonrpc": "2.0", "id": 904, "method": "tools/call", "params": {"name": "search_code", "arguments": "query"}}\n',
    b'{"jsonrpc": "2.0", "id": 905, "method": "no/such"}\n', b'{"jsonrpc": "1.0", "id": 906, "method": "ping"}\n',
    b'{"jsonrpc": "2.0", "id": {"x": 1}, "method": "ping"}\n', b'{"jsonrpc": "2.0", "method": "notifications/no-such"}\n',
    b'{"jsonrpc": "2.0", "id": 7777, "result": {}}\n', b'[{"jsonrpc": "2.0", "id": 908, "method": "ping"}]\n',
]  # fmt: skip


def test_nonsense_between_calls(shared):
    for number, line in enumerate(NONSENSE, 1000):
        shared.raw(line)
        assert shared.answers(number), line[:80]
    assert shared.process.poll() is None
    for reply in shared.replies:
        assert "Traceback" not in json.dumps(reply)


def test_giant_arguments(shared):
    giant = "word " * 400_000
    calls = [
        tool_call(2000, "search_code", query=giant), tool_call(2001, "search_code", query="x", path=giant),
        tool_call(2002, "search_code", query="x", ref=giant), tool_call(2003, "get_file_symbols", file_path="a/" * 500_000),
        tool_call(2004, "get_symbol_info", symbol_name=giant), tool_call(2005, "search_code", query=["x"] * 200_000),
        tool_call(2006, "search_code", query="x", top_k=10**400), tool_call(2007, "get_repo_structure", path="*" * 4_000),
        tool_call(2008, "search_code", query="x", path="*a" * 40 + "b"), tool_call(2009, "search_code", **{giant[:10**5]: 1}),
    ]  # fmt: skip
    begun = time.monotonic()
    shared.send(*calls)
    shared.until(lambda: all(shared.reply(n) for n in range(2000, 2010)))
    assert time.monotonic() - begun < 30
    for number in range(2000, 2010):
        text = json.dumps(shared.reply(number))
        assert len(text) < 100_000 and "internal error" not in text, (number, text[:500])
    assert shared.answers(2010)


def test_paths_that_lead_out(shared):
    places = ["../outside.py", "/etc/passwd", "pkg/../../outside.py", "..\\outside.py", "folder/in.py", "file:///etc/passwd",
              "%2e%2e/outside.py", "pkg/./../..//outside.py", "~root/x", ".git/config", ".git/coderag/store.db", "a.py/../../outside.py"]  # fmt: skip
    shared.send(*(tool_call(3000 + i, "get_file_symbols", file_path=p) for i, p in enumerate(places)))
    shared.send(*(tool_call(3100 + i, "get_repo_structure", path=p) for i, p in enumerate(places)))
    shared.send(*(tool_call(3200 + i, "search_code", query="secret", path=p) for i, p in enumerate(places)))
    numbers = [base + i for base in (3000, 3100, 3200) for i in range(len(places))]
    shared.until(lambda: all(shared.reply(n) for n in numbers))
    for n in numbers:
        text = json.dumps(shared.reply(n))
        assert "def secret" not in text and "root:" not in text and "[core]" not in text
        assert "internal error" not in text, text
    assert all(shared.reply(3000 + i)["result"]["isError"] for i in range(len(places)))
    shared.send(tool_call(3300, "get_file_symbols", file_path="link.py"), tool_call(3301, "search_code", query="secret"))
    shared.until(lambda: shared.reply(3300) and shared.reply(3301))
    assert "def secret" not in json.dumps([shared.reply(3300), shared.reply(3301)])


def test_a_thousand_calls_at_once(shared):
    kinds = [
        ("get_symbol_info", {"symbol_name": "alpha"}), ("get_file_symbols", {"file_path": "a.py"}),
        ("get_repo_structure", {}), ("search_code", {"query": "beta"}), ("get_file_symbols", {"file_path": "no.py"}),
    ]  # fmt: skip
    numbers = range(10_000, 11_000)
    sender = threading.Thread(target=lambda: shared.send(*(tool_call(n, kinds[n % 5][0], **kinds[n % 5][1]) for n in numbers)))
    sender.start()
    shared.until(lambda: sum(r.get("id", 0) in numbers for r in shared.replies if isinstance(r.get("id"), int)) == len(numbers))
    sender.join()
    counts = Counter(r["id"] for r in shared.replies if isinstance(r.get("id"), int))
    assert all(counts[n] == 1 for n in numbers)
    by_kind: dict[int, set[str]] = {}
    for r in shared.replies:
        if r.get("id") in numbers:
            by_kind.setdefault(r["id"] % 5, set()).add(json.dumps(r["result"]["content"]))
    assert [len(by_kind[k]) for k in range(5)] == [1, 1, 1, 1, 1]  # the same question, the same answer


def test_cancelled_calls(shared):
    numbers = range(20_000, 20_100)
    messages: list[dict] = []
    for n in numbers:
        messages.append(tool_call(n, "search_code", query=f"beta {n}"))
        if n % 2:
            messages.append({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": n, "reason": "x"}})
    messages.append({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 424242}})
    shared.send(*messages)
    shared.until(lambda: all(shared.reply(n) for n in numbers if n % 2 == 0))
    assert shared.answers(20_200)
    assert all("structuredContent" in shared.reply(n)["result"] for n in numbers if n % 2 == 0)


@pytest.mark.parametrize("way", ["hangs up", "stops reading", "is killed"])
def test_a_client_that_vanishes_leaves_no_process(repo, way):
    """While calls are being answered, and with a pipe that is full."""
    calls = "".join(json.dumps(tool_call(n, "search_code", query=f"alpha {n}")) + "\n" for n in range(1, 200))
    hello = "".join(json.dumps(message) + "\n" for message in (INITIALIZE, INITIALIZED))
    if way == "is killed":  # a parent that dies; this process, a sibling, holds the pipes
        code = "import subprocess, sys, time; print(subprocess.Popen(sys.argv[1:]).pid, file=sys.stderr, flush=True); time.sleep(60)"
        command = [sys.executable, "-c", code]
    else:
        command = []
    process = subprocess.Popen(
        [*command, *COMMAND, "serve", "--repo", str(repo.path)], env=repo.env, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    pid = int(process.stderr.readline()) if command else process.pid
    process.stdin.write(hello)
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["id"] == 0
    process.stdin.write(calls)
    process.stdin.flush()
    begun = time.monotonic()
    if way == "is killed":
        process.kill()
    elif way == "hangs up":
        process.stdout.close()
        process.stdin.close()
    else:
        process.stdin.close()
    process.wait(timeout=30)
    while running(pid) and time.monotonic() - begun < 30:
        time.sleep(0.1)
    assert not running(pid) and time.monotonic() - begun < 20


def running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not (stat.exists() and ") Z " in stat.read_text())  # dead, and nobody has asked for its exit code
