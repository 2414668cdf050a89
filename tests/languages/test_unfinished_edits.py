"""An unfinished edit in one function leaves the other functions' symbols intact: ten functions a language, one of them
with a stray bracket or a statement that someone is still writing."""
from __future__ import annotations

import pytest

from coderag.analysis import analyze

COUNT = 10
STRAY = ["(", "[", "{", ")", "]", "}"]

# language: what stands above, one function (N is its number, EDIT is where someone types), what stands below
TEXTS: dict[str, tuple[str, str, str]] = {
    "bash": (
        "#!/usr/bin/env bash\nset -e\n",
        'stepN() {\n  local total=0\n  for item in "$@"; do\n    total=$((total + 1))EDIT\n  done\n  case "$1" in\n    a) echo a ;;\n  esac\n  echo "$total"\n}\n',
        "main() {\n  step1 a\n}\n",
    ),
    "c": (
        "#include <stdio.h>\n\nstatic int total;\n",
        "/* Adds. */\nint stepN(int *items, int count)\n{\n    int sum = 0;\n    for (int i = 0; i < count; i++) {\n        sum += items[i];EDIT\n    }\n    return sum;\n}\n",
        "int main(void) { return step1(0, 0); }\n",
    ),
    "cpp": (
        "#include <vector>\n\nnamespace shop {\n\nclass Cart {\n public:\n",
        "  // Adds.\n  int stepN(const std::vector<int>& items,\n            int start) const {\n    int sum = start;\n    for (int item : items) {\n      sum += item;EDIT\n    }\n    return sum;\n  }\n",
        "};\n\nint last(int a) { return a; }\n\n}  // namespace shop\n",
    ),
    "csharp": (
        "using System;\n\nnamespace Shop\n{\n    public class Cart\n    {\n",
        "        /// <summary>Adds.</summary>\n        public int StepN(int[] items)\n        {\n            var sum = 0;\n            foreach (var item in items)\n            {\n                sum += item;EDIT\n            }\n            return sum;\n        }\n",
        "    }\n\n    public class Last { public int Of(int a) { return a; } }\n}\n",
    ),
    "go": (
        'package shop\n\nimport "fmt"\n\ntype Cart struct{ total int }\n',
        "// StepN adds.\nfunc (c *Cart) StepN(items []int) (int, error) {\n\tsum := 0\n\tfor _, item := range items {\n\t\tsum += itemEDIT\n\t}\n\treturn sum, nil\n}\n",
        "func last(a int) { fmt.Println(a) }\n",
    ),
    "java": (
        "package shop;\n\npublic class Cart extends Base\n        implements Countable {\n",
        "    /** Adds. */\n    @Override\n    public int stepN(int[] items) {\n        int sum = 0;\n        for (int item : items) {\n            sum += item;EDIT\n        }\n        return sum;\n    }\n",
        "    static class Inner {\n        int last(int a) { return a; }\n    }\n}\n",
    ),
    "javascript": (
        "import { x } from './x';\n\nexport class Cart extends Base {\n",
        "  stepN(items) {\n    let sum = 0;\n    items.forEach((item) => {\n      sum += item;EDIT\n    });\n    return `${sum} of ${items.length}`;\n  }\n",
        "}\n\nexport function last(a) {\n  return a;\n}\n",
    ),
    "kotlin": (
        "package shop\n\nclass Cart(val items: List<Int>) : Base() {\n",
        "    /** Adds. */\n    fun stepN(start: Int): Int {\n        var sum = start\n        for (item in items) {\n            sum += itemEDIT\n        }\n        return sum\n    }\n",
        "}\n\nfun last(a: Int) = a\n",
    ),
    "lua": (
        "local M = {}\n",
        "-- Adds.\nfunction M.stepN(items)\n  local sum = 0\n  for _, item in ipairs(items) do\n    sum = sum + itemEDIT\n  end\n  return sum\nend\n",
        "function M.last(a)\n  return a\nend\n\nreturn M\n",
    ),
    "php": (
        "<?php\n\nnamespace Shop;\n\nclass Cart extends Base\n{\n",
        "    /** Adds. */\n    public function stepN(array $items): int\n    {\n        $sum = 0;\n        foreach ($items as $item) {\n            $sum += $item;EDIT\n        }\n        return $sum;\n    }\n",
        "}\n\nfunction last($a)\n{\n    return $a;\n}\n",
    ),
    "python": (
        "import os\n\n\nclass Cart(Base):\n",
        '    def stepN(self, items):\n        """Adds."""\n        total = 0\n        for item in items:\n            total += itemEDIT\n        return [total]\n',
        "\n\ndef last(a):\n    return a\n",
    ),
    "ruby": (
        "module Shop\n  class Cart < Base\n",
        "    # Adds.\n    def stepN(items)\n      sum = 0\n      items.each do |item|\n        sum += itemEDIT\n      end\n      sum\n    end\n",
        "  end\n\n  def self.last(a)\n    a\n  end\nend\n",
    ),
    "rust": (
        "use std::fmt;\n\npub struct Cart;\n\nimpl Cart {\n",
        "    /// Adds.\n    pub fn stepN(&self, items: &[u32]) -> u32 {\n        let mut sum = 0;\n        for item in items {\n            sum += item;EDIT\n        }\n        sum\n    }\n",
        "}\n\nfn last(a: u32) -> u32 {\n    a\n}\n",
    ),
    "scala": (
        "package shop\n\nclass Cart extends Base {\n",
        "  /** Adds. */\n  def stepN(items: Seq[Int]): Int = {\n    var sum = 0\n    for (item <- items) {\n      sum += itemEDIT\n    }\n    sum\n  }\n",
        "}\n\nobject Last {\n  def last(a: Int): Int = a\n}\n",
    ),
    "swift": (
        "import Foundation\n\nfinal class Cart: Base {\n",
        "    /// Adds.\n    func stepN(_ items: [Int]) -> Int {\n        var sum = 0\n        for item in items {\n            sum += itemEDIT\n        }\n        return sum\n    }\n",
        "}\n\nfunc last(_ a: Int) -> Int {\n    return a\n}\n",
    ),
    "typescript": (
        "import { x } from './x';\n\nexport namespace Shop {\n  export class Cart extends Base {\n",
        "    stepN(items: number[]): string {\n      let sum = 0;\n      for (const item of items) {\n        sum += item;EDIT\n      }\n      return `${sum} of ${items.length}`;\n    }\n",
        "  }\n\n  export function last(a: number): number {\n    return a;\n  }\n}\n",
    ),
}
BLOCKS = {
    "bash": 'if [ -n "$item" ]; then',
    "lua": "if item > 2 then",
    "python": "if item in (",
    "ruby": "if item > 2",
}


