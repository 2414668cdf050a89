"""Average the weights of runs that began from the same seed:  python soup.py OUT.pt RUN.pt RUN.pt ..."""

import sys

import torch

cks = [torch.load(p, weights_only=False) for p in sys.argv[2:]]
first = cks[0]
first["model"] = {k: sum(c["model"][k] for c in cks) / len(cks) for k in first["model"]}
first["args"] = dict(
    first["args"], soup=[{k: c["args"][k] for k in ("epochs", "lr", "wlr", "eps", "drop", "seed")} for c in cks]
)
first["dev"] = {}
torch.save(first, sys.argv[1])
