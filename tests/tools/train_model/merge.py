"""Join the training and the held-out pairs for the last run:  python merge.py data/packed data/packed_all"""

import os
import shutil
import sys

import numpy as np

a, b = (np.load(os.path.join(sys.argv[1], n)) for n in ("train.npz", "dev.npz"))
out = {}
for s in "qd":
    out[s + "_ids"] = np.concatenate([a[s + "_ids"], b[s + "_ids"]])
    out[s + "_cnt"] = np.concatenate([a[s + "_cnt"], b[s + "_cnt"]])
    out[s + "_off"] = np.concatenate([a[s + "_off"], b[s + "_off"][1:] + a[s + "_off"][-1]])
m = b["meta"].copy()
m[:, 1] += len(a["repos"])
os.makedirs(sys.argv[2], exist_ok=True)
np.savez(
    os.path.join(sys.argv[2], "train.npz"),
    meta=np.concatenate([a["meta"], m]),
    repos=np.concatenate([a["repos"], b["repos"]]),
    **out,
)
shutil.copy(os.path.join(sys.argv[1], "dev.npz"), os.path.join(sys.argv[2], "dev.npz"))
