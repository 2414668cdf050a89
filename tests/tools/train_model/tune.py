"""Fine-tune the shipped token vectors so that they tell the chunks of one file apart.

    python tune.py pack  --chunks data/chunks --tok bundled/tokenizer.json --dev tune_dev.txt --out data/tune
    python tune.py init  --model bundled --out runs/shipped.pt
    python tune.py train --data data/tune --init runs/shipped.pt --out runs/T.pt
    python tune.py dev   --data data/tune --runs runs/shipped.pt runs/T.pt
    python tune.py mix   --runs runs/shipped.pt runs/T.pt --out runs/mixed.pt

The loss of a question: InfoNCE over a batch made of blocks of one repository, as in train.py, and ``--infile`` times the
cross-entropy of its chunk against other chunks of the same file. IDF of the repository acts on questions only, as in the
product.
"""

import argparse
import glob
import gzip
import json
import os
import time
import zlib

import numpy as np
import torch
import torch.nn.functional as F
from pack import uniq
from train import InfoNCE, Static, batches, idf_ratio, positions

from coderag.embedding.pieces import PieceEncoder

KINDS = ["doc", "name", "commit", "head", "text"]
Q_MAX, D_MAX = 64, 320
PLAIN_ASK = ["how does {} work", "how is {} handled", "where is {} implemented", "how to {}", "code that {}", "where do we {}",
             "what happens when {}", "function that {}", "find {}", "explain how {}", "logic for {}", "how do you {}"]  # fmt: skip
DOC_ASK = ["how do I {}", "how to {}", "{} how does it work", "what does the documentation say about {}", "what is {}", "explain {}",
           "where is {} described", "can I {}", "what about {}", "how do I configure {}"]  # fmt: skip


# ---------------------------------------------------------------- data
class Bags:
    """Texts as distinct token ids with counts."""

    def __init__(self):
        self.ids, self.cnt, self.off = [], [], [0]

    def add(self, ids):
        distinct, counts = uniq(ids)
        self.ids += distinct
        self.cnt += counts
        self.off.append(len(self.ids))

    def arrays(self, name):
        return {name + "_ids": np.array(self.ids, np.uint16), name + "_cnt": np.array(self.cnt, np.uint8),
                name + "_off": np.array(self.off, np.int64)}  # fmt: skip


def pack(a):
    encoder, rng = PieceEncoder(a.tok), np.random.default_rng(1)
    held = {line.strip() for line in open(a.dev)}
    os.makedirs(a.out, exist_ok=True)
    for split in ("train", "dev"):
        D, Q, chunk, asked, repos, groups = Bags(), Bags(), [], [], [], 0
        for file in sorted(glob.glob(os.path.join(a.chunks, "*.jsonl.gz"))):
            slug = os.path.basename(file)[:-9].replace("+", "/", 1)
            if (slug in held) != (split == "dev"):
                continue
            rid = len(repos)
            repos.append(slug)
            for line in gzip.open(file, "rt"):
                r = json.loads(line)
                path, at = zlib.crc32(r["p"].encode()), len(chunk)
                for text in r["c"]:
                    D.add(encoder.encode(text, D_MAX))
                    chunk.append((rid, groups, path, zlib.crc32(text.encode())))
                for kind, q, i in r["q"]:
                    share = 0.3 if kind in ("head", "text") else 0.12
                    text = q
                    if split == "train" and kind != "name" and rng.random() < share:
                        forms = DOC_ASK if kind in ("head", "text") else PLAIN_ASK
                        text = forms[rng.integers(len(forms))].format(q)
                    ids = encoder.encode(text, Q_MAX)
                    if ids and len(encoder.encode(r["c"][i], D_MAX)) >= 5:
                        Q.add(ids)
                        asked.append((rid, groups, path, at + i, KINDS.index(kind), zlib.crc32(q.lower().encode())))
                groups += 1
        np.savez(os.path.join(a.out, split + ".npz"), **D.arrays("d"), **Q.arrays("q"), chunk=np.array(chunk, np.int64),
                 asked=np.array(asked, np.int64), repos=np.array(repos))  # fmt: skip
        kinds = np.bincount(np.array(asked)[:, 4], minlength=len(KINDS))
        print(
            split,
            len(repos),
            "repositories",
            len(chunk),
            "chunks",
            len(asked),
            "questions",
            dict(zip(KINDS, kinds.tolist(), strict=True)),
        )


