"""Generations of a slot: names that are never used twice, and what a collection may delete."""
from __future__ import annotations

from coderag.index.generations import collect_generations, next_name
from coderag.index.snapshot import CURRENT, current_generation


def test_a_name_is_published_read_back_and_never_comes_again(tmp_path):
    first, second = next_name(tmp_path), next_name(tmp_path)
    assert first != second and first[:10] == second[:10] == "gen-000001"
    (tmp_path / first).mkdir()
    (tmp_path / CURRENT).write_text(first)
    assert current_generation(tmp_path) == tmp_path / first
    assert next_name(tmp_path).startswith("gen-000002-")


def test_only_older_generations_and_leftovers_go(tmp_path):
    names = ["gen-000001-aaaaaa", "gen-000002-bbbbbb", "gen-000003-cccccc", "new-xyz"]
    for name in names:
        (tmp_path / name).mkdir()
    (tmp_path / CURRENT).write_text(names[2])
    collect_generations(tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == [CURRENT, names[1], names[2]]


def test_a_pointer_to_something_else_is_no_generation(tmp_path):
    for text in ("gen-000001", "../x", "gen-000001-aaaaaa/../y", ""):
        (tmp_path / CURRENT).write_text(text)
        assert current_generation(tmp_path) is None
