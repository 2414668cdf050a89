"""Train static token vectors with a contrastive loss.

    python train.py --data data/packed --out runs/base --dim 256 --batch 2048 --epochs 4 --lr 0.01
A text is the weighted sum of its distinct tokens, each with weight tf^p * exp(a[token]) (a differs for queries and
documents), divided by its length.  Loss: InfoNCE both ways over the batch, also on the leading 128 and 64 dimensions.
A batch holds blocks of pairs of one repository each, so that most negatives come from the same code base.
"""

import argparse
import json
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

KINDS = ["doc", "win", "sig", "name", "test", "commit", "md"]


class Pairs:
    def __init__(self, path):
        z = np.load(path)
        self.x = {s: (z[s + "_ids"], z[s + "_cnt"], z[s + "_off"]) for s in "qd"}
        self.meta, self.repos = z["meta"], z["repos"]
        self.ratio = None

    def __len__(self):
        return len(self.meta)

    def idf_ratio(self, V, gidf, gamma):
        """(repository IDF / overall IDF) ^ gamma, a row a repository."""
        ids, _, off = self.x["d"]
        self.ratio = idf_ratio(ids, off, self.meta[:, 1], len(self.repos), V, gidf, gamma)

    def bags(self, side, idx, p, drop=0.0, rng=None):
        ids, cnt, off = self.x[side]
        pos, first, n = positions(off, idx)
        w = cnt[pos].astype(np.float32) ** p
        if self.ratio is not None:
            w *= self.ratio[np.repeat(self.meta[idx, 1], n), ids[pos]]
        if drop:
            w *= rng.random(len(w)) >= drop
        return (torch.from_numpy(ids[pos].astype(np.int64)), torch.from_numpy(first), torch.from_numpy(w))


def idf_ratio(ids, off, repo, repos, V, gidf, gamma):
    """[repos, V]: (IDF in the repository / overall IDF) ^ gamma. ``ids`` cut at ``off`` are the texts, ``repo`` is of each."""
    key = np.repeat(repo, np.diff(off)) * V + ids
    df = np.bincount(key, minlength=repos * V).reshape(-1, V).astype(np.float32)
    n = np.bincount(repo, minlength=repos)[:, None].astype(np.float32)
    return ((np.log1p((n - df + 0.5) / (df + 0.5)) / gidf) ** gamma).astype(np.float32)


def positions(off, rows):
    """Where the tokens of the texts ``rows`` stand one after the other, where each text begins there, how many it has."""
    start, n = off[rows], off[rows + 1] - off[rows]
    ends = np.cumsum(n)
    return np.arange(ends[-1]) + np.repeat(start - (ends - n), n), ends - n, n


class Static(torch.nn.Module):
    def __init__(self, V, dim, idf=None, std=0.1):
        super().__init__()
        self.E = torch.nn.Parameter(torch.randn(V, dim) * std)
        a = torch.zeros(V) if idf is None else torch.log(torch.as_tensor(idf, dtype=torch.float32).clamp_min(1e-3))
        self.aq, self.ad = torch.nn.Parameter(a.clone()), torch.nn.Parameter(a.clone())

    def forward(self, side, bags):
        ids, off, w = bags
        w = w * torch.exp((self.aq if side == "q" else self.ad)[ids])
        return F.embedding_bag(ids, self.E, off, mode="sum", per_sample_weights=w)

    def both(self, q, d):
        """Queries and documents in one call, so that the table gets one gradient."""
        w = torch.cat([q[2] * torch.exp(self.aq[q[0]]), d[2] * torch.exp(self.ad[d[0]])])
        out = F.embedding_bag(
            torch.cat([q[0], d[0]]), self.E, torch.cat([q[1], d[1] + len(q[0])]), mode="sum", per_sample_weights=w
        )
        return out[: len(q[1])], out[len(q[1]) :]


class InfoNCE(torch.autograd.Function):
    """Symmetric InfoNCE of unit vectors with bfloat16 products; the gradient is worked out together with the loss.

    Entries named in `same` (pairs that share a query or a code text) do not count as negatives.
    """

    @staticmethod
    def forward(ctx, q, d, same, temp, weight):
        B = len(q)
        qb, db = q.detach().bfloat16(), d.detach().bfloat16()
        e = (qb @ db.T).float().sub_(1.0).mul_(1.0 / temp).exp_()
        if len(same[0]):
            e[same] = 0.0
        gold = (q * d).sum(1).sub(1.0).mul(1.0 / temp)
        e.diagonal().copy_(gold.exp())
        r, c = e.sum(1), e.sum(0)
        eb = e.bfloat16()
        k = weight / (2 * B * temp)
        gq = (eb @ db).float() / r[:, None] + (eb @ (d / c[:, None]).bfloat16()).float() - 2 * d
        gd = (eb.T @ (q / r[:, None]).bfloat16()).float() + (eb.T @ qb).float() / c[:, None] - 2 * q
        ctx.save_for_backward(gq.mul_(k), gd.mul_(k))
        return weight * (0.5 * (r.log() + c.log()) - gold).mean()

    @staticmethod
    def backward(ctx, g):
        gq, gd = ctx.saved_tensors
        return gq * g, gd * g, None, None, None