class Data:
    def __init__(self, path, gidf, gamma):
        z = np.load(path)
        self.x = {s: (z[s + "_ids"], z[s + "_cnt"].astype(np.float32), z[s + "_off"]) for s in "qd"}
        self.repos = z["repos"]
        self.c_repo, self.c_group, self.c_path, self.c_hash = z["chunk"].T
        self.repo, self.group, self.path, self.gold, self.kind, self.hash = z["asked"].T
        ids, _, off = self.x["d"]
        self.ratio = idf_ratio(ids, off, self.c_repo, len(self.repos), len(gidf), gidf, gamma)
        cut = np.flatnonzero(np.diff(self.c_group)) + 1
        self.first = np.concatenate([[0], cut])  # chunks of a group are neighbours
        self.size = np.diff(np.concatenate([self.first, [len(self.c_group)]]))
        found = {}
        for g, h, c in zip(self.group, self.hash, self.gold, strict=True):
            found.setdefault((g, h), set()).add(c)
        self.answers = {k: np.array(sorted(v)) for k, v in found.items() if len(v) > 1}

    def bags(self, side, rows, p):
        ids, cnt, off = self.x[side]
        at, first, n = positions(off, rows)
        w = cnt[at] ** p
        if side == "q":
            w = w * self.ratio[np.repeat(self.repo[rows], n), ids[at]]
        return (
            torch.from_numpy(ids[at].astype(np.int64)),
            torch.from_numpy(first),
            torch.from_numpy(w.astype(np.float32)),
        )

    def others(self, rows, n, rng):
        """[len(rows), n] chunks of the same file, [len(rows), n] whether each counts as wrong."""
        g = self.group[rows]
        picked = self.first[g][:, None] + rng.integers(0, 1 << 30, (len(rows), n)) % self.size[g][:, None]
        wrong = picked != self.gold[rows][:, None]
        for j, r in enumerate(rows):  # a commit has several answers
            more = self.answers.get((self.group[r], self.hash[r]))
            if more is not None:
                wrong[j] &= ~np.isin(picked[j], more)
        return picked, wrong & (self.c_hash[picked] != self.c_hash[self.gold[rows]][:, None])


# ---------------------------------------------------------------- the shipped weights
def weights(vectors, ratio):
    """Parameters from what each token adds to a chunk, [V, dim], and the log of its weight in questions over that in
    chunks, [V]. Only products of row and weight are known, so all rows get the length they start with in train.py."""
    size, unit = vectors.norm(dim=1).clamp_min(1e-6), 0.1 * vectors.shape[1] ** 0.5
    ad = torch.log(size / unit)
    return {"E": vectors / size[:, None] * unit, "ad": ad, "aq": ad + ratio}


def init(a):
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(os.path.join(a.model, "model.onnx")).graph
    parts = {t.name: torch.from_numpy(numpy_helper.to_array(t).copy()) for t in graph.initializer}
    wd, wq = parts["scales"]
    config = json.load(open(os.path.join(a.model, "config.json")))
    args = {"p": config["tf_exponent"], "gamma": config["idf_exponent"]}
    model = weights(parts["table"].float() * wd[:, None], torch.log(wq.clamp_min(1e-9) / wd.clamp_min(1e-9)))
    torch.save({"model": model, "gidf": parts["gidf"], "dev": {}, "args": args}, a.out)


def mix(a):
    cks = [torch.load(f, weights_only=False) for f in a.runs]  # our own files
    vectors = [c["model"]["E"] * torch.exp(c["model"]["ad"])[:, None] for c in cks]
    ratios = [c["model"]["aq"] - c["model"]["ad"] for c in cks]
    first, second = 1 - a.share, a.share
    model = weights(first * vectors[0] + second * vectors[1], first * ratios[0] + second * ratios[1])
    torch.save({**cks[1], "model": model, "args": dict(cks[1]["args"], mixed=a.share), "dev": {}}, a.out)


