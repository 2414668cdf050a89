"""Vectors as they are kept: 8-bit codes with one scale per vector, 260 bytes in place of 1,024.

``vector ~ codes * scale`` with ``scale = max|vector| / 127`` (symmetric scalar quantisation). Cosine to the original
stays above 0.9999. Everything that ranks uses the codes, so what is stored and what is fresh never differ.
"""
from __future__ import annotations

import hashlib

import numpy as np


def quantise(vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """float32 ``[n, dim]`` to (int8 ``[n, dim]``, float32 scales ``[n]``)."""
    top = np.abs(vectors).max(axis=1) if vectors.size else np.zeros(len(vectors), np.float32)
    scale = (top / 127.0).astype(np.float32)
    safe = np.where(scale > 0, scale, 1).astype(np.float32)
    return np.rint(vectors / safe[:, None]).astype(np.int8), scale


def vector_key(text: str, fingerprint: bytes) -> int:
    """Signed 64-bit key of (embedded text, model fingerprint).

    64 bits: among ten million distinct texts the chance of any collision is about 3e-6, and a collision would
    misplace one chunk in the dense list, nothing else.
    """
    h = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8, key=fingerprint)
    return int.from_bytes(h.digest(), "little", signed=True)
