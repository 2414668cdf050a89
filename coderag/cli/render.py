"""Renders answers for a person: ``path:line`` first, so that terminals and editors make it a link."""
from __future__ import annotations

import shlex
from collections.abc import Callable

from coderag.cli.console import highlighter, paint
from coderag.server.escape import map_strings, visible
from coderag.server.markdown import answered, freshness_line, labelled, location, plural, short, standing, words
from coderag.server.tools.common import used


def safe(payload):
    """A copy with odd characters made visible; the source code of others must not steer a terminal."""
    return map_strings(payload, visible)


def head(payload: dict, colour: bool) -> str:
    """The freshness line; yellow unless current."""
    current = payload["freshness"].get("state") == "current"
    return paint(freshness_line(payload["freshness"]), "dim" if current else "yellow", colour)


def notes(payload: dict, colour: bool) -> list[str]:
    said = payload["freshness"].get("note")  # stands in the first line already
    return [paint(f"note: {line}", "yellow", colour) for line in payload.get("notes", ()) if line != said]


def code(entry: dict, colour: bool, mark: Callable[[str], str] = str) -> list[str]:
    """Source lines with their numbers, each through ``mark``; blank lines at the end are left out."""
    width = len(str(entry["end_line"]))
    return [
        f"{paint(str(number).rjust(width), 'dim', colour)}  {mark(line)}"
        for number, line in enumerate(entry["text"].rstrip().split("\n"), entry["start_line"])
    ]


def signal_sum(hit: dict) -> str:
    """``score 0.730 = lexical 0.400 + definition match 0.350 - test penalty 0.020``."""
    terms = sorted(hit["signals"].items(), key=lambda item: (-item[1], item[0]))
    text = "".join(f" {'-' if v < 0 else '+'} {words(name)} {abs(v):.3f}" for name, v in terms)
    return f"score {hit['score']:.3f} = {text.removeprefix(' + ').strip() or '(no signals)'}"


def search(payload: dict, explain: bool, colour: bool, query: str = "") -> list[str]:
    """``query``: its words are marked in the code."""
    mark = highlighter(query, colour)
    lines = [head(payload, colour)]
    for hit in payload["hits"]:
        title = f"{hit['kind']} {hit['symbol']}".strip()
        part = f"  part of {hit['unit']['start_line']}-{hit['unit']['end_line']}" if "unit" in hit else ""
        lines += ["", f"{paint(location(hit), 'cyan', colour)}  {title}{part}  {hit['score']:.2f}{_standing(hit, colour)}"]
        lines += [paint(signal_sum(hit), "dim", colour)] if explain else []
        lines += [paint("in " + " ".join(hit["context"].split()), "dim", colour)] if hit["context"].strip() else []
        lines += code(hit, colour, mark) if hit["text"] else [line for line in (hit["signature"], hit["doc"]) if line]
        lines += [paint(used(hit["uses"]), "dim", colour)] if "uses" in hit and hit["uses"]["count"] else []
        lines += [paint(f"more like this: {', '.join(hit['similar'])}", "dim", colour)] if hit["similar"] else []
    if not payload["hits"] and answered(payload):
        lines += ["no hits: try other words, drop --path or --language, or use `git grep` for a literal string"]
    return lines + notes(payload, colour)


def _standing(entry: dict, colour: bool) -> str:
    return "".join(paint(f"  {word}", "yellow", colour) for word in standing(entry))


def symbol(payload: dict, colour: bool) -> list[str]:
    lines = [head(payload, colour)]
    for found in payload["definitions"]:
        lines += ["", f"{paint(location(found), 'cyan', colour)}  {found['kind']} {found['qualname']}{_standing(found, colour)}"]
        lines += code(found, colour)
    if not payload["definitions"] and answered(payload):
        lines.append(f"no definition of {payload['name']}{_instead(payload)}")
    if payload["references"]:
        shown, total = len(payload["references"]), payload["references_total"]
        lines += ["", f"{plural(total, 'reference')} by name" + (f", {shown} shown" if shown < total else "")]
    for use in payload["references"]:
        place = paint(f"{use['path']}:{use['line']}", "cyan", colour) + _standing(use, colour)
        scope = f" in {use['scope']}" if use["scope"] else ""
        resolved = "" if use["resolved"] == "name" else f" ({use['resolved']})"
        lines.append(f"{place}  {use['kind']}{scope}{resolved}  {use['text'].strip()}".rstrip())
    return lines + notes(payload, colour)


