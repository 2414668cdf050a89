"""What a model's folder says of itself, in the files that exports of sentence-transformers and transformers carry.

    model.onnx | onnx/model.onnx       the graph (with model.onnx_data beside it, if it is that large)
    tokenizer.json                     tokens
    config.json                        hidden_size, max_position_embeddings, architectures
    1_Pooling/config.json              cls or mean
    config_sentence_transformers.json  prompts: what is put before a query, before a passage
    sentence_bert_config.json, tokenizer_config.json   longest text in tokens
    coderag.json                       ours, optional; goes before all of them: pooling, query_prefix, passage_prefix,
                                       max_tokens, dimension

Vectors are always brought to unit length. Nothing here loads the model.
"""
from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from coderag.errors import StateError
from coderag.fsio import file_digest

STATIC, SENTENCE, CROSS = "static", "sentence encoder", "cross-encoder"
_GRAPHS = ("model.onnx", "onnx/model.onnx")
_DESCRIPTIONS = (
    "config.json", "1_Pooling/config.json", "modules.json", "config_sentence_transformers.json",
    "sentence_bert_config.json", "tokenizer_config.json", "coderag.json",
)  # fmt: skip
_LONGEST = 512
"""Tokens of a text that are read at most, whatever the model could: a chunk is rarely longer, and time grows faster."""
_POOLINGS = {"pooling_mode_cls_token": "cls", "pooling_mode_mean_tokens": "mean"}
_KNOWN_MODULES = ("Transformer", "Pooling", "Normalize")


@dataclass(frozen=True)
class ModelFolder:
    folder: Path
    kind: str
    graph: Path
    tokenizer: Path
    dim: int
    max_tokens: int
    pooling: str = "mean"  # mean or cls
    query_prefix: str = ""
    passage_prefix: str = ""

    @property
    def name(self) -> str:
        """For people: the last part of the path; ``org/name`` of a snapshot in a hub cache."""
        for part in self.folder.parts:
            if part.startswith("models--"):
                return part.removeprefix("models--").replace("--", "/")
        return self.folder.name

    def files(self) -> list[Path]:
        """Every file that decides what a vector is."""
        beside = sorted(self.graph.parent.glob(self.graph.name + "?data*"))
        described = [self.folder / name for name in _DESCRIPTIONS if (self.folder / name).is_file()]
        return [self.graph, *beside, self.tokenizer, *described]

    def fingerprint(self) -> bytes:
        """8 bytes that name the content of :meth:`files` and how we read it. Reads all of them."""
        h = hashlib.blake2b(digest_size=8, key=b"sentence-1")
        for path in self.files():
            h.update(path.name.encode() + file_digest(path))
        return h.digest()

    def stamp(self) -> list[list]:
        """Name, size and time of every file: equal stamps, equal fingerprint."""
        return [[str(p), st.st_size, st.st_mtime_ns] for p in self.files() for st in [p.stat()]]


def read_folder(folder: Path) -> ModelFolder:
    """StateError with one line on what is missing or not supported."""
    if not folder.is_dir():
        raise StateError(f"{folder} is not a folder", "give the folder that holds model.onnx and tokenizer.json")
    graph = next((folder / g for g in _GRAPHS if (folder / g).is_file()), None)
    if graph is None:
        raise StateError(
            f"{folder} has no model.onnx", f"export it: optimum-cli export onnx --model NAME {folder}"
        )
    tokenizer = next((p for p in (folder / "tokenizer.json", graph.parent / "tokenizer.json") if p.is_file()), None)
    if tokenizer is None:
        raise StateError(f"{folder} has no tokenizer.json", "save the model's fast tokenizer there")
    config = _json(folder / "config.json")
    if "idf" in (config.get("inputs") or {}):
        return ModelFolder(folder, STATIC, graph, tokenizer, _count(config, "dim"), _count(config, "max_tokens"))
    own = _json(folder / "coderag.json")
    kind = CROSS if any("ForSequenceClassification" in a for a in config.get("architectures") or ()) else SENTENCE
    pooling = _json(folder / "1_Pooling/config.json")
    dim = own.get("dimension") or pooling.get("word_embedding_dimension") or config.get("hidden_size")
    if kind == SENTENCE and not dim:
        raise StateError(f"{folder} does not say its dimension", 'add coderag.json with {"dimension": N}')
    prompts = _json(folder / "config_sentence_transformers.json").get("prompts") or {}
    return ModelFolder(
        folder=folder,
        kind=kind,
        graph=graph,
        tokenizer=tokenizer,
        dim=int(dim or 1),
        max_tokens=_max_tokens(folder, config, own),
        pooling=_pooling(folder, pooling, own) if kind == SENTENCE else "",
        query_prefix=own.get("query_prefix", prompts.get("query") or ""),
        passage_prefix=own.get("passage_prefix", prompts.get("document") or prompts.get("passage") or ""),
    )


def _json(path: Path) -> dict:
    try:
        value = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as e:
        raise StateError(f"{path} cannot be read: {str(e).splitlines()[0][:120]}", "put the model's own file there")
    return {"modules": value} if isinstance(value, list) else value if isinstance(value, dict) else {}


def _count(config: dict, name: str) -> int:
    value = config.get(name)
    if not isinstance(value, int) or value < 1:
        raise StateError(f"config.json: {name} is {value!r}", "it must be a positive number")
    return value


def _max_tokens(folder: Path, config: dict, own: dict) -> int:
    said = [
        _json(folder / "sentence_bert_config.json").get("max_seq_length"),
        _json(folder / "tokenizer_config.json").get("model_max_length"),
        config.get("max_position_embeddings"),
        _LONGEST,
    ]
    return int(own.get("max_tokens") or min(n for n in said if n))


def _pooling(folder: Path, pooling: dict, own: dict) -> str:
    for module in _json(folder / "modules.json").get("modules") or ():
        kind = str(module.get("type", "")).rpartition(".")[2]
        if kind not in _KNOWN_MODULES:
            raise StateError(f"{folder}: module {kind} is not supported", "choose a model of encoder and pooling only")
    if own.get("pooling"):
        if own["pooling"] not in _POOLINGS.values():
            raise StateError(f"coderag.json: pooling {own['pooling']!r} is not supported", "write cls or mean")
        return own["pooling"]
    wanted = [mode for mode, on in pooling.items() if mode.startswith("pooling_mode_") and on is True]
    if len(wanted) > 1 or any(mode not in _POOLINGS for mode in wanted):
        raise StateError(f"{folder}: {' and '.join(wanted)} is not supported", "choose a model with cls or mean pooling")
    return _POOLINGS[wanted[0]] if wanted else "mean"
