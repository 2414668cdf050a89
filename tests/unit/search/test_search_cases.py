"""Ranking and filtering, by the replay cases of theme G and 114."""
from __future__ import annotations

import subprocess
import sys
import time

import pytest

from coderag.errors import UsageError
from coderag.search.presets import CODE

ODD = {
    "vec.cpp": "#include <vector>\nstd::vector<int> make_numbers() { return {}; }\n",
    "dash.py": 'NAME = "foo-bar"\n',
    "colon.py": 'KEYS = ["a:b"]\n',
    "plus.py": "# compiled as C++\ndef compile_it(): pass\n",
    "parse.py": "def parse(text):\n    return text\n",
    "dont.py": "# don't do it twice\ndef do_once(): pass\n",
    "index.c": "int pick(int *arr, int i) { return arr[i]; }\n",
    "not.py": "NOT = 1\nx = True and False\n",
    "path.py": 'WINDOWS = r"a\\b"\n',
    "tmp.sh": "tmp=1\necho $tmp\n",
    "regex.py": 'ANY = ".*"\n',
}
QUERIES = ["std::vector", "foo-bar", "a:b", "C++", "*", "what does parse() do?", '"unbalanced', "don't", "arr[i]", "NOT", "x AND",
           "a\\b", "$tmp", ".*", "(", ")(", "[", "^", "~", "?", "name:parse", "body:x OR path:y", "a~2", "+parse -not", "%s", "'", "登录 AND"]  # fmt: skip


def test_case_44_text_is_never_a_query_language(code):
    c = code(ODD)
    for text in QUERIES:
        c.ask(text)  # no exception


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("std::vector", "vec.cpp"), ("foo-bar", "dash.py"), ("a:b", "colon.py"), ("C++", "plus.py"),
        ("what does parse() do?", "parse.py"), ("don't", "dont.py"), ("arr[i]", "index.c"), ("NOT", "not.py"), ("a\\b", "path.py"),
        ("$tmp", "tmp.sh"),
    ],
)  # fmt: skip
def test_case_44_literal_tokens_are_used(code, text, path):
    assert path in code(ODD).paths(text, top_k=3)


def test_case_44_a_star_is_not_everything(code):
    assert code(ODD).paths("*", top_k=50) != sorted(ODD)
    assert len(code(ODD).paths("*", top_k=50)) < len(ODD)


def test_case_46_filters(code):
    tree = {"src/a.py": "src", "src/sub/b.py": "sub", "web/[id].tsx": "web", "docs/x.md": "docs"}
    c = code({p: f"def handler_{v}(): return 'handle request'\n" if not p.endswith("md") else "# Handle request\n\ntext\n" for p, v in tree.items()})
    for pattern, paths in {
        "src/**/*.py": {"src/a.py", "src/sub/b.py"}, "src/": {"src/a.py", "src/sub/b.py"}, "./src": {"src/a.py", "src/sub/b.py"},
        "src\\sub": {"src/sub/b.py"}, "*.{py,md}": {"src/a.py", "src/sub/b.py"}, "web/[id].tsx": {"web/[id].tsx"},
        "!src/**": {"web/[id].tsx"}, str(c.repo.path / "src"): {"src/a.py", "src/sub/b.py"},
    }.items():  # fmt: skip
        assert set(c.paths("handle request", path=pattern)) == paths, pattern
    assert c.paths("handle request", path="*.{py,md}", docs=True) == ["docs/x.md"]


def test_case_46_filter_comes_before_the_cut(code):
    better = {f"lib/f{i:03}.py": f"def parse_config_{i}(parse_config):\n    return parse_config(parse_config)\n" for i in range(200)}
    wanted = {f"src/g{i}.py": f"def load_{i}(path):\n    # may parse_config later\n    return path\n" for i in range(4)}
    c = code({**better, **wanted})
    assert sorted(c.paths("parse_config", path="src/", top_k=4)) == sorted(wanted)


def test_case_46_a_filter_that_matches_nothing_says_so(code):
    answer = code(ODD).ask("parse", path="nowhere/")
    assert answer.hits == () and answer.considered == 0
    assert any("nowhere/" in n and "0 of" in n for n in answer.notes)
    with pytest.raises(UsageError, match="cobol") as e:
        code(ODD).ask("parse", language="cobol")
    assert "python" in e.value.hint


