"""Reasons why a tracked file is listed but not searched. Code -> what a person reads in ``coderag status``."""
from __future__ import annotations

REASONS: dict[str, str] = {
    "binary": "binary content",
    "minified": "minified or machine-written long lines",
    "generated": "generated code (marker in the file, or linguist-generated)",
    "vendored": "vendored third-party code",
    "lockfile": "dependency lock file",
    "lfs-pointer": "Git LFS pointer",
    "too-large": "larger than coderag.maxFileSize",
    "secret": "key material or secrets file",
    "symlink": "symbolic link",
    "submodule": "submodule (gitlink)",
    "filtered": "excluded by .coderagfilter or coderag.exclude",
    "missing-blob": "blob is not in this clone",
    "error": "analysis failed",
}
