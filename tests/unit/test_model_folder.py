"""Models in folders: what is read from the files they carry, what is refused and how, and vectors that depend on their
text alone."""
from __future__ import annotations

import json

import numpy as np
import pytest

from coderag.embedding.chosen import Chosen
from coderag.embedding.folder import CROSS, SENTENCE, STATIC, read_folder
from coderag.embedding.model import BUNDLED
from coderag.embedding.registry import in_cache, locate, open_model, open_or_unavailable, probe
from coderag.embedding.rerank import open_reranker
from coderag.errors import StateError, UsageError
from tests.support.models import tiny_model, write_json

TEXTS = ["def retry(job): ...", "class Cart", "x", "a much longer text than the others, cut at its forty-eighth token or so"]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return tiny_model(tmp_path_factory.mktemp("models") / "tiny")


def copied(folder, target):
    for path in folder.rglob("*"):
        if path.is_file():
            (target / path.relative_to(folder)).parent.mkdir(parents=True, exist_ok=True)
            (target / path.relative_to(folder)).write_bytes(path.read_bytes())
    return target


def test_a_text_alone_and_among_others_has_the_same_bits(tiny):
    model = open_model(str(tiny))
    together = model.embed_chunks(TEXTS)
    assert together.shape == (4, 16) and together.dtype == np.float32
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-6)
    for i, text in enumerate(TEXTS):
        assert np.array_equal(model.embed_chunks([text])[0], together[i])
    assert np.array_equal(open_model(str(tiny)).embed_chunks(TEXTS[::-1])[::-1], together)
    assert model.embed_chunks([]).shape == (0, 16)


def test_pooling_is_the_folders(tiny, tmp_path):
    """Mean and first token, checked against the graph's own output."""
    import onnxruntime
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(tiny / "tokenizer.json"))
    tokenizer.no_padding()
    ids = np.array([tokenizer.encode(TEXTS[0]).ids])
    feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    (hidden,) = onnxruntime.InferenceSession(str(tiny / "model.onnx")).run(None, feed)
    cls = tiny_model(tmp_path / "cls", pooling="cls")
    for folder, expected in ((tiny, hidden[0].mean(0)), (cls, hidden[0, 0])):
        got = open_model(str(folder)).embed_query(TEXTS[0])
        assert np.allclose(got, expected / np.linalg.norm(expected), atol=1e-5), folder


def test_what_exports_say_of_themselves_is_read(tiny, tmp_path):
    folder = copied(tiny, tmp_path)
    (folder / "onnx").mkdir()
    (folder / "model.onnx").rename(folder / "onnx/model.onnx")
    write_json(folder / "config_sentence_transformers.json", {"prompts": {"query": "query: ", "document": "passage: "}})
    write_json(folder / "tokenizer_config.json", {"model_max_length": 40})
    m = read_folder(folder)
    assert (m.kind, m.dim, m.max_tokens, m.pooling) == (SENTENCE, 16, 40, "mean")
    assert (m.query_prefix, m.passage_prefix) == ("query: ", "passage: ")
    model, plain = open_model(str(folder)), open_model(str(tiny))
    assert np.array_equal(model.embed_query("retry"), plain.embed_query("query: retry"))
    assert np.array_equal(model.embed_chunks(["retry"]), plain.embed_chunks(["passage: retry"]))
    write_json(folder / "coderag.json", {"pooling": "cls", "query_prefix": "", "passage_prefix": "", "max_tokens": 8})
    m = read_folder(folder)
    assert (m.max_tokens, m.pooling, m.query_prefix) == (8, "cls", "")
    assert read_folder(BUNDLED).kind == STATIC


def test_fingerprint_names_every_file_and_is_kept(tiny, tmp_path):
    folder, seen = copied(tiny, tmp_path / "m"), tmp_path / "seen"
    first = open_model(str(folder), seen).fingerprint
    row = json.loads(seen.read_text())[str(folder)]
    assert row["fingerprint"] == first.hex() and open_model(str(folder), seen).fingerprint == first
    seen.write_text(json.dumps({str(folder): {**row, "fingerprint": "00" * 8}}))
    assert open_model(str(folder), seen).fingerprint == bytes(8), "read from there, not hashed again"
    found = {open_model(str(folder)).fingerprint}
    for name in ("model.onnx", "tokenizer.json", "config.json", "1_Pooling/config.json"):
        (folder / name).write_bytes((folder / name).read_bytes() + b" ")
        found.add(open_model(str(folder), seen).fingerprint)
    assert len(found) == 5
    seen.write_text("damaged")
    assert open_model(str(folder), seen).fingerprint in found


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda f: (f / "model.onnx").unlink(), "no model.onnx"),
        (lambda f: (f / "tokenizer.json").unlink(), "no tokenizer.json"),
        (lambda f: (f / "model.onnx").write_bytes(b"no graph"), "cannot be loaded"),
        (lambda f: (f / "tokenizer.json").write_text("{}"), "tokenizer.json cannot be read"),
        (lambda f: (f / "config.json").write_text("{"), "config.json cannot be read"),
        (lambda f: write_json(f / "1_Pooling/config.json", {"pooling_mode_max_tokens": True}), "max_tokens is not supported"),
        (lambda f: write_json(f / "coderag.json", {"pooling": "max"}), "pooling 'max'"),
        (lambda f: write_json(f / "coderag.json", {"dimension": 17}), "its folder says 17"),
        (lambda f: write_json(f / "modules.json", [{"type": "sentence_transformers.models.Dense"}]), "module Dense"),
    ],
)
def test_what_is_wrong_with_a_folder_is_one_line(tiny, tmp_path, spoil, said):
    spoil(copied(tiny, tmp_path / "m"))
    with pytest.raises(StateError, match=said) as e:
        probe(open_model(str(tmp_path / "m")))
    assert "\n" not in e.value.message and e.value.hint


