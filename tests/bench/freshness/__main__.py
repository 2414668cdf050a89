"""How long after a git event is an answer right? ``python -m tests.bench.freshness REPO [REPO...] --out FILE``.

Works on clones in a temporary folder; REPO itself is only read. Writes one JSON line per repository, tool and round to
FILE, and prints the tables. See README.md here.
"""
from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.freshness.events import Scratch
from tests.bench.freshness.processes import Processes
from tests.bench.freshness.table import tables
from tests.bench.freshness.tools import TOOLS, NotInstalled, Place, Tool, bytes_in
from tests.bench.freshness.watch import watch
from tests.support.git import isolated_environment


def one_round(source: Path, tool_class: type[Tool], processes: Processes, args: argparse.Namespace) -> dict:
    result: dict = {"repo": source.name, "tool": tool_class.name, "note": tool_class.note, "limit": args.limit}
    result["load"] = [os.getloadavg()[0]]
    with tempfile.TemporaryDirectory(prefix="freshness-", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        env = isolated_environment(folder)
        scratch = Scratch(source, folder, processes, env, args.differ)
        result["files"] = scratch.files
        try:
            result["version"] = tool_class.version()
        except NotInstalled as e:
            return {**result, "missing": str(e), "rows": []}
        tool = tool_class(Place(processes, scratch.path, folder / "home", env))
        others: list[Tool] = []
        try:
            begun, cpu = time.monotonic(), processes.cpu()
            tool.prepare()
            tool.ask("main")  # the first question loads models and opens files
            result["index_s"] = time.monotonic() - begun
            processes.settle()
            result["index_cpu"], result["index_bytes"] = processes.cpu() - cpu, bytes_in(tool.folders())
            result["rows"] = rows = []
            for event in scratch.events():
                row, other = watch(tool, event, processes, args.limit)
                rows.append(row.as_json())
                others += [other] if other else []
                print(f"{source.name} {tool_class.name}: {row}", file=sys.stderr, flush=True)
        finally:
            for opened in [*others, tool]:
                opened.close()
            processes.end_all()
            result["load"].append(os.getloadavg()[0])
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repo", type=Path, nargs="+", help="a git repository with Python files")
    parser.add_argument("--tools", default=",".join(TOOLS), help="default: all, " + ",".join(TOOLS))
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--limit", type=float, default=30.0, help="seconds until 'never'")
    parser.add_argument("--differ", type=int, default=2000, help="files in which the far branch differs")
    parser.add_argument("--out", type=Path, help="JSON lines are appended there")
    args = parser.parse_args()
    unknown = [t for t in args.tools.split(",") if t not in TOOLS]
    if unknown:
        parser.error(f"no tool {unknown[0]}; there are {', '.join(TOOLS)}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that nothing is left running
    processes = Processes()
    results = []
    for _ in range(args.rounds):
        for source in args.repo:
            for name in args.tools.split(","):
                results.append(one_round(source.resolve(), TOOLS[name], processes, args))
                if args.out:
                    with open(args.out, "a", encoding="utf-8") as f:
                        f.write(json.dumps(results[-1]) + "\n")
    print(tables(results))


if __name__ == "__main__":
    main()
