"""A message that somebody copied, with values where the source has places for them."""
from __future__ import annotations

import pytest

FILES = {
    "lib/first.py": 'def describe():\n    return "the buffered service failed"\n',
    "lib/other.py": 'def describe():\n    return "failed: a service, buffered"\n',
    "jobs/first.rb": 'def check(job)\n  raise "Arguments of #{job} must be native types of the format, but one is a #{job.class}"\nend\n',
    "jobs/other.rb": 'def check(job)\n  raise "native format, so types of arguments must be #{job} or #{job.class}, not a symbol"\nend\n',
}


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("buffered service failed", "lib/first.py"),
        ("Arguments of HardJob must be native types of the format, but one is a Symbol", "jobs/first.rb"),
    ],
)
def test_a_copied_message_finds_where_it_is_made(code, text, path):
    first = code(FILES).ask(text).hits[0]
    assert first.path == path and first.signals["literal"] > 0


@pytest.mark.parametrize("text", ["failed service buffered", "what is one of the format", "failed service"])
def test_words_in_another_order_or_of_no_weight_are_no_passage(code, text):
    assert not any(h.signals.get("literal") for h in code(FILES).ask(text).hits)
