"""The main job, end to end: real git, installed hooks, the real server over stdio, the MCP client.

Every answer must be made from HEAD as it is at the moment of asking ("current"), whatever git did before and whether
or not it called a hook; or say that it is not.
"""
from __future__ import annotations

import shutil
import subprocess
import time

import pytest

from coderag.fsio import FileLock
from tests.support.git import Repo, wait_for
from tests.support.served import Served

TOOLS = [
    "search_code", "search_docs", "find_similar", "get_file_symbols", "get_repo_structure", "get_symbol_info", "index_status",
]  # fmt: skip


def function(name: str) -> str:
    return f'def {name}(value):\n    """Does {name.replace("_", " ")}."""\n    return value\n'


def found(answer: dict) -> set[str]:
    """Paths of the hits."""
    return {hit["path"] for hit in answer["hits"]}


def defined(server, name: str, **more) -> list[str]:
    """Where a name is defined, from an answer that must be of HEAD (or of the ref asked for)."""
    answer = server.ask("get_symbol_info", symbol_name=name, **more)
    assert answer["freshness"]["state"] == "current", answer["freshness"]
    return [d["path"] for d in answer["definitions"]]


def current(answer: dict, commit: str, ref: str = "refs/heads/main") -> dict:
    fresh = answer["freshness"]
    assert (fresh["state"], fresh["ref"], fresh["indexed_commit"], fresh["head_commit"]) == ("current", ref, commit, commit)
    return answer


def test_init_says_what_it_did_and_what_to_do_next(work):
    for part in ("post-commit", "3 files", "coderag search", "coderag agents add"):
        assert part in work.init
    assert work.status()["freshness"]["state"] == "current"
    again = work.coderag("init").stdout
    assert "3 files" not in again  # nothing to do the second time
    assert work.git("status", "--porcelain") == ""


def test_every_tool_answers(work, server):
    head = work.repo.rev()
    assert [tool.name for tool in server.tools()] == TOOLS

    hits = current(server.ask("search_code", query="where are retries scheduled"), head)["hits"]
    first = hits[0]
    assert (first["path"], first["symbol"], first["language"]) == ("jobs/retry.py", "schedule_retry", "python")
    lines = work.git("show", "HEAD:jobs/retry.py").split("\n")
    assert first["text"] == "\n".join(lines[first["start_line"] - 1 : first["end_line"]])
    assert [h["score"] for h in hits] == sorted((h["score"] for h in hits), reverse=True)
    assert sum(first["signals"].values()) == pytest.approx(first["score"], abs=0.001)

    section = current(server.ask("search_docs", query="how do I install it"), head)["hits"][0]
    assert section["path"] == "docs/guide.md" and section["symbol"].endswith("Install")

    outline = current(server.ask("get_file_symbols", file_path="shop/cart.py"), head)
    assert [s["qualname"] for s in outline["symbols"]] == ["Cart", "Cart.__init__", "Cart.total"]

    tree = current(server.ask("get_repo_structure", depth=2), head)
    assert {"jobs/", "shop/", "docs/", "jobs/retry.py"} <= {row["path"] for row in tree["entries"]}

    info = current(server.ask("get_symbol_info", symbol_name="Cart.total"), head)
    assert [(d["path"], d["line"]) for d in info["definitions"]] == [("shop/cart.py", 8)]

    assert server.ask("index_status")["snapshot"]["files"] == 3


def test_text_and_structure_of_an_answer_agree(work, server):
    result = server.call("search_code", query="schedule_retry", top_k="1")
    text, hit = result.content[0].text, result.structured_content["hits"][0]
    assert text.startswith(f"main @ {work.repo.rev()[:7]}, current")
    assert f"{hit['path']}:{hit['start_line']}-{hit['end_line']}" in text
    assert "def schedule_retry(job, delay):" in text


