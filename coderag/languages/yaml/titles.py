"""What a YAML file is, in one line, where its top-level keys tell: a workflow, a pipeline, services, a resource, hooks."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_CHILD = re.compile(r"""^(\s+)(?:- +)?["']?([\w./@-]+)["']?\s*:(?:\s|$)""")
_ITEM = re.compile(r"""^\s*-\s+["']?([\w./@:-]+)["']?\s*(?:#.*)?$""")
_HOOK = re.compile(r"""^\s+(?:- +)?id:\s*["']?([\w./-]+)""")
_VALUE = re.compile(r"""^[^:]*:\s+(["']?)(.*?)\1\s*(?:\s#.*)?$""")
_GITLAB = frozenset({"stages", "before_script", "after_script", "default", "workflow", "include"})
MOST = 8
"""How many names a title lists."""


def listed(names: Sequence[str]) -> str:
    return ", ".join(names[:MOST]) + (", …" if len(names) > MOST else "")


def title(lines: Sequence[str], top: Mapping[str, int]) -> str:
    """``top``: top-level keys with their rows."""
    name = value(lines, top["name"]) if "name" in top else ""
    label = f" {name}" if name else ""
    on = next((key for key in ("on", '"on"', "'on'", "true") if key in top), "")
    if on and "jobs" in top:
        return f"workflow{label}: on {listed(_names(lines, top[on]))}, jobs {listed(_children(lines, top['jobs']))}"
    if "runs" in top and ("inputs" in top or "outputs" in top or name):
        text = value(lines, top["description"]) if "description" in top else ""
        return f"action{label}: {text}" if text else f"action{label}"
    if "services" in top and not name and _children(lines, top["services"]):
        return f"services {listed(_children(lines, top['services']))}"
    if "apiVersion" in top and "kind" in top:
        found = [_named(lines, row) for key, row in top.items() if key == "metadata"]
        return " ".join([value(lines, top["kind"]), *filter(None, found)])
    if "repos" in top:
        hooks = [match[1] for match in map(_HOOK.match, lines) if match]
        if hooks:
            return f"pre-commit hooks {listed(list(dict.fromkeys(hooks)))}"
    if "stages" in top and _GITLAB & (top.keys() - {"stages"}) or "stages" in top and _runs_scripts(lines, top):
        return f"pipeline: stages {listed(_names(lines, top['stages']))}"
    if "openapi" in top or "swagger" in top:
        found = [_value_below(lines, top["info"], "title")] if "info" in top else []
        return " ".join(["API description", *filter(None, found)])
    return ""


def value(lines: Sequence[str], row: int) -> str:
    match = _VALUE.match(lines[row])
    return match[2].strip() if match and match[2][:1] not in ("|", ">", "&", "*", "{", "[") else ""


def _block(lines: Sequence[str], row: int) -> list[str]:
    """Lines that belong to the key in a row."""
    out: list[str] = []
    for line in lines[row + 1 :]:
        if line[:1].strip() and line[0] not in "#-":
            break
        if line.strip() and not line.lstrip().startswith("#"):
            out.append(line)
    return out


def _children(lines: Sequence[str], row: int) -> list[str]:
    """Keys one level below."""
    matches = [match for match in map(_CHILD.match, _block(lines, row)) if match]
    indent = min((len(match[1]) for match in matches), default=0)
    return [match[2] for match in matches if len(match[1]) == indent]


def _names(lines: Sequence[str], row: int) -> list[str]:
    """``on: push``, ``on: [push, pull_request]``, a list below, or keys below."""
    _, _, text = lines[row].partition(":")
    text = text.partition(" #")[0].strip()
    if text:
        return [word.strip(" \"'") for word in text.strip("[]").split(",") if word.strip(" \"'")]
    block = _block(lines, row)
    if block and block[0].lstrip().startswith("- "):
        return [match[1] for match in map(_ITEM.match, block) if match]
    return _children(lines, row)


def _value_below(lines: Sequence[str], row: int, key: str) -> str:
    for line in _block(lines, row):
        match = _CHILD.match(line)
        if match and match[2] == key:
            found = _VALUE.match(line)
            return found[2].strip() if found else ""
    return ""


def _named(lines: Sequence[str], row: int) -> str:
    return _value_below(lines, row, "name")


def _runs_scripts(lines: Sequence[str], top: Mapping[str, int]) -> bool:
    return any("script" in _children(lines, row) for key, row in top.items() if key != "stages")
