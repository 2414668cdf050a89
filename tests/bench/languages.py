"""Analysis of every file of real repositories: throughput per language, coverage, and the properties of an artifact.

    python tests/bench/languages.py DIR...            # repositories, bare or not; files of HEAD
    python tests/bench/languages.py --mb 4 DIR...     # at most 4 MB a language and repository, the same files each time

Throughput is source bytes by CPU seconds of one core: decode, parse, query, nest, chunk. Exits 1 on a violated property.
"""
from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

if __name__ == "__main__":  # so that the command works from anywhere, without an installed package
    sys.path.insert(0, str(Path(__file__).parents[2]))

from coderag.analysis import analyze, limits
from coderag.git import open_repository
from coderag.languages import get, hint_for, path_skip
from coderag.languages.spec import CALLABLE_KINDS
from coderag.model.artifact import FileArtifact, Symbol
from coderag.model.text import lines_of

SECONDS_A_FILE = limits.MAX_SECONDS + 2.0
NOTES = ("parse-errors", "parse-timeout")


@dataclass
class Row:
    """Sums of one language."""

    files: int = 0
    bytes: int = 0
    lines: int = 0
    cpu: float = 0.0
    slowest: tuple[float, str] = (0.0, "")
    skipped: int = 0
    notes: dict[str, int] = field(default_factory=dict)
    silent: int = 0  # files with ten lines or more and no symbol
    symbols: int = 0
    references: int = 0
    chunks: int = 0
    largest: list[tuple[int, str]] = field(default_factory=list)


def files_of(folder: str) -> Iterator[tuple[str, str, bytes]]:
    """(repository, path, content) of every file of HEAD that the path does not rule out."""
    repository = open_repository(folder)
    commit = repository.head().commit
    if commit is None:
        sys.exit(f"{folder}: no commit")
    entries = [e for e in repository.list_tree(commit) if e.mode in (0o100644, 0o100755) and not path_skip(e.path)]
    name = Path(folder).resolve().name
    if name in ("repo", ".git"):
        name = Path(folder).resolve().parent.name
    for start in range(0, len(entries), 256):
        part = entries[start : start + 256]
        blobs = dict(repository.read_blobs([e.oid for e in part]))
        for entry in part:
            data = blobs.get(entry.oid)
            if data is not None:
                yield name, entry.path, data
    repository.close()


def sampled(files: Iterator[tuple[str, str, bytes]], limit: int) -> list[tuple[str, str, bytes]]:
    """Files in the order of a hash of their path, until a kind of file has ``limit`` bytes."""
    taken: dict[str, int] = {}
    out = []
    for item in sorted(files, key=lambda f: hashlib.sha1(f[1].encode("utf-8", "surrogateescape")).digest()):
        hint = hint_for(item[1])
        if taken.get(hint, 0) < limit:
            taken[hint] = taken.get(hint, 0) + len(item[2])
            out.append(item)
    return out


def violations(artifact: FileArtifact, data: bytes) -> Iterator[str]:
    """What does not hold of an artifact and its blob."""
    lines = lines_of(data)
    blank = [not line.strip() for line in lines]
    if artifact.skip:
        if artifact.chunks or artifact.symbols:
            yield "skipped, yet it has chunks or symbols"
        return
    if artifact.lines != len(lines):
        yield f"{artifact.lines} lines instead of {len(lines)}"
        return
    covered = bytearray(len(lines))
    for c in artifact.chunks:
        if not 1 <= c.start <= c.end <= len(lines):
            yield f"chunk {c.start}-{c.end} outside the file"
            return
        covered[c.start - 1 : c.end] = b"\1" * (c.end - c.start + 1)
        if all(blank[c.start - 1 : c.end]):
            yield f"chunk {c.start}-{c.end} is blank"
    if not all(covered) and not all(blank) and not get(artifact.language).sparse:
        yield f"line {covered.index(0) + 1} is in no chunk"
    for i, s in enumerate(artifact.symbols):
        if not s.name.strip() or not s.qualname.strip() or "\n" in s.name:
            yield f"symbol {s.start}-{s.end} without a name"
        if not 1 <= s.start <= s.line <= s.end <= len(lines):
            yield f"range of {s.qualname}: {s.start} <= {s.line} <= {s.end}"
            continue
        if not -1 <= s.parent < i:
            yield f"parent of {s.qualname}"
        elif s.parent >= 0:
            outer = artifact.symbols[s.parent]
            if not outer.start <= s.start <= s.end <= outer.end:
                yield f"{s.qualname} {s.start}-{s.end} outside {outer.qualname} {outer.start}-{outer.end}"
        if s.kind in CALLABLE_KINDS and (cut := _cut(s, artifact, lines)):
            yield cut
    for r in artifact.references:
        if not r.name.strip() or not 1 <= r.line <= len(lines) or not -1 <= r.scope < len(artifact.symbols):
            yield f"reference {r}"


