"""Vectors are a pure function of text and model: alone or in a batch, in whatever order, on every run."""
from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from coderag.embedding.codes import quantise, vector_key
from coderag.embedding.model import BUNDLED, Embedder
from coderag.embedding.pieces import PieceEncoder
from coderag.errors import StateError

ROOT = Path(__file__).parents[2]
WORDS = "retry open file HTTPServer parse_config x 42 getUserName URLs IDs camelCase SNAKE_CASE naïve 登录 проверка".split()


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return Embedder()


def texts(count: int = 120) -> list[str]:
    """Of very different lengths, so that batches mix buckets; some empty, some without any word."""
    rng = random.Random(7)
    out = [" ".join(rng.choice(WORDS) for _ in range(rng.choice([1, 3, 30, 70, 200, 900]))) for _ in range(count)]
    return ["", "  \n", "%%% ---", "登录", *out]


def sources() -> list[str]:
    return [p.read_text("utf-8") for p in sorted((ROOT / "coderag").rglob("*.py"))][:60]


def test_a_text_alone_and_in_a_batch_has_the_same_bits(embedder):
    batch = texts()
    together = embedder.embed_chunks(batch)
    for i in range(0, len(batch), 7):
        assert np.array_equal(embedder.embed_chunks([batch[i]])[0], together[i]), batch[i][:50]
    shuffled = list(range(len(batch)))
    random.Random(1).shuffle(shuffled)
    again = embedder.embed_chunks([batch[i] for i in shuffled])
    assert np.array_equal(again, together[shuffled])
    assert np.array_equal(Embedder().embed_chunks(batch), together)


def test_vectors_have_unit_length_or_are_zero(embedder):
    batch = texts()
    lengths = np.linalg.norm(embedder.embed_chunks(batch), axis=1)
    for text, length in zip(batch, lengths, strict=True):
        wordless = not any(c.isascii() and c.isalnum() for c in text)
        assert length == (0 if wordless else pytest.approx(1, abs=1e-5)), text[:40]
    assert embedder.embed_chunks([]).shape == (0, embedder.dim)


def test_codes_keep_the_direction(embedder):
    vectors = embedder.embed_chunks([t for t in texts(400) + sources() if any(c.isascii() and c.isalnum() for c in t)])
    codes, scales = quantise(vectors)
    assert codes.dtype == np.int8 and scales.dtype == np.float32
    back = codes.astype(np.float32) * scales[:, None]
    cosine = (back * vectors).sum(1) / np.linalg.norm(back, axis=1) / np.linalg.norm(vectors, axis=1)
    assert cosine.min() >= 0.9999


def test_codes_of_nothing():
    codes, scales = quantise(np.zeros((2, 4), np.float32))
    assert not codes.any() and not scales.any()
    codes, scales = quantise(np.zeros((0, 4), np.float32))
    assert codes.shape == (0, 4) and scales.shape == (0,)


def test_pieces_are_those_of_the_tokenizer():
    """The short cut gives exactly the ids of tokenizer.json."""
    from tokenizers import Tokenizer

    reference = Tokenizer.from_file(str(BUNDLED / "tokenizer.json"))
    encoder = PieceEncoder(BUNDLED / "tokenizer.json")
    odd = ["ABCdef", "HTTPSConnection", "URLs", "IDsFor", "v2beta10", "a_b__c", "", "x" * 50, "ÄÖÜ äöü ß", "e\u0301", "don't",
           "0x1F", "camelCaseXMLParser", "AAAs BBBsC CCCs1", "Ωmega", "日本語 text", "\0\t\r\n", "\ud83d\ude00 ok".encode("utf-16", "surrogatepass").decode("utf-16")]  # fmt: skip
    for text in [*odd, *texts(60), *sources()]:
        assert encoder.encode(text, 10**9) == reference.encode(text, add_special_tokens=False).ids, text[:60]


def test_limit_cuts_the_tail(embedder):
    encoder = PieceEncoder(BUNDLED / "tokenizer.json")
    ids = encoder.encode("alpha beta gamma " * 500, 10**9)
    assert encoder.encode("alpha beta gamma " * 500, 320) == ids[:320]
    limit = json.loads((BUNDLED / "config.json").read_text())["max_tokens"]
    long = "alpha beta gamma " * 500
    assert np.array_equal(embedder.embed_chunks([long])[0], embedder.embed_chunks([long + " entirely different end"])[0])
    assert len(encoder.encode(long, limit)) == limit


def test_a_query_is_close_to_what_it_describes(embedder):
    chunks = embedder.embed_chunks([
        "jobs/retry.py\ndef schedule_retry(job, delay):\n    # run again after a transient failure",
        "shop/cart.py\nclass Cart:\n    def total(self): return sum(self.lines)",
        "web/auth.py\ndef verify_password(password, salt): return compare_digest(hash(password), salt)",
    ])  # fmt: skip
    for query, best in (("where are failed jobs retried", 0), ("sum of the cart", 1), ("check a password", 2)):
        assert int((chunks @ embedder.embed_query(query)).argmax()) == best


def test_idf_changes_queries_only(embedder):
    plain, weighted = embedder.embed_query("open the cart"), embedder.embed_query("open the cart", {"cart": 9.0, "open": 0.1})
    assert not np.array_equal(plain, weighted)
    cart = embedder.embed_chunks(["cart"])[0]
    assert cart @ weighted > cart @ plain
    assert not embedder.embed_query("登录").any()


def test_keys_name_text_and_model():
    assert vector_key("a", b"m1") == vector_key("a", b"m1")
    assert len({vector_key("a", b"m1"), vector_key("b", b"m1"), vector_key("a", b"m2")}) == 3
    assert -(2**63) <= vector_key("lone \ud800 surrogate", b"m") < 2**63


def copy_of_model(folder: Path) -> Path:
    for name in ("config.json", "model.onnx", "tokenizer.json"):
        (folder / name).write_bytes((BUNDLED / name).read_bytes())
    return folder


@pytest.mark.parametrize("name", ["config.json", "model.onnx", "tokenizer.json"])
def test_fingerprint_covers_every_file(tmp_path, embedder, name):
    copy = copy_of_model(tmp_path)
    assert Embedder(copy).fingerprint == embedder.fingerprint
    (copy / name).write_bytes((copy / name).read_bytes() + b"\n")
    assert Embedder(copy).fingerprint != embedder.fingerprint


def test_a_missing_or_damaged_model_is_one_line(tmp_path):
    with pytest.raises(StateError, match="cannot be read"):
        Embedder(tmp_path)
    copy = copy_of_model(tmp_path)
    (copy / "model.onnx").write_bytes(b"not a model")
    with pytest.raises(StateError, match="cannot be loaded") as e:
        Embedder(copy).embed_query("x")
    assert "\n" not in e.value.message and e.value.hint


def test_nothing_is_written_or_queued_for_sending(tmp_path):
    """onnxruntime's published packages record usage events for their maker unless told not to."""
    home, scratch = tmp_path / "home", tmp_path / "tmp"
    home.mkdir()
    scratch.mkdir()
    env = {k: v for k, v in os.environ.items() if k != "ORT_DISABLE_TELEMETRY"} | {"HOME": str(home), "TMPDIR": str(scratch)}
    env.pop("XDG_CACHE_HOME", None)
    code = "from coderag.embedding.model import Embedder; e = Embedder(); e.embed_query('x'); e.embed_chunks(['y'])"
    subprocess.run([sys.executable, "-B", "-c", code], env=env, cwd=ROOT, check=True)
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == []
