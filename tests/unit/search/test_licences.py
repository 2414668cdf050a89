"""The licence a file begins with is in its first chunk, and not in what is shown of it."""
from __future__ import annotations

import pytest

from coderag.model.licence import licence_rows

BLOCK = "/*\n * Copyright (C) 2014 Shop, Inc.\n *\n * Licensed under the Apache License.\n */\n"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (BLOCK + "\npackage shop\n", 6),
        ("// Copyright 2015 Shop\n// All rights reserved.\n\n// Package shop sells.\npackage shop\n", 3),
        ("# SPDX-License-Identifier: MIT\nimport os\n", 1),
        ("# Copyright 2015 Shop\n#\n# Licensed under MIT.\nimport os\n", 3),
        ("-- Copyright 2015 Shop\nlocal M = {}\n", 1),
        ("/* Copyright 2015 Shop */ int one(void);\n", 0),
        ("/* What this file does. */\nint one(void);\n", 0),
        ("#include <stdio.h>\n/* Copyright 2015 Shop */\n", 0),
        ("#!/bin/sh\n# Copyright 2015 Shop\n", 0),
        ("/*\n * Copyright, and no end\n", 0),
        ("", 0),
    ],
)
def test_rows_of_a_licence(text, rows):
    assert licence_rows(text.splitlines()) == rows


def test_a_hit_is_shown_without_it(code):
    c = code({"Pool.kt": BLOCK + "package shop\n\n/** Unused segments. */\ninternal object Pool {\n  fun take(): Int = 1\n}\n"})
    (hit,) = c.ask("unused segments").hits
    assert (hit.start_line, hit.end_line) == (6, 11) and hit.text.startswith("package shop") and hit.text.endswith("}")


def test_a_file_of_nothing_else_is_shown(code):
    (hit,) = code({"empty.js": "// Copyright 2015 Shop\n// Licensed under MIT.\n"}).ask("licensed under MIT").hits
    assert hit.start_line == 1