def equal_pairs(*hashes):
    """Index pairs i != j with an equal hash."""
    first, second = [], []
    for h in hashes:
        o = np.argsort(h, kind="stable")
        cuts = np.flatnonzero(np.diff(h[o])) + 1
        for part in np.split(o, cuts):
            if 1 < len(part) <= 200:
                a, b = np.meshgrid(part, part)
                keep = a != b
                first.append(a[keep]), second.append(b[keep])
    if not first:
        return (torch.zeros(0, dtype=torch.long),) * 2
    return torch.from_numpy(np.concatenate(first)), torch.from_numpy(np.concatenate(second))


def token_df(pairs, V):
    df = np.bincount(pairs.x["d"][0], minlength=V) + np.bincount(pairs.x["q"][0], minlength=V)
    return df


def order(pairs, use, rng, block, batch, by_file):
    """Indices of one epoch, cut into batches made of blocks of one repository."""
    rep, path = pairs.meta[use, 1], pairs.meta[use, 2]
    if by_file:  # neighbours come from the same file
        salt = rng.integers(1, 2**31)
        key = (path * 2654435761 + salt) % (2**31)
        o = np.lexsort((rng.random(len(use)), key, rep))
    else:
        o = np.lexsort((rng.random(len(use)), rep))
    return batches(use[o], rep[o], rng, block, batch)


