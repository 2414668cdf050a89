"""Lexical index: Whoosh W3 segments, written by us in bulk, scored by us with BM25F over the same postings.

Owns Whoosh. A document is a chunk, given as field → tokens; a segment is immutable, and deletion is a live mask that
the caller keeps. Not here: which segments make a snapshot, when to merge, what a document number stands for.
"""
from __future__ import annotations

from coderag.index.lexical.bm25f import K1
from coderag.index.lexical.fields import FIELDS, Field
from coderag.index.lexical.files import link_segments, segment_files, write_toc
from coderag.index.lexical.lexical_index import LexicalIndex
from coderag.index.lexical.memory import MemorySegment
from coderag.index.lexical.merge import merge_segments
from coderag.index.lexical.whoosh_api import check_whoosh
from coderag.index.lexical.writer import SegmentInfo, build_segment

__all__ = [
    "FIELDS", "K1", "Field", "LexicalIndex", "MemorySegment", "SegmentInfo", "build_segment", "check_whoosh",
    "link_segments", "merge_segments", "segment_files", "write_toc",
]  # fmt: skip
