"""Fixtures of the lexical tests."""
from __future__ import annotations

import pytest
from lexical_corpora import Corpus, random_documents


@pytest.fixture
def corpus(tmp_path):
    return lambda seed, count=60: Corpus(tmp_path, random_documents(seed, count))
