"""The bundled embedding model as a model2vec folder: ``python -m tests.bench.freshness.model2vec FOLDER``.

A stand-in for a model that cannot be downloaded. Each token's vector is the bundled model's answer to that token
alone, so token weights are lost: good for timing an engine, not for judging its ranking.
"""
from __future__ import annotations

import json
import shutil
import struct
import sys
from pathlib import Path

from coderag.embedding.model import BUNDLED, Embedder


def write(folder: Path) -> None:
    tokenizer = json.loads((BUNDLED / "tokenizer.json").read_text(encoding="utf-8"))
    words = sorted(tokenizer["model"]["vocab"].items(), key=lambda item: item[1])
    vectors = Embedder().embed_chunks([word for word, _ in words]).astype("<f4")
    entry = {"dtype": "F32", "shape": list(vectors.shape), "data_offsets": [0, vectors.nbytes]}
    head = json.dumps({"embeddings": entry}).encode()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", len(head)) + head + vectors.tobytes())
    config = {"model_type": "model2vec", "architectures": ["StaticModel"], "hidden_dim": vectors.shape[1],
              "normalize": True, "seq_length": 1_000_000}  # fmt: skip
    (folder / "config.json").write_text(json.dumps(config))
    shutil.copy(BUNDLED / "tokenizer.json", folder / "tokenizer.json")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
