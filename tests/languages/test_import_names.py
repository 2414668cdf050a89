"""Imports and exports: what is named, under which name, from where. One row a form that renames or hands on."""
from __future__ import annotations

import pytest

from coderag.analysis import analyze

FORMS = [
    ("python", "import a.b as c", ["import a.b as c"]),
    ("python", "import a.b, d", ["import a.b", "import d"]),
    ("python", "from ..x import (y as z, w)", ["import y as z < ..x", "import w < ..x"]),
    ("python", "from . import x as x", ["import x as x < ."]),
    ("python", "from .x import *", ["import .x"]),
    ("javascript", "import d, { a as b, 'c-d' as e } from './x'", ["import default as d < ./x", "import a as b < ./x", "import c-d as e < ./x"]),
    ("javascript", "import d, * as ns from '../x'", ["import ../x as ns", "import default as d < ../x"]),
    ("javascript", "import './x'", ["import ./x"]),
    ("javascript", "const x = require('./x')", ["import ./x as x"]),
    ("javascript", "require('./x')(1)", ["import ./x"]),
    ("javascript", "const { a, b: c } = require('./x')", ["import ./x", "import a < ./x", "import b as c < ./x"]),
    ("javascript", "const x = await import('./x')", ["import ./x as x"]),
    ("javascript", "const { b: c } = await import('./x')", ["import ./x", "import b as c < ./x"]),
    ("javascript", "export { a as b, c } from './x'", ["export a as b < ./x", "export c < ./x"]),
    ("javascript", "export * from './x'", ["export ./x"]),
    ("javascript", "export * as ns from './x'", ["export ./x as ns"]),
    ("javascript", "export { a as b, c }", ["export a as b", "export c"]),
    ("javascript", "export default a", ["export a as default"]),
    ("typescript", "import type { A as B } from './x'", ["import A as B < ./x"]),
    ("typescript", "import fs = require('fs')", ["import fs as fs"]),
    ("typescript", "import X = A.B", ["import A.B as X"]),
    ("typescript", "export type { A as B } from './x'", ["export A as B < ./x"]),
    ("go", 'package p\nimport (\n\tf "a/b"\n\t. "c"\n\t_ "d"\n\t"e"\n)', ["import a/b as f", "import c", "import d", "import e"]),
    ("rust", "use a::b as c;", ["import b as c < a"]),
    ("rust", "use a::{self as x, b::{c as d, e}};", ["import a as x", "import c as d < a::b", "import e < a::b"]),
    ("rust", "pub use self::a::{b as c};", ["export b as c < self::a"]),
    ("rust", "pub use self::a::*;", ["export self::a"]),
    ("rust", "pub(crate) use super::x::y;", ["export y < super::x"]),
    ("rust", "extern crate a as b;", ["import a as b"]),
    ("csharp", "using A = B.C;", ["import B.C as A"]),
    ("csharp", "global using static A.B;", ["import A.B"]),
    ("cpp", "namespace fs = std::filesystem;", ["import filesystem as fs < std"]),
    ("cpp", "namespace b = boost;", ["import boost as b"]),
    ("php", "<?php use A\\B as C, D\\E;", ["import B as C < A", "import E < D"]),
    ("php", "<?php use A\\{B as C, D};", ["import B as C < A", "import D < A"]),
    ("php", "<?php use function a\\b as c;", ["import b as c < a"]),
    ("kotlin", "import a.b.c as d", ["import c as d < a.b"]),
    ("scala", "import a.b.{c => d, e as f, g => _, h}", ["import c as d < a.b", "import e as f < a.b", "import h < a.b"]),
    ("scala", "import a.b as c", ["import b as c < a"]),
    ("haskell", "import qualified Data.Map as M", ["import Data.Map as M"]),
    ("haskell", "import Data.Set as S (empty)", ["import Data.Set as S", "import empty < Data.Set"]),
    ("elixir", "alias A.B, as: C", ["import A.B as C"]),
    ("elixir", "alias __MODULE__.B, as: C", ["import B as C < __MODULE__"]),
    ("elixir", "alias A.{B, C}", ["import B < A", "import C < A"]),
    ("elixir", "require Logger, as: L", ["import Logger as L"]),
    ("zig", 'const x = @import("x.zig");', ["import x.zig as x"]),
    ("zig", 'const Y = @import("x.zig").Y;', ["import x.zig"]),
    ("lua", 'local x = require "a.x"', ["import a.x as x"]),
    ("lua", 'local y = require("a.x").y', ["import a.x"]),
    ("dart", "import 'x.dart' as y;", ["import x.dart as y"]),
    ("dart", "export 'x.dart' show y;", ["export x.dart"]),
    ("vue", "<script>\nimport Row from './Row.vue'\n</script>", ["import default as Row < ./Row.vue"]),
]


@pytest.mark.parametrize(("language", "source", "wanted"), FORMS, ids=[f"{row[0]}: {row[1]}" for row in FORMS])
def test_form(language: str, source: str, wanted: list[str]) -> None:
    found = []
    for r in analyze(f"{source}\n".encode(), language).references:
        assert r.kind in ("import", "export"), r
        found.append(f"{r.kind} {r.name}" + (f" as {r.alias}" if r.alias else "") + (f" < {r.receiver}" if r.receiver else ""))
    assert sorted(found) == sorted(wanted)