def edits(language: str) -> dict[str, str]:
    line = next(line for line in TEXTS[language][1].split("\n") if "EDIT" in line)
    indent = "\n" + line[: len(line) - len(line.lstrip())]
    out = {bracket: " " + bracket for bracket in STRAY}
    out["call"] = indent + "print(format("
    out["nested"] = indent + "send(item, [item, {"
    out["block"] = indent + BLOCKS.get(language, "if (item) {")
    out["member"] = indent + "item."
    return out


def text(language: str, edit: str = "", at: int = 0) -> str:
    above, one, below = TEXTS[language]
    functions = [one.replace("N", str(i), 2).replace("EDIT", edit if i == at else "") for i in range(1, COUNT + 1)]
    return above + "\n" + "\n".join(functions) + "\n" + below


def found(language: str, source: str, without: int) -> list[tuple[str, str, str]]:
    """Symbols but those of the function that is being edited."""
    names = (f"step{without}", f"Step{without}")
    symbols = analyze(source.encode(), language).symbols
    return [
        (s.kind, s.qualname, s.doc)
        for s in symbols
        if not any(n in s.qualname.replace("#", ".").replace("::", ".").split(".") for n in names)
    ]


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("edit", [*STRAY, "call", "nested", "block", "member"])
def test_other_functions_stay(language: str, edit: str) -> None:
    added = edits(language)[edit]
    lost = []
    for at in range(1, COUNT + 1):
        expected = set(found(language, text(language), at))
        assert len(expected) > COUNT - 2
        got = set(found(language, text(language, added, at), at))
        if expected - got:
            lost.append((at, sorted(expected - got)))
    assert not lost


@pytest.mark.parametrize(
    ("language", "source", "expected"),
    [
        ("php", "<?php\nclass A\n{\n    public function x(\n    {\n        $y = [1, 2;\n    }\n\n    public function z()\n    {\n    }\n}\n", "A::z"),
        ("scala", "class A {\n  def x(y: Int = {\n    val z = (1 +\n  }\n\n  def last = 2\n}\n", "A.last"),
        ("ruby", "class A\n  def x\n    1\n  end\n\n  def y(a\n    if a\n\n  def z\n    2\n  end\nend\n", "A#z"),
        ("bash", "for f (a b) { echo $f }\n\ng() { h }\n", "g"),
        ("cpp", "namespace n {\nvoid f() {\n  if (a {\n}\n\nvoid g(int a,\n       int b) {\n}\n}\n", "n::g"),
        ("java", "class A {\n  void x() {\n    call(\"abc\n  }\n\n  void z() {}\n}\n", "A.z"),
        ("python", "class A:\n    def x(self, a\n        return [a\n\n    def z(self):\n        pass\n", "A.z"),
        ("typescript", "class A {\n  x(a: B {\n    this.y(a.\n  }\n\n  z(): void {}\n}\n", "A.z"),
        ("lua", "function a()\n  if x then\nend\n\nfunction M.z()\n  return 1\nend\n", "M.z"),
    ],
)
def test_shapes(language: str, source: str, expected: str) -> None:
    """Headers that never close, strings that never end, blocks without their end."""
    assert expected in {s.qualname for s in analyze(source.encode(), language).symbols}


@pytest.mark.parametrize("language", TEXTS)
def test_a_text_that_breaks_off_keeps_what_it_has(language: str) -> None:
    source = text(language).replace("EDIT", "")
    half = source[: source.index("\n\n", source.lower().index("step5"))] + "\n"
    assert {s.qualname for s in analyze(half.encode(), language).symbols} >= {
        s.qualname for s in analyze(source.encode(), language).symbols if s.name.lower() in ("step1", "step5", "cart")
    }
