"""Pairs for telling chunks of one file apart: the chunks are the product's own.

    python collect_chunks.py --mirrors MIRRORS --repos repos.txt --out data/chunks

One JSONL.gz file a repository, a line a version of a file: {"p": path, "l": language, "c": [embedded text of a chunk, ...],
"q": [[kind, question, number of the chunk that answers it], ...]}. The other chunks of the file are wrong answers. Kinds:

    doc     a doc comment asks for its definition, in the file without its doc comments
    name    the words of a name, sometimes of its file, ask for the definition
    commit  the subject of a commit asks for the chunks it changed, in the file before it
    head    a heading asks for its section, in the document without its headings
    text    the first sentence of a section asks for the rest of it

Nothing of a repository is executed; blobs are only read.
"""

import argparse
import gzip
import json
import os
import random
import re
import sys
import time
from pathlib import Path

import pygit2
from collect import BENCH, clean_subject, skip_path, tree_files
from extract import clean_doc, good_text, path_words, words

from coderag.analysis.analyze import analyze
from coderag.languages import hint_for, is_test_path, path_skip, role_of
from coderag.model.text import embedded_text, lines_of

sys.path.insert(0, str(Path(__file__).parents[2] / "bench/retrieval"))
from made_questions import sentence, without_docs  # noqa: E402

CAP = {"doc": 3000, "name": 1500, "commit": 2000, "head": 1500, "text": 800}
FILE_SECONDS, COMMIT_SECONDS = 12.0, 10.0
MOST_CHUNKS = 40
"""Chunks of a file that are kept; those that answer a question always are."""
LONGEST = 2600
_DOES = {
    "function",
    "method",
    "constructor",
    "macro",
    "class",
    "interface",
    "struct",
    "enum",
    "trait",
    "type",
    "record",
}
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s|^(=+|-+|~+|\^+|\"+|\*+)\s*$|^\.\. _.*:$")


class Version:
    """The chunks of one version of a file, and the questions asked of it."""

    def __init__(self, path, artifact, lines):
        self.path, self.artifact, self.asked = path, artifact, []
        self.texts = [embedded_text(path, c.context, lines[c.start - 1 : c.end])[:LONGEST] for c in artifact.chunks]

    def at(self, line):
        """Number of the smallest chunk that holds a line, or None."""
        around = [i for i, c in enumerate(self.artifact.chunks) if c.start <= line <= c.end]
        return min(around, key=lambda i: self.artifact.chunks[i].end - self.artifact.chunks[i].start, default=None)

    def record(self, chance):
        gold = list(dict.fromkeys(i for _, _, i in self.asked))
        others = [i for i in range(len(self.texts)) if i not in set(gold) and len(self.texts[i]) > len(self.path) + 40]
        kept = sorted(gold + chance.sample(others, min(len(others), max(8, MOST_CHUNKS - len(gold)))))
        new = {i: n for n, i in enumerate(kept)}
        return {"p": self.path, "l": self.artifact.language, "c": [self.texts[i] for i in kept],
                "q": [[k, q, new[i]] for k, q, i in self.asked]}  # fmt: skip


def ask_docs(path, data, chance):
    hint, lines = hint_for(path), lines_of(data)
    symbols = analyze(data, hint).symbols
    said = {}
    for s in symbols:
        if s.doc and s.kind in _DOES and s.end - s.line >= 2:
            q = sentence(s.doc) if chance.random() < 0.7 else clean_doc(s.doc) or ""
            if q.partition(" ")[0].strip("`'\"") == s.name:  # gives it away
                q = q.partition(" ")[2]
            if good_text(q) and len(q.split()) <= 60:
                said[s.qualname, s.line] = q
    if not said:
        return None
    bare = without_docs(lines, symbols)
    artifact = analyze("\n".join(bare).encode(), hint)
    v = Version(path, artifact, bare)
    for s in artifact.symbols:
        q = said.get((s.qualname, s.line))
        if q and (i := v.at(s.line)) is not None:
            v.asked.append(("doc", q, i))
    return v


def ask_names(path, data, chance):
    v = Version(path, analyze(data, hint_for(path)), lines_of(data))
    for s in v.artifact.symbols:
        w = words(s.name)
        outer = v.artifact.symbols[s.parent].name if s.parent >= 0 else ""
        if s.kind not in _DOES or s.end - s.line < 3 or len(w) + bool(outer) < 2 or chance.random() > 0.5:
            continue
        if chance.random() < 0.25:
            q = s.qualname if chance.random() < 0.5 else s.name
        else:
            w = (words(outer) if outer and chance.random() < 0.7 else []) + w
            q = " ".join(dict.fromkeys(w + (path_words(path) if chance.random() < 0.3 else [])))
        if (i := v.at(s.line)) is not None and len(q) >= 6:
            v.asked.append(("name", q, i))
    return v


