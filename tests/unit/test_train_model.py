"""The export of the training tools gives a model that the product runs, and that computes what its description says."""
from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import numpy as np

from coderag.embedding.model import BUNDLED, Embedder
from coderag.embedding.pieces import PieceEncoder

EXPORT = Path(__file__).parents[1] / "tools/train_model/export.py"


def test_exported_graph(tmp_path):
    import onnx

    spec = importlib.util.spec_from_file_location("export", EXPORT)
    export = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(export)
    rng = np.random.default_rng(0)
    vectors = rng.normal(0, 1, (40_000, 8)).astype(np.float32)
    weights, idf = rng.uniform(0.5, 2, (2, 40_000)).astype(np.float32), np.full(40_000, 3.0, np.float32)
    table, scale = export.quantise(vectors)
    onnx.save(export.build(table, scale * weights, 0.5, idf, 0.5), tmp_path / "model.onnx")
    (tmp_path / "tokenizer.json").write_bytes((BUNDLED / "tokenizer.json").read_bytes())
    (tmp_path / "config.json").write_text(json.dumps({"dim": 8, "max_tokens": 320, "vocab": 40_000}))
    embedder, encoder = Embedder(tmp_path), PieceEncoder(tmp_path / "tokenizer.json")

    ids = encoder.encode("open open file", 320)
    rows = {t: table[t] * scale[t] for t in ids}
    for side, got in ((0, embedder.embed_chunks(["open open file"])[0]), (1, embedder.embed_query("open open file"))):
        expected = sum(ids.count(t) ** 0.5 * weights[side][t] * row for t, row in rows.items())
        assert np.allclose(got, expected / np.linalg.norm(expected), atol=1e-5)
    (first, second) = dict.fromkeys(ids)
    expected = 2**0.5 * 2 * weights[1][first] * rows[first] + weights[1][second] * rows[second]
    got = embedder.embed_query("open open file", {"open": 12.0})
    assert np.allclose(got, expected / np.linalg.norm(expected), atol=1e-5), "four times the usual IDF weighs twice"
