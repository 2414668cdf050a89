"""Whatever the input, the invariants of an artifact hold."""
from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from coderag.analysis import analyze
from coderag.languages import LANGUAGES
from coderag.model.artifact import FileArtifact
from coderag.model.text import lines_of

_LINES = st.sampled_from(
    [
        "", "", "}", "  }", "def f(a):", "    return g(a)", "class A(B):", "    x = 1", "    def m(self):", "        pass",
        "@dec", "# comment", "// comment", "/* open", "close */", '"""', "`", "```", "~~~", "# Heading", "Title", "=====",
        "---", "function f() {", "  return 1;", "});", "describe('x', () => {", "export class K extends L {", "  m() {}",
        "namespace N {", "key: value", "  nested: 1", "[section]", '"key": {', "target: dep", "\tcmd", "x" * 700,
        "import a from 'b'", "from a import b", "\x00", "\x0c", "é\u2028ü", "((((", "public:", "end", "- item", "> quote",
        "if X:", "else:", "struct S {", "int f(void);", "template <class T>", "#!/usr/bin/env python",
    ]
)  # fmt: skip


def check(artifact: FileArtifact, data: bytes) -> None:
    lines = lines_of(data)
    if artifact.skip:
        assert not artifact.chunks and not artifact.symbols
        return
    assert artifact.lines == len(lines)
    assert list(artifact.chunks) == sorted(artifact.chunks, key=lambda c: (c.start, c.end))
    covered = set()
    for c in artifact.chunks:
        assert 1 <= c.start <= c.end <= len(lines)
        assert any(line.strip() for line in lines[c.start - 1 : c.end]), "blank chunk"
        assert "\n" not in c.name and len(c.doc) <= 400
        covered.update(range(c.start, c.end + 1))
    if any(line.strip() for line in lines):
        assert covered == set(range(1, len(lines) + 1))
    else:
        assert not artifact.chunks
    for i, s in enumerate(artifact.symbols):
        assert s.name.strip() and 1 <= s.start <= s.line <= s.end <= len(lines)
        assert "\n" not in s.signature and len(s.signature) <= 300 and "\n" not in s.doc
        assert -1 <= s.parent < i
        if s.parent >= 0:
            outer = artifact.symbols[s.parent]
            assert outer.start <= s.start and s.end <= outer.end
    for r in artifact.references:
        assert r.name and 1 <= r.line <= len(lines) and -1 <= r.scope < len(artifact.symbols)
        assert "\n" not in r.receiver and len(r.receiver) <= 80


@settings(max_examples=250, deadline=None)
@given(lines=st.lists(_LINES, max_size=60), end=st.sampled_from(["\n", "\r\n", "\n\n"]), hint=st.sampled_from(LANGUAGES))
def test_lines_of_every_kind(lines: list[str], end: str, hint: str) -> None:
    data = end.join(lines).encode()
    artifact = analyze(data, hint)
    check(artifact, data)
    assert artifact == analyze(data, hint)


@settings(max_examples=100, deadline=None)
@given(data=st.binary(max_size=400), hint=st.sampled_from([*LANGUAGES, "c-header", "", "nonsense"]))
def test_any_bytes(data: bytes, hint: str) -> None:
    check(analyze(data, hint), data)


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=300), hint=st.sampled_from(LANGUAGES), encoding=st.sampled_from(["utf-8", "utf-16", "utf-8-sig"]))
def test_any_text(text: str, hint: str, encoding: str) -> None:
    data = text.encode(encoding, "replace")
    check(analyze(data, hint), data)
