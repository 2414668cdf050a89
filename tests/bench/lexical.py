"""Lexical index on a synthetic Zipf corpus: build, merge, open, search. Prints one table.

    python -m tests.bench.lexical --documents 300000
"""
from __future__ import annotations

import argparse
import random
import resource
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from coderag.index.lexical import LexicalIndex, build_segment, merge_segments, segment_files

WEIGHTS = {"name": 4.0, "path": 2.0, "body": 1.0, "doc": 1.5}


def documents(count: int, vocabulary: int, seed: int) -> Iterator[dict[str, list[str]]]:
    """About 79 distinct terms each: 150 Zipf tokens in the body, a few in the other fields, a few fresh ones."""
    rng = np.random.default_rng(seed)
    for start in range(0, count, 1000):
        rows = min(1000, count - start)
        ids = np.minimum(rng.zipf(1.25, (rows, 150)), vocabulary)
        for row, numbers in enumerate(ids.tolist()):
            words = [f"t{n}" for n in numbers]
            fresh = [f"u{start + row}x{i}" for i in range(2)]
            yield {"name": words[:2] + fresh[:1], "path": [f"dir{(start + row) // 400}", *words[2:4]],
                   "body": words + fresh, "doc": words[4:14], "defs": fresh[:1], "refs": words[14:22]}  # fmt: skip


def timed(action, repeat: int = 1):
    wall, cpu, result = time.perf_counter(), time.process_time(), None
    for _ in range(repeat):
        result = action()
    return result, time.perf_counter() - wall, time.process_time() - cpu


def latencies(search, queries) -> str:
    taken = []
    for query in queries:
        start = time.perf_counter()
        search(query)
        taken.append((time.perf_counter() - start) * 1000)
    p50, p95 = np.percentile(taken, [50, 95])
    return f"p50 {p50:.2f} ms, p95 {p95:.2f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=60_000)
    parser.add_argument("--flush", type=int, default=20_000, help="documents per segment")
    parser.add_argument("--vocabulary", type=int, default=500_000)
    parser.add_argument("--queries", type=int, default=200)
    args = parser.parse_args()
    rows: list[tuple[str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        directory = Path(folder)
        parts, wall, cpu, unique = [], 0.0, 0.0, 0
        for start in range(0, args.documents, args.flush):
            batch = list(documents(min(args.flush, args.documents - start), args.vocabulary, start))
            unique += sum(len({t for field in d.values() for t in field}) for d in batch[:100])
            info, w, c = timed(lambda batch=batch: build_segment(directory, batch))
            parts.append((info.name, np.ones(info.documents, bool)))
            wall, cpu = wall + w, cpu + c
            del batch
        rows.append(("distinct terms a document", f"{unique / 100 / len(parts):.0f}"))
        rows.append(("build", f"{args.documents / cpu:.0f} documents per CPU s ({cpu:.1f} CPU s, {wall:.1f} s)"))
        size = sum(p.stat().st_size for name, _ in parts for p in segment_files(directory, name))
        rows.append(("size", f"{size / 1e6:.0f} MB, {size / args.documents:.0f} bytes a document"))
        merged, wall, cpu = timed(lambda: merge_segments(directory, parts))
        rows.append(("merge", f"{args.documents / cpu:.0f} documents per CPU s ({cpu:.1f} CPU s, {wall:.1f} s)"))
        one = [(merged.name, np.ones(args.documents, bool))]
        rng = random.Random(7)
        common = [f"t{n}" for n in range(1, 60)]
        rare = [f"t{rng.randrange(60, 20_000)}" for _ in range(2000)]
        queries = [
            [rng.choice(rare if rng.random() < 0.75 else common) for _ in range(rng.randint(3, 8))]
            for _ in range(args.queries)
        ]
        for label, segments in ((f"{len(parts)} segments", parts), ("merged", one)):
            _, wall, _ = timed(lambda segments=segments: LexicalIndex(directory, segments).close(), 5)
            rows.append((f"open, {label}", f"{wall / 5 * 1000:.1f} ms"))
            cold = LexicalIndex(directory, segments, cache_bytes=0)
            rows.append((f"search cold, {label}", latencies(lambda q, i=cold: i.search(q, WEIGHTS, 50), queries)))
            warm = LexicalIndex(directory, segments)
            for query in queries:
                warm.search(query, WEIGHTS, 50)
            rows.append((f"search warm, {label}", latencies(lambda q, i=warm: i.search(q, WEIGHTS, 50), queries)))
    rows.append(("peak memory", f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB"))
    for label, value in rows:
        print(f"{label:28} {value}")


if __name__ == "__main__":
    main()
