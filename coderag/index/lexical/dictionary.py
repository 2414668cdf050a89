"""The term dictionary of a segment: Whoosh's ordered hash file of field number + term → statistics and postings.

Invariant: keys ascend by (field, term bytes). A reader trusts no number in the file: offsets are checked, every loop
is bounded by the file, and nothing but numbers, strings and dictionaries is unpickled.
"""
from __future__ import annotations

import pickle
from array import array
from collections.abc import Iterator, Sequence
from itertools import chain
from struct import Struct
from zlib import crc32

import numpy as np

from coderag.index.lexical.entries import INFO_SIZE, rows_of
from coderag.index.lexical.fields import FIELDS
from coderag.index.lexical.whoosh_api import whoosh

FIELD_NUMBER = {name: number for number, name in enumerate(FIELDS)}
_KEY = Struct(">H")
_PAIR = Struct(">ii")
_CRC32 = 1  # Whoosh's number for the hash function; the file says which one it uses
SPARE = 4
"""A fourth of the slots is added as free ones. Whoosh adds as many as there are keys, 9 bytes a term more."""
_SLOT = np.dtype([("hash", ">u4"), ("position", ">i8")])


def encode_term(term: str) -> bytes:
    # File content may hold lone surrogates; they must not stop the build.
    return term.encode("utf-8", "surrogatepass")