# ---------------------------------------------------------------- figures
@torch.no_grad()
def figures(model, data, p, most=400):
    """{kind: (file, within, chunk)}: mean over repositories of the mean reciprocal rank of the right file, of the right
    chunk in its file, of the right chunk in the repository (other versions of its file left out)."""
    out = {}
    for k in KINDS:
        per = []
        for r in range(len(data.repos)):
            rows = np.flatnonzero((data.repo == r) & (data.kind == KINDS.index(k)))
            if len(rows) < 25:
                continue
            rows = np.random.default_rng(r).permutation(rows)[:most]
            groups = np.unique(data.group[(data.repo == r) & (data.kind == KINDS.index(k))])
            pool = np.flatnonzero(np.isin(data.c_group, groups))
            pool = pool[np.lexsort((data.c_group[pool], data.c_path[pool]))]
            q = F.normalize(model("q", data.bags("q", rows, p)), dim=1)
            d = F.normalize(model("d", data.bags("d", pool, p)), dim=1)
            s = (q @ d.T).numpy()
            place = {c: i for i, c in enumerate(pool)}
            gold = s[np.arange(len(rows)), [place[c] for c in data.gold[rows]]][:, None]
            own = data.c_group[pool][None] == data.group[rows][:, None]
            elsewhere = data.c_path[pool][None] != data.path[rows][:, None]
            same = data.c_hash[pool][None] == data.c_hash[data.gold[rows]][:, None]
            for j, row in enumerate(rows):
                more = data.answers.get((data.group[row], data.hash[row]))
                if more is not None:
                    same[j, [place[c] for c in more]] = True
            better = (s > gold) & ~same
            within, chunk = 1 + (better & own).sum(1), 1 + (better & (own | elsewhere)).sum(1)
            starts = np.concatenate([[0], np.flatnonzero(np.diff(data.c_path[pool])) + 1])
            best = np.maximum.reduceat(np.where(elsewhere, s, -9), starts, axis=1)
            file = 1 + (best > np.where(own, s, -9).max(1)[:, None]).sum(1)
            per.append([np.mean(1 / x) for x in (file, within, chunk)])
        if per:
            out[k] = tuple(round(float(x), 4) for x in np.mean(per, axis=0))
    out["mean"] = tuple(round(float(x), 4) for x in np.mean([out[k] for k in out], axis=0))
    return out


def show(name, found):
    print(f"{name:34}", "  ".join(f"{k} " + "/".join(f"{x:.3f}" for x in v) for k, v in found.items()), flush=True)


def load(file):
    ck = torch.load(file, weights_only=False)  # our own file
    V, dim = ck["model"]["E"].shape
    model = Static(V, dim)
    model.load_state_dict(ck["model"])
    return ck, model


def dev(a):
    torch.set_num_threads(a.threads)
    data = None
    for file in a.runs:
        ck, model = load(file)
        data = data or Data(f"{a.data}/{a.split}.npz", ck["gidf"].numpy(), ck["args"]["gamma"])
        show(os.path.basename(file), figures(model, data, ck["args"]["p"]))


# ---------------------------------------------------------------- training
def order(data, use, rng, block, batch, by_file):
    """Batches made of blocks of one repository; of whole files where ``by_file``."""
    key = rng.permutation(int(data.group.max()) + 1)[data.group[use]] if by_file else rng.random(len(use))
    o = np.lexsort((rng.random(len(use)), key, data.repo[use]))
    return batches(use[o], data.repo[use[o]], rng, block, batch)


