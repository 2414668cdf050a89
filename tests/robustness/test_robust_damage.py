"""Everything under .git/coderag may be deleted or damaged at any time: the answers are right, and one line says so."""
from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from coderag.api import Engine
from coderag.errors import CoderagError
from coderag.index import build
from coderag.index.layout import Layout
from coderag.model.answers import CURRENT, STALE, Query
from coderag.sync import service, state
from tests.support.git import Repo
from tests.support.index import assert_same_as_fresh, found, log_lines, opened, totals
from tests.support.steps import source

QUERIES = ("alpha of an order", "epsilon", "limit", "gamma", "install")


@pytest.fixture(autouse=True)
def _here(monkeypatch):
    """Small bounds, so that there is a base; and no detached worker, so that a hundred rebuilds do not take minutes."""
    monkeypatch.setattr(build, "DELTA_LIMIT", 3)
    monkeypatch.setattr(service, "DELEGATE_ABOVE", float("inf"))


@pytest.fixture
def stocked(repo) -> Repo:
    """main with a base, a delta, two segments and two generations; a second branch with a slot."""
    with opened(repo) as e:
        e.sync()
        repo.write("b.py", source(["gamma"]))
        repo.commit()
        e.sync()
        repo.git("branch", "side")
        e.sync(ref="side")
    return repo


def answers(engine: Engine) -> list:
    out = []
    for text in QUERIES:
        for docs in (False, True):
            answer = engine.search(Query(text, docs=docs))
            assert answer.freshness.state == CURRENT, answer.freshness
            assert not answer.notes or "degraded" not in " ".join(answer.notes), answer.notes
            out.append([h.as_json() for h in answer.hits])
    for name in ("alpha", "gamma", "delta"):
        out.append([d.as_json() for d in engine.symbol(name).definitions])
    out.append([s.as_json() for s in engine.outline("a.py").symbols])
    return out


def truncate(p: Path) -> None:
    os.truncate(p, p.stat().st_size // 2)


def zero(p: Path) -> None:
    p.write_bytes(bytes(p.stat().st_size))


def flip(p: Path) -> None:
    data = bytearray(p.read_bytes())
    if data:
        at = random.Random(p.name + str(len(data))).randrange(len(data))
        data[at] ^= 0x10
        p.write_bytes(bytes(data))


def delete(p: Path) -> None:
    p.unlink()


def foreign(p: Path) -> None:
    p.write_bytes(b"not what you think\n" * 20)


def swap(p: Path) -> None:
    """In its place a sound file of the same kind that belongs elsewhere: another branch's, generation's or segment's."""
    kind = p.suffix if p.parent.name == "lexical" else p.name.split("-")[0]
    like = [o for o in p.parents[3].rglob("*") if o.is_file() and o != p and (o.suffix == kind or o.name.split("-")[0] == kind)]
    others = sorted((o for o in like if o.read_bytes() != p.read_bytes()), key=lambda o: (o.parent != p.parent, o))
    if others:
        p.write_bytes(others[0].read_bytes())


DAMAGES: list[Callable[[Path], None]] = [truncate, zero, flip, delete, swap]
HARMLESS = ("runs", "coderag.log", "worker.lock", "writer.lock", "store.lock", "runs.lock", "progress", "FORMAT", "settled", "waiting.lock")


def one_of_each(root: Path) -> list[Path]:
    """Files of the snapshot of main that answers, one of each kind, and everything beside it."""
    kinds: dict[str, Path] = {}
    for p in sorted((p for p in root.rglob("*") if p.is_file()), key=lambda p: (p.stat().st_mtime_ns, p)):
        if "side" not in str(p.relative_to(root)):
            kinds[re.sub(r"gen-\d+|[0-9a-z]{10,}", "*", str(p.relative_to(root)))] = p.relative_to(root)
    return sorted(kinds.values())


def each_damaged(repo: Repo, sound: Path, damage: Callable[[Path], None], check: Callable[[Engine, Path], None]) -> None:
    root = Layout(repo.path / ".git").root
    shutil.copytree(root, sound)
    files = one_of_each(root)
    assert len(files) >= 14 and any(f.parts[0] == "bases" for f in files), files
    for file in files:
        if file.name == "store.db" and damage is flip:
            continue  # has a test of its own
        shutil.rmtree(root)
        shutil.copytree(sound, root)
        damage(root / file)
        try:
            with opened(repo) as e:
                check(e, file)
        except Exception as error:
            raise AssertionError(f"{damage.__name__} {file}: {error!r}") from error


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda d: d.__name__)
def test_every_kind_of_file(stocked, damage, tmp_path):
    with opened(stocked) as e:
        expected = answers(e)

    def check(e: Engine, file: Path) -> None:
        before = (state.read_json(e.layout.runs) or {}).get("runs", 0)
        computed = totals(e.layout)
        lines = len(log_lines(e.layout)) if file.name != "coderag.log" else 0
        assert answers(e) == expected, "another answer"
        runs = (state.read_json(e.layout.runs) or {}).get("runs", 0) - before
        assert runs <= 1 or file.name == "runs", f"{runs} rebuilds"
        said = [line for line in log_lines(e.layout)[lines:] if not line.endswith(" s")]  # but for what every run says
        assert not runs or file.name in HARMLESS or len(log_lines(e.layout)) > lines, "nothing in the log"
        assert len(said) <= 1, said
        if file.name not in ("store.db", "runs") and file.parts[0] != "bases":  # vectors of a base are nowhere else
            assert totals(e.layout) == computed, "what the store has was computed again"
        assert not any("Traceback" in line for line in log_lines(e.layout))
        side = e.search(Query("gamma", ref="side"))
        assert side.freshness.state == CURRENT and side.hits[0].symbol == "gamma"

    each_damaged(stocked, tmp_path / "sound", damage, check)


