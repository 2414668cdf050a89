"""Vectors in memory and as bytes: sorted keys, int8 codes, a scale each."""
from __future__ import annotations

import msgpack
import numpy as np

from coderag.fsio import Damaged


def unique_sorted(keys: np.ndarray) -> np.ndarray:
    """A sorted array without its repetitions; several times as fast as numpy's ``unique``, which sorts or hashes."""
    return keys[np.append(True, keys[1:] != keys[:-1])] if len(keys) else keys


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

    def rows(self, which: slice | np.ndarray) -> Vectors:
        return Vectors(self.keys[which], self.codes[which], self.scales[which])

    def floats(self) -> np.ndarray:
        return self.codes.astype(np.float32) * self.scales[:, None]

    def pack(self, *, keys: bool = True) -> bytes:
        """Bytes for :meth:`unpack`; without ``keys`` if they are kept elsewhere."""
        dim = self.codes.shape[1]
        kept = self.keys.tobytes() if keys else b""
        return msgpack.packb([dim, kept, self.codes.tobytes(), self.scales.tobytes()])

    @staticmethod
    def unpack(data: bytes, dim: int, keys: np.ndarray | None = None) -> Vectors:
        """Damaged if the bytes are not vectors of this dimension, one for each of ``keys`` (default: those packed)."""
        try:
            d, packed, codes, scales = msgpack.unpackb(data)
            out = Vectors(
                np.frombuffer(packed, np.int64) if keys is None else keys,
                np.frombuffer(codes, np.int8).reshape(-1, d),
                np.frombuffer(scales, np.float32),
            )
        except Exception as e:
            raise Damaged(f"vectors cannot be read ({type(e).__name__})", "they are rebuilt by the next sync")
        if d != dim or not len(out.keys) == len(out.codes) == len(out.scales):
            raise Damaged("vectors of another model or size", "they are rebuilt by the next sync")
        return out
