"""Branches by platform and by what is installed."""
import os
import sys

try:
    import ujson as json
except ImportError:
    import json
else:
    FAST = True
finally:
    READY = True

__all__ = ["lock", "unlock", "json"]
__all__ += ["FAST"]

if sys.platform == "win32":
    import msvcrt

    SEPARATOR = "\\"

    def lock(handle):
        msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
elif os.name == "posix":
    import fcntl

    def lock(handle):
        fcntl.flock(handle, fcntl.LOCK_EX)
else:
    def lock(handle):
        raise NotImplementedError

with open(os.devnull) as null:
    SINK = null

for name in ("read", "write"):
    def make(handle, name=name):
        return getattr(handle, name)

unlock = lambda handle: handle.close()  # noqa: E731
handlers = {
    "lock": lock,
    "unlock": lambda h: unlock(h),
}
total: int
(first, second), [*rest] = (1, 2), [3]
os.environ["X"] = "1"