def test_commit_amend_revert(work, server):
    work.write("new.py", function("freshly_committed"))
    commit = work.commit("new")
    answer = current(server.ask("search_code", query="freshly committed"), commit)
    assert answer["hits"][0]["path"] == "new.py"

    work.write("new.py", function("amended_away"))
    work.git("add", "-A")
    work.git("commit", "-q", "--amend", "-m", "amended")
    assert defined(server, "freshly_committed") == []
    assert defined(server, "amended_away") == ["new.py"]

    work.git("revert", "--no-edit", "HEAD")
    assert defined(server, "amended_away") == []


def test_switching_branches_computes_nothing_that_is_known(work, server):
    work.git("switch", "-q", "-c", "topic")
    work.write("topic.py", function("only_on_topic"))
    work.commit("topic")
    assert defined(server, "only_on_topic") == ["topic.py"]
    before = work.status()["totals"]
    for branch, paths in (("main", []), ("topic", ["topic.py"]), ("main", [])):
        work.git("switch", "-q", branch)
        assert defined(server, "only_on_topic") == paths
    work.git("switch", "-q", "-c", "twin", "topic")
    assert defined(server, "only_on_topic") == ["topic.py"]
    after = work.status()["totals"]
    assert (after["artifacts_computed"], after["vectors_computed"]) == (before["artifacts_computed"], before["vectors_computed"])


def test_another_branch_without_a_checkout(work, server):
    work.git("switch", "-q", "-c", "topic")
    work.write("topic.py", function("only_on_topic"))
    commit = work.commit("topic")
    work.git("switch", "-q", "main")
    current(server.ask("search_code", query="only on topic", ref="topic"), commit, "refs/heads/topic")
    assert defined(server, "only_on_topic", ref="topic") == ["topic.py"]
    assert defined(server, "only_on_topic") == []
    assert defined(server, "schedule_retry", ref=work.repo.rev()) == ["jobs/retry.py"]


def test_rebase_ends_on_the_branch(work, server):
    """Case 1: git says nothing after the branch has moved but post-rewrite; detached HEADs on the way leave no slot."""
    work.git("switch", "-q", "-c", "f")
    for n in (1, 2, 3):
        work.write(f"f{n}.py", function(f"step_{n}"))
        work.commit(f"f{n}")
    work.git("switch", "-q", "main")
    work.write("base.py", function("base_new"))
    work.commit("base")
    work.git("switch", "-q", "f")
    work.git("rebase", "-q", "main")
    answer = current(server.ask("search_code", query="base new"), work.repo.rev(), "refs/heads/f")
    assert "base.py" in found(answer)
    assert defined(server, "step_3") == ["f3.py"]


def test_fast_forward_rebase_and_merges(work, server):
    """Case 14: a rebase that only fast-forwards fires no hook after the branch has moved."""
    work.git("switch", "-q", "-c", "behind")
    work.git("switch", "-q", "main")
    work.write("ahead.py", function("ahead_of_it"))
    work.commit("ahead")
    work.git("switch", "-q", "behind")
    work.git("rebase", "-q", "main")
    assert defined(server, "ahead_of_it") == ["ahead.py"]
    work.write("side.py", function("from_the_side"))
    work.commit("side")
    work.git("switch", "-q", "main")
    work.write("own.py", function("of_its_own"))
    work.commit("own")
    work.git("merge", "-q", "--no-edit", "behind")
    assert defined(server, "from_the_side") == ["side.py"] and defined(server, "of_its_own") == ["own.py"]


def test_reset_hard_and_stash_fire_no_hook(work, server):
    """Case 2."""
    work.write("z.py", function("gone_after_reset"))
    work.commit("z")
    assert defined(server, "gone_after_reset") == ["z.py"]
    work.git("reset", "-q", "--hard", "HEAD~1")
    assert defined(server, "gone_after_reset") == []
    assert "z.py" not in found(server.ask("search_code", query="gone after reset"))
    work.write("jobs/retry.py", "# edited\n" + work.git("show", "HEAD:jobs/retry.py") + "\n")
    work.git("stash", "-q")
    assert defined(server, "schedule_retry") == ["jobs/retry.py"]
    work.git("stash", "pop", "-q")
    answer = current(server.ask("search_code", query="schedule_retry"), work.repo.rev())
    assert answer["freshness"]["dirty_files"] == answer["freshness"]["uncommitted_files"] == 1
    assert {h["path"] for h in answer["hits"] if h["uncommitted"]} == {"jobs/retry.py"}
    assert not any(h["modified"] for h in answer["hits"])
    of_commit = current(server.ask("search_code", query="schedule_retry", ref="HEAD"), work.repo.rev())
    assert {h["path"] for h in of_commit["hits"] if h["modified"]} == {"jobs/retry.py"}


