"""Repositories, HEAD, tree diffs, blobs and hooks. Sole owner of pygit2 and of git subprocesses.

`open_repository` is the way in; `coderag.git.hooks` installs the hooks. git is read as it is at the moment of asking:
nothing here caches a ref. Not its business: history walks, blame, rename detection, network, writing objects or refs.
"""
from __future__ import annotations

from coderag.git.errors import MissingBlob
from coderag.git.repository import Repository, open_repository

__all__ = ["MissingBlob", "Repository", "open_repository"]
