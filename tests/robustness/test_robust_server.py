"""What happens around a process that stays open, or ends, while the index changes under it."""
from __future__ import annotations

import subprocess
import sys
import time

from coderag.git import open_repository
from coderag.index.layout import Layout
from coderag.model.answers import CURRENT
from coderag.sync.target import head_target
from tests.support.index import found, log_lines, opened, wait_idle
from tests.support.steps import source


def test_a_slot_that_was_collected_and_comes_back_is_not_answered_from_memory(repo, engine):
    repo.git("checkout", "-q", "-b", "feat")
    repo.write("b.py", source(["zeta"]))
    repo.commit("feat")
    assert found(engine, "zeta") == ["b.py"]
    repo.git("checkout", "-q", "main")
    repo.git("branch", "-D", "feat")
    repo.write("m.py", source(["omega"]))
    repo.commit("main moves, dead slots go")
    with opened(repo) as other:
        other.sync()
    repo.git("checkout", "-q", "-b", "feat")
    repo.write("c.py", source(["gamma"]))
    repo.commit("another feat")
    with opened(repo) as other:
        other.sync()
    assert found(engine, "gamma") == ["c.py"] and found(engine, "zeta") == []


def test_a_damaged_store_costs_one_rebuild_not_twenty(repo):
    with opened(repo) as e:
        e.sync()
        store = e.layout.store
    data = bytearray(store.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)  # every page but the first
    store.write_bytes(bytes(data))
    for extra in store.parent.glob("store.db-*"):
        extra.unlink()
    repo.write("n.py", source(["newer"]))
    repo.commit()
    with opened(repo) as e:
        assert found(e, "newer") == ["n.py"]
        assert len([line for line in log_lines(e.layout) if ": full" in line]) <= 2  # the first index, and this one


def test_a_short_process_hands_what_it_cannot_finish_to_a_worker(repo):
    with opened(repo) as e:
        e.sync()
    for i in range(120):
        repo.write(f"many/m{i}.py", source([f"name{i}", f"other{i}"]))
    repo.commit("many")
    repo.git("config", "coderag.querybudget", "1")
    command = [sys.executable, "-m", "coderag.cli", "search", "name7", "--repo", str(repo.path)]
    done = subprocess.run(command, capture_output=True, text=True, env=repo.env, timeout=60)
    assert done.returncode == 0 and "STALE" in done.stdout and "Traceback" not in done.stderr
    layout = Layout(repo.path / ".git")
    with opened(repo) as e:
        end = time.monotonic() + 30
        while e.freshness().state != CURRENT and time.monotonic() < end:
            time.sleep(0.05)  # looks only: asking would catch up itself
        assert e.freshness().state == CURRENT, (done.stdout, log_lines(layout))
    wait_idle(repo)
    slot = head_target(open_repository(repo.path), layout).slot
    assert not list(slot.glob("new-*"))


def test_ending_while_a_sync_runs_is_clean(repo):
    with opened(repo) as e:
        e.sync()
    for i in range(150):
        repo.write(f"many/m{i}.py", source([f"name{i}", f"other{i}"]))
    repo.commit("many")
    repo.git("config", "coderag.querybudget", "1")
    with opened(repo) as e:
        e.outline("a.py")
    wait_idle(repo)
    with opened(repo) as e:
        assert found(e, "name9") == ["many/m9.py"]
