# -*- coding: utf-8 -*-
# Copyright 2020 The Authors. Licensed under the Apache License.

# What looks like code in strings is text.
text = """
def not_a_function():
    class NotAClass: pass
# not a comment
"""
s = "#{"
local = [x for x in range(3)]
self.attribute = 1
data["key"] = 2

def after(): return lambda q: q
