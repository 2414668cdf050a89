"""Extract (query, code) training pairs from bare git mirrors with tree-sitter.

    python collect.py --mirrors MIRRORS --repos repos.txt --out data/pairs [--jobs 2]

One JSONL.gz file a repository; each record {k: kind, l: language, p: path, q: query text, d: code text}.
Kinds: doc (comment -> code), win (comment -> window of the file around the code, comment cut out), sig (comment -> first
lines), name (identifier and path words -> body), test (test name -> test body), commit (subject -> changed definitions),
md (heading and paragraph -> code block).  Nothing of a repository is executed; blobs are only read.
"""

import argparse
import gzip
import hashlib
import json
import os
import random
import re
import time
from multiprocessing import Pool

import pygit2
from extract import (
    MAX_CODE,
    clean_doc,
    definitions,
    good_text,
    path_words,
    text,
    words,
)
from langs import BENCH, EXT, VENDOR

CAP = {"doc": 14000, "win": 5000, "sig": 3500, "name": 9000, "test": 4000, "commit": 5000, "md": 2500}
COMMIT_SECONDS = 11.0
FILE_SECONDS = 9.0  # and for its files

def skip_path(path):
    low = path.lower()
    parts = low.split("/")
    if any(p in VENDOR for p in parts[:-1]) or any(p in BENCH for p in parts[:-1]):
        return True
    f = parts[-1]
    return (
        f.endswith(
            (".min.js", ".d.ts", ".pb.go", "_pb2.py", ".g.cs", ".designer.cs", ".generated.cs", ".pb.h", ".pb.cc")
        )
        or f in ("json.hpp", "catch.hpp", "sqlite3.c")
        or "bundle" in f
        or f.startswith(("requests.", "click.", "fmt."))
    )


def tree_files(repo, tree, prefix=""):
    for e in tree:
        p = prefix + e.name
        if e.type_str == "tree":
            if e.name.lower() in VENDOR or e.name.lower() in BENCH:
                continue
            yield from tree_files(repo, repo[e.id], p + "/")
        elif e.type_str == "blob":
            yield p, e.id


_TEST = re.compile(
    r"(?:^|/)(?:tests?|spec|__tests__|testing)(?:/|$)|[._-](?:test|spec)s?\.|(?:Test|Tests|Spec)\.\w+$|_test\.", re.I
)
_SUBJ_BAD = re.compile(
    r"^(?:merge|revert|bump|release|version|v?\d+\.\d+|wip|update (?:changelog|readme|deps|dependenc)|chore|ci\b|build\(|changelog|"
    r"prepare|upgrade|typo|fix typo|format|lint|merge|docs?[:(]|apply suggestions|\[?auto|cleanup\.?$|fix tests?\.?$)",
    re.I,
)


def clean_subject(msg):
    s = msg.split("\n", 1)[0].strip()
    s = re.sub(
        r"^(?:feat|fix|perf|refactor|test|style|bug|enh|bug fix|add)(?:\([^)]*\))?!?:\s*|^\[[^\]]{1,30}\]\s*|^[A-Z]+-\d+[:\s]+|^#?\d+[:\s]+",
        "",
        s,
        flags=re.I,
    )
    s = re.sub(
        r"\s*\(?(?:#|gh-|GH-)\d+\)?\.?\s*$|\s*\[[^\]]*\]\s*$|(?:fix(?:es)?|close[sd]?|refs?)\s+#\d+.*$",
        "",
        s,
        flags=re.I,
    ).strip()
    if _SUBJ_BAD.search(s) or not good_text(s, lo=4) or len(s) > 160:
        return None
    return s


def enclosing(defs, lines):
    """Smallest definitions that hold the changed lines."""
    out = []
    for ln in lines:
        best = None
        for d in defs:
            n = d[0]
            if n.start_point[0] <= ln <= n.end_point[0] and (
                best is None or n.end_byte - n.start_byte < best[0].end_byte - best[0].start_byte
            ):
                best = d
        if best is not None and best not in out:
            out.append(best)
    return out


_FENCE = re.compile(r"^```+[ ]*([\w+#-]*)[^\n]*\n(.*?)^```", re.M | re.S)
_HEAD = re.compile(r"^#{1,5}\s+(.+)$", re.M)