def test_uncommitted_work_is_found_and_the_commit_changes_nothing_but_the_mark(work, server):
    """What an agent does all day: edit, ask, edit, ask, commit."""
    head = work.repo.rev()
    work.write("jobs/queue.py", function("take_a_job"))
    answer = current(server.ask("search_code", query="take a job from the queue"), head)
    assert answer["freshness"]["uncommitted_files"] == 1
    first = answer["hits"][0]
    assert (first["path"], first["uncommitted"]) == ("jobs/queue.py", True)
    text = server.call("search_code", query="take a job").content[0].text
    assert text.splitlines()[0].endswith(", current + 1 uncommitted file")

    work.write("jobs/queue.py", "import time\n\n\n" + function("take_a_job") + "\n\n" + function("put_it_back"))
    work.repo.rm("shop/cart.py")
    (found_again,) = server.ask("get_symbol_info", symbol_name="take_a_job")["definitions"]
    assert (found_again["line"], found_again["uncommitted"]) == (4, True)
    assert defined(server, "put_it_back") == ["jobs/queue.py"] and defined(server, "Cart") == []
    assert defined(server, "Cart", ref="main") == ["shop/cart.py"] and defined(server, "put_it_back", ref="main") == []

    before = server.ask("search_code", query="put a job back")
    work.commit("queue")
    after = current(server.ask("search_code", query="put a job back"), work.repo.rev())
    assert [h | {"uncommitted": False} for h in before["hits"]] == after["hits"]
    assert after["freshness"]["uncommitted_files"] == 0


def test_a_server_without_overlay_answers_from_the_commit(work):
    work.write("jobs/queue.py", function("take_a_job"))
    with Served(work.repo.path, work.repo.env, options=["--no-overlay"]) as plain:
        assert defined(plain, "take_a_job") == []
        assert plain.ask("index_status")["freshness"]["state"] == "current"
    assert work.coderag("symbol", "take_a_job", "--no-overlay").stdout.count("take_a_job") == 2
    assert "jobs/queue.py:1-3  function take_a_job  uncommitted" in work.coderag("symbol", "take_a_job").stdout


def test_detached_head_orphan_and_unborn_branch(work, server):
    first = work.repo.rev()
    work.write("later.py", function("made_later"))
    work.commit("later")
    work.git("checkout", "-q", first)
    current(server.ask("search_code", query="retries"), first, "HEAD (detached)")
    assert defined(server, "made_later") == []
    work.git("switch", "-q", "--orphan", "empty")
    answer = server.ask("search_code", query="retries")
    assert answer["freshness"]["state"] == "no_commits" and answer["hits"] == []
    work.write("seed.py", function("first_of_orphan"))
    work.commit("seed")
    assert defined(server, "first_of_orphan") == ["seed.py"] and defined(server, "schedule_retry") == []
    work.git("switch", "-q", "main")
    assert defined(server, "made_later") == ["later.py"]


