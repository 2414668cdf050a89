"""``coderag model``: which model makes the vectors, and which one judges the best hits once more."""
from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated

import typer

from coderag.cli import console, options
from coderag.errors import UsageError
from coderag.server.escape import visible


def run(
    action: Annotated[str, typer.Argument(metavar="list|use|reset", help="What to do.", show_default=False)] = "list",
    model: Annotated[
        str | None, typer.Argument(metavar="FOLDER_OR_HUB_ID", help="For use: a folder, or an id in the local hub cache.")
    ] = None,
    rerank: Annotated[bool, typer.Option("--rerank", help="The second stage instead of the embedding model.")] = False,
    repo: options.Repo = ".",
    as_json: options.Json = False,
) -> None:
    """Choose the embedding model of this repository, or list those on this machine.

    A model is a folder with model.onnx and tokenizer.json, as exported by sentence-transformers; it stays where it is.
    Nothing is downloaded. Vectors are made in the background; words and names answer meanwhile.

    \b
    Example:
      coderag model list
      coderag model use ~/models/bge-small-en-v1.5
      coderag model use cross-encoder/ms-marco-MiniLM-L6-v2 --rerank
      coderag model reset
    """
    if action not in ("list", "use", "reset") or (action == "use") != (model is not None):
        raise UsageError("say list, use FOLDER_OR_HUB_ID, or reset", "coderag model --help")
    with options.engine(repo) as engine:
        if action == "use":
            payload = _use(engine, str(model), rerank)
        elif action == "reset":
            engine.models.choose("", rerank=rerank)
            payload = {"chosen": engine.models.facts()}
        else:
            payload = {"chosen": engine.models.facts(), "models": _on_this_machine(), "providers": _providers()}
    if as_json:
        console.out_json(payload)
    else:
        console.out(visible(line) for line in _lines(action, payload, rerank))


def _use(engine, name: str, rerank: bool) -> dict:
    from coderag.embedding.registry import locate, open_model, probe
    from coderag.embedding.rerank import open_reranker

    folder = str(locate(name, _hub(), Path.cwd()))
    started = time.monotonic()
    if rerank:
        opened = open_reranker(folder)
        opened.scores("where are failed jobs retried", ["def retry(job): ...", "class Cart: ..."])
        rate = None
    else:
        opened = open_model(folder)
        probe(opened)
        passage = "src/jobs/retry.py\n" + "def schedule_retry(job, delay):\n    queue.put(job, delay)\n" * 12
        started = time.monotonic()
        opened.embed_chunks([passage] * 4)
        rate = round(4 / max(time.monotonic() - started, 1e-6), 1)
    engine.models.choose(folder, rerank=rerank)
    return {"chosen": engine.models.facts(), "provider": opened.provider, "chunks_per_second": rate}


def _lines(action: str, payload: dict, rerank: bool):
    for use, chosen in payload["chosen"].items():
        if action == "list" or (use == "rerank") == rerank:
            yield f"{use:<10}{_described(chosen)}"
    if action == "use":
        rate = payload["chunks_per_second"]
        yield f"          runs on {payload['provider']}" + (f", about {rate:g} chunks a second" if rate else "")
    if action != "list" and not rerank:
        yield "Vectors that are missing are made in the background; words and names answer meanwhile (coderag status)."
    if action == "list":
        yield f"providers {', '.join(payload['providers'])}"
        for found in payload["models"]:
            yield f"found     {found['name']}  {found['kind']}, {found['folder']}"


def _described(chosen: dict | None) -> str:
    if chosen is None:
        return "none"
    facts = f"{chosen['dim']} dimensions" if chosen.get("dim") else ""
    trouble = f"cannot be used: {chosen['problem']}" if chosen.get("problem") else ""
    return f"{chosen['name']}  " + ", ".join(filter(None, [trouble or facts, chosen["folder"]]))


def _on_this_machine() -> list[dict]:
    from coderag.embedding.registry import in_cache

    return [{"name": m.name, "kind": m.kind, "dim": m.dim, "folder": str(m.folder)} for m in in_cache(_hub())]


def _providers() -> list[str]:
    from coderag.embedding.runtime import providers, short

    return [short(p) for p in providers()]


def _hub() -> Path:
    """Where the hub's own tools keep what they downloaded."""
    env = os.environ
    home = Path(env.get("HF_HOME") or Path(env.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "huggingface")
    return Path(env.get("HF_HUB_CACHE") or home / "hub")
