import os.path as osp
import a.b, c
from . import sibling
from ..parent.mod import thing as other, second
from pkg import *
from typing import overload

try:
    import fast as impl
    HAVE_FAST = True
except ImportError:
    HAVE_FAST = False

__version__ = "1.0"
_private, Public = 1, 2

type Pair[T] = tuple[T, T]

@overload
def pick(a: str) -> str: ...
@overload
def pick(a: int) -> int: ...

class Meta(type, metaclass=abc.ABCMeta): ...
class Box(Generic[T], mod.Base): ...