def test_worktree_has_its_own_answers_and_shares_the_work(work, server):
    """Cases 4 and 54."""
    assert defined(server, "schedule_retry") == ["jobs/retry.py"]
    before = work.status()["totals"]["artifacts_computed"]
    other = work.repo.worktree("other", "-b", "w")
    with work.serve(other.path) as second:
        assert defined(second, "schedule_retry") == ["jobs/retry.py"]
        assert work.status()["totals"]["artifacts_computed"] == before
        other.write("w.py", function("only_in_worktree"))
        commit = other.commit("w")
        current(second.ask("search_code", query="only in worktree"), commit, "refs/heads/w")
        assert defined(second, "only_in_worktree") == ["w.py"]
        assert defined(server, "only_in_worktree") == []
        assert defined(server, "only_in_worktree", ref="w") == ["w.py"]
    assert not (other.path / ".git").is_dir() and (work.repo.path / ".git" / "coderag").is_dir()


def test_moved_file(work, server):
    work.git("mv", "jobs/retry.py", "jobs/again.py")
    work.commit("move")
    assert defined(server, "schedule_retry") == ["jobs/again.py"]
    assert found(server.ask("search_code", query="schedule_retry")) & {"jobs/again.py", "jobs/retry.py"} == {"jobs/again.py"}
    assert work.status()["worker"]["last_run_report"]["artifacts_computed"] == 0


def test_eight_calls_at_once(work, server):
    """Case 70: each answer belongs to its own question, also right after a commit."""
    for n in range(8):
        work.write(f"many/m{n}.py", function(f"parallel_{n}_task"))
    commit = work.commit("many")
    calls = [("search_code", {"query": f"parallel_{n}_task", "top_k": 1}) for n in range(8)]
    calls += [("get_file_symbols", {"file_path": f"many/m{n}.py"}) for n in range(8)]
    answers = server.ask_all(calls)
    assert [a["hits"][0]["path"] for a in answers[:8]] == [f"many/m{n}.py" for n in range(8)]
    assert [a["symbols"][0]["name"] for a in answers[8:]] == [f"parallel_{n}_task" for n in range(8)]
    assert {a["freshness"]["indexed_commit"] for a in answers} == {commit}


def test_deleted_state_is_rebuilt_while_serving(work, server):
    assert defined(server, "schedule_retry") == ["jobs/retry.py"]
    shutil.rmtree(work.repo.path / ".git" / "coderag")

    def right() -> bool:
        answer = server.ask("get_symbol_info", symbol_name="schedule_retry")
        assert answer["freshness"]["state"] in ("current", "building", "not_indexed"), answer["freshness"]
        return [d["path"] for d in answer["definitions"]] == ["jobs/retry.py"]

    wait_for(right, 20)
    current(server.ask("search_code", query="schedule_retry"), work.repo.rev())
    assert work.coderag("verify").returncode == 0


def test_refusals_are_one_line_and_the_session_goes_on(work, server):
    for tool, arguments, part in (
        ("search_code", {"query": "   "}, "query"),
        ("search_code", {"query": "x", "top_k": 0}, "top_k"),
        ("search_code", {"query": "x", "top_k": 10_000}, "top_k"),
        ("search_code", {"query": "x", "ref": "no-such-branch"}, "no-such-branch"),
        ("search_code", {"query": "x", "limit": 3}, "limit"),
        ("search_code", {"query": "x", "language": "cobol"}, "cobol"),
        ("get_file_symbols", {"file_path": "../../etc/passwd"}, "repository"),
        ("get_file_symbols", {"file_path": "nowhere.py"}, "nowhere.py"),
    ):
        line = server.refusal(tool, **arguments)
        assert part in line and "\n" not in line and "Traceback" not in line
    assert defined(server, "schedule_retry") == ["jobs/retry.py"]


@pytest.fixture
def busy(work):
    """A writer at work: the hook's worker starts, waits for it and holds on to whatever it has inherited."""
    lock = FileLock(work.repo.path / ".git" / "coderag" / "writer.lock")
    assert lock.acquire(10)
    yield lock
    lock.release()


