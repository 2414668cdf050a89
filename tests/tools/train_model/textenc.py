"""The tokenizer that is trained: pieces are runs of letters cut at case boundaries, and runs of digits; all else separates.

Pieces are independent of one another, which is what lets the product look them up in a dictionary.
"""

import re

from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers

PIECE = re.compile(r"[A-Z]{2,}s(?![A-Za-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
# the same boundaries as zero-width matches: fooBar, HTTPServer (but not IDs, URLs)
BOUNDARY = r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])(?![A-Z]s(?![A-Za-z]))"


def new_tokenizer(model=None):
    t = Tokenizer(model or models.BPE(unk_token="[UNK]"))
    t.normalizer = normalizers.Sequence([normalizers.Replace(Regex(BOUNDARY), " "), normalizers.Lowercase()])
    t.pre_tokenizer = pre_tokenizers.Split(Regex("[a-z]+|[0-9]+"), "removed", invert=True)
    return t