def ask_sections(path, data, chance, kind):
    lines = lines_of(data)
    v = Version(path, analyze(data, hint_for(path)), lines)
    texts = []
    for i, c in enumerate(v.artifact.chunks):
        part = lines[c.start - 1 : c.end]
        if kind == "head":
            body = [x for n, x in enumerate(part) if not (_HEADING.match(x) or (x.strip() == c.name and n < 5))]
            trail = [re.sub(r"[`*_\[\]{}]|\(http[^)]*\)", "", t).strip() for t in c.qualname.split(" > ")]
            w = len(words(trail[-1]))
            q = trail[-1] if w >= 3 or len(trail) == 1 or chance.random() < 0.2 else f"{trail[-2]} {trail[-1]}"
            if w >= 1 and len(words(q)) >= 2 and c.part <= 1 and sum(map(len, body)) > 80 and q.isascii():
                v.asked.append(("head", q, i))
        else:
            body, prose = part, None
            for n, x in enumerate(part):
                found = re.match(r"([A-Z][^.!?:|]{25,220}[.!?:])(\s|$)", x)
                if found:
                    prose = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", lambda m: m.group(1) or "", found.group(1))
                    body = [*part[:n], x[found.end() :], *part[n + 1 :]]
                    break
            if prose and good_text(prose, 5) and sum(map(len, body)) > 120:
                v.asked.append(("text", prose.strip(" .:"), i))
        texts.append(embedded_text(path, c.context, body)[:LONGEST])
    v.texts = texts
    return v


def ask_commits(repo, head, seconds, room):
    start = time.process_time()
    for commit in repo.walk(head, pygit2.enums.SortMode.TIME):
        if time.process_time() - start > seconds or room <= 0:
            return
        subject = clean_subject(commit.message) if len(commit.parents) == 1 else None
        if subject is None:
            continue
        try:
            diff = repo.diff(commit.parents[0], commit, context_lines=0)
            diff = [p for p in diff] if 1 <= len(diff) <= 10 else []
        except KeyError:  # a mirror may leave its largest files out
            continue
        patches = [
            p
            for p in diff
            if p.delta.status_char() == "M" and fit(p.delta.old_file.path) and not is_test_path(p.delta.old_file.path)
        ]
        if not 1 <= len(patches) <= 3:
            continue
        for p in patches:
            path, blob = p.delta.old_file.path, repo[p.delta.old_file.id]
            if not 200 < blob.size < 200_000 or len(p.hunks) > 12:
                continue
            v = Version(path, analyze(blob.data, hint_for(path)), lines_of(blob.data))
            hunks = sorted(p.hunks, key=lambda h: -(h.new_lines + h.old_lines))[:3]
            found = dict.fromkeys(i for h in hunks if (i := v.at(h.old_start)) is not None)
            v.asked = [("commit", subject, i) for i in list(found)[:3] if v.artifact.chunks[i].name]
            room -= len(v.asked)
            if v.asked:
                yield v


def fit(path):
    hint = hint_for(path)
    if not hint or skip_path(path) or path_skip(path) or "changelog" in path.lower() or "/zh" in path.lower():
        return False
    return role_of(hint) in ("code", "docs")


def collect(slug, gitdir, out):
    began, chance = time.process_time(), random.Random(slug)
    repo = pygit2.Repository(gitdir)
    head = repo.head.peel(pygit2.Commit)
    files = [(p, i) for p, i in tree_files(repo, head.tree) if fit(p)]
    chance.shuffle(files)
    files.sort(key=lambda f: role_of(hint_for(f[0])) != "docs" if chance.random() < 0.5 else 0.5)
    count, seen = dict.fromkeys(CAP, 0), 0
    os.makedirs(out, exist_ok=True)
    name = os.path.join(out, slug.replace("/", "+"))
    with gzip.open(name + ".tmp", "wt", compresslevel=3) as f:

        def write(v):
            if v is None:
                return
            v.asked = [a for a in v.asked if count[a[0]] < CAP[a[0]]]
            for kind, _, _ in v.asked:
                count[kind] += 1
            if v.asked and len(v.texts) > 1:
                f.write(json.dumps(v.record(chance), ensure_ascii=False) + "\n")

        for path, oid in files:
            if time.process_time() - began > FILE_SECONDS:
                break
            if oid not in repo:  # a mirror may leave its largest files out
                continue
            blob = repo[oid]
            data = blob.data
            if not 200 < blob.size < 300_000 or b"\0" in data[:1000] or b"@generated" in data[:600]:
                continue
            seen += 1
            if role_of(hint_for(path)) == "docs":
                write(ask_sections(path, data, chance, "head"))
                if chance.random() < 0.6:
                    write(ask_sections(path, data, chance, "text"))
            elif not is_test_path(path):
                write(ask_docs(path, data, chance))
                if chance.random() < 0.4:
                    write(ask_names(path, data, chance))
        for v in ask_commits(repo, head.id, COMMIT_SECONDS, CAP["commit"]):
            write(v)
    os.replace(name + ".tmp", name + ".jsonl.gz")
    meta = {
        "repo": slug,
        "commit": str(head.id),
        "files": seen,
        "pairs": count,
        "seconds": round(time.process_time() - began, 1),
    }
    Path(name + ".meta.json").write_text(json.dumps(meta))
    return meta


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--mirrors", required=True, help="folder with owner/name.git")
    ap.add_argument("--repos", required=True, help="file with one owner/name a line")
    ap.add_argument("--out", default="data/chunks")
    a = ap.parse_args()
    for line in Path(a.repos).read_text().splitlines():
        slug = line.split("#")[0].strip()
        gitdir = os.path.join(a.mirrors, slug + ".git")
        if slug and slug.split("/")[1].lower() not in BENCH and os.path.isdir(gitdir):
            if not os.path.exists(os.path.join(a.out, slug.replace("/", "+") + ".jsonl.gz")):
                try:
                    print(json.dumps(collect(slug, gitdir, a.out)), flush=True)
                except Exception as e:  # one bad repository must not stop the others
                    print(slug, repr(e)[:300], flush=True)


if __name__ == "__main__":
    main()
