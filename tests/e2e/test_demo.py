"""`coderag demo`: what a newcomer runs first. Also the main job with the network cut off."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time

import pytest

from tests.support.git import isolated_environment
from tests.support.served import COMMAND

WIDTH = 100


def demo(tmp_path, *wrapper: str, **env: str) -> subprocess.CompletedProcess[str]:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    return subprocess.run(
        [*wrapper, *COMMAND, "demo"], cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", timeout=60,
        env={**isolated_environment(tmp_path), "TMPDIR": str(scratch), **env}, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def check(text: str) -> None:
    steps = re.findall(r"^(\d)\. ", text, re.MULTILINE)
    assert steps == list("12345")
    reserve = text.index('? search_code "reserve articles')
    assert "main @ 007b8dd, current" in text[reserve:]
    assert re.search(r"shop/stock\.py:\d+-\d+  method Stock\.reserve", text)
    assert "called at shop/payments.py:42 in Payments.charge" in text
    committed, switched, rebased = (text.index(f"$ git {verb}") for verb in ("commit", "switch", "rebase"))
    points = re.compile(r"shop/loyalty\.py:9-\d+  function points_earned")
    assert points.search(text, committed, switched)
    assert "no definition of points_earned in this commit" in text[switched:rebased]
    assert points.search(text, text.index('ref="main"'), rebased)
    assert points.search(text, rebased) and re.search(r"gift-cards @ [0-9a-f]{7}, current", text[rebased:])
    assert not re.search("STALE|NOT INDEXED|FAILED|Traceback", text)
    assert text[rebased:].endswith("in a repository, run\n\n  coderag init\n  coderag agents\n")


def test_demo(tmp_path):
    begun = time.monotonic()
    done = demo(tmp_path)
    assert done.returncode == 0, done.stderr
    assert time.monotonic() - begun < 15
    assert done.stderr == ""
    check(done.stdout)
    assert [line for line in done.stdout.splitlines() if len(line) > WIDTH and str(tmp_path) not in line] == []
    assert list((tmp_path / "scratch").iterdir()) == []


def test_demo_is_not_disturbed_by_the_persons_configuration(tmp_path):
    """Hooks for all repositories, signing, line endings, a GIT_DIR that points elsewhere."""
    (tmp_path / "hooks").mkdir()
    config = tmp_path / "odd"
    config.write_text(
        f"[core]\n\thooksPath = {tmp_path / 'hooks'}\n\tautocrlf = true\n[commit]\n\tgpgSign = true\n"
        "[init]\n\tdefaultBranch = trunk\n[rebase]\n\tautoStash = true\n"
    )
    done = demo(tmp_path, GIT_CONFIG_GLOBAL=str(config), GIT_DIR=str(tmp_path / "elsewhere"))
    assert done.returncode == 0, done.stderr
    check(done.stdout)
    assert list((tmp_path / "hooks").iterdir()) == []


def test_demo_without_git(tmp_path):
    empty = tmp_path / "bin"
    empty.mkdir()
    done = demo(tmp_path, PATH=str(empty))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == ["coderag: git is not on PATH", "hint: install git, or add its folder to PATH"]
    assert list((tmp_path / "scratch").iterdir()) == []


def cut_off() -> list[str]:
    """A command prefix that takes the network away, or a skip that says why there is none."""
    if not shutil.which("unshare"):
        pytest.skip("unshare is not installed (util-linux, Linux only)")
    for flags in ("-rn", "-n"):
        if subprocess.run(["unshare", flags, "true"], capture_output=True).returncode == 0:
            return ["unshare", flags]
    pytest.skip("this machine does not permit network namespaces (unshare -rn)")


def test_main_job_without_network(tmp_path):
    """Model, grammars, queries: everything is in the package."""
    prefix = cut_off()
    probe = "import socket; s = socket.socket(); s.settimeout(2); s.connect(('192.0.2.1', 80))"
    assert b"unreachable" in subprocess.run([*prefix, sys.executable, "-c", probe], capture_output=True).stderr
    done = demo(tmp_path, *prefix, NO_PROXY="", HF_HOME=str(tmp_path / "nothing"))
    assert done.returncode == 0, done.stderr
    check(done.stdout)
    assert not os.path.exists(tmp_path / "nothing")
