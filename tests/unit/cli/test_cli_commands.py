"""What each command asks of the Engine and prints, and the exit codes."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from coderag.model.answers import Query
from tests.unit.server.fake_engine import FakeEngine
from tests.unit.server.test_server_stdio import INITIALIZE, environment, tool_call

SCRIPT = str(Path(__file__).with_name("serve_cli.py"))


def test_search_for_a_person(coderag, repo, engines):
    done = coderag("search", "x", "--top-k", "1", "--language", "Python", "--path", "src/", "--ref", "dev")
    assert done.code == 0 and done.err == ""
    assert done.out.splitlines() == [
        "main @ 1a2b3c4, current",
        "",
        "src/m1.py:10-11  function pkg.f1  1.00",
        "in class Store:",
        "10  def f(a):",
        "11      return a",
    ]
    assert engines[-1].asked == [Query("x", 1, "python", "src/", "dev")] and engines[-1].closed


def test_search_explain(coderag, repo):
    out = coderag("search", "x", "-n", "1", "--explain").out
    assert "score 1.000 = definition match 0.400 + lexical 0.200 - test penalty 0.100" in out


def test_search_json_is_one_object_of_the_contract(coderag, repo, engines):
    answer = json.loads(coderag("search", "x", "--json").out)
    assert answer == engines[-1].search(Query("x")).as_json()
    assert {"ref", "indexed_commit", "head_commit", "state", "commits_behind", "dirty_files"} <= set(answer["freshness"])
    contract = {"path", "start_line", "end_line", "symbol", "kind", "language", "score", "signals", "text"}
    assert contract <= set(answer["hits"][0])
    coderag("search", "x", "--docs")
    assert engines[-1].asked[-1].docs


def test_odd_characters_do_not_reach_the_terminal(coderag, repo):
    done = coderag("search", "nasty")
    assert not set(done.out) & set("\x00\x07\x1b\u202e\x9b\ud800") and r"caf\xe9.py:10" in done.out
    exact = json.loads(coderag("search", "nasty", "--json").out)["hits"][0]
    assert "\x1b[31m" in exact["text"] and exact["path"] == r"caf\xe9.py"  # for programs: exact, but valid UTF-8


def test_symbol_outline_tree(coderag, repo, engines, monkeypatch):
    assert "src/u0.py:1  call in pkg.g  return f(1)" in coderag("symbol", "f").out
    assert "close names: mixing" in coderag("symbol", "missing").out
    assert "no definition of no where; try: coderag search 'no where'" in coderag("symbol", "no where").out
    assert "src/  2 files, 40 lines, python, 1 not searched  The code" in coderag("tree", "--depth", "3").out
    assert engines[-1].asked == [(3, None, None)]
    assert "1-2    method def m1(self)  Doc." in coderag("outline", "src/app.py").out
    monkeypatch.chdir("src")  # a person names files from where they are
    coderag("outline", "app.py", "--repo", str(repo))
    assert engines[-1].asked == [("src/app.py", None)]
    coderag("tree", ".", "--repo", str(repo))
    assert engines[-1].asked == [(2, "src", None)]
    assert json.loads(coderag("outline", "app.py", "--repo", str(repo), "--json").out)["path"] == "src/app.py"


def test_status(coderag, repo):
    out = coderag("status").out
    for part in ("main @ 1a2b3c4, current", "3 files, 12 chunks", "python    2 files, 10 chunks", "2 files: binary content",
                 "installed: post-commit", "idle", "last event: post-commit", "5.0 MB", "delta, 0.3 s"):  # fmt: skip
        assert part in out
    assert json.loads(coderag("status", "--json").out)["totals"] == {"artifacts_computed": 3, "vectors_computed": 12}


@pytest.mark.parametrize("status", [{}, {"freshness": {"state": "not_indexed", "ref": "refs/heads/x"}}, {"worker": {}}])
def test_status_tolerates_missing_parts(coderag, repo, monkeypatch, status):
    monkeypatch.setattr(FakeEngine, "status", lambda self: status)
    assert coderag("status").code == 0


def test_init(coderag, repo, engines):
    done = coderag("init", "--include", "a/**", "--exclude", "b/**", "--exclude", "c")
    assert done.code == 0
    assert engines[-1].asked == [("configure", ["a/**"], ["b/**", "c"]), ("sync", False, None)]
    assert "hooks installed: post-commit, post-merge" in done.out and "40 files, 120 chunks added" in done.out
    assert "Your agent:\n  coderag agents add CLIENT, of claude-code, cursor, " in done.out


def test_init_names_the_agents_it_finds(coderag, repo, home):
    (home / ".cursor").mkdir()
    (home / ".codex").mkdir()
    assert "Your agent:\n  coderag agents add cursor\n  coderag agents add codex\n" in coderag("init").out


def test_init_goes_on_without_hooks(coderag, repo, monkeypatch):
    from coderag.errors import StateError

    def refuse(self):
        raise StateError("core.hooksPath is a shared folder", "see coderag doctor")

    monkeypatch.setattr(FakeEngine, "install_hooks", refuse)
    done = coderag("init")
    assert done.code == 0 and "hooks not installed: core.hooksPath is a shared folder" in done.err
    assert "120 chunks" in done.out


def test_json_of_init_and_hooks(coderag, repo):
    done = json.loads(coderag("init", "--json").out)
    assert [h["state"] for h in done["hooks"]] == ["installed", "installed"] and done["hooks_problem"] == ""
    assert done["sync"]["chunks_added"] == 120 and done["server"][-3:] == ["serve", "--repo", os.path.realpath(repo)]
    assert json.loads(coderag("install-hooks", "--json").out)["hooks"][0]["name"] == "post-commit"
    assert json.loads(coderag("uninstall-hooks", "--json").out)["hooks"][0]["state"] == "absent"
    (repo / "unborn").touch()
    assert json.loads(coderag("init", "--json").out)["sync"] is None


def test_init_before_the_first_commit(coderag, repo, engines):
    (repo / "unborn").touch()
    done = coderag("init")
    assert done.code == 0 and "no commit yet" in done.out and "coderag agents add" in done.out
    assert engines[-1].asked == []


def test_running_as_a_module_does_not_import_from_the_repository(repo):
    """A repository may have an http.py of its own; it must neither break us nor be run."""
    (repo / "typer.py").write_text("raise SystemExit('ran code of the repository')\n")
    done = subprocess.run(
        [sys.executable, "-m", "coderag.cli", "--version"], cwd=repo, env=environment(), capture_output=True, text=True
    )
    assert done.returncode == 0 and done.stdout.startswith("coderag ")


def test_reindex_hooks_gc(coderag, repo, engines):
    assert "full update (first index) in 1.2 s" in coderag("reindex", "--full", "--ref", "dev").out
    assert engines[-1].asked == [("sync", True, "dev")]
    assert json.loads(coderag("reindex", "--json").out)["vectors_computed"] == 120
    assert "installed" in coderag("install-hooks").out and "absent" in coderag("uninstall-hooks").out
    assert "bytes freed: 4.1 KB" in coderag("gc").out


def test_verify_and_doctor_exit_codes(coderag, repo):
    bad = coderag("verify")
    assert bad.code == 1 and "difference 19" in bad.out and "… and 10 more" in bad.out and "reindex --full" in bad.out
    bad = coderag("doctor")
    assert bad.code == 1 and "FAIL  hooks: none\n      coderag install-hooks" in bad.out
    (repo / "healthy").touch()
    assert coderag("verify").out == "sound\n" and coderag("doctor").code == 0


def test_doctor_without_a_repository(coderag, tmp_path):
    done = coderag("doctor", "--repo", str(tmp_path))
    assert done.code == 1 and "FAIL  repository:" in done.out and "git init" in done.out


@pytest.mark.parametrize(
    ("argv", "code", "words"),
    [
        (["search", ""], 2, ["query", "not blank"]),
        (["search", "x", "--top-k", "0"], 2, ["--top-k"]),
        (["search", "x", "--top-k", "ten"], 2, ["--top-k"]),
        (["search", "x", "--path", "../.."], 2, ["leads out of the repository"]),
        (["search", "x", "--nope"], 2, ["--nope"]),
        (["search"], 2, ["QUERY"]),
        (["nope"], 2, ["nope"]),
        (["outline", "/etc/passwd"], 2, ["outside the repository"]),
        (["serve", "--http", "0.0.0.0:1"], 2, ["can be reached from other machines", "hint: "]),
        (["status", "--repo", "/nonexistent"], 1, ["not in a git repository", "hint: run git init"]),
        (["search", "busy"], 1, ["coderag: the index is being rebuilt\n", "hint: ask again in a minute\n"]),
        (["search", "boom"], 3, ["internal error: KeyError", "this is a bug", "coderag doctor"]),
    ],
)
def test_exit_codes(coderag, repo, argv, code, words):
    done = coderag(*argv)
    assert done.code == code and done.out == ""
    assert all(word in done.err for word in words), done.err
    assert "Traceback" not in done.err


def test_debug_shows_the_traceback(coderag, repo, monkeypatch):
    monkeypatch.setenv("CODERAG_DEBUG", "1")
    done = coderag("search", "boom")
    assert done.code == 3 and "Traceback" in done.err


def test_interrupt(coderag, repo, monkeypatch):
    def interrupt(self, query):
        raise KeyboardInterrupt

    monkeypatch.setattr(FakeEngine, "search", interrupt)
    assert coderag("search", "x").code == 130


def test_closed_pipe_is_quiet(repo):
    """``coderag search … | head -1`` with more output than a pipe holds."""
    process = subprocess.Popen(
        [sys.executable, SCRIPT, "search", "huge", "--top-k", "100", "--repo", str(repo)], env=environment(),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=20) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


def test_narrow_encoding_of_the_terminal(repo):
    done = subprocess.run(
        [sys.executable, SCRIPT, "outline", "café.py", "--repo", str(repo)], capture_output=True, check=True,
        env=environment(PYTHONIOENCODING="ascii", PYTHONUTF8="0"),
    )  # fmt: skip
    assert rb"caf\xe9.py" in done.stdout


def test_serve_says_at_once_that_its_folder_is_not_there(tmp_path):
    """On stderr, and goes on: the folder may come, and stdout is the protocol's."""
    process = subprocess.Popen(
        [sys.executable, SCRIPT, "serve", "--repo", str(tmp_path / "gone")], env=environment(), text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert "no such folder" in process.stderr.readline()
    process.stdin.write("".join(json.dumps(m) + "\n" for m in (INITIALIZE, tool_call(1, "index_status"))))
    process.stdin.flush()
    replies = [json.loads(process.stdout.readline()) for _ in range(2)]
    out, err = process.communicate(timeout=10)
    assert process.returncode == 0 and (out, err) == ("", "")
    assert replies[1]["result"]["isError"] and "no repository here" in replies[1]["result"]["content"][0]["text"]


def test_serve_is_a_server(repo):
    messages = "".join(json.dumps(message) + "\n" for message in (INITIALIZE, tool_call(1, "index_status")))
    process = subprocess.Popen(
        [sys.executable, SCRIPT, "serve", "--repo", str(repo)], env=environment(), text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    process.stdin.write(messages)
    process.stdin.flush()
    replies = [json.loads(process.stdout.readline()) for _ in range(2)]
    out, err = process.communicate(timeout=10)
    assert process.returncode == 0 and (out, err) == ("", "")
    assert replies[1]["result"]["structuredContent"]["repository"] == os.path.realpath(repo)


@pytest.mark.parametrize("argv", [("search", "x"), ("symbol", "f"), ("outline", "src/app.py"), ("tree",), ("similar", "src/app.py:1")])
def test_uncommitted_work_is_covered_unless_refused(coderag, engines, repo, argv):
    coderag(*argv)
    coderag(*argv, "--no-overlay")
    assert [engine.overlay for engine in engines] == [True, False]
