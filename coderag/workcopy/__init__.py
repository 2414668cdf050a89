"""The working copy beside the snapshot: uncommitted work laid over it, and files that differ from what was answered.

`WorkCopy` is the way in. Reads only regular files inside the work tree, never through a link, and writes nothing there.
"""
from __future__ import annotations

from coderag.workcopy.work import WorkCopy

__all__ = ["WorkCopy"]
