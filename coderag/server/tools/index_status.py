"""``index_status``: what is indexed, how fresh it is, and whether the hooks work."""
from __future__ import annotations

from coderag.server.budget import fit_nothing
from coderag.server.markdown import answer, plural
from coderag.server.tool import Payload, Tool


def call(engine, values: dict) -> Payload:
    return engine.status()


def render(payload: Payload) -> str:
    snapshot, worker = payload.get("snapshot") or {}, payload.get("worker") or {}
    body = [f"repository {payload['repository']}"] if payload.get("repository") else []
    body += [f"options: {payload['options']}"] if payload.get("options") else []
    counts = [plural(snapshot[key], key[:-1]) for key in ("files", "chunks", "symbols") if key in snapshot]
    body += [", ".join(counts)] if counts else []
    languages = snapshot.get("languages") or {}
    body += ["languages: " + ", ".join(f"{k} {v.get('files', 0)}" for k, v in languages.items())] if languages else []
    skipped = snapshot.get("skipped") or {}
    body += ["not searched: " + ", ".join(f"{k} {v}" for k, v in skipped.items())] if skipped else []
    if worker.get("state"):
        error = f", last error: {worker['last_error']}" if worker.get("last_error") else ""
        body.append(f"worker {worker['state']}{error}")
    model, progress = (payload.get("models") or {}).get("embedding"), (payload.get("models") or {}).get("progress")
    if model and (model["problem"] or model["folder"]):
        made = f", vectors {progress['done']} of {progress['total']}" if progress else ""
        body.append(f"model {model['name']}{': ' + model['problem'] if model['problem'] else ''}{made}")
    hooks: dict[str, list[str]] = {}
    for hook in payload.get("hooks") or []:
        hooks.setdefault(hook.get("state", "unknown"), []).append(hook.get("name", "?"))
    body += [f"hooks {state}: {', '.join(names)}" for state, names in hooks.items()]
    return answer({**payload, "freshness": payload.get("freshness") or {}}, body)


TOOL = Tool(
    name="index_status",
    description=(
        "Branch, indexed commit against HEAD, files and chunks by language, files left out with reasons, hooks, worker. "
        "Use it when answers look incomplete. Takes no arguments."
    ),
    params=(),
    call=call,
    render=render,
    fit=fit_nothing,
)