def train(a):
    torch.set_num_threads(a.threads)
    torch.manual_seed(a.seed)
    rng = np.random.default_rng(a.seed)
    ck, model = load(a.init)
    p, gamma = ck["args"]["p"], ck["args"]["gamma"]
    gidf = ck["gidf"].numpy()
    data, held = (Data(f"{a.data}/{s}.npz", gidf, gamma) for s in ("train", "dev"))
    shares = dict(zip(KINDS, (float(x) for x in a.shares.split(",")), strict=True))
    opt = torch.optim.Adam([{"params": [model.E], "lr": a.lr, "betas": (0.9, 0.99)},
                            {"params": [model.aq, model.ad], "lr": a.lr}], fused=True)  # fmt: skip
    base = [g["lr"] for g in opt.param_groups]
    keep = np.array([shares[k] for k in KINDS])
    total = int(len(data.kind) * keep[data.kind].clip(0, 1).mean() / a.batch * a.epochs)
    dims = (model.E.shape[1], 128, 64)
    step, began, run = 0, time.time(), None
    while step < total:
        use = np.flatnonzero(rng.random(len(data.kind)) < keep[data.kind])
        for rows in order(data, use, rng, a.block, a.batch, rng.random() < a.by_file):
            if step >= total:
                break
            for g, b in zip(opt.param_groups, base, strict=True):
                g["lr"] = b * min(1, (step + 1) / 20) * (1 - step / total)
            picked, wrong = data.others(rows, a.negatives, rng) if a.infile else (np.zeros((len(rows), 0), int), None)
            d_rows = np.concatenate([data.gold[rows], picked.ravel()])
            q, d = model.both(data.bags("q", rows, p), data.bags("d", d_rows, p))
            # no negatives: the same question, the same code, another version of the same file
            h, g, c, f = data.hash[rows], data.group[rows], data.c_hash[data.gold[rows]], data.path[rows]
            same = (h[:, None] == h) | (c[:, None] == c) | ((f[:, None] == f) & (g[:, None] != g))
            np.fill_diagonal(same, False)
            same = torch.from_numpy(same).nonzero(as_tuple=True)
            B, loss = len(rows), 0
            for n, w in zip(dims, (1.0, 0.5, 0.25), strict=True):
                qn, dn = F.normalize(q[:, :n], dim=1), F.normalize(d[:B, :n], dim=1)
                loss = loss + InfoNCE.apply(qn, dn, same, a.temp, w)
                if a.infile:
                    near = F.normalize(d[B:, :n], dim=1).view(B, a.negatives, n)
                    s = torch.einsum("bn,bkn->bk", qn, near).masked_fill(~torch.from_numpy(wrong), -9.0)
                    s = torch.cat([(qn * dn).sum(1, keepdim=True), s], 1) / a.temp
                    loss = loss + a.infile * w * F.cross_entropy(s, torch.zeros(B, dtype=torch.long))
            opt.zero_grad(set_to_none=True)
            loss.backward()
            opt.step()
            run = loss.item() if run is None else 0.95 * run + 0.05 * loss.item()
            step += 1
            if step % 50 == 0 or step == 5:
                print(
                    f"step {step}/{total} loss {run:.3f} {(time.time() - began) / step * 1000:.0f} ms/step", flush=True
                )
    found = figures(model, held, p)
    show(os.path.basename(a.out), found)
    args = {**ck["args"], **{k: v for k, v in vars(a).items() if k != "cmd"}}
    torch.save({"model": model.state_dict(), "gidf": ck["gidf"], "args": args, "dev": found}, a.out)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("cmd", choices=["pack", "init", "train", "dev", "mix"])
    ap.add_argument("--chunks")
    ap.add_argument("--tok")
    ap.add_argument("--dev", help="file with the repositories held out, owner/name a line")
    ap.add_argument("--model")
    ap.add_argument("--data")
    ap.add_argument("--split", default="dev")
    ap.add_argument("--init")
    ap.add_argument("--runs", nargs="+")
    ap.add_argument("--out")
    ap.add_argument("--share", type=float, default=0.5, help="of the second run in the mean")
    ap.add_argument("--batch", type=int, default=1024)
    ap.add_argument("--block", type=int, default=256)
    ap.add_argument("--epochs", type=float, default=1)
    ap.add_argument("--lr", type=float, default=0.005)
    ap.add_argument("--temp", type=float, default=0.05)
    ap.add_argument("--infile", type=float, default=1.0, help="weight of the loss within the file")
    ap.add_argument("--negatives", type=int, default=6, help="other chunks of the file a question")
    ap.add_argument("--by-file", type=float, default=0.0, help="share of epochs whose blocks hold whole files")
    ap.add_argument("--shares", default="1,0.5,1,1,1", help="share of the questions of each kind: " + ",".join(KINDS))
    ap.add_argument("--threads", type=int, default=2)
    ap.add_argument("--seed", type=int, default=0)
    a = ap.parse_args()
    globals()[a.cmd](a)


if __name__ == "__main__":
    main()