def test_case_47_a_literal_in_a_long_file_is_first(code):
    filler = "\n".join(f"def timeout_handler_{i}(request):\n    # timeout of the request, error code\n    return request.timeout({i})\n" for i in range(200))
    at = filler.index("def timeout_handler_100")
    c = code({
        "long.py": filler[:at] + 'CODE = "ERR_7731_TIMEOUT"\n\n\n' + filler[at:],
        "sql.py": 'QUERY = "SELECT 1 FROM t WHERE user_id=%s AND x"\n\n\ndef user(user_id):\n    return user_id\n',
        **{f"timeouts/t{i}.py": f"def error_timeout_{i}(code):\n    raise Timeout(code)\n" for i in range(50)},
    })  # fmt: skip
    for text, path in (("ERR_7731_TIMEOUT", "long.py"), ("user_id=%s AND", "sql.py")):
        first = c.ask(text).hits[0]
        assert first.path == path and text in first.text, (text, first)


def test_case_47_parity_with_grep(code):
    words = [f"token_{i:02}_{'abcdefghij'[i % 10]}Xy" for i in range(20)]
    files = {f"m{i}.py": f"def function_{i}(value):\n    mark = '{w}'\n    return mark\n" for i, w in enumerate(words)}
    c = code({**files, **{f"n{i}.py": f"def token_{i}(x): return x\n" for i in range(30)}})
    for word in words:
        grepped = c.repo.git("grep", "-l", "-F", word).split("\n")
        assert c.paths(word, top_k=1) == grepped, word


def test_case_89_code_before_docs_and_docs_for_docs(code):
    c = code({
        "retry.py": "def schedule_retry(job, delay):\n    queue.put(job, delay)\n",
        "README.md": "# Project\n\n## Install\n\nRun the installer. How to install: download it.\n\n" + "schedule retry " * 6,
        "CHANGELOG.md": "# Changes\n\n" + "- schedule retry\n" * 6,
    })  # fmt: skip
    assert c.paths("where are retries scheduled")[0] == "retry.py"
    assert not [p for p in c.paths("where are retries scheduled", top_k=20) if p.endswith(".md")]
    assert c.paths("how do I install", docs=True)[0] == "README.md"


CART = {
    "cart.py": "class Cart:\n    def total(self):\n        return sum(line.price for line in self.lines)\n",
    "test_cart.py": "".join(f"def test_cart_total_{n}():\n    assert Cart().total() == 0\n\n\n" for n in ("empty", "one", "two", "many", "tax", "off")),
}


@pytest.mark.parametrize(("text", "first"), [("cart total", "cart.py"), ("latest total", "cart.py"), ("tests for cart total", "test_cart.py")])
def test_case_90_implementation_before_tests(code, text, first):
    assert code(CART).paths(text)[0] == first


def test_case_90_tests_can_be_left_out(code):
    c = code(CART)
    assert set(c.paths("cart total", path="!test_*.py")) == {"cart.py"}
    assert set(c.paths("cart total", path="test_*.py")) == {"test_cart.py"}


def test_case_114_hits_name_their_class_and_do_not_overlap(code):
    methods = "".join(
        f"    def step_{i}(self, entry):\n" + "".join(f"        self.book_{i}_{j}(entry)\n" for j in range(10)) + "\n" for i in range(28)
    )
    close = "    def close_period(self, period):\n" + "".join(f"        self.ledger_entry(period, {i})\n" for i in range(300))
    c = code({"ledger.py": f'class Ledger:\n    """Books of a company."""\n\n{methods}{close}', "other.py": "def unrelated(): pass\n"})
    hits = [h for h in c.ask("ledger close period", top_k=5).hits if h.path == "ledger.py"]
    assert hits and all("Ledger" in h.symbol or "Ledger" in h.context for h in hits)
    assert any("close_period" in h.symbol for h in hits)
    spans = sorted((h.start_line, h.end_line) for h in hits)
    assert all(a[1] < b[0] for a, b in zip(spans, spans[1:], strict=False))
    lines = c.repo.git("show", "HEAD:ledger.py").split("\n")
    assert all(h.text == "\n".join(lines[h.start_line - 1 : h.end_line]) for h in hits)


STOP = {
    "logic.py": "def is_not(a):\n    return a is not None\n",
    "main.go": "package main\n\nfunc run() error {\n\terr := work()\n\tif err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}\n",
    "generic.ts": "export function first<T>(items: T[]): T {\n  for (const x of items) return x;\n  throw new Error();\n}\n",
    "lang.c": "/* written in C */\nint c_version(void) { return 99; }\n",
    "other.py": "def unrelated():\n    pass\n",
}


