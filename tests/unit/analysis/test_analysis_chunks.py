"""Rules of the chunker, each on the smallest source that shows it."""
from __future__ import annotations

from coderag.analysis import analyze, limits
from coderag.analysis.source import Source
from coderag.model.artifact import Chunk


def chunks(source: str, hint: str = "python") -> list[Chunk]:
    return list(analyze(source.encode(), hint).chunks)


def shape(source: str, hint: str = "python") -> list[tuple[int, int, str, str]]:
    return [(c.start, c.end, c.kind, c.qualname) for c in chunks(source, hint)]


def test_small_class_is_one_chunk() -> None:
    assert shape("class A:\n    x = 1\n    def m(self):\n        pass\n") == [(1, 4, "class", "A")]


def test_large_class_is_skeleton_and_methods() -> None:
    body = "".join(f"\n    def m{i}(self):\n        a = {i}\n        b = a\n        return b\n" for i in range(6))
    found = chunks('@dec\nclass A(Base):\n    """Doc."""\n    x = 1\n' + body)
    assert [(c.start, c.end, c.kind, c.qualname) for c in found[:2]] == [(1, 5, "class", "A"), (6, 10, "method", "A.m0")]
    assert found[0].context == "" and found[0].doc == "Doc."
    assert {c.context for c in found[1:]} == {"class A(Base):"}
    assert len(found) == 7


def test_fields_between_methods_are_a_run_of_the_class() -> None:
    body = "".join(f"    def m{i}(self):\n        a = {i}\n        b = a\n        return b\n" for i in range(6))
    tail = "    y = 1\n    z = 2\n    def last(self):\n        pass\n"
    run = [c for c in chunks("class A:\n    x = 1\n" + body + tail) if c.kind == "block"]
    assert [(c.start, c.end, c.name, c.qualname, c.context) for c in run] == [(27, 28, "", "A", "class A:")]


def test_statements_are_merged_up_to_the_limit_and_cut_at_statements() -> None:
    lines = [f"register({i:04}, 'a handler with a long enough name', priority={i})" for i in range(60)]
    found = chunks("\n".join(lines) + "\n")
    assert len(found) == 3 and all(c.kind == "block" and c.part == 0 for c in found)
    assert [c.start for c in found[1:]] == [c.end + 1 for c in found[:-1]]


def test_no_cut_between_a_comment_and_its_statement() -> None:
    lines = [f"# about {i:04} and a good many words that make this long\nregister({i:04}, handler)" for i in range(60)]
    assert all(c.start % 2 == 1 for c in chunks("\n".join(lines) + "\n"))


def test_oversized_leaf_is_cut_by_lines_with_overlap() -> None:
    text = "\n".join(f"line {i:04} of a long string without any syntax" for i in range(120))
    found = chunks(f'def f():\n    return """\n{text}\n"""\n')
    assert [c.part for c in found] == list(range(1, len(found) + 1)) and len(found) > 3
    for before, after in zip(found, found[1:], strict=False):
        overlap = before.end - after.start + 1
        assert 1 <= overlap <= 0.15 * (before.end - before.start + 1)
    assert all(c.context == "def f():" for c in found[1:]) and found[0].context == ""


def test_oversized_function_cuts_at_statements_and_keeps_inner_functions_whole() -> None:
    filler = "".join(f"    value_{i:03} = compute(value, {i}, tolerance=0.001)\n" for i in range(30))
    source = f"def outer():\n{filler}    def inner():\n        return 1\n{filler}"
    found = chunks(source)
    inner = [c for c in found if c.name == "inner"]
    assert [(c.start, c.end, c.qualname, c.context) for c in inner] == [(32, 33, "outer.inner", "def outer():")]
    assert [c.part for c in found if c.name == "outer"] == [1, 2]


def test_wrappers_are_looked_through() -> None:
    source = "namespace Geo {\n  export function dist(a: number) { return a }\n  export class Pt {}\n}\n"
    assert shape(source, "typescript") == [(1, 2, "function", "Geo.dist"), (3, 4, "class", "Geo.Pt")]


def test_head_of_a_conditional_goes_with_its_function() -> None:
    source = "if X:\n    def f(): return 1\nelse:\n    def f(): return 2\n"
    assert shape(source) == [(1, 2, "function", "f"), (3, 4, "function", "f")]


def test_test_suites_name_their_context() -> None:
    case = "  it('does %d', () => {\n    expect(subject(%d)).toBe(%d);\n    expect(other).toBe(1);\n  });\n"
    source = "describe('cart', () => {\n  beforeEach(() => reset());\n" + "".join(case % (i, i, i) for i in range(20)) + "});\n"
    found = chunks(source, "javascript")
    assert [(c.start, c.end, c.qualname) for c in found[:2]] == [(1, 2, "cart"), (3, 6, "cart > does 0")]
    assert found[1].context == "describe('cart', () =>" and found[-1].end == 83


def test_everything_on_one_line() -> None:
    found = chunks("function a(){} function b(){} function c(){}\n", "javascript")
    assert [(c.start, c.end) for c in found] == [(1, 1)]


def test_no_chunk_exceeds_the_limit_by_more_than_its_slack() -> None:
    source = "".join(f"def f{i}():\n" + "".join(f"    x{j} = {j} * {i}\n" for j in range(i)) for i in range(1, 200))
    lines = source.split("\n")
    for c in chunks(source):
        assert sum(len(x) + 1 for x in lines[c.start - 1 : c.end]) <= limits.CHUNK_SIZE * limits.TAIL_SLACK


def test_windows_prefer_blank_lines_and_never_are_blank() -> None:
    paragraph = "some words in a line of text\n" * 10
    found = chunks((paragraph + "\n") * 20, "text")
    assert all((c.end % 11 == 0) for c in found) and [c.part for c in found] == list(range(1, len(found) + 1))
    found = chunks("x\n" + "\n" * 5_000 + "y\n", "text")
    assert [(c.start, c.end) for c in found][-1][1] == 5_002


def test_sections_are_cut_at_paragraphs_but_not_inside_fences() -> None:
    fence = "```\n" + "code line of the example\n\n" * 30 + "```\n"
    source = "# T\n\n" + "A paragraph of prose with several words.\n\n" * 30 + fence + "\nAfter.\n"
    found = chunks(source, "markdown")
    start = source[: source.index("```")].count("\n") + 1
    inside = [c for c in found if start < c.start <= start + 60]
    assert not inside and all(c.qualname == "T" for c in found)


def test_a_prepare_hook_may_not_move_bytes_or_lines() -> None:
    for hook, kept in ((bytes.upper, True), (lambda d: d + b" ", False), (lambda d: d.replace(b"\n", b" "), False)):
        source = Source(b"a b\nc\n")
        source.prepare(hook)
        assert (source.parsed != source.utf8) is kept
