"""Vocabulary and packed training arrays.

python pack.py vocab --pairs data/pairs --size 40000 --out data/tok
python pack.py pack  --pairs data/pairs --tok data/tok/tokenizer.json --out data/packed
"""

import argparse
import glob
import gzip
import hashlib
import json
import os
import random
import zlib
from collections import Counter

import numpy as np
from textenc import PIECE, new_tokenizer
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from coderag.embedding.pieces import PieceEncoder

DEV = """pallets/werkzeug fastify/fastify apache/commons-io NLog/NLog google/leveldb libevent/libevent labstack/echo hyperium/hyper
jekyll/jekyll composer/composer luarocks/luarocks square/kotlinpoet onevcat/Kingfisher rrrene/credo yesodweb/wai typelevel/fs2
mitchellh/libxev dehydrated-io/dehydrated vuejs/core""".split()
KINDS = ["doc", "win", "sig", "name", "test", "commit", "md"]
Q_MAX, D_MAX = 64, 320
# people ask; comments state.  A share of the queries is wrapped so that the words of asking learn to weigh nothing
ASK = [
    "how does {} work",
    "how is {} handled",
    "how is {} implemented",
    "where is {} implemented",
    "how to {}",
    "what does {}",
    "code that {}",
    "function that {}",
    "which class {}",
    "explain how {}",
    "find {}",
    "show me {}",
    "implementation of {}",
    "logic for {}",
    "where do we {}",
    "how do you {}",
    "where are {} defined",
    "what happens when {}",
    "how are {} managed",
]


def records(pattern):
    for f in sorted(glob.glob(os.path.join(pattern, "*.jsonl.gz"))):
        slug = os.path.basename(f)[:-9].replace("+", "/", 1)
        with gzip.open(f, "rt") as h:
            for line in h:
                yield slug, json.loads(line)


def vocab(a):
    words, per = Counter(), Counter()
    for slug, r in records(a.pairs):
        if slug in DEV:
            continue
        if r["k"] in ("sig", "win"):
            continue
        words.update(p.lower() for p in PIECE.findall(r["q"]))
        if per[slug] < 4000:  # no repository may dominate the vocabulary
            words.update(p.lower() for p in set(PIECE.findall(r["d"])))
        per[slug] += 1
    words = Counter({w: n for w, n in words.items() if len(w) <= 24 and n >= 2})
    print("distinct pieces", len(words), "total", sum(words.values()))

    def lines():  # counts by repetition, damped: only their order matters to BPE
        for w, n in words.items():
            m = max(1, int(n**0.75))
            while m > 0:
                yield " ".join([w] * min(m, 500))
                m -= 500

    t = Tokenizer(models.BPE(unk_token="[UNK]"))
    t.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tr = trainers.BpeTrainer(
        vocab_size=a.size,
        min_frequency=2,
        special_tokens=["[UNK]"],
        show_progress=False,
        initial_alphabet=list("abcdefghijklmnopqrstuvwxyz0123456789"),
    )
    t.train_from_iterator(lines(), tr)
    os.makedirs(a.out, exist_ok=True)
    m = json.loads(t.to_str())["model"]
    out = new_tokenizer(
        models.BPE(
            m["vocab"],
            [tuple(x) if isinstance(x, list) else tuple(x.split(" ")) for x in m["merges"]],
            unk_token="[UNK]",
        )
    )
    out.save(os.path.join(a.out, "tokenizer.json"), pretty=False)
    print("vocab", out.get_vocab_size(), os.path.getsize(os.path.join(a.out, "tokenizer.json")))


def uniq(ids):
    c = Counter(ids)
    return list(c.keys()), [min(n, 255) for n in c.values()]


def pack(a):
    enc, rnd = PieceEncoder(a.tok).encode, random.Random(1)
    for split in ("train", "dev"):
        Q, D, meta, repos, dup = [[], [], [0]], [[], [], [0]], [], {}, set()
        for slug, r in records(a.pairs):
            if (slug in DEV) != (split == "dev"):
                continue
            qt = r["q"]
            if split == "train" and r["k"] in ("doc", "win", "commit", "sig", "name") and rnd.random() < 0.12:
                qt = rnd.choice(ASK).format(qt)
            qi = enc(qt, Q_MAX)
            di = enc(r["d"], D_MAX)
            if split == "train" and rnd.random() < 0.5:
                di = enc(r["p"], 10**9)[-12:] + di
            if len(qi) < 1 or len(di) < 5:
                continue
            key = hashlib.blake2b(repr((qi, di[-60:])).encode(), digest_size=8).digest()
            if key in dup:
                continue
            dup.add(key)
            for X, ids in ((Q, qi), (D, di)):
                u, c = uniq(ids)
                X[0].extend(u), X[1].extend(c), X[2].append(len(X[0]))
            rid = repos.setdefault(slug, len(repos))
            meta.append(
                (
                    KINDS.index(r["k"]),
                    rid,
                    zlib.crc32(r["p"].encode()),
                    zlib.crc32(r["q"].lower().encode()),
                    zlib.crc32(r["d"][:600].encode()),
                )
            )
        os.makedirs(a.out, exist_ok=True)
        np.savez(
            os.path.join(a.out, split + ".npz"),
            q_ids=np.array(Q[0], np.uint16),
            q_cnt=np.array(Q[1], np.uint8),
            q_off=np.array(Q[2], np.int64),
            d_ids=np.array(D[0], np.uint16),
            d_cnt=np.array(D[1], np.uint8),
            d_off=np.array(D[2], np.int64),
            meta=np.array(meta, np.int64),
            repos=np.array(list(repos), dtype=str),
        )
        m = np.array(meta)
        print(
            split,
            len(meta),
            "pairs",
            len(repos),
            "repos",
            dict(zip(KINDS, np.bincount(m[:, 0], minlength=len(KINDS)).tolist(), strict=True)),
            "tokens q/d",
            len(Q[0]) / len(meta),
            len(D[0]) / len(meta),
            flush=True,
        )


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("cmd", choices=["vocab", "pack"])
    ap.add_argument("--pairs", default="data/pairs")
    ap.add_argument("--size", type=int, default=40000)
    ap.add_argument("--tok", default="data/tok/tokenizer.json")
    ap.add_argument("--out", required=True)
    a = ap.parse_args()
    globals()[a.cmd](a)