def _instead(payload: dict) -> str:
    """Where to look on for a name without a definition; its references and notes say it themselves."""
    if payload["suggestions"]:
        return f"; close names: {', '.join(payload['suggestions'])}"
    if payload["references"] or payload["notes"]:
        return ""
    return f"; try: coderag search {shlex.quote(payload['name'])}"


def outline(payload: dict, colour: bool) -> list[str]:
    facts = [payload["language"], plural(payload["lines"], "line"), *standing(payload), payload["title"]]
    lines = [head(payload, colour)]
    lines += [f"{paint(payload['path'], 'cyan', colour)}  {', '.join(f for f in facts if f)}"] if answered(payload) else []
    width = max((len(f"{s['start_line']}-{s['end_line']}") for s in payload["symbols"]), default=0)
    for found in payload["symbols"]:
        span = paint(f"{found['start_line']}-{found['end_line']}".rjust(width), "dim", colour)
        doc = paint(f"  {found['doc']}", "dim", colour) if found["doc"] else ""
        lines.append(f"{span}  {'  ' * found['depth']}{labelled(found)}{doc}")
    return lines + notes(payload, colour)


def tree(payload: dict, colour: bool) -> list[str]:
    lines = [head(payload, colour)]
    for row in payload["entries"]:
        folder = row["path"].endswith("/")
        name = row["path"].rstrip("/").rsplit("/", 1)[-1] + ("/" if folder else "")
        facts = [plural(row["files"], "file")] if folder else []
        facts += [plural(row["lines"], "line")] if row["lines"] else []
        facts += [", ".join(list(row["languages"])[:3])] if folder else []
        facts += [f"{row['skipped']} not searched"] if row["skipped"] else []
        label = paint(name, "bold" if folder else "cyan", colour)
        about = f"  {row['description']}" if row["description"] else ""
        lines.append(f"{'  ' * row['depth']}{label}  {paint(', '.join(f for f in facts if f), 'dim', colour)}{about}")
    return lines + notes(payload, colour)


def report(done: dict) -> list[str]:
    """What a sync did, in a line or two."""
    ref = done["ref"].removeprefix("refs/heads/")
    at = f"{ref} @ {short(done['commit'])}"
    if done["mode"] == "none":
        return [f"{at}: already current"]
    reason = f" ({done['reason']})" if done["reason"] else ""
    work = f"{plural(done['files_changed'], 'file')}, {plural(done['chunks_added'], 'chunk')} added, {done['chunks_removed']:,} removed"
    lines = [visible(f"{at}: {done['mode']} update{reason} in {done['seconds']:.1f} s: {work}")]
    skipped = sorted(done["skipped"].items(), key=lambda item: (-item[1], item[0]))
    return lines + ([f"not searched: {', '.join(f'{name} {count}' for name, count in skipped)}"] if skipped else [])


def hook_rows(states: list, *, advice: bool = True) -> list[dict]:
    """States of hooks as JSON has them. Without advice, where a person has just uninstalled them."""
    rows = [{"name": h.name, "state": h.state, "path": str(h.path), "detail": h.detail} for h in states]
    return rows if advice else [{**row, "detail": row["detail"].partition("; run: ")[0]} for row in rows]


def hooks(rows: list[dict]) -> list[str]:
    """One line per state, with the names of the hooks in it; details on their own lines."""
    groups: dict[str, list[str]] = {}
    for row in rows:
        groups.setdefault(row["state"], []).append(row["name"])
    lines = [f"hooks {state}: {', '.join(names)}" for state, names in groups.items()]
    details = dict.fromkeys(row["detail"] for row in rows if row.get("detail"))
    return [visible(line) for line in lines + [f"  {detail}" for detail in details]]


def checks(found: list[dict], colour: bool) -> list[str]:
    lines = []
    for check in found:
        mark = paint("ok  ", "green", colour) if check["ok"] else paint("FAIL", "red", colour)
        lines.append(f"{mark}  {check['check']}: {check.get('detail', '')}")
        if not check["ok"] and check.get("hint"):
            lines.append(f"      {check['hint']}")
    return lines
