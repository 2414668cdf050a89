"""Every number that bounds analysis, in one place. Sizes are characters unless the name says bytes, lines or rows."""
from __future__ import annotations

CHUNK_SIZE = 1_600
"""Soft limit of a chunk's text: about 400 tokens, what the embedding model reads whole."""

TAIL_SLACK = 1.2
"""A last piece may exceed the soft limit by this factor rather than leave a sliver behind."""

SMALL_TYPE_LINES = 25
"""A class of at most this many lines is one chunk together with its methods."""

SMALL_PREFACE = 100
"""Text above the first heading smaller than this belongs to the first section."""

SLIVER = 200
"""No seam is used that would leave a piece smaller than this."""

LAST_WORD = 24
"""A run at the end of a file that is not larger than this belongs to what stands before it."""

SMALL_RUN = 200
"""Config entries beside a large one that together are smaller than this join it."""

OVERLAP = 0.1
"""Share of lines repeated where a text without any syntactic seam must be cut."""

MAX_SYNTAX_BYTES = 1_000_000
"""Default size above which no syntax tree is built."""

MAX_FILE_FACTOR = 4
"""Files larger than this many times the syntax limit are not indexed at all."""

MAX_SECONDS = 5.0

SIGNATURE_SIZE = 300
DOC_SIZE = 400
RECEIVER_SIZE = 80
NAME_SIZE = 200
TITLE_SIZE = 160
CONTEXT_LINE_SIZE = 200
CONTEXT_DEPTH = 4
"""How many enclosing headers a chunk's context names; the outermost ones give way."""

LONG_LINE = 2_000
LONG_LINE_SHARE = 0.8
"""A file is machine-written if this share of it stands in lines longer than LONG_LINE, ..."""
MEAN_LINE = 300
MEAN_LINE_MIN_SIZE = 5_000
"""... or if it is larger than this and its lines are longer than MEAN_LINE on average."""

BURIED = 4
"""A part of a file is no chunk if its rows are larger than MEAN_LINE_MIN_SIZE and this many times its own text."""

MARKER_LINES = 15
"""Generated-code markers count only in the first lines."""

ERROR_SHARE = 0.25
"""Share of a file inside ERROR nodes from which the artifact says "parse-errors"."""

RECOVER_SHARE = 0.1
"""Share inside ERROR nodes from which top-level blocks are parsed one by one."""
RECOVER_BLOCKS = 2_000
RECOVER_PLACES = 20
"""Places that may be hidden from the parser, such as a bracket without a partner; more are no unfinished edit."""
RECOVER_SIZE = 400_000
"""Bytes parsed again, all attempts of one file together; one attempt is always made."""
RECOVER_ALWAYS = 100_000
"""Bytes up to which any error is worth another attempt."""
