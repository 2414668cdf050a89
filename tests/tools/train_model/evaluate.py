"""What a model is worth on the held-out repositories, and its speed.

    python evaluate.py dev   --model OUT --data data/packed      MRR of BM25, of the vectors, and of both fused by rank
    python evaluate.py speed --model OUT --pairs data/pairs      chunks a second

The model runs as the product runs it.
"""

import argparse
import glob
import gzip
import json
import time
from pathlib import Path

import numpy as np

from coderag.embedding.model import Embedder


class Bags:
    """Distinct token ids with their counts, embedded by the product's own session."""

    def __init__(self, folder):
        self.embedder = Embedder(Path(folder).absolute())
        self.vocabulary = json.loads((Path(folder) / "config.json").read_text())["vocab"]

    def idf(self, bags):
        """IDF of every token over the chunks of a repository; as the graph wants it."""
        df = np.zeros(self.vocabulary, np.float32)
        for b in bags:
            df[list(b)] += 1
        return np.log1p((len(bags) - df + 0.5) / (df + 0.5)).astype(np.float32)

    def vectors(self, bags, side, idf=None):
        rows = [(list(b), list(b.values()), None if idf is None else [float(idf[t]) for t in b]) for b in bags]
        return self.embedder._run(rows, side)


class BM25:
    """Over bags {id: count}."""

    def __init__(self, bags, k1=1.2, b=0.75):
        self.bags, lengths = bags, np.array([sum(x.values()) for x in bags], np.float32)
        self.norm, self.k1 = k1 * (1 - b + b * lengths / lengths.mean()), k1
        self.postings = {}
        for i, bag in enumerate(bags):
            for t, n in bag.items():
                self.postings.setdefault(t, []).append((i, n))

    def scores(self, bag):
        out = np.zeros(len(self.bags), np.float32)
        for t in bag:
            if t in self.postings:
                rows, tf = (np.array(x) for x in zip(*self.postings[t], strict=True))
                idf = np.log1p((len(self.bags) - len(rows) + 0.5) / (len(rows) + 0.5))
                out[rows] += idf * tf * (self.k1 + 1) / (tf + self.norm[rows])
        return out


def fused(*rankings, k=60):
    out = np.zeros(len(rankings[0]), np.float32)
    for scores in rankings:
        best = np.argsort(-scores)[:100]
        out[best] += 1 / (k + 1 + np.arange(len(best)))
    return out


def dev(a):
    from train import KINDS, Pairs

    model, pairs = Bags(a.model), Pairs(f"{a.data}/dev.npz")

    def bag(side, i):
        ids, counts, offsets = pairs.x[side]
        part = slice(offsets[i], offsets[i + 1])
        return dict(zip(ids[part].tolist(), counts[part].tolist(), strict=True))

    rng = np.random.default_rng(0)
    table = {}
    for kind in ("doc", "commit", "test", "name"):
        for r in range(len(pairs.repos)):
            rows = np.flatnonzero((pairs.meta[:, 1] == r) & (pairs.meta[:, 0] == KINDS.index(kind)))[:3000]
            if len(rows) < 50:
                continue
            queries, chunks = [bag("q", i) for i in rows], [bag("d", i) for i in rows]
            vectors, words = model.vectors(chunks, 0), BM25(chunks)
            picked = rng.permutation(len(rows))[: a.queries]
            asked = model.vectors([queries[i] for i in picked], 1, model.idf(chunks))
            found = {}
            for vector, i in zip(asked, picked, strict=True):
                same = (pairs.meta[rows, 4] == pairs.meta[rows[i], 4]) | (pairs.meta[rows, 3] == pairs.meta[rows[i], 3])
                same[i] = False  # equal queries or equal code: neither right nor wrong
                cosine, bm25 = vectors @ vector, words.scores(queries[i])
                for name, s in (("bm25", bm25), ("vectors", cosine), ("fused", fused(bm25, cosine))):
                    s = np.where(same, -1e9, s)
                    rank = 1 + int((s > s[i]).sum()) + 0.5 * int((s == s[i]).sum() - 1)
                    found.setdefault(name, []).append(1 / rank)
            for name, reciprocal in found.items():
                table.setdefault(name, {}).setdefault(kind, []).append(np.mean(reciprocal))
    for name, row in table.items():
        print(f"{name:8}", {kind: round(float(np.mean(v)), 4) for kind, v in row.items()})


def speed(a):
    embedder = Embedder(Path(a.model).absolute())
    texts = []
    for file in sorted(glob.glob(a.pairs + "/*.gz"))[:20]:
        with gzip.open(file, "rt") as lines:
            texts += [json.loads(line)["d"][:1500] for line, _ in zip(lines, range(600), strict=False)]
    embedder.embed_chunks(texts[:10])
    wall, cpu = time.time(), time.process_time()
    embedder.embed_chunks(texts)
    wall, cpu = time.time() - wall, time.process_time() - cpu
    print(f"{len(texts)} chunks of {sum(map(len, texts)) / len(texts):.0f} characters: {len(texts) / wall:.0f}/s, "
          f"{len(texts) / cpu:.0f} a second of processor time")  # fmt: skip


if __name__ == "__main__":
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("cmd", choices=["dev", "speed"])
    ap.add_argument("--model", required=True)
    ap.add_argument("--data", default="data/packed")
    ap.add_argument("--pairs", default="data/pairs")
    ap.add_argument("--queries", type=int, default=200)
    arguments = ap.parse_args()
    globals()[arguments.cmd](arguments)
