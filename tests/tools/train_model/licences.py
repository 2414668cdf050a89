"""Name the licence of every training repository from its licence files:  python licences.py --pairs data/pairs --mirrors MIRRORS --out data/licences.json"""

import argparse
import glob
import json
import os
import re

import pygit2

RULES = [
    ("Apache-2.0", r"Apache License,?\s+Version 2\.0|apache\.org/licenses/LICENSE-2\.0"),
    ("ISC", r"Permission to use, copy, modify,? and(?:/or)? distribute this software for any purpose"),
    ("MIT", r"Permission is hereby granted, free of charge|MIT License"),
    ("BSD", r"Redistribution and use in source and binary forms"),
    ("BSL-1.0", r"Boost Software License"),
    ("GPL", r"GNU GENERAL PUBLIC LICENSE"),
    ("LGPL", r"GNU LESSER GENERAL PUBLIC"),
    ("AGPL", r"GNU AFFERO"),
    ("MPL-2.0", r"Mozilla Public License"),
    ("Ruby", r"Ruby'?s? licen[sc]e|2-clause BSDL"),
]
ap = argparse.ArgumentParser()
ap.add_argument("--pairs"), ap.add_argument("--mirrors"), ap.add_argument("--out")
a = ap.parse_args()
out = {}
for f in sorted(glob.glob(a.pairs + "/*.meta.json")):
    m = json.load(open(f))
    repo = pygit2.Repository(os.path.join(a.mirrors, m["repo"] + ".git"))
    found = []
    for e in repo[m["commit"]].peel(pygit2.Commit).tree:
        if re.match(r"(?i)(mit-)?licen[sc]e|copying", e.name):
            blobs = [repo[e.id]] if e.type_str == "blob" else [repo[x.id] for x in repo[e.id] if x.type_str == "blob"]
            for b in blobs:
                t = re.sub(r"\s+", " ", b.data.decode("utf-8", "ignore"))
                found += [n for n, r in RULES if re.search(r, t, re.I) and n not in found]
    out[m["repo"]] = " / ".join(found)
json.dump(out, open(a.out, "w"), indent=1)
for r, found in out.items():
    if found not in ("MIT", "BSD", "Apache-2.0", "ISC"):
        print(r, "->", found)
