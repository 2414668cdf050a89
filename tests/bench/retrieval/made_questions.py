"""Chunk-level questions nobody wrote: ``python tests/bench/retrieval/made_questions.py CLONE [--back N] [--under FOLDER]``.

Two sets are made from one clone with history and asked through the real product:

- **docs**: the first sentence of a doc comment is the question, its function or type the answer. The doc comments of
  that file are taken out of the tree before it is indexed.
- **commits**: the subject of a commit is the question, the functions whose lines it changed the answer, on the tree of N
  first-parent commits before HEAD, where they still have the same name.

Prints recall@1, @3, @10 and MRR of the best right chunk of each question. The choice is seeded: same clone, same questions.
"""
from __future__ import annotations

import argparse
import random
import re
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from coderag.analysis.analyze import analyze
from coderag.languages import hint_for, is_test_path, path_skip, role_of
from coderag.model.artifact import Symbol

Question = tuple[str, list[tuple[str, int, int]]]
"""(text, places that answer it: path, first line, last line)."""
MOST = 100
_DOES = frozenset({"function", "method", "constructor", "macro"})
_HOLDS = frozenset({"class", "interface", "struct", "enum", "trait", "type", "record"})
_COMMENT = re.compile(r"^\s*(//|/\*|\*|--|#(?![\[i!])|;;|%|@(doc|moduledoc))")
_MARKUP = re.compile(r"<[^>]*>|[`*{}\[\]]|@link")
_UNFIT_DOC = re.compile(r"todo|copyright|licen[sc]e|deprecated|see |inheritdoc", re.IGNORECASE)
_UNFIT_SUBJECT = re.compile(
    r"^(merge|revert|bump|release|version|chore|ci|build|docs?|style|tests?|lint|refactor)\b|typo|changelog|copyright|^v?\d+\.",
    re.IGNORECASE,
)
_SUBJECT_NOISE = re.compile(r"\s*\(?(#|gh-)\d+\)?|^\[?[A-Z]{2,}-\d+\]?:?\s*|^(fix|feat|perf)(\([^)]*\))?!?:\s*", re.IGNORECASE)


def git(folder: Path, *command: str) -> str:
    return subprocess.run(["git", "-C", folder, *command], check=True, capture_output=True).stdout.decode("utf-8", "replace")


def symbols_of(path: str, text: str) -> tuple[Symbol, ...]:
    return analyze(text.encode(), hint_for(path)).symbols


def is_source(path: str) -> bool:
    language = hint_for(path)
    return bool(language) and role_of(language) == "code" and not is_test_path(path) and not path_skip(path)


def grow(clone: Path, commit: str, under: str, folder: Path) -> None:
    """A repository of one commit with the tree of ``commit``."""
    tree = subprocess.Popen(["git", "-C", clone, "archive", commit, *([under] if under else [])], stdout=subprocess.PIPE)
    subprocess.run(["tar", "x", "-C", folder], stdin=tree.stdout, check=True)
    git(folder, "init", "-q")


def seal(folder: Path) -> None:
    git(folder, "add", "-A", "-f")
    git(folder, "-c", "user.name=x", "-c", "user.email=x@localhost", "commit", "-q", "-m", "tree")


def sentence(doc: str) -> str:
    first = re.split(r"(?<=[.!?])\s|\n\n|[@\\:]param", doc.strip())[0]
    words = re.sub(r"\s+", " ", _MARKUP.sub(" ", first)).strip(" .:/=!").split(" ")
    return " ".join(words[1:] if re.search(r"[a-z][A-Z]|_", words[0]) else words)  # "parseUrl reads …" gives it away


def without_docs(lines: list[str], symbols: tuple[Symbol, ...]) -> list[str]:
    """The same number of lines."""
    lines = list(lines)
    for s in symbols:
        if not s.doc:
            continue
        for i in range(s.start - 1, s.line - 1):
            if _COMMENT.match(lines[i]):
                lines[i] = ""
        body = "\n".join(lines[s.line - 1 : s.end])
        if (string := re.search(r"(\"\"\"|''')(.*?)\1", body, re.DOTALL)) and not body[: string.start()].count("\n") > 8:
            blank = "\n" * string.group().count("\n")
            lines[s.line - 1 : s.end] = (body[: string.start()] + blank + body[string.end() :]).split("\n")
    return lines