@pytest.mark.parametrize(
    ("text", "path"), [("is not", "logic.py"), ("C", "lang.c"), ("T", "generic.ts"), ("if err", "main.go"), ("for of", "generic.ts"), ("go", "main.go")]
)
def test_case_120_stop_words_and_letters(code, text, path):
    assert path in code(STOP).paths(text, top_k=3)


def test_case_121_other_scripts_without_vectors(code):
    c = code({
        "a.py": "# 用户登录验证\ndef check_user(): pass\n", "b.py": "# проверка токена\ndef check_token(): pass\n",
        "c.py": "# ログイン処理\ndef handle(): pass\n", "d.py": "# nothing of this\ndef other(): pass\n",
    }).without_vectors()  # fmt: skip
    for text, path in (("登录", "a.py"), ("登录 abc", "a.py"), ("проверка", "b.py"), ("ログイン", "c.py"), ("用户验证", "a.py")):
        assert c.paths(text)[0] == path, text


def test_case_122_huge_queries_are_cut_and_fast(code):
    c = code(ODD)
    trace = "Traceback (most recent call last):\n" + '  File "parse.py", line 1, in parse\n    return text\n' * 1500
    for text in (trace, "a " * 5_000):
        begun = time.monotonic()
        answer = c.ask(text)
        assert time.monotonic() - begun < 2
        assert any("shortened" in n for n in answer.notes)
    assert c.paths(trace)[0] == "parse.py"
    for blank in ("", "   ", "\0"):
        with pytest.raises(UsageError):
            c.ask(blank)


@pytest.mark.parametrize("k", [0, -1, 101, 10_000])
def test_top_k_has_bounds(code, k):
    with pytest.raises(UsageError, match="top_k"):
        code(ODD).ask("parse", top_k=k)


def test_context_lines_stay_inside_the_file(code):
    c = code({"a.py": "import os\n\n\ndef f():\n    return os.sep\n"})
    hit = c.ask("os sep", top_k=1, context_lines=50).hits[0]
    assert (hit.start_line, hit.end_line) == (1, 5) and hit.text.startswith("import os") and hit.text.endswith("os.sep")


def test_parts_sum_up_to_the_score_and_are_named(code):
    names = {*CODE.signals, *CODE.fusion, *(f"{r}-rank" for r in CODE.fusion), "same-file", "in-file", "folder-agreement"}
    for hit in code(CART).ask("cart total", top_k=20).hits:
        assert sum(hit.signals.values()) == pytest.approx(hit.score, abs=1e-3)
        assert set(hit.signals) <= names


def test_one_failing_retriever_degrades_the_other_answers(code):
    """Case 68."""
    from coderag.errors import StateError

    c = code({**CART, "extra.py": "x = 1\n"})

    def broken(text, idf=None):
        raise StateError("embedding model cannot be loaded")

    c.engine.writer().embedder.embed_query = broken
    answer = c.ask("cart total")
    assert answer.hits[0].path == "cart.py" and any("degraded" in n for n in answer.notes)


RANK = '''
import json, sys
from coderag.api import Engine
from coderag.model.answers import Query
with Engine.open(sys.argv[1]) as e:
    for q in ("cart total", "parse", "handle request", "twin"):
        print(json.dumps([h.as_json() for h in e.search(Query(q, top_k=30)).hits]))
'''


def test_order_does_not_depend_on_hash_seed_or_history(code):
    """The same commit, indexed at once and in steps, in processes with other hash seeds: equal to the last digit."""
    twins = {f"t/{n}.py": "def twin(): return 'twin'\n" for n in ("b", "a", "d", "c")}
    files = {**ODD, **CART, **twins}
    whole = code(files)
    steps = code({"seed.py": "def seed(): pass\n", **dict(list(files.items())[8:])})
    steps.ask("seed")
    for path, content in [*list(files.items())[:8], *twins.items()]:
        steps.repo.write(path, content)
        steps.repo.commit(path)
        steps.ask("twin")
    steps.repo.rm("seed.py")
    steps.repo.commit("no seed")
    runs = []
    for repo, seed in ((whole.repo, "0"), (whole.repo, "77"), (steps.repo, "1234")):
        done = subprocess.run(
            [sys.executable, "-c", RANK, str(repo.path)], capture_output=True, text=True, env={**repo.env, "PYTHONHASHSEED": seed}
        )
        assert done.returncode == 0, done.stderr
        runs.append(done.stdout)
    assert runs[0] == runs[1] == runs[2]
    assert set(twins) <= set(whole.paths("twin", top_k=30))
