"""What went wrong on the write side, as one line for a person."""
from __future__ import annotations

import errno

from coderag.errors import CoderagError, InternalError, StateError


def as_error(e: Exception) -> CoderagError:
    """Any failure of a run as one line for a person."""
    if isinstance(e, CoderagError):
        return e
    return os_error(e) if isinstance(e, OSError) else InternalError(f"{type(e).__name__}: {e}", "please report it")


def os_error(e: OSError) -> StateError:
    if e.errno in (errno.ENOSPC, errno.EDQUOT):
        return StateError("the disk is full", "free some space; the last complete index still answers")
    if e.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return StateError("the store under .git/coderag cannot be written", "check its permissions; searches go on")
    if e.errno in (errno.ENOTDIR, errno.EEXIST):
        return StateError(".git/coderag is not a folder", "remove that file, then run coderag reindex")
    return StateError(f"cannot write the index: {e.strerror or e}", "run coderag doctor")


def refused(e: BaseException) -> bool:
    """Whether the disk refuses, and would again. A file that is missing is damage."""
    return isinstance(e, OSError) and not isinstance(e, FileNotFoundError)


def out_of_memory(e: BaseException) -> bool:
    """Whether memory ran out, here or in a process of the pool. Building more would make it worse."""
    return isinstance(e, MemoryError) or type(e).__name__ == "BrokenProcessPool"