def _cut(symbol: Symbol, artifact: FileArtifact, lines: list[str]) -> str:
    """A function that fits into a chunk has one that holds all of it."""
    if sum(len(line) + 1 for line in lines[symbol.start - 1 : symbol.end]) > limits.CHUNK_SIZE:
        return ""
    if any(c.start <= symbol.start and symbol.end <= c.end for c in artifact.chunks):
        return ""
    return f"{symbol.kind} {symbol.qualname} {symbol.start}-{symbol.end} is cut"


def measure(rows: dict[str, Row], where: str, path: str, data: bytes) -> list[str]:
    """Analyses one file twice, adds it to its language's row; what is wrong with it."""
    hint = hint_for(path)
    wall, start = time.monotonic(), time.process_time()
    artifact = analyze(data, hint)
    first = time.process_time() - start
    wall = time.monotonic() - wall
    start = time.process_time()
    again = analyze(data, hint)
    cpu = min(first, time.process_time() - start)
    name = f"{where}:{path}"
    row = rows.setdefault(artifact.language or "-", Row())
    if artifact.skip:
        row.skipped += 1
        return []
    row.files += 1
    row.bytes += len(data)
    row.lines += artifact.lines
    row.cpu += cpu
    row.slowest = max(row.slowest, (cpu, name))
    row.symbols += len(artifact.symbols)
    row.references += len(artifact.references)
    row.chunks += len(artifact.chunks)
    row.silent += artifact.lines >= 10 and not artifact.symbols
    if artifact.note:
        row.notes[artifact.note] = row.notes.get(artifact.note, 0) + 1
    lines = lines_of(data)
    for c in artifact.chunks:
        size = sum(len(line) + 1 for line in lines[c.start - 1 : c.end])
        if size > limits.CHUNK_SIZE:
            row.largest.append((size, f"{name}:{c.start}-{c.end} {c.kind} {c.qualname}".rstrip()))
    row.largest = sorted(row.largest, reverse=True)[:10]
    found = [f"{name}: {v}" for v in violations(artifact, data)]
    if again != artifact and "parse-timeout" not in (artifact.note, again.note):
        found.append(f"{name}: a second run gives another artifact")
    if wall > SECONDS_A_FILE:
        found.append(f"{name}: {wall:.1f} s")
    return found


def table(rows: dict[str, Row]) -> list[list[str]]:
    head = ["language", "files", "MB", "MB/s", "slowest ms", "errors", "timeout", "other note", "skipped", "no symbol",
            "symbols/kloc", "chunks", "largest"]  # fmt: skip
    out = [head]
    for language, row in sorted(rows.items(), key=lambda item: -item[1].bytes):
        if not row.files:
            continue
        share = [f"{100 * row.notes.get(note, 0) / row.files:.1f}%" for note in NOTES]
        other = sum(n for note, n in row.notes.items() if note not in NOTES)
        out.append([
            language, str(row.files), f"{row.bytes / 1e6:.2f}", f"{row.bytes / 1e6 / max(row.cpu, 1e-9):.2f}",
            f"{1000 * row.slowest[0]:.0f}", *share, str(other), str(row.skipped),
            f"{100 * row.silent / row.files:.1f}%", f"{1000 * row.symbols / max(1, row.lines):.0f}", str(row.chunks),
            str(row.largest[0][0] if row.largest else limits.CHUNK_SIZE),
        ])  # fmt: skip
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", metavar="DIR")
    parser.add_argument("--mb", type=float, default=0.0, help="at most so much a language and repository; 0 = all")
    parser.add_argument("--only", default="", help="languages, separated by commas")
    parser.add_argument("--largest", action="store_true", help="list the largest chunks and the slowest file of each language")
    args = parser.parse_args()
    only = {name for name in args.only.split(",") if name}
    rows: dict[str, Row] = {}
    wrong: list[str] = []
    for folder in args.folders:
        files = files_of(folder)
        for where, path, data in sampled(files, int(args.mb * 1e6)) if args.mb else files:
            if not only or hint_for(path) in only:
                wrong += measure(rows, where, path, data)
    lines = table(rows)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        print("  ".join(cell.ljust(w) if not i else cell.rjust(w) for i, (cell, w) in enumerate(zip(line, widths, strict=True))))
    if args.largest:
        for language, row in sorted(rows.items()):
            if row.files:
                print(f"\n{language}: slowest {row.slowest[0] * 1000:.0f} ms {row.slowest[1]}")
                for size, name in row.largest:
                    print(f"  {size:7} {name}")
    print(f"\n{len(wrong)} violated" if wrong else "\nevery property holds")
    for line in wrong[:200]:
        print(f"  {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
