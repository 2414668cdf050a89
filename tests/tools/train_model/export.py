"""Write the product files: model.onnx (int8 table, dequantised in the graph), tokenizer.json, config.json.

    python export.py --run runs/final/model.pt --tok data/tok/tokenizer.json --meta data/pairs --out out
Graph: input_ids, attention_mask int64 [batch, seq], idf float32 [batch, seq], side int64 scalar (0 document, 1 query)
    -> embeddings float32 [batch, dim], unit length.
idf is each token's IDF in the indexed repository, ln(1 + (n - df + .5) / (df + .5)) over its chunks, or 0 where not known.
attention_mask is 0 for padding and otherwise how often the token stands for: either 1 for every token of the plain
sequence, or distinct ids with their counts; both give the same vector: sum over distinct ids of count^p *
(idf / overall idf)^gamma * w_side[id] * E[id].
"""

import argparse
import glob
import json
import os
import shutil

import numpy as np
import onnx
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper as nh


def quantise(E):
    s = np.abs(E).max(1, keepdims=True) / 127.0
    s = np.maximum(s, 1e-8)
    return np.clip(np.round(E / s), -127, 127).astype(np.int8), s[:, 0].astype(np.float32)


def build(table, scales, p, gidf, gamma):
    """table int8 [V, dim]; scales float32 [2, V]: row scale times token weight for documents and queries."""
    V, dim = table.shape
    n = h.make_node
    init = [
        nh.from_array(table, "table"),
        nh.from_array(scales.astype(np.float32), "scales"),
        nh.from_array(gidf.astype(np.float32), "gidf"),
        nh.from_array(np.array(gamma, np.float32), "gamma"),
        nh.from_array(np.array(0.0, np.float32), "zero"),
        nh.from_array(np.array([1], np.int64), "ax1"),
        nh.from_array(np.array([2], np.int64), "ax2"),
        nh.from_array(np.array([-1], np.int64), "axl"),
        nh.from_array(np.array(p - 1, np.float32), "pm1"),
        nh.from_array(np.array(1.0, np.float32), "one"),
        nh.from_array(np.array(1e-12, np.float32), "eps"),
    ]
    nodes = [
        n("Cast", ["attention_mask"], ["m"], to=T.FLOAT),  # [B,S] count of each position
        n("Unsqueeze", ["input_ids", "ax2"], ["ia"]),
        n("Unsqueeze", ["input_ids", "ax1"], ["ib"]),
        n("Equal", ["ia", "ib"], ["eq"]),
        n("Cast", ["eq"], ["eqf"], to=T.FLOAT),  # [B,S,S]
        n("Unsqueeze", ["m", "ax2"], ["mc"]),
        n("MatMul", ["eqf", "mc"], ["cnt3"]),
        n("Squeeze", ["cnt3", "ax2"], ["cnt"]),
        n("Max", ["cnt", "one"], ["cnt1"]),
        n("Pow", ["cnt1", "pm1"], ["damp"]),
        n("Gather", ["scales", "side"], ["srow"], axis=0),
        n("Gather", ["srow", "input_ids"], ["ws"], axis=0),
        n("Gather", ["gidf", "input_ids"], ["gi"], axis=0),
        n("Greater", ["idf", "zero"], ["known"]),
        n("Where", ["known", "idf", "gi"], ["ii"]),
        n("Div", ["ii", "gi"], ["ratio0"]),
        n("Pow", ["ratio0", "gamma"], ["ratio"]),
        n("Mul", ["m", "damp"], ["w00"]),
        n("Mul", ["w00", "ratio"], ["w0"]),
        n("Mul", ["w0", "ws"], ["w"]),
        n("Unsqueeze", ["w", "ax1"], ["w3"]),
        n("Gather", ["table", "input_ids"], ["rows8"], axis=0),
        n("Cast", ["rows8"], ["rows"], to=T.FLOAT),
        n("MatMul", ["w3", "rows"], ["sum3"]),
        n("Squeeze", ["sum3", "ax1"], ["sum"]),
        n("Mul", ["sum", "sum"], ["sq"]),
        n("ReduceSum", ["sq", "axl"], ["ss"], keepdims=1),
        n("Max", ["ss", "eps"], ["ss1"]),
        n("Sqrt", ["ss1"], ["len"]),
        n("Div", ["sum", "len"], ["embeddings"]),
    ]
    ids = [h.make_tensor_value_info(x, T.INT64, ["batch", "seq"]) for x in ("input_ids", "attention_mask")]
    side = h.make_tensor_value_info("side", T.INT64, [])
    ids.append(h.make_tensor_value_info("idf", T.FLOAT, ["batch", "seq"]))
    out = [h.make_tensor_value_info("embeddings", T.FLOAT, ["batch", dim])]
    g = h.make_graph(nodes, "static_code_embedding", ids + [side], out, init)
    m = h.make_model(g, opset_imports=[h.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(m)
    return m


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--run", required=True)
    ap.add_argument("--tok", required=True)
    ap.add_argument("--meta", default="data/pairs", help="folder with the .meta.json files of collect.py")
    ap.add_argument("--licences", default=None, help="json owner/name -> licence, as judged")
    ap.add_argument("--out", required=True)
    a = ap.parse_args()
    import torch

    ck = torch.load(a.run, weights_only=False)  # our own file
    E = ck["model"]["E"].numpy()
    p = ck["args"]["p"]
    gamma, V = ck["args"]["gamma"], json.load(open(a.tok))["model"]["vocab"]
    E = E[: len(V)]
    gidf = np.maximum(np.asarray(ck["gidf"])[: len(V)], 1e-3)
    wq, wd = (torch.exp(ck["model"][k]).numpy() for k in ("aq", "ad"))
    wq, wd = wq[: len(V)], wd[: len(V)]
    table, s = quantise(E)
    norm = np.median(np.linalg.norm(E, axis=1) * wd)
    scales = np.stack([s * wd, s * wq]) / norm
    os.makedirs(a.out, exist_ok=True)
    onnx.save(build(table, scales, p, gidf, gamma), os.path.join(a.out, "model.onnx"))
    shutil.copy(a.tok, os.path.join(a.out, "tokenizer.json"))
    lic = json.load(open(a.licences)) if a.licences else {}
    data = []
    for f in sorted(glob.glob(os.path.join(a.meta, "*.meta.json"))):
        m = json.load(open(f))
        data.append(
            {
                "repo": m["repo"],
                "commit": m["commit"],
                "licence": lic.get(m["repo"], ""),
                "pairs": sum(m["pairs"].values()),
            }
        )
    cfg = {
        "format": 1,
        "dim": int(E.shape[1]),
        "dims": [int(E.shape[1]), 128, 64],
        "vocab": int(E.shape[0]),
        "max_tokens": 320,
        "tf_exponent": p,
        "idf_exponent": gamma,
        "inputs": {
            "input_ids": "int64 [batch, seq]",
            "attention_mask": "int64 [batch, seq]: 0 padding, 1 a token (or a count, with distinct ids)",
            "idf": "float32 [batch, seq]: IDF of the token in the indexed repository, ln(1 + (n - df + .5) / (df + .5)); 0 where not known",
            "side": "int64 scalar, 0 document, 1 query",
        },
        "output": "embeddings float32 [batch, dim], unit length; the first 128 or 64 numbers, rescaled to length 1, serve as shorter vectors",
        "preprocess": "tokenizer.json does it all (case-boundary split, lower case, letters and digits only). Document text: path, newline, code. "
        "Query: the text as typed. Truncate to max_tokens. No special tokens. Pad with id 0 and mask 0.",
        "train_args": ck["args"],
        "dev": ck["dev"],
        "model_licence": "weights made by the project's own training from the repositories listed",
        "training_data": data,
    }
    json.dump(cfg, open(os.path.join(a.out, "config.json"), "w"), indent=1)
    for f in ("model.onnx", "tokenizer.json", "config.json"):
        print(f, os.path.getsize(os.path.join(a.out, f)))


if __name__ == "__main__":
    main()
