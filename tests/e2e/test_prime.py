"""`coderag prime`: short, the same for the same commit, fast, and silent where there is nothing to say."""
from __future__ import annotations

import json
import subprocess
import sys

import pytest

from coderag.cli import fixture
from coderag.server.budget import CHARS_PER_TOKEN
from coderag.server.overview import TOKENS, text
from tests.support.git import NO_HOOKS, Repo, isolated_environment
from tests.support.served import coderag

MAIN = "def main():\n    return 0\n"


def test_a_real_history(tmp_path):
    repo, env = fixture.build("shop", tmp_path / "shop"), isolated_environment(tmp_path)
    empty = coderag(repo, env, "prime").stdout
    assert "NOT INDEXED" in empty and "search_code" in empty
    coderag(repo, env, "init")
    shown = coderag(repo, env, "prime").stdout
    assert shown.startswith("# shop, indexed by coderag\nmain @ 007b8dd, current\n26 files: python 17, ")
    assert len(shown) / CHARS_PER_TOKEN <= TOKENS
    for part in ("- shop/ (", "Changed most lately (commits): shop/", "search_code"):
        assert part in shown
    assert coderag(repo, {**env, "PYTHONHASHSEED": "7"}, "prime").stdout == shown
    (repo / "shop" / "cart.py").write_text("x = 1\n")
    assert coderag(repo, env, "prime").stdout == shown
    payload = json.loads(coderag(repo / "shop", env, "prime", "--json").stdout)
    assert payload["name"] == "shop" and payload["freshness"]["state"] == "current"
    hot = payload["overview"]["hot"]
    log = subprocess.run(["git", "log", "--no-merges", "--format=", "--name-only"], cwd=repo, env=env, capture_output=True, text=True)
    names = log.stdout.split()
    assert hot and all(names.count(path) == n > 1 for path, n in hot.items())
    assert list(hot.values()) == sorted(hot.values(), reverse=True)


def test_what_it_picks(tmp_path):
    repo = Repo(tmp_path)
    repo.env.update(NO_HOOKS)
    for i in range(8):
        repo.write(f"src/engine/part{i}.py", f"def f{i}(): pass\n")
    repo.write("src/engine/tool_main.py", MAIN)
    repo.write("src/api/server.py", "app = 1\n")
    repo.write("tests/test_main.py", MAIN)
    repo.write("src/api/remain.py", MAIN)
    repo.write(".github/app.py", "")
    repo.write("examples/small/main.py", MAIN)
    repo.write("docs/guide.md", "# Guide\n")
    repo.commit("first")
    for i in range(3):
        repo.write("src/engine/part1.py", f"def f1(): return {i}\n")
        repo.write("docs/guide.md", f"# Guide {i}\n")
        repo.commit("again")
    for i in range(60):
        repo.write(f"src/engine/more{i}.py", "y = 1\n")
    repo.write("src/engine/part2.py", "y = 1\n")
    repo.commit("sweeping")
    coderag(repo.path, repo.env, "init")
    found = json.loads(coderag(repo.path, repo.env, "prime", "--json").stdout)["overview"]
    assert found["starts"] == ["src/engine/tool_main.py", ".github/app.py", "src/api/server.py"]
    assert [f["path"] for f in found["folders"]] == ["docs/", "examples/", "src/api/", "src/engine/", "tests/"]
    assert found["hot"] == {"src/engine/part1.py": 4}
    repo.write("new.py", "x = 1\n")
    repo.commit("not indexed yet")
    assert "STALE: 1 commit" in coderag(repo.path, repo.env, "prime").stdout  # and did not wait for it


def test_outside_of_a_repository(tmp_path):
    done = coderag(tmp_path, isolated_environment(tmp_path), "prime")
    assert (done.stdout, done.stderr) == ("", "")
    done = coderag(tmp_path, isolated_environment(tmp_path), "prime", "--repo", str(tmp_path / "gone"))
    assert (done.stdout, done.stderr) == ("", "")


@pytest.mark.parametrize("state", ["unborn", "bare"])
def test_odd_repositories(tmp_path, state):
    env = isolated_environment(tmp_path)
    subprocess.run(["git", "init", "-q", *(["--bare"] if state == "bare" else []), "r"], cwd=tmp_path, env=env, check=True)
    shown = coderag(tmp_path / "r", env, "prime").stdout
    assert shown.startswith("# r, indexed by coderag\n") and "NO COMMITS" in shown


def test_budget_whatever_the_repository():
    row = {"path": "p" * 90 + "/", "files": 10**6, "description": "d" * 110}
    overview = {"files": 10**7, "languages": {f"language{i}": 10**6 for i in range(30)}, "folders": [row] * 10,
                "starts": ["s" * 60] * 5, "hot": {f"{i}" + "h" * 60: 100 for i in range(6)}}  # fmt: skip
    fresh = {"ref": "refs/heads/main", "indexed_commit": "a" * 40, "head_commit": "a" * 40, "state": "current"}
    assert len(text("x" * 50, fresh, overview)) / CHARS_PER_TOKEN <= TOKENS
    huge = {**overview, "hot": {"h" * 4000: 2}}
    assert len(text("x", fresh, huge)) / CHARS_PER_TOKEN <= TOKENS
    assert "\x1b" not in text("\x1b[31m", fresh, overview)


def test_loads_no_index_model_or_protocol(tmp_path):
    """What is left is a fixed cost, that of `coderag status`."""
    repo, env = fixture.build("shop", tmp_path / "shop"), isolated_environment(tmp_path)
    coderag(repo, env, "init")
    heavy = ("whoosh", "hnswlib", "onnxruntime", "tokenizers", "tree_sitter", "mcp")
    code = f"import sys; from coderag.cli.main import main; main(['prime']); sys.exit(str([m for m in {heavy} if m in sys.modules]))"
    done = subprocess.run([sys.executable, "-c", code], cwd=repo, env=env, capture_output=True, text=True)
    assert done.stderr.strip() == "[]" and "Changed most" in done.stdout
