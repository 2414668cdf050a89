"""A BERT encoder as ONNX, written node by node from its weights, so that tests need neither torch nor a download.

``encoder(weights, heads)`` gives the model bytes: ``input_ids``, ``attention_mask``, ``token_type_ids`` (int64
``[batch, tokens]``) -> ``last_hidden_state`` (float32 ``[batch, tokens, hidden]``), or ``logits`` (``[batch, labels]``) if
the weights have a classifier. Names of weights are those of the ``transformers`` library.
"""
from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np


def read_safetensors(path: Path) -> dict[str, np.ndarray]:
    """float32 tensors of a safetensors file; others are left out."""
    data = path.read_bytes()
    size = int.from_bytes(data[:8], "little")
    out = {}
    for name, about in json.loads(data[8 : 8 + size]).items():
        if name != "__metadata__" and about["dtype"] == "F32":
            first, last = about["data_offsets"]
            out[name] = np.frombuffer(data[8 + size + first : 8 + size + last], "<f4").reshape(about["shape"])
    return out


def random_weights(
    vocabulary: int, hidden: int = 16, layers: int = 1, positions: int = 64, labels: int = 0, seed: int = 0
) -> dict[str, np.ndarray]:
    """Weights of a model that has learnt nothing: for mechanics, not for quality."""
    rng = np.random.default_rng(seed)

    def table(*shape: int) -> np.ndarray:
        return rng.normal(0, 0.3, shape).astype(np.float32)

    out = {
        "embeddings.word_embeddings.weight": table(vocabulary, hidden),
        "embeddings.position_embeddings.weight": table(positions, hidden),
        "embeddings.token_type_embeddings.weight": table(2, hidden),
    }
    norms = ["embeddings.LayerNorm"]
    for i in range(layers):
        at = f"encoder.layer.{i}."
        shapes = dict.fromkeys(("attention.self.query", "attention.self.key", "attention.self.value"), (hidden, hidden))
        shapes |= {"attention.output.dense": (hidden, hidden), "intermediate.dense": (2 * hidden, hidden)}
        shapes |= {"output.dense": (hidden, 2 * hidden)}
        for name, shape in shapes.items():
            out[f"{at}{name}.weight"], out[f"{at}{name}.bias"] = table(*shape), table(shape[0])
        norms += [at + "attention.output.LayerNorm", at + "output.LayerNorm"]
    for name in norms:
        out[f"{name}.weight"], out[f"{name}.bias"] = np.ones(hidden, np.float32), np.zeros(hidden, np.float32)
    if labels:
        out["pooler.dense.weight"], out["pooler.dense.bias"] = table(hidden, hidden), table(hidden)
        out["classifier.weight"], out["classifier.bias"] = table(labels, hidden), table(labels)
    return out


class _Graph:
    def __init__(self) -> None:
        self.nodes, self.constants = [], []

    def constant(self, value: np.ndarray) -> str:
        from onnx import numpy_helper

        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.array(value, order="C"), name))
        return name

    def add(self, operator: str, *inputs: str, output: str = "", **attributes) -> str:
        from onnx import helper

        output = output or f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [output], **attributes))
        return output


def encoder(weights: Mapping[str, np.ndarray], heads: int) -> bytes:
    from onnx import TensorProto, helper

    w = {name.removeprefix("bert."): value for name, value in weights.items()}
    g = _Graph()
    hidden = w["embeddings.word_embeddings.weight"].shape[1]
    classifier = "classifier.weight" in w

    def dense(x: str, name: str, output: str = "") -> str:
        product = g.add("MatMul", x, g.constant(w[name + ".weight"].T))
        return g.add("Add", product, g.constant(w[name + ".bias"]), output=output)

    def norm(x: str, name: str, output: str = "") -> str:
        scale, bias = g.constant(w[name + ".weight"]), g.constant(w[name + ".bias"])
        return g.add("LayerNormalization", x, scale, bias, axis=-1, epsilon=1e-12, output=output)

    def split(x: str) -> str:
        shape = g.constant(np.array([0, 0, heads, hidden // heads], np.int64))
        return g.add("Transpose", g.add("Reshape", x, shape), perm=[0, 2, 1, 3])

    zero, one, two = (g.constant(np.array([n], np.int64)) for n in (0, 1, 2))
    tokens = g.add("Slice", g.add("Shape", "input_ids"), one, two)
    positions = g.add("Slice", g.constant(w["embeddings.position_embeddings.weight"]), zero, tokens, zero)
    words = g.add("Gather", g.constant(w["embeddings.word_embeddings.weight"]), "input_ids")
    kinds = g.add("Gather", g.constant(w["embeddings.token_type_embeddings.weight"]), "token_type_ids")
    x = norm(g.add("Add", g.add("Add", words, kinds), positions), "embeddings.LayerNorm")
    mask = g.add("Unsqueeze", g.add("Cast", "attention_mask", to=TensorProto.FLOAT), g.constant(np.array([1, 2], np.int64)))
    hide = g.add("Mul", g.add("Sub", mask, g.constant(np.float32(1))), g.constant(np.float32(1e9)))
    layers = sum(name.endswith("attention.self.query.weight") for name in w)
    last = "" if classifier else "last_hidden_state"
    for i in range(layers):
        at = f"encoder.layer.{i}."
        query, key, value = (split(dense(x, f"{at}attention.self.{part}")) for part in ("query", "key", "value"))
        scores = g.add("MatMul", query, g.add("Transpose", key, perm=[0, 1, 3, 2]))
        scores = g.add("Mul", scores, g.constant(np.float32((hidden // heads) ** -0.5)))
        mixed = g.add("MatMul", g.add("Softmax", g.add("Add", scores, hide), axis=-1), value)
        flat = g.constant(np.array([0, 0, hidden], np.int64))
        mixed = g.add("Reshape", g.add("Transpose", mixed, perm=[0, 2, 1, 3]), flat)
        x = norm(g.add("Add", x, dense(mixed, at + "attention.output.dense")), at + "attention.output.LayerNorm")
        wide = g.add("Gelu", dense(x, at + "intermediate.dense"))
        x = norm(
            g.add("Add", x, dense(wide, at + "output.dense")), at + "output.LayerNorm", last if i == layers - 1 else ""
        )
    if classifier:
        first = g.add("Gather", x, g.constant(np.array(0, np.int64)), axis=1)
        dense(g.add("Tanh", dense(first, "pooler.dense")), "classifier", "logits")
    ids = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    shape = ["batch", len(w["classifier.weight"])] if classifier else ["batch", "tokens", hidden]
    out = helper.make_tensor_value_info("logits" if classifier else "last_hidden_state", TensorProto.FLOAT, shape)
    graph = helper.make_graph(g.nodes, "bert", ids, [out], g.constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    return model.SerializeToString()
