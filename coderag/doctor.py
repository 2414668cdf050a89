"""Checks that say what to do: interpreter, libraries, grammars, model, git, hooks, permissions."""
from __future__ import annotations

import contextlib
import os
import sys
from importlib import metadata
from typing import TYPE_CHECKING

from coderag import __version__
from coderag.errors import CoderagError, UsageError

if TYPE_CHECKING:
    from coderag.api import Engine

_LIBRARIES = ("pygit2", "tree-sitter", "tree-sitter-language-pack", "hnswlib", "msgpack", "tokenizers",
              "mcp", "typer", "numpy")  # fmt: skip


def _row(check: str, ok: bool, detail: str, hint: str = "") -> dict:
    return {"check": check, "ok": ok, "detail": detail, "hint": "" if ok else hint}


def check_machine() -> list[dict]:
    """What does not depend on a repository."""
    rows = [_row("coderag", True, __version__)]
    version = ".".join(map(str, sys.version_info[:3]))
    rows.append(_row("python", sys.version_info >= (3, 11), f"{version} at {sys.executable}", "use Python 3.11 or newer"))
    rows.append(_git())
    for name in _LIBRARIES:
        try:
            rows.append(_row(name, True, metadata.version(name)))
        except metadata.PackageNotFoundError:
            rows.append(_row(name, False, "not installed", "python -m pip install git-coderag"))
    rows += [_onnxruntime(), _whoosh(), _hnswlib(), *_grammars(), _model()]
    return rows


def _git() -> dict:
    from coderag.git.command import find_git, raw_git

    path = find_git()
    if not path:
        return _row("git", False, "not on PATH", "install git")
    try:
        version = raw_git("--version").stdout.decode("utf-8", "replace").strip()
    except OSError as e:
        return _row("git", False, str(e), "install git")
    return _row("git", True, f"{version.removeprefix('git version ')} at {path}")


def _onnxruntime() -> dict:
    """Two distributions install the same package: where both are, the files are those of the one installed last."""
    found = {}
    for name in ("onnxruntime", "onnxruntime-gpu"):
        with contextlib.suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    detail = ", ".join(f"{name} {version}" for name, version in found.items()) or "not installed"
    both = "python -m pip uninstall -y onnxruntime onnxruntime-gpu, then install the one you want"
    return _row("onnxruntime", len(found) == 1, detail, both if found else "python -m pip install git-coderag")


def _whoosh() -> dict:
    from coderag.index.lexical import check_whoosh

    problem = check_whoosh()
    return _row("whoosh", not problem, problem or "2.7.5", "python -m pip install --force-reinstall whoosh-reloaded==2.7.5")


def _hnswlib() -> dict:
    from coderag.index.graph import hnswlib_problem

    problem = hnswlib_problem()
    hint = "install a C++ compiler, then: python -m pip install --force-reinstall --no-cache-dir hnswlib"
    return _row("vector search", not problem, problem or "hnswlib loads", hint)


def _grammars() -> list[dict]:
    from coderag import analysis

    missing = analysis.missing_grammars()
    detail = "missing: " + ", ".join(missing) if missing else "all grammars load from the installed package"
    return [_row("grammars", not missing, detail, "python -m pip install 'tree-sitter-language-pack>=0.13,<1'")]


def _model() -> dict:
    from coderag.embedding.model import Embedder

    try:
        e = Embedder()
        vector = e.embed_query("open a file")
        ok = vector.shape == (e.dim,) and abs(float((vector**2).sum()) - 1) < 1e-3
        return _row("model", ok, f"bundled, {e.dim} dimensions, {e.fingerprint.hex()}", "reinstall git-coderag")
    except CoderagError as err:
        return _row("model", False, err.message, err.hint)


def check_repository(engine: Engine) -> list[dict]:
    """Back end, hooks, permissions and the index of one repository."""
    repo = engine.repo
    rows = [_row("repository", True, f"{repo.workdir or repo.git_dir} ({repo.backend} back end)")]
    try:
        hooks = engine.hooks()
    except CoderagError as e:
        rows.append(_row("hooks", False, e.message, e.hint))
    else:
        if repo.workdir is None and all(h.state == "missing" for h in hooks):
            rows.append(_row("hooks", True, "a bare repository needs none: a push triggers none of them"))
            hooks = []
        for h in hooks:
            ok = h.state == "installed"
            rows.append(_row(f"hook {h.name}", ok, f"{h.state}: {h.detail}" if h.detail else h.state, "coderag install-hooks"))
    rows += _models(engine)
    root = engine.layout.root
    folder = root if root.exists() else repo.common_dir
    rows.append(_row("state folder", os.access(folder, os.W_OK), str(root), f"make {folder} writable"))
    try:
        f = engine.freshness()
        rows.append(_row("index", f.state == "current", f"{f.state}: {f.note}" if f.note else f.state, "coderag reindex"))
    except UsageError as e:
        rows.append(_row("options", False, e.message, e.hint))
    except CoderagError as e:
        rows.append(_row("index", False, e.message, e.hint))
    return rows


def _models(engine: Engine) -> list[dict]:
    """Models that this repository's options name; the bundled one was checked with the machine."""
    try:
        chosen = engine.models.facts()
    except CoderagError as e:
        return [_row("model of this repository", False, e.message, e.hint)]
    rows = []
    for use, m in chosen.items():
        if m is not None and m["folder"]:
            hint = "coderag model reset" + (" --rerank" if use == "rerank" else "")
            rows.append(_row(f"{use} model", not m["problem"], m["problem"] or f"{m['name']} on {m['provider']}", hint))
    return rows