def markdown(src):
    t = src.decode("utf-8", "ignore")
    for m in _FENCE.finditer(t):
        code = m.group(2)
        if len(code) < 60 or code.count("\n") < 2 or m.group(1) in ("console", "text", "diff", "output"):
            continue
        before = t[max(0, m.start() - 3000) : m.start()]
        heads = _HEAD.findall(before)
        para = re.split(r"\n\s*\n", re.sub(r"```.*?```", "", before, flags=re.S).strip())[-1]
        para = re.sub(r"\s+", " ", _HEAD.sub("", para))
        para = re.sub(r"\[([^\]]*)\]\([^)]*\)|`([^`]*)`", lambda x: x.group(1) or x.group(2) or "", para).strip(" :*")
        q = ((heads[-1].strip() + ". ") if heads else "") + para[:240]
        if good_text(q, lo=4):
            yield q, code[:MAX_CODE]


def collect_repo(job):
    slug, gitdir, out_dir = job
    t0, cpu0 = time.time(), time.process_time()
    rnd = random.Random(slug)
    repo = pygit2.Repository(gitdir)
    head = repo.head.peel(pygit2.Commit)
    files = [(p, i) for p, i in tree_files(repo, head.tree) if not skip_path(p)]
    lic = []
    for e in head.tree:
        if e.type_str == "blob" and re.match(r"(?i)licen[sc]e|copying", e.name):
            lic.append(e.name + ": " + " ".join(repo[e.id].data[:400].decode("utf-8", "ignore").split())[:160])
    by, seen = {k: [] for k in CAP}, set()

    def add(kind, lang, path, q, d):
        d = d.strip("\n")
        if len(d) < 40 or len(q) < 8:
            return
        h = hashlib.blake2b((kind + q + "\0" + d[:400]).encode("utf-8", "ignore"), digest_size=8).digest()
        if h in seen:
            return
        seen.add(h)
        by[kind].append({"k": kind, "l": lang, "p": path, "q": q, "d": d})

    rnd.shuffle(files)
    nf = 0
    for path, oid in files:
        if time.process_time() - cpu0 > FILE_SECONDS:
            break
        ext = os.path.splitext(path)[1].lower()
        if ext not in EXT and ext not in (".md", ".mdx"):
            continue
        blob = repo[oid]
        if not 60 < blob.size < 300_000:
            continue
        src = blob.data
        if b"\0" in src[:1000] or b"@generated" in src[:600] or b"GENERATED" in src[:600]:
            continue
        if ext in (".md", ".mdx"):
            if "changelog" in path.lower() or "zh" in path.lower().split("/"):
                continue
            for q, c in markdown(src):
                add("md", "md", path, q, c)
            continue
        lang = EXT[ext]
        is_test = bool(_TEST.search(path))
        nf += 1
        try:
            defs = list(definitions(src, lang))
        except Exception as e:
            continue
        spans = [
            (d[0].start_byte, d[0].end_byte, d[1])
            for d in defs
            if "class" in d[0].type or "impl" in d[0].type or d[0].type == "module"
        ]
        for node, name, doc, code, start, _ in defs:
            q = clean_doc(doc) if doc else None
            nw = words(name)
            container = ""
            for a, b, n in spans:
                if a < node.start_byte and node.end_byte <= b and n != name:
                    container = n
            if q:
                add("doc", lang, path, q, code)
                if rnd.random() < 0.35 and node.end_byte - node.start_byte < 1200:
                    room = 1500 - len(code)
                    a = max(0, start - rnd.randint(0, max(room, 1)))
                    a = src.rfind(b"\n", 0, a) + 1
                    before = src[a:start].decode("utf-8", "ignore")
                    room -= len(before)
                    after = (
                        src[node.end_byte : node.end_byte + max(0, room)].decode("utf-8", "ignore").rsplit("\n", 1)[0]
                    )
                    add("win", lang, path, q, before + code + after)
                sig = "\n".join(code.split("\n")[:6])
                if rnd.random() < 0.35 and len(code) > len(sig) + 80:
                    add("sig", lang, path, q, sig)
            if is_test and len(nw) >= 4 and code.count("\n") >= 2 and re.match(r"(?i)test|it|should|when|given", name):
                add("test", lang, path, " ".join(w for w in nw if w != "test"), code.split("\n", 1)[1])
            elif nw and code.count("\n") >= 3 and not is_test and (len(nw) >= 2 or container):
                nq = (words(container) if container and rnd.random() < 0.7 else []) + nw
                if rnd.random() < 0.5:
                    nq = nq + path_words(path) if rnd.random() < 0.5 else path_words(path) + nq
                if rnd.random() < 0.25:
                    qq = (container + "." + name) if container and rnd.random() < 0.5 else name  # the raw identifier
                else:
                    qq = " ".join(dict.fromkeys(nq))
                u = rnd.random()
                if u < 0.35:
                    body = text(src, start, node.end_byte)  # with its comment
                else:
                    body = code if u < 0.7 else code.split("\n", 1)[1]
                add("name", lang, path, qq, body)

    # history
    tc, looked = time.process_time(), 0
    walker = repo.walk(head.id, pygit2.enums.SortMode.TIME)
    for c in walker:
        if time.process_time() - tc > COMMIT_SECONDS or len(by["commit"]) >= CAP["commit"]:
            break
        if len(c.parents) != 1:
            continue
        s = clean_subject(c.message)
        if s is None:
            continue
        looked += 1
        try:
            diff = repo.diff(c.parents[0], c, context_lines=0)
            if not 1 <= len(diff) <= 8:
                continue
            patches = [
                p
                for p in diff
                if EXT.get(os.path.splitext(p.delta.new_file.path)[1].lower())
                and not skip_path(p.delta.new_file.path)
                and not _TEST.search(p.delta.new_file.path)
                and p.delta.status_char() in "MA"
            ]
            if not 1 <= len(patches) <= 3:
                continue
            got = 0
            for p in patches:
                path = p.delta.new_file.path
                blob = repo[p.delta.new_file.id]
                if blob.size > 150_000:
                    continue
                lang = EXT[os.path.splitext(path)[1].lower()]
                hunks = sorted(p.hunks, key=lambda h: -h.new_lines)[:3]
                defs = list(definitions(blob.data, lang))
                for d in enclosing(defs, [h.new_start - 1 for h in hunks])[:2]:
                    add("commit", lang, path, s, d[3])
                    got += 1
                if got >= 3:
                    break
        except Exception:
            continue
    n = {}
    os.makedirs(out_dir, exist_ok=True)
    out = os.path.join(out_dir, slug.replace("/", "+") + ".jsonl.gz")
    with gzip.open(out + ".tmp", "wt", compresslevel=3) as f:
        for k, recs in by.items():
            rnd.shuffle(recs)
            for r in recs[: CAP[k]]:
                f.write(json.dumps(r, ensure_ascii=False) + "\n")
            n[k] = min(len(recs), CAP[k])
    os.replace(out + ".tmp", out)
    meta = {
        "repo": slug,
        "commit": str(head.id),
        "licence_files": lic,
        "files": nf,
        "pairs": n,
        "commits_looked": looked,
        "seconds": round(time.time() - t0, 1),
    }
    with open(out.replace(".jsonl.gz", ".meta.json"), "w") as f:
        json.dump(meta, f)
    return meta


def safe(job):
    try:
        return collect_repo(job)
    except Exception as e:
        return {"repo": job[0], "failed": repr(e)[:300]}


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--mirrors", default="MIRRORS")
    ap.add_argument("--repos", required=True, help="file with one owner/name a line")
    ap.add_argument("--out", default="data/pairs")
    ap.add_argument("--jobs", type=int, default=2)
    a = ap.parse_args()
    jobs = []
    for line in open(a.repos):
        slug = line.split("#")[0].strip()
        if not slug:
            continue
        g = os.path.join(a.mirrors, slug + ".git")
        o = os.path.join(a.out, slug.replace("/", "+") + ".jsonl.gz")
        if os.path.isdir(g) and not os.path.exists(o):
            jobs.append((slug, g, a.out))
    with Pool(a.jobs, maxtasksperchild=6) as pool:
        for m in pool.imap_unordered(safe, jobs):
            print(json.dumps(m), flush=True)


if __name__ == "__main__":
    main()
