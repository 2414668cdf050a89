"""What is installed: the commands, and everything that the wheel must carry."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import pytest

from coderag import __version__
from tests.support.git import isolated_environment

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """Built as `pip install .` would, from the sources as they are."""
    if find_spec("hatchling") is None:
        pytest.skip("hatchling is not installed, and building in isolation needs the network: pip install -e '.[dev]'")
    if find_spec("pip") is None:
        pytest.skip("pip is not in this environment")
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-q", "-w", target, ROOT]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = target.glob("*.whl")
    return built


def test_wheel_carries_everything(wheel):
    assert wheel.name == f"git_coderag-{__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        sources = {f"coderag/{p.relative_to(ROOT / 'coderag').as_posix()}" for p in (ROOT / "coderag").rglob("*.*") if p.is_file()}
        assert {s for s in sources if "__pycache__" not in s} <= names
        assert "coderag/_data/hooks/coderag-hook" in names
        assert {f"coderag/_data/repos/{p.name}" for p in (ROOT / "fixtures/repos").glob("*.fi")} <= names
        assert {f"coderag/embedding/bundled/{n}" for n in ("model.onnx", "tokenizer.json", "config.json")} <= names
        assert any(n.startswith("coderag/languages/") and n.endswith(".scm") for n in names)
        info = f"git_coderag-{__version__}.dist-info"
        assert {f"{info}/licenses/LICENSE", f"{info}/licenses/NOTICE"} <= names
        entry_points = archive.read(f"{info}/entry_points.txt").decode()
        assert "coderag = coderag.cli.main:main" in entry_points and "git-coderag = " in entry_points
        assert not [n for n in names if n.startswith(("tests/", "fixtures/", "hooks/")) or n.endswith((".pyc", ".whl"))]


def test_an_unpacked_wheel_works(wheel, tmp_path):
    """The data files are found where the wheel puts them, not in the source checkout."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    code = f"""
import sys
sys.path.insert(0, {str(tmp_path / "site")!r})
from pathlib import Path
from coderag.cli import fixture
from coderag.git.hooks import block
from coderag.api import Engine
from coderag.model.answers import Query
assert "site" in str(fixture.folder()) and "site" in str(block.stub_path())
repo = fixture.build("relay", Path({str(tmp_path / "relay")!r}))
with Engine.open(repo) as engine:
    engine.sync()
    answer = engine.search(Query("wait longer after each failed connection"))
print(answer.freshness.state, *(h.path for h in answer.hits[:3]))
"""
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, env=isolated_environment(tmp_path), timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("current ") and "web/src/backoff.ts" in done.stdout


def scripts() -> Path:
    folder = Path(sys.executable).parent
    if not (folder / "git-coderag").exists():
        pytest.skip("the commands are not installed beside this interpreter: pip install -e .")
    return folder


def test_git_coderag(tmp_path):
    """git finds the command by its name on PATH, from anywhere."""
    env = isolated_environment(tmp_path)
    env["PATH"] = os.pathsep.join([str(scripts()), env["PATH"]])
    done = subprocess.run(["git", "coderag", "--version"], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, f"coderag {__version__}\n"), done.stderr
    assert shutil.which("coderag", path=env["PATH"])


def test_versions_agree():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert declared == __version__ == version("git-coderag")
    assert f"## {declared}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_notice_names_every_source_of_the_models_training_data():
    """One line each: repository, licence, commit."""
    config = json.loads((ROOT / "coderag/embedding/bundled/config.json").read_text("utf-8"))
    notice = set((ROOT / "NOTICE").read_text("utf-8").splitlines())
    wanted = {f"{source['repo']}  {source['licence']}  {source['commit']}" for source in config["training_data"]}
    assert wanted and wanted <= notice