@pytest.mark.parametrize("damage", [flip], ids=lambda d: d.__name__)
def test_a_commit_after_the_damage(stocked, damage, tmp_path):
    """The next update stands on the damaged files: it notices, and builds in full."""
    stocked.write("n.py", source(["newer"]))
    commit = stocked.commit()

    def check(e: Engine, file: Path) -> None:
        answer = e.search(Query("newer"))
        assert (answer.freshness.state, answer.freshness.indexed_commit) == (CURRENT, commit)
        assert answer.hits[0].symbol == "newer" and found(e, "alpha") == ["a.py"]

    with opened(stocked) as e:
        assert e.freshness().state == STALE
    each_damaged(stocked, tmp_path / "sound", damage, check)


@pytest.mark.parametrize("damage", [truncate, zero, delete, foreign], ids=lambda d: d.__name__)
def test_the_store_of_a_running_engine(stocked, damage):
    with opened(stocked) as e:
        expected = answers(e)
        damage(e.layout.store)
        assert answers(e) == expected
        stocked.write("n.py", source(["newer"]))
        stocked.commit()
        assert found(e, "newer") == ["n.py"]
        assert_same_as_fresh(e)


def test_a_store_that_another_process_replaced(stocked):
    """The running engine moves to the new file; the two must not rebuild each other's snapshots for ever."""
    with opened(stocked) as e:
        expected = answers(e)
        for p in e.layout.root.glob("store.db*"):
            p.unlink()
        with opened(stocked) as other:
            assert answers(other) == expected
        runs = (state.read_json(e.layout.runs) or {})["runs"]
        assert answers(e) == expected
        assert (state.read_json(e.layout.runs) or {})["runs"] == runs


def test_any_flipped_bit_of_the_store(stocked, tmp_path):
    root = Layout(stocked.path / ".git").root
    with opened(stocked) as e:
        expected = answers(e)
    sound = (root / "store.db").read_bytes()
    used = [i for i, byte in enumerate(sound) if byte]  # most of a small database is empty
    shutil.copytree(root, tmp_path / "sound")
    dice, wrong = random.Random(5), []
    for _ in range(int(os.environ.get("CODERAG_FLIPS", "8"))):
        shutil.rmtree(root)
        shutil.copytree(tmp_path / "sound", root)
        at, bit = dice.choice(used), 1 << dice.randrange(8)
        data = bytearray(sound)
        data[at] ^= bit
        (root / "store.db").write_bytes(bytes(data))
        try:
            with opened(stocked) as e:
                assert answers(e) == expected
                e.sync(full=True)  # stands on the store alone
                assert answers(e) == expected
        except (AssertionError, CoderagError) as error:
            wrong.append(f"byte {at} bit {bit}: {str(error)[:200]}")
    assert not wrong, "\n".join(wrong)


def test_case_10_the_whole_folder_deleted_under_a_running_engine(stocked):
    with opened(stocked) as e:
        expected = answers(e)
        shutil.rmtree(e.layout.root)
        assert answers(e) == expected
        shutil.rmtree(e.layout.root)
        stocked.write("n.py", source(["newer"]))
        stocked.commit()
        assert found(e, "newer") == ["n.py"]
        assert_same_as_fresh(e)


def test_a_plain_file_in_place_of_the_folder(stocked):
    root = Layout(stocked.path / ".git").root
    with opened(stocked) as running:
        expected = answers(running)
        shutil.rmtree(root)
        root.write_text("in the way")
        for e in (running, Engine.open(stocked.path)):
            for ask in (lambda e=e: e.search(Query("alpha")), e.sync, e.gc, e.verify):
                with pytest.raises(CoderagError) as error:
                    ask()
                assert "is not a folder" in error.value.message and error.value.hint
            assert e.status()["freshness"]["state"] == "not_indexed"
        assert root.read_text() == "in the way"
        root.unlink()
        assert answers(running) == expected


def test_folders_in_place_of_files(stocked):
    root = Layout(stocked.path / ".git").root
    with opened(stocked) as e:
        expected = answers(e)
    for name in ("store.db", "FORMAT", "runs", "pending", "progress"):
        for p in root.glob(name + "*"):
            shutil.rmtree(p) if p.is_dir() else p.unlink()
        (root / name).mkdir()
        with opened(stocked) as e:
            assert answers(e) == expected, name
