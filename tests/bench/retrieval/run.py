"""Both query sets with one command: ``python tests/bench/retrieval/run.py HARNESS [--out FILE.md]``.

HARNESS is a folder with ``eval.py`` and its repositories checked out (see README.md here). Prints a Markdown table per
set: all, by category, by language; NDCG@10, recall@5, recall@10, MRR, index seconds and query times.
"""
from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ADAPTER = Path(__file__).parent / "adapter.py"
SETS = (("semble", "annotated questions"), ("history", "commit messages"))


def run(harness: Path, bench: str) -> list[str]:
    """Rows of the harness's own table."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "eval.py", "--adapter", f"{ADAPTER}:Coderag", "--bench", bench]
        command += ["--out", str(Path(folder) / "result.json")]
        done = subprocess.run(command, cwd=harness, capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr or done.stdout)
    return done.stdout.splitlines()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("harness", type=Path)
    parser.add_argument("--out", type=Path, help="also write the tables there")
    args = parser.parse_args()
    lines: list[str] = []
    for bench, title in SETS:
        rows = run(args.harness, bench)
        keep = [r for r in rows if r.startswith((" ", "ALL", "category", "lang", "index total"))]
        lines += [f"## {title}", "", "```", *keep, "```", ""]
    text = "\n".join(lines)
    print(text)
    if args.out:
        args.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
