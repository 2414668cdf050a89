#!/usr/bin/env python
# Copyright 2020 The Authors

"""Module doc.

More."""
import os.path as p, sys
from . import x
from a.b import get as g, put
from q import *

MAX = 10
_v, w = 1, 2

# about T
T = dict(
  a=1,
)

@app.get("/u")
# comment between
async def handler(req: Request, n: int = 3) -> Response[int]:
    """Handle it.

    Long."""
    return Foo(x.y.z(1))

if X:
    def f(): return 1
else:
    def f(): return 2

class A(Base, m.Mixin[int], metaclass=Meta):
    """Class A."""
    field: int = 3
    @property
    def v(self): return 1
    @v.setter
    def v(self,x): pass
    @staticmethod
    async def go():
        def inner(): pass
        inner()
    def __init__(self): super().__init__()

if __name__ == "__main__":
    main()