def test_commit_returns_at_once_while_the_worker_is_busy(work, busy):
    """Cases 5 and 27: whoever reads git's output to its end must not wait for the worker."""
    worker_lock = FileLock(work.repo.path / ".git" / "coderag" / "worker.lock")
    work.write("busy.py", function("made_while_busy"))
    work.git("add", "-A")
    begun = time.monotonic()
    done = subprocess.run(
        ["git", "commit", "-m", "busy"], cwd=work.repo.path, env=work.repo.env, capture_output=True, text=True, timeout=20
    )
    took = time.monotonic() - begun
    assert done.returncode == 0 and done.stderr == ""
    assert took < 2, f"git commit took {took:.1f} s"

    def held() -> bool:
        if worker_lock.acquire(0):
            worker_lock.release()
            return False
        return True

    wait_for(held)  # the worker lives and has been waiting all along
    assert work.coderag("status", "--json").returncode == 0
    busy.release()
    wait_for(lambda: work.status()["freshness"]["state"] == "current", 30)


def test_an_answer_that_cannot_be_current_says_so(work, server, busy):
    old = work.repo.rev()
    assert defined(server, "schedule_retry") == ["jobs/retry.py"]
    work.write("late.py", function("not_indexed_yet"))
    new = work.commit("late")
    begun = time.monotonic()
    result = server.call("search_code", query="schedule_retry")
    assert time.monotonic() - begun < 6  # the budget is 2 s
    fresh = result.structured_content["freshness"]
    assert (fresh["state"], fresh["indexed_commit"], fresh["head_commit"]) == ("stale", old, new)
    assert (fresh["commits_behind"], fresh["files_behind"]) == (1, 1) and fresh["note"]
    assert "STALE: 1 commit" in result.content[0].text
    assert result.structured_content["hits"][0]["path"] == "jobs/retry.py"
    busy.release()
    wait_for(lambda: "late.py" in found(server.ask("search_code", query="not_indexed_yet")), 20)


def test_hooks_alone_bring_the_index_up_to_date(work):
    """Nobody asks: the work is done before the question comes."""
    work.write("hooked.py", function("indexed_by_hook"))
    commit = work.commit("hooked")
    wait_for(lambda: work.status()["freshness"]["indexed_commit"] == commit, 20)
    status = work.status()
    assert status["worker"]["last_event"].startswith("post-commit")
    assert all(hook["state"] == "installed" for hook in status["hooks"])


def test_first_question_without_init(tmp_path):
    """No hooks, no index: the server builds it, and says so until it is there."""
    from tests.support.served import Served

    repo = Repo(tmp_path)
    repo.write("a.py", function("never_initialised"))
    repo.commit("a")
    with Served(repo.path, repo.env) as server:

        def right() -> bool:
            answer = server.ask("search_code", query="never_initialised")
            assert answer["hits"] or answer["freshness"]["state"] in ("building", "not_indexed")
            return found(answer) == {"a.py"}

        wait_for(right, 30)


def test_not_a_repository(tmp_path):
    from tests.support.git import isolated_environment
    from tests.support.served import Served, coderag

    env = isolated_environment(tmp_path)
    (tmp_path / "plain").mkdir()
    with Served(tmp_path / "plain", env) as server:
        assert "--repo" in server.refusal("search_code", query="x")
    done = coderag(tmp_path / "plain", env, "init", check=False)
    assert done.returncode == 1 and "hint:" in done.stderr and "Traceback" not in done.stderr


def test_clone_pull_and_uninstall(work, server, tmp_path):
    from tests.support.served import Served, coderag

    copy = work.repo.clone("copy")
    coderag(copy.path, copy.env, "init")
    work.write("upstream.py", function("came_by_pull"))
    work.commit("upstream")
    with Served(copy.path, copy.env) as second:
        assert defined(second, "came_by_pull") == []
        copy.git("pull", "-q", "--ff-only")
        assert defined(second, "came_by_pull") == ["upstream.py"]
        coderag(copy.path, copy.env, "uninstall-hooks")
        assert not any("coderag" in p.read_text() for p in (copy.path / ".git" / "hooks").glob("post-*"))
        copy.write("unhooked.py", function("made_without_hooks"))
        copy.commit("unhooked")
        assert defined(second, "made_without_hooks") == ["unhooked.py"]
