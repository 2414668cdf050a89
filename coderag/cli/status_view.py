"""Renders ``engine.status()`` for a person. Tolerates missing parts: status must work when nothing else does."""
from __future__ import annotations

from collections.abc import Iterator

from coderag.cli import render
from coderag.cli.console import paint, size
from coderag.model.skips import REASONS
from coderag.server.markdown import plural

_SHOWN_LANGUAGES = 15


def lines(status: dict, colour: bool) -> list[str]:
    """Sections in the order of interest: fresh? what is in it? hooks? worker? how big?"""
    found: list[str] = [f"repository  {status['repository']}"] if status.get("repository") else []
    if status.get("freshness"):
        found.append(f"index       {render.head(status, colour)}")
    if status.get("options"):
        found.append(f"options     {paint(status['options'], 'red', colour)}")
    for section in (_snapshot, _models, _hooks, _worker, _store):
        found += section(status, colour)
    return found


def _snapshot(status: dict, _colour: bool) -> Iterator[str]:
    snapshot = status.get("snapshot") or {}
    counts = [plural(snapshot[key], key[:-1]) for key in ("files", "chunks", "symbols", "segments") if key in snapshot]
    if counts:
        yield f"contents    {', '.join(counts)}"
    languages = list((snapshot.get("languages") or {}).items())
    width = max((len(name) for name, _ in languages), default=0)
    for name, numbers in languages[:_SHOWN_LANGUAGES]:
        yield f"            {name.ljust(width)}  {plural(numbers.get('files', 0), 'file')}, {plural(numbers.get('chunks', 0), 'chunk')}"
    if len(languages) > _SHOWN_LANGUAGES:
        yield f"            and {len(languages) - _SHOWN_LANGUAGES} more languages"
    skipped = sorted((snapshot.get("skipped") or {}).items(), key=lambda item: (-item[1], item[0]))
    for number, (reason, count) in enumerate(skipped):
        yield f"{'' if number else 'skipped':<12}{plural(count, 'file')}: {REASONS.get(reason, reason)}"
    run = snapshot.get("last_run") or {}
    if run.get("mode"):
        reason = f" ({run['reason']})" if run.get("reason") else ""
        yield (
            f"last update {run['mode']}{reason}, {run.get('seconds', 0):.1f} s, {run.get('artifacts_computed', 0)} files "
            f"analysed, {plural(run.get('vectors_computed', 0), 'chunk')} embedded"
        )


def _models(status: dict, colour: bool) -> Iterator[str]:
    models = status.get("models") or {}
    model, judge = models.get("embedding"), models.get("rerank")
    missing = (status.get("snapshot") or {}).get("vectors_missing", 0)
    if model:
        text = f"{model['name']}, {model['dim']} dimensions, on {model['provider']}"
        if model["problem"]:
            text = paint(f"{model['name']} cannot be used: {model['problem']}; words and names answer", "red", colour)
        elif models.get("progress"):
            text += f"; vectors {models['progress']['done']:,} of {models['progress']['total']:,}"
        elif missing:
            text += f"; {plural(missing, 'vector')} to be made"
        yield f"model       {text}"
    if judge:
        text = f"{judge['name']}, on {judge['provider']}"
        yield "rerank      " + (paint(f"{judge['name']} cannot be used: {judge['problem']}", "red", colour) if judge["problem"] else text)


def _hooks(status: dict, colour: bool) -> Iterator[str]:
    hooks = status.get("hooks")
    if hooks is None:
        return
    if not hooks:
        yield "hooks       " + paint("none installed; `coderag install-hooks` installs them", "yellow", colour)
    for number, line in enumerate(render.hooks(hooks)):
        yield f"{'' if number else 'hooks':<12}{line.removeprefix('hooks ')}"


def _worker(status: dict, colour: bool) -> Iterator[str]:
    worker = status.get("worker") or {}
    if not worker:
        return
    state = worker.get("state", "unknown")
    progress = worker.get("progress") or {}
    text = paint(state, "red", colour) if state == "failed" else state
    if progress:
        text += f", {progress.get('done', 0):,} of {progress.get('total', 0):,} files"
    yield f"worker      {text}"
    for key in ("last_event", "last_run", "last_error"):
        if worker.get(key):
            yield f"            {key.replace('_', ' ')}: {worker[key]}"


def _store(status: dict, _colour: bool) -> Iterator[str]:
    parts = (status.get("store") or {}).get("bytes") or {}
    if parts:
        total = size(parts.get("total", sum(parts.values())))
        named = ", ".join(f"{name} {size(count)}" for name, count in parts.items() if name != "total")
        yield f"store       {total}: {named}"