def decode_term(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")


def key_of(field: str, term: bytes) -> bytes:
    return _KEY.pack(FIELD_NUMBER[field]) + term


class DictionaryWriter:
    """Writes ``.trm`` in bulk into Whoosh's ordered hash file. Terms must arrive in key order.

    Whoosh's writer supplies head, directory and tail; adding terms one by one through it would take half of a build.
    """

    def __init__(self, file) -> None:
        hashfile = whoosh().hashfile
        self._file = file
        self._table = table = hashfile.OrderedHashWriter.__new__(hashfile.OrderedHashWriter)
        hashfile.HashWriter.__init__(table, file, hashtype=_CRC32)
        table.extras["fieldmap"] = dict(FIELD_NUMBER)
        self._at = file.tell()
        self._positions, self._hashes = array("q"), array("I")

    def add(self, field: str, terms: Sequence[bytes], values: Sequence[bytes]) -> None:
        prefix = _KEY.pack(FIELD_NUMBER[field])
        keys = [prefix + term for term in terms]
        sizes = np.empty((len(keys), 2), ">i4")
        sizes[:, 0] = np.fromiter(map(len, keys), np.int32, len(keys))
        sizes[:, 1] = np.fromiter(map(len, values), np.int32, len(keys))
        self._file.write(b"".join(chain.from_iterable(zip(rows_of(sizes), keys, values, strict=True))))
        ends = self._at + np.cumsum(sizes.sum(axis=1, dtype=np.int64) + _PAIR.size)
        self._positions.frombytes(np.append(self._at, ends[:-1])[: len(keys)].tobytes())
        self._hashes.extend(map(crc32, keys))
        self._at = int(ends[-1]) if len(keys) else self._at

    def finish(self) -> None:
        """Hash tables, directory, tail. Closes the file."""
        table, positions = self._table, np.frombuffer(self._positions, np.int64)
        hashes = np.frombuffer(self._hashes, np.uint32)
        bucket = hashes & 255
        order = np.argsort(bucket, kind="stable")
        bounds = np.searchsorted(bucket[order], np.arange(257))
        for low, high in zip(bounds[:-1], bounds[1:], strict=True):
            chosen = order[low:high]
            slots = _hash_table(hashes[chosen], positions[chosen])
            table.directory.append((self._at, len(slots)))
            self._file.write(slots.tobytes())
            self._at += slots.nbytes
        table._write_directory()
        tail = self._file.tell()
        table.index = whoosh().numlists.GrowableArray()
        small = not len(positions) or positions[-1] < 1 << 31
        table.index.array = array("i", positions.astype(np.int32).tobytes()) if small else self._positions
        table._write_extras()
        self._file.write_int(self._file.tell() - tail)
        self._file.close()


def _hash_table(hashes: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """Open addressing with linear probing, all keys at once: in order of their home slot, each in the next free one."""
    count = len(hashes)
    table = np.zeros(count + -(-count // SPARE), _SLOT)
    if not count:
        return table
    home = (hashes >> 8).astype(np.int64) % len(table)
    order = np.argsort(home, kind="stable")
    slot = np.arange(count) + np.maximum.accumulate(home[order] - np.arange(count))
    inside = slot < len(table)
    beyond = count - int(np.count_nonzero(inside))
    if beyond:  # the last ones go round to the first free slots
        free = np.ones(len(table), bool)
        free[slot[inside]] = False
        slot[~inside] = np.flatnonzero(free)[:beyond]
    table["hash"][slot], table["position"][slot] = hashes[order], positions[order]
    return table


class DictionaryReader:
    """Whoosh's ordered hash file over a buffer. Lookups are thread-safe: they slice, they do not seek."""

    def __init__(self, data) -> None:
        w = whoosh()
        file = w.structfile.StructFile(_Cursor(data))
        file.get = lambda position, size: data[position : position + size]
        file.read_pickle = lambda: _PlainUnpickler(file.file).load()
        self._data = data
        self._table = table = w.hashfile.OrderedHashReader(file, len(data))
        if table.extras["fieldmap"] != FIELD_NUMBER:
            raise ValueError("other fields")
        self._check_hash_tables()
        code = {"H": ">u2", "i": ">i4", "I": ">u4", "q": ">i8"}[table.extras["indextype"]]
        self._positions = np.frombuffer(data, code, table.indexlen, table.indexbase)

    def _check_hash_tables(self) -> None:
        """Tables must lie side by side up to the directory: then a probe visits at most the slots of the file."""
        position = self._table.tables[0][0]
        for start, slots in self._table.tables:
            if start != position or slots < 0:
                raise ValueError("hash tables are out of place")
            position += 12 * slots
        first = self._table.tables[0][0]
        if not 13 <= first <= position <= len(self._data) or position - first < 12 * self._table.indexlen:
            raise ValueError("hash tables are out of place")

    def __len__(self) -> int:
        return len(self._positions)

    def get(self, field: str, term: bytes) -> bytes | None:
        return self._table.get(key_of(field, term))

    def items(self, start: bytes = b"") -> Iterator[tuple[bytes, bytes]]:
        """(key, value) in key order from the first key ≥ ``start``."""
        data, end, previous = self._data, self._table.endofdata, b""
        for position in self._positions[self._first(start) :].tolist():
            key_size, value_size = _PAIR.unpack_from(data, position)
            at = position + _PAIR.size
            if key_size < 2 or value_size < INFO_SIZE or at + key_size + value_size > end:
                raise ValueError("dictionary entry exceeds the file")
            key = data[at : at + key_size]
            if key <= previous or key[0] or key[1] >= len(FIELDS):
                raise ValueError("dictionary keys are out of order")
            yield key, data[at + key_size : at + key_size + value_size]
            previous = key

    def _first(self, key: bytes) -> int:
        low, high = 0, len(self._positions)
        while low < high:
            middle = (low + high) // 2
            if self._table.key_at(int(self._positions[middle])) < key:
                low = middle + 1
            else:
                high = middle
        return low


class _Cursor:
    """The few file methods Whoosh's reader uses while it opens, over any buffer."""

    def __init__(self, data) -> None:
        self._data, self._at = data, 0

    def seek(self, position: int, whence: int = 0) -> None:
        if whence or position < 0:
            raise ValueError("offset before the file")
        self._at = position

    def tell(self) -> int:
        return self._at

    def read(self, size: int) -> bytes:
        found = self._data[self._at : self._at + size]
        self._at += len(found)
        return found

    def readline(self) -> bytes:
        end = self._data.find(b"\n", self._at, self._at + 4096)
        return self.read((end + 1 if end >= 0 else len(self._data)) - self._at)


class _PlainUnpickler(pickle._Unpickler):
    """No globals, hence no code. The Python version, because the C one lets one damaged byte allocate gigabytes."""

    def find_class(self, module: str, name: str):
        raise pickle.UnpicklingError(f"{module}.{name} in a term dictionary")
