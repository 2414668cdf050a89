"""Options: git config values, then the environment; what cannot be read is named."""
from __future__ import annotations

import pytest

from coderag.errors import UsageError
from coderag.settings import OPTIONS, Settings, load


def test_defaults():
    assert load({}) == Settings()
    assert load({"coderag.unknown": ["x"], "user.name": ["y"]}) == Settings()


def test_lists_keep_all_values_and_numbers_the_last():
    s = load({"coderag.exclude": ["a/**", "  ", "b"], "coderag.maxfilesize": ["1000", "2000"]})
    assert s.exclude == ("a/**", "b") and s.max_file_size == 2000


@pytest.mark.parametrize(("text", "value"), [("5", 5), (" 7 ", 7), ("2k", 2048), ("3M", 3 << 20), ("1g", 1 << 30)])
def test_numbers_as_git_writes_them(text, value):
    assert load({"coderag.maxfilesize": [text]}).max_file_size == value


@pytest.mark.parametrize("text", ["", "many", "1.5", "k", "1kb", "0x10"])
def test_bad_number_names_the_key(text):
    with pytest.raises(UsageError) as e:
        load({"coderag.querybudget": [text]})
    assert "coderag.querybudget" in e.value.message and e.value.hint == "git config coderag.querybudget 2000"


def test_mapping():
    s = load({"coderag.map": ["*.glsl = c", "BUILD=python"]})
    assert s.mapping == {"*.glsl": "c", "BUILD": "python"}
    for bad in ("*.glsl", "= c", "*.x ="):
        with pytest.raises(UsageError, match="coderag.map"):
            load({"coderag.map": [bad]})


@pytest.mark.parametrize(
    ("name", "language"), [("C++", "cpp"), ("ts", "typescript"), ("tsx", "tsx"), ("Python", "python"), ("c-header", "c-header")]
)
def test_mapping_takes_other_names_of_a_language(name, language):
    assert load({"coderag.map": [f"*.x = {name}"]}).mapping == {"*.x": language}


def test_mapping_to_an_unknown_language_lists_those_there_are():
    with pytest.raises(UsageError) as e:
        load({"coderag.map": ["*.py = klingon"]})
    assert "'klingon'" in e.value.message and "*.py" in e.value.message and "python, rst, ruby" in e.value.hint


def test_environment_overrides_only_what_no_snapshot_depends_on():
    s = load({"coderag.exclude": ["a"], "coderag.workers": ["1"]}, {"CODERAG_EXCLUDE": "b", "CODERAG_WORKERS": "3"})
    assert s.exclude == ("a",) and s.workers == 3


def test_every_option_can_come_from_git_config():
    values = {"map": "*.x = c", "include": "x", "exclude": "y"}
    for key, (field, _) in OPTIONS.items():
        changed = load({key: [values.get(field, "7")]})
        assert getattr(changed, field) != getattr(Settings(), field), key


def test_content_hash_covers_what_is_written_and_nothing_else():
    base = Settings().content_hash()
    for change in ({"include": ("a",)}, {"exclude": ("a",)}, {"map": (("*.x", "c"),)}, {"max_file_size": 5}):
        assert Settings(**change).content_hash() != base, change
    for change in ({"query_budget_ms": 5}, {"workers": 5}):
        assert Settings(**change).content_hash() == base, change
    assert Settings(include=("a",)).content_hash() != Settings(exclude=("a",)).content_hash()
    assert Settings(exclude=("caf\udce9",)).content_hash()  # a pattern that is no UTF-8