def batches(rows, repo, rng, block, batch):
    """``rows`` in their order, which is that of their ``repo``, cut into blocks of one repository, shuffled and joined."""
    blocks = []
    for part in np.split(rows, np.flatnonzero(np.diff(repo)) + 1):
        blocks += np.array_split(part, max(1, -(-len(part) // block)))
    flat = np.concatenate([blocks[i] for i in rng.permutation(len(blocks))])
    return [flat[i : i + batch] for i in range(0, len(flat) - batch // 2, batch)]


@torch.no_grad()
def evaluate(model, dev, p, dims=(256,), kinds=("doc", "win", "name", "test", "commit")):
    """Mean over repositories of the reciprocal rank of a query's code among all code of its kind in the repository."""
    out = {}
    for dim in dims:
        for k in kinds:
            per = []
            for r in range(len(dev.repos)):
                idx = np.flatnonzero((dev.meta[:, 1] == r) & (dev.meta[:, 0] == KINDS.index(k)))[:3000]
                if len(idx) < 50:
                    continue
                q = F.normalize(model("q", dev.bags("q", idx, p))[:, :dim], dim=1)
                d = F.normalize(model("d", dev.bags("d", idx, p))[:, :dim], dim=1)
                s = q @ d.T
                gold = s.diagonal()[:, None]
                dh, qh = torch.from_numpy(dev.meta[idx, 4]), torch.from_numpy(dev.meta[idx, 3])
                same = (dh[:, None] == dh[None]) | (qh[:, None] == qh[None])
                rank = ((s > gold) & ~same).sum(1) + 1
                per.append((1.0 / rank.float()).mean().item())
            out[f"{k}@{dim}"] = round(float(np.mean(per)), 4)
    out["mean"] = round(float(np.mean([v for k, v in out.items() if k.endswith(f"@{dims[0]}")])), 4)
    return out


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--data", default="data/packed")
    ap.add_argument("--out", required=True)
    ap.add_argument("--vocab", type=int, required=True)
    ap.add_argument("--dim", type=int, default=256)
    ap.add_argument("--batch", type=int, default=2048)
    ap.add_argument("--block", type=int, default=256)
    ap.add_argument("--epochs", type=float, default=3)
    ap.add_argument("--minutes", type=float, default=999)
    ap.add_argument("--lr", type=float, default=0.01)
    ap.add_argument("--wlr", type=float, default=None, help="learning rate of the token weights")
    ap.add_argument(
        "--eps", type=float, default=1e-8, help="Adam's eps for the vectors; a large one lets rare tokens move little"
    )
    ap.add_argument("--temp", type=float, default=0.05)
    ap.add_argument("--p", type=float, default=0.5, help="exponent of the term frequency")
    ap.add_argument("--std", type=float, default=0.1)
    ap.add_argument("--drop", type=float, default=0.0, help="share of document tokens left out")
    ap.add_argument("--by-file", type=float, default=0.0, help="share of epochs with blocks ordered by file")
    ap.add_argument("--tie", action="store_true", help="same token weights for queries and documents")
    ap.add_argument(
        "--gamma", type=float, default=0.0, help="exponent of repository IDF / overall IDF on every token weight"
    )
    ap.add_argument("--no-idf", action="store_true")
    ap.add_argument("--no-mrl", action="store_true")
    ap.add_argument("--init", default=None, help=".npy of token vectors or .pt of an earlier run")
    ap.add_argument("--kinds", default=",".join(KINDS))
    ap.add_argument("--limit", type=int, default=0)
    ap.add_argument("--eval-every", type=int, default=0)
    ap.add_argument("--threads", type=int, default=2)
    ap.add_argument("--seed", type=int, default=0)
    a = ap.parse_args()
    torch.set_num_threads(a.threads)
    torch.manual_seed(a.seed)
    rng = np.random.default_rng(a.seed)
    tr, dev = Pairs(f"{a.data}/train.npz"), Pairs(f"{a.data}/dev.npz")
    df = token_df(tr, a.vocab)
    gidf = np.log1p(len(tr) / (np.bincount(tr.x["d"][0], minlength=a.vocab) + 1.0)).astype(np.float32)
    if a.gamma:
        tr.idf_ratio(a.vocab, gidf, a.gamma)
        dev.idf_ratio(a.vocab, gidf, a.gamma)
    idf = np.log1p(2 * len(tr) / (df + 1.0))
    idf = idf / idf.mean()
    model = Static(a.vocab, a.dim, None if a.no_idf else idf, a.std)
    if a.init and a.init.endswith(".pt"):
        model.load_state_dict(torch.load(a.init, weights_only=False)["model"])
    elif a.init:
        e = torch.from_numpy(np.load(a.init)[:, : a.dim].astype(np.float32))
        model.E.data.copy_(e / e.norm(dim=1).mean() * a.std * a.dim**0.5)
    use = np.flatnonzero(np.isin(tr.meta[:, 0], [KINDS.index(k) for k in a.kinds.split(",")]))
    if a.limit:
        use = rng.permutation(use)[: a.limit]
    wlr = a.lr if a.wlr is None else a.wlr
    opt = torch.optim.Adam(
        [
            {"params": [model.E], "lr": a.lr, "betas": (0.9, 0.99), "eps": a.eps},
            {"params": [model.aq, model.ad], "lr": wlr},
        ],
        fused=True,
    )
    base = [g["lr"] for g in opt.param_groups]
    per_epoch = max(1, len(use) // a.batch)
    total = int(per_epoch * a.epochs)
    dims = [a.dim] if a.no_mrl else [d for d in (a.dim, 128, 64) if d <= a.dim]
    dims = list(dict.fromkeys(dims))
    print(f"{len(tr)} pairs, {len(use)} used, {len(dev)} dev, {total} steps", flush=True)
    step, t0, run = 0, time.time(), 0.0
    os.makedirs(a.out, exist_ok=True)
    while step < total:
        for idx in order(tr, use, rng, a.block, a.batch, rng.random() < a.by_file):
            frac = max(step / total, (time.time() - t0) / 60 / a.minutes)
            if step >= total or frac >= 1:
                break
            for g, b in zip(opt.param_groups, base, strict=True):
                g["lr"] = b * min(1, (step + 1) / 50) * (1 - frac) ** 1.0
            if a.tie:
                model.aq.data.copy_(model.ad.data)
            q, d = model.both(tr.bags("q", idx, a.p), tr.bags("d", idx, a.p, a.drop, rng))
            m = tr.meta[idx]
            same = equal_pairs(m[:, 3], m[:, 4])
            loss = 0
            for n, w in zip(dims, (1.0, 0.5, 0.25), strict=False):
                loss = loss + InfoNCE.apply(F.normalize(q[:, :n], dim=1), F.normalize(d[:, :n], dim=1), same, a.temp, w)
            opt.zero_grad(set_to_none=True)
            loss.backward()
            opt.step()
            run = loss.item() if step == 0 else 0.95 * run + 0.05 * loss.item()
            step += 1
            if step % 50 == 0 or step == 5:
                print(f"step {step}/{total} loss {run:.3f} {(time.time() - t0) / step * 1000:.0f} ms/step", flush=True)
            if a.eval_every and step % a.eval_every == 0:
                print("  dev", evaluate(model, dev, a.p, (a.dim,)), flush=True)
        if frac >= 1:
            break
    res = evaluate(model, dev, a.p, tuple(dims))
    print("DEV", json.dumps(res), f"{time.time() - t0:.0f}s", json.dumps(vars(a)), flush=True)
    torch.save(
        {"gidf": torch.from_numpy(gidf), "model": model.state_dict(), "args": vars(a), "dev": res}, f"{a.out}/model.pt"
    )


if __name__ == "__main__":
    main()