def from_docs(folder: Path, chance: random.Random) -> Iterator[Question]:
    """Questions; the files they are about are rewritten."""
    paths = [p for p in git(folder, "ls-files", "-o", "-z").split("\0") if p and is_source(p)]
    chance.shuffle(paths)
    for path in paths:
        file = folder / path
        if file.is_symlink() or file.stat().st_size > 300_000:
            continue
        text = file.read_bytes().decode("utf-8", "replace")
        symbols = symbols_of(path, text)
        fit = [s for s in symbols if s.doc and s.kind in _DOES | _HOLDS and s.end - s.line >= 3]
        asked = [(q, s) for s in fit if 5 <= len((q := sentence(s.doc)).split()) <= 25 and not _UNFIT_DOC.search(q)]
        bare = "\n".join(without_docs(text.split("\n"), symbols))
        now = {(s.qualname, s.line): s for s in symbols_of(path, bare) if not s.doc} if asked else {}
        asked = [(q, now[s.qualname, s.line]) for q, s in asked if (s.qualname, s.line) in now]
        if asked:
            file.write_text(bare, "utf-8")
            yield from ((q, [(path, s.start, s.end)]) for q, s in chance.sample(asked, min(2, len(asked))))


def from_commits(clone: Path, base: str, under: str, chance: random.Random) -> Iterator[Question]:
    there = {line.split("\t")[1] for line in git(clone, "ls-tree", "-r", base).splitlines()}
    commits = git(clone, "rev-list", "--first-parent", f"{base}..HEAD").split()
    chance.shuffle(commits)
    for commit in commits:
        subject = git(clone, "log", "-1", "--format=%s", commit).strip()
        question = _SUBJECT_NOISE.sub("", subject).strip()
        if _UNFIT_SUBJECT.search(subject) or len(question.split()) < 4:
            continue
        diff = git(clone, "diff", "-U0", "--no-renames", "--diff-filter=M", f"{commit}^1", commit)
        paths = [p for p in re.findall(r"^--- a/(.+)$", diff, re.MULTILINE) if is_source(p) and p.startswith(under)]
        if not 1 <= len(paths) <= 4 or not there.issuperset(paths) or len(diff) > 200_000:
            continue
        places: list[tuple[str, int, int]] = []
        for path, part in zip(*[iter(re.split(r"^--- a/(.+)$", diff, flags=re.MULTILINE)[1:])] * 2, strict=True):
            if path in paths:
                old = symbols_of(path, git(clone, "show", f"{commit}^1:{path}"))
                touched = {s.qualname for line in _changed(part) if (s := _innermost(old, line))}
                before = symbols_of(path, git(clone, "show", f"{base}:{path}"))
                places += [(path, s.start, s.end) for s in before if s.qualname in touched and s.kind in _DOES | _HOLDS]
        if places:
            yield question, places


def _changed(part: str) -> Iterator[int]:
    for start, count in re.findall(r"^@@ -(\d+)(?:,(\d+))? ", part, re.MULTILINE):
        yield from range(int(start), int(start) + max(1, int(count or 1)))


def _innermost(symbols: tuple[Symbol, ...], line: int) -> Symbol | None:
    around = [s for s in symbols if s.start <= line <= s.end and s.kind in _DOES | _HOLDS]
    return min(around, key=lambda s: s.end - s.start, default=None)


def ask(folder: Path, questions: list[Question]) -> list[int]:
    """Place of the first right hit of each, 0 if it is not among ten."""
    from coderag.api import Engine
    from coderag.model.answers import Query

    with Engine.open(folder) as engine:
        engine.sync()
        ranks = []
        for text, places in questions:
            hits = engine.search(Query(text, top_k=10)).hits
            right = [any(h.path == p and h.start_line <= b and a <= h.end_line for p, a, b in places) for h in hits]
            ranks.append(right.index(True) + 1 if any(right) else 0)
    return ranks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clone", type=Path)
    parser.add_argument("--back", type=int, default=1000, help="how many first-parent commits before HEAD the tree is (1000)")
    parser.add_argument("--under", default="", help="only this folder of the tree")
    args = parser.parse_args()
    base = git(args.clone, "rev-list", "--first-parent", f"-{args.back + 1}", "HEAD").split()[-1]
    for name in ("docs", "commits"):
        with tempfile.TemporaryDirectory() as made:
            folder, chance = Path(made), random.Random(7)
            grow(args.clone, base, args.under, folder)
            source = from_docs(folder, chance) if name == "docs" else from_commits(args.clone, base, args.under, chance)
            questions = list({text.lower(): (text, places) for text, places in islice(source, MOST)}.values())
            seal(folder)
            ranks = ask(folder, questions)
        n = max(1, len(ranks))
        at = " ".join(f"recall@{k} {sum(0 < r <= k for r in ranks) / n:.3f}" for k in (1, 3, 10))
        print(f"{name:8s} {len(ranks)} questions  {at}  mrr {sum(1 / r for r in ranks if r) / n:.3f}", flush=True)


if __name__ == "__main__":
    main()
