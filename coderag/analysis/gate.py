"""Which blobs are not worth a search, judged by content alone. Reason codes are those of :mod:`coderag.model.skips`."""
from __future__ import annotations

import re

from coderag.analysis import limits
from coderag.analysis.source import Source

_LFS = b"version https://git-lfs.github.com/spec/"
_MARKER = re.compile(
    r"""(?<![\w@])@generated\b
    |\bDO\ NOT\ (?:EDIT|MODIFY)\b(?=\W*$|\s*[.!:;]|\ THIS\ FILE|\ BY\ HAND|\ MANUALLY)
    |\bCode\ generated\ by\b
    |(?i:auto-?\s?(?:matically)?[\s-]?generated|generated\ by)\b.*(?i:do\ not\ (?:edit|modify|change))""",
    re.X,
)
_COMMENT = re.compile(r"\s*(?:#|//|/?\*|--|;|<!--|%|'|\{-|\(\*)")


def of_bytes(data: bytes) -> str:
    """Reason to skip that needs no decoding, or ""."""
    if data.startswith(_LFS) and len(data) < 1024:
        return "lfs-pointer"
    if 0 in data and _looks_binary(data):
        return "binary"
    return ""


def _looks_binary(data: bytes) -> bool:
    """Whether a blob with NUL bytes is binary. UTF-16 and UTF-32 text is not, nor is text with a stray NUL."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")):
        return False
    head = data[:8192]
    half = max(1, len(head[:1024]) // 2)
    even, odd = head[:1024:2].count(0), head[1:1024:2].count(0)
    if half >= 4 and (min(even, odd) < 0.05 * half and max(even, odd) > 0.4 * half):
        return False
    controls = sum(head.count(c) for c in range(32) if c not in (9, 10, 12, 13, 27))
    if controls > max(1, len(head) // 200):
        return True
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return head.count(0) > 0
    return data.count(0) > max(1, len(data) // 200)


def of_text(source: Source, role: str) -> str:
    """Reason to skip a decoded file, or "". Prose may have long lines; only code is written by generators."""
    size = len(source.text)
    if role != "docs" and size > limits.LONG_LINE:
        in_long = sum(n for n in map(len, source.lines) if n > limits.LONG_LINE)
        if in_long > limits.LONG_LINE_SHARE * size:
            return "minified"
        if size > limits.MEAN_LINE_MIN_SIZE and size > limits.MEAN_LINE * source.rows:
            return "minified"
    if role == "code":
        for line in source.lines[: limits.MARKER_LINES]:
            if _COMMENT.match(line) and _MARKER.search(line[:500]):
                return "generated"
    return ""
