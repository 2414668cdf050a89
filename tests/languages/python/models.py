"""What is sold, and to whom."""
import enum
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, Optional, TypedDict

from pydantic import BaseModel, validator


class State(str, enum.Enum):
    OPEN = "open"
    PAID = "paid"

    @property
    def final(self) -> bool:
        return self is State.PAID


class Point(NamedTuple):
    x: int
    y: int = 0


class Row(TypedDict, total=False):
    sku: str


Pair = NamedTuple("Pair", [("left", int), ("right", int)])
Sku = str


@dataclass(frozen=True, order=True)
class Line:
    """One line of an order."""

    sku: str
    count: int = 1
    tags: list[str] = field(default_factory=list)
    _cache: Optional[dict] = None
    registry: ClassVar[dict[str, "Line"]] = {}

    def __post_init__(self) -> None:
        object.__setattr__(self, "sku", self.sku.upper())

    def __add__(self, other: "Line") -> "Line":
        return Line(self.sku, self.count + other.count)

    @classmethod
    def parse(cls, text: str) -> "Line":
        return cls(*text.split("x"))


class Order(BaseModel):
    lines: list[Line]
    state: State = State.OPEN

    class Config:
        frozen = True

    @validator("lines")
    def not_empty(cls, value): return value

RETRIES = 3
"""How often a payment is tried."""


class Limits:
    lines = 100
    """Lines of one cart."""
    carts = 10
