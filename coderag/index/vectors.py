"""Vectors in memory and as bytes: sorted keys, int8 codes, a scale each."""
from __future__ import annotations

import msgpack
import numpy as np

from coderag.fsio import Damaged


class Vectors:
    """Keys (sorted int64 ``[n]``), int8 codes ``[n, dim]``, float32 scales ``[n]``."""

    def __init__(self, keys: np.ndarray, codes: np.ndarray, scales: np.ndarray) -> None:
        self.keys, self.codes, self.scales = keys, codes, scales

    def __len__(self) -> int:
        return len(self.keys)

    @staticmethod
    def empty(dim: int) -> Vectors:
        return Vectors(np.zeros(0, np.int64), np.zeros((0, dim), np.int8), np.zeros(0, np.float32))

    @staticmethod
    def collect(keys: np.ndarray, rows: dict[int, tuple[float, bytes]], dim: int) -> Vectors:
        """From store rows; ``keys`` sorted and unique. KeyError if one is missing."""
        codes = np.zeros((len(keys), dim), np.int8)
        scales = np.zeros(len(keys), np.float32)
        for i, k in enumerate(keys.tolist()):
            scales[i], raw = rows[k]
            codes[i] = np.frombuffer(raw, np.int8, dim)
        return Vectors(keys.astype(np.int64), codes, scales)

    def floats(self) -> np.ndarray:
        return self.codes.astype(np.float32) * self.scales[:, None]

    def pack(self) -> bytes:
        dim = self.codes.shape[1]
        return msgpack.packb([dim, self.keys.tobytes(), self.codes.tobytes(), self.scales.tobytes()])

    @staticmethod
    def unpack(data: bytes, dim: int) -> Vectors:
        try:
            d, keys, codes, scales = msgpack.unpackb(data)
            out = Vectors(
                np.frombuffer(keys, np.int64),
                np.frombuffer(codes, np.int8).reshape(-1, d),
                np.frombuffer(scales, np.float32),
            )
        except Exception as e:
            raise Damaged(f"vectors cannot be read ({type(e).__name__})", "they are rebuilt by the next sync")
        if d != dim or not len(out.keys) == len(out.codes) == len(out.scales):
            raise Damaged("vectors of another model or size", "they are rebuilt by the next sync")
        return out
