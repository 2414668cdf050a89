"""A typed ring buffer, and the protocol it follows."""
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar, overload

T = TypeVar("T", bound="Sized")
type Visitor[R] = Callable[[R], None]


class Sized(Protocol):
    size: int

    def __len__(self) -> int: ...


class Base(ABC):
    @abstractmethod
    def push(self, item: T) -> None:
        """Add one."""

    @property
    @abstractmethod
    def full(self) -> bool: ...


class Ring[T: Sized](Base, Generic[T]):
    """Fixed size; the oldest goes first."""

    __slots__ = ("_items", "_at")

    class Cursor:
        def __init__(self, ring: "Ring[T]"):
            self.ring, self.at = ring, 0

        def __next__(self) -> T:
            self.at += 1
            return self.ring[self.at]

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> list[T]: ...
    def __getitem__(self, at):
        return self._items[at]

    def __iter__(self) -> Iterator[T]:
        return Ring.Cursor(self)

    @property
    def full(self) -> bool:
        return len(self._items) == self._at

    @full.deleter
    def full(self):
        self._items.clear()

    __class_getitem__ = classmethod(lambda cls, item: cls)


def largest[R](rings: list[Ring[R]], key: Callable[[R], int] = len) -> R:
    return max(map(key, rings))
