"""Results as Markdown: one table a repository, a row per event and tool; median and worst round."""
from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Iterable
from pathlib import Path

_HEAD = "| event | tool | right after | wrong, unmarked: missed / ghosts | wrong, marked | refused | CPU s | KB added | git s |"


def tables(results: list[dict]) -> str:
    lines: list[str] = []
    for repo in dict.fromkeys(r["repo"] for r in results):
        rows = [r for r in results if r["repo"] == repo]
        lines += [f"## {repo}: {rows[0]['files']} files", "", *_preparation(rows), "", _HEAD, "|" + "---|" * 9]
        for event in dict.fromkeys(row["event"] for r in rows for row in r["rows"]):
            for tool in dict.fromkeys(r["tool"] for r in rows):
                found = [row for r in rows if r["tool"] == tool for row in r["rows"] if row["event"] == event]
                if found:
                    lines.append(_line(event, tool, found, max(r["limit"] for r in rows)))
        lines.append("")
    return "\n".join(lines)


def _preparation(rows: list[dict]) -> list[str]:
    lines = ["| tool | version | driven by | index: s | CPU s | MB | memory, most MB | load average |", "|" + "---|" * 8]
    for tool in dict.fromkeys(r["tool"] for r in rows):
        mine = [r for r in rows if r["tool"] == tool]
        if "missing" in mine[0]:
            lines.append(f"| {tool} | not installed | {mine[0]['missing']} | | | | | |")
            continue
        load = [value for r in mine for value in r["load"]]
        memory = max((row["memory"] for r in mine for row in r["rows"]), default=0)
        lines.append(
            f"| {tool} | {mine[0]['version']} | {mine[0]['note']} | {_median(r['index_s'] for r in mine):.1f} "
            f"| {_median(r['index_cpu'] for r in mine):.1f} | {mine[0]['index_bytes'] / 1e6:.1f} | {memory / 1e6:.0f} "
            f"| {min(load):.0f} to {max(load):.0f} |"
        )
    return lines


def _line(event: str, tool: str, rows: list[dict], limit: float) -> str:
    times = [float("inf") if r["right"] is None else r["right"] for r in rows]
    right = _seconds(statistics.median(times), limit)
    if len(times) > 1:
        right += f" (worst {_seconds(max(times), limit)})"
    total = {k: sum(r[k] for r in rows) for k in ("missed", "ghosts", "marked", "refused")}
    wrong = "0" if not total["missed"] + total["ghosts"] else f"**{total['missed']} / {total['ghosts']}**"
    cpu, git = _median(r["cpu"] for r in rows), _median(r["git"] for r in rows)
    added = _median(r["bytes"] for r in rows) / 1000
    return f"| {event} | {tool} | {right} | {wrong} | {total['marked']} | {total['refused']} | {cpu:.2f} | {added:,.0f} | {git:.2f} |"


def _seconds(value: float, limit: float) -> str:
    return f"**never** in {limit:.0f} s" if value == float("inf") else f"{value:.2f} s"


def _median(values: Iterable[float]) -> float:
    return statistics.median(list(values))


if __name__ == "__main__":
    print(tables([json.loads(line) for name in sys.argv[1:] for line in Path(name).read_text().splitlines()]))
