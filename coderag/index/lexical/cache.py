"""Least-recently-used cache, bounded in bytes.

Invariant: the sum of the entries' sizes never exceeds the limit; every method may be called from any thread.
"""
from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any

OVERHEAD = 400  # bytes an entry costs beside its array data: key, array headers, dictionary slot


class ByteCache:
    def __init__(self, limit: int) -> None:
        self._limit, self._used = limit, 0
        self._entries: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._lock = Lock()

    @property
    def used(self) -> int:
        return self._used

    def get(self, key: Hashable) -> Any | None:
        with self._lock:
            found = self._entries.get(key)
            if found is None:
                return None
            self._entries.move_to_end(key)
            return found[0]

    def put(self, key: Hashable, value: Any, size: int) -> None:
        """``size``: bytes of the arrays in ``value``. Entries larger than the limit are not kept."""
        size += OVERHEAD
        if size > self._limit:
            return
        with self._lock:
            self._used += size - self._entries.pop(key, (None, 0))[1]
            self._entries[key] = value, size
            while self._used > self._limit:
                self._used -= self._entries.popitem(last=False)[1][1]

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()
            self._used = 0