def test_numbers_that_are_not_finite_or_never_differ_are_refused(tmp_path):
    from tests.support import bert_onnx

    folder = tiny_model(tmp_path / "m")
    for value, said in ((np.nan, "not finite"), (0.0, "same vector")):
        weights = bert_onnx.random_weights(64)
        weights["encoder.layer.0.output.LayerNorm.weight"] = np.full(16, value, np.float32)
        weights["encoder.layer.0.output.LayerNorm.bias"] = np.ones(16, np.float32)
        (folder / "model.onnx").write_bytes(bert_onnx.encoder(weights, heads=2))
        with pytest.raises(StateError, match=said):
            probe(open_model(str(folder)))


def test_a_model_that_is_gone_keeps_its_fingerprint_and_says_why(tiny, tmp_path):
    folder, seen = copied(tiny, tmp_path / "m"), tmp_path / "seen"
    there = open_or_unavailable(str(folder), seen)
    (folder / "model.onnx").rename(tmp_path / "aside")
    gone = open_or_unavailable(str(folder), seen)
    assert (gone.fingerprint, gone.dim) == (there.fingerprint, there.dim) and "no model.onnx" in gone.problem
    with pytest.raises(StateError, match="no model.onnx"):
        gone.embed_query("x")
    never = open_or_unavailable(str(tmp_path / "never"), seen)
    assert never.problem and never.fingerprint != there.fingerprint


def test_hub_ids_come_from_the_local_cache_only(tiny, tmp_path):
    hub = tmp_path / "hub"
    snapshot = hub / "models--acme--tiny-small/snapshots/0123abcd"
    copied(tiny, snapshot)
    (hub / "models--acme--tiny-small/refs").mkdir()
    (hub / "models--acme--tiny-small/refs/main").write_text("0123abcd")
    (hub / "models--acme--other/snapshots/77").mkdir(parents=True)
    assert locate("acme/tiny-small", hub, tmp_path) == snapshot
    assert read_folder(snapshot).name == "acme/tiny-small"
    assert [m.name for m in in_cache(hub)] == ["acme/tiny-small"]
    for name, said in (("acme/absent", "is not in the hub cache"), ("acme/other", "has no model.onnx"), ("nowhere", "no folder")):
        with pytest.raises(UsageError, match=said) as e:
            locate(name, hub, tmp_path)
        assert "hf download acme" in e.value.hint or name == "nowhere"
    assert locate("hub", hub, tmp_path) == hub


def test_judges(tiny, tmp_path):
    """A cross-encoder looks at question and passage together; an embedding model compares vectors, kept by content."""
    cross = open_reranker(str(tiny_model(tmp_path / "cross", labels=1)))
    assert read_folder(tmp_path / "cross").kind == CROSS
    alone = [cross.scores("retry a job", [t])[0] for t in TEXTS]
    assert cross.scores("retry a job", TEXTS) == alone and len(set(alone)) == 4
    assert cross.scores("another question", TEXTS) != alone
    with pytest.raises(StateError, match="cross-encoder"):
        open_model(str(tmp_path / "cross"))
    judge = open_reranker(str(tiny))
    first = judge.scores(TEXTS[1], TEXTS)
    assert max(range(4), key=first.__getitem__) == 1 and first[1] == pytest.approx(1, abs=1e-4)
    assert judge.scores(TEXTS[1], TEXTS + ["new"])[:4] == first
    with pytest.raises(StateError, match="3"):
        open_reranker(str(tiny_model(tmp_path / "three", labels=3))).scores("q", ["p"])


def test_chosen_models_are_opened_anew_when_their_files_change(tiny, tmp_path, monkeypatch):
    import coderag.embedding.chosen as chosen

    monkeypatch.setattr(chosen, "_LOOK_AGAIN", -1)
    folder, models = copied(tiny, tmp_path / "m"), Chosen(tmp_path / "seen")
    assert models.embedder("").name == "bundled" and models.judge("") is None
    first = models.embedder(str(folder))
    assert models.embedder(str(folder)) is first
    (folder / "tokenizer.json").rename(tmp_path / "aside")
    assert models.embedder(str(folder)).problem
    (tmp_path / "aside").rename(folder / "tokenizer.json")
    assert models.embedder(str(folder)).fingerprint == first.fingerprint
    with pytest.raises(StateError, match="not a folder"):
        models.judge(str(tmp_path / "absent"))("q", ["p"])
