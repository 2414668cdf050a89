"""Small models for tests: real ONNX graphs that have learnt nothing. They prove mechanics, not quality."""
from __future__ import annotations

import json
import string
from pathlib import Path

from tests.support.bert_onnx import encoder, random_weights

_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
VOCABULARY = (*_SPECIAL, *string.ascii_lowercase, *string.digits, *"_./:()#")


def tiny_model(folder: Path, *, hidden: int = 16, pooling: str = "mean", seed: int = 0, labels: int = 0) -> Path:
    """A folder as sentence-transformers exports it: one layer, characters as tokens, 48 of them at most.

    ``labels``: a cross-encoder with so many instead.
    """
    folder.mkdir(parents=True, exist_ok=True)
    weights = random_weights(len(VOCABULARY), hidden=hidden, positions=64, labels=labels, seed=seed)
    (folder / "model.onnx").write_bytes(encoder(weights, heads=2))
    write_tokenizer(folder / "tokenizer.json")
    kind = "BertForSequenceClassification" if labels else "BertModel"
    write_json(folder / "config.json", {"architectures": [kind], "hidden_size": hidden, "max_position_embeddings": 64})
    write_json(folder / "sentence_bert_config.json", {"max_seq_length": 48})
    if not labels:
        modes = {f"pooling_mode_{m}_token{'s' if m == 'mean' else ''}": m == pooling for m in ("cls", "mean", "max")}
        write_json(folder / "1_Pooling/config.json", {"word_embedding_dimension": hidden, **modes})
    return folder


def write_json(path: Path, value: object) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")


def write_tokenizer(path: Path) -> None:
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

    t = Tokenizer(models.WordLevel({word: i for i, word in enumerate(VOCABULARY)}, unk_token="[UNK]"))
    t.normalizer = normalizers.Lowercase()
    t.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Split(Regex("."), "isolated")]
    )
    ends = [(name, VOCABULARY.index(name)) for name in ("[CLS]", "[SEP]")]
    t.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=ends
    )
    t.enable_padding(length=64)  # many exports carry it; it must not count
    t.save(str(path))
