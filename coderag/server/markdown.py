"""Pieces of the Markdown that answers are rendered to: freshness line, code fence, location, notes.

Written for a model that pays for every token: no tables, no repetition of what the structured content holds.
"""
from __future__ import annotations

import re

_TICKS = re.compile(r"`{3,}")
# Names of fences where they differ from our language ids.
_FENCES = {"text": "", "restructuredtext": "rst", "c-header": "c", "makefile": "make"}

# Capitals where the answer is not the one that was asked for: a model must not overlook it.
_STATES = {
    "current": "current",
    "stale": "STALE",
    "building": "BUILDING",
    "not_indexed": "NOT INDEXED",
    "failed": "INDEXING FAILED",
    "no_commits": "NO COMMITS",
}


def short(commit: str | None) -> str:
    return commit[:7] if commit else "?"


def freshness_line(fresh: dict) -> str:
    """``main @ 1a2b3c4, current``, or what is missing."""
    ref = fresh.get("ref", "HEAD").removeprefix("refs/heads/").removeprefix("refs/")
    indexed, state = fresh.get("indexed_commit"), fresh.get("state")
    at = f"{ref} @ {short(indexed)}" if indexed else ref
    line = f"{at}, {_STATES.get(state, state or 'state unknown')}"
    if state == "stale":
        counts = ((fresh.get("commits_behind", 0), "commit"), (fresh.get("files_behind", 0), "file"))
        behind = ", ".join(plural(count, noun) for count, noun in counts if count)
        if behind or indexed != fresh.get("head_commit"):  # else the note says why: the options changed, say
            line += f": {behind or 'content'} behind {short(fresh.get('head_commit'))}"
    return f"{line}{_work(fresh)}. {fresh['note']}" if fresh.get("note") else line + _work(fresh)


def _work(fresh: dict) -> str:
    """What the answer holds of the working copy, and what of it not."""
    covered, left_out = fresh.get("uncommitted_files"), fresh.get("left_out") or {}
    if covered is None:
        dirty = fresh.get("dirty_files")
        return f"; uncommitted changes in {plural(dirty, 'file')} are not in this answer" if dirty else ""
    line = f" + {plural(covered, 'uncommitted file')}" if covered else ""
    if left_out:
        reasons = ", ".join(f"{count:,} {reason}" for reason, count in left_out.items())
        line += f"; {plural(sum(left_out.values()), 'uncommitted file')} not covered ({reasons})"
    return line


def answered(payload: dict) -> bool:
    """Whether an empty answer means "nothing there", not "no index yet"."""
    return payload["freshness"].get("indexed_commit") is not None


def plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def location(entry: dict) -> str:
    """``path:12-40``, with the whole range even if the text was cut."""
    end = entry.get("full_end_line", entry["end_line"])
    start = entry.get("full_start_line", entry["start_line"])
    return f"{entry['path']}:{start}" if end == start else f"{entry['path']}:{start}-{end}"


def standing(entry: dict) -> list[str]:
    """How a hit relates to the working copy, where that is worth a word."""
    said = ["uncommitted"] if entry["uncommitted"] else []
    if entry.get("modified"):
        said.append("file changed again while this was answered" if said else "file changed since this commit")
    return said


def fence(text: str, language: str) -> str:
    """``text`` in a fence that is longer than any fence inside it."""
    ticks = "`" * max((len(run) + 1 for run in _TICKS.findall(text)), default=3)
    return f"{ticks}{_FENCES.get(language, language)}\n{text.rstrip()}\n{ticks}"


def words(name: str) -> str:
    """The name of a signal, a counter or a field in words."""
    return name.replace("_", " ").replace("-", " ")


def labelled(symbol: dict) -> str:
    """Kind and signature of a symbol, without saying ``class class``."""
    signature = " ".join(symbol["signature"].split()) or symbol["name"]
    return signature if signature.split()[0] == symbol["kind"] else f"{symbol['kind']} {signature}"


def cut_mark(entry: dict) -> list[str]:
    """The line that says what a shortened entry leaves out."""
    if "full_end_line" not in entry and "full_start_line" not in entry:
        return []
    start, shown, end = entry["start_line"], entry["end_line"], entry.get("full_end_line", entry["end_line"])
    if "line_chars" in entry:
        return [f"… (line {start} cut: {len(entry['text']):,} of {entry['line_chars']:,} characters; range {start}-{end})"]
    return [f"… (lines {start}-{shown} of {entry.get('full_start_line', start)}-{end} shown)"]


def inline(text: str) -> str:
    """Several lines as one inline code span."""
    line = " ".join(text.split()).replace("`", "'")
    return f"`{line}`" if line else ""


def answer(payload: dict, body: list[str]) -> str:
    """Freshness first, then the body, then the notes."""
    said = payload["freshness"].get("note")  # stands in the first line already
    notes = [f"note: {line}" for line in payload.get("notes", ()) if line != said]
    return "\n".join([freshness_line(payload["freshness"]), *body, *([""] if notes else []), *notes])
