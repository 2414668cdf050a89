"""Order of files and of the chunks within one, through the real engine."""
from __future__ import annotations

from coderag.search.folder_agreement import folder_agreement
from coderag.search.signals.base import meets, stem, words_of
from coderag.search.signals.stem_match import file_stem


def test_words_of_a_name_are_stems_without_compounds():
    assert words_of("RequestParsers") == {"request", "pars"} and stem("retries") == "retry"


def test_one_word_may_begin_with_the_other():
    assert meets("config", "configuration", 4) and meets("configuration", "config", 4)
    assert meets("go", "go", 4) and not meets("go", "gopher", 4)


def test_a_file_that_stands_for_its_folder_has_the_folder_name():
    assert file_stem("src/extract/mod.rs") == "extract" and file_stem("index.ts") == "index"


def test_the_file_named_after_the_query_comes_before_files_that_use_it(code):
    body = "def run(queue):\n    return queue.connection\n"
    files = {f"src/worker_{i}.py": body for i in range(4)} | {"src/queue.py": "class Backlog:\n    size = 1\n"}
    assert code(files).paths("Queue")[0] == "src/queue.py"


def test_a_folder_may_be_short_for_the_word(code):
    same = "def check(user):\n    return user.ok\n"
    assert code({"src/auth/check.py": same, "src/mail/check.py": same + "\n"}).paths("authentication check")[0] == "src/auth/check.py"


def test_the_general_file_comes_before_the_special_one(code):
    same = "def load(path):\n    return path\n"
    assert code({"a/b/c/loader.py": same, "z/loader.py": same + "\n"}).paths("loader of a path")[0] == "z/loader.py"


def test_within_a_file_the_doc_comment_decides(code):
    text = '''def first(a):
    """Adds the numbers of the ledger."""
    return a


def second(a):
    """Closes the ledger at the end of the month."""
    return a
'''
    hits = code({"ledger.py": text}).ask("close the ledger when the month ends").hits
    assert hits[0].symbol == "second" and hits[0].score > hits[1].score


def test_a_chunk_with_less_evidence_stays_behind_its_file(code):
    text = "def total(cart):\n    return sum(cart)\n\n\ndef banner():\n    return 'cart'\n"
    hits = code({"cart.py": text}).ask("total of the cart").hits
    assert [h.symbol for h in hits][0] == "total" and any(h.signals.get("in-file", 0) < 0 for h in hits[1:])


CHANGES = "# Changes\n\n" + "".join(
    f"## Version {major}.{minor}.0\n\n- Parser: faster ({minor}{major}).\n- Cookies: {text} since {minor}.{major}.\n\n"
    for major, minor, text in ((0, 1, "read"), (1, 0, "written"), (1, 1, "signed"), (2, 0, "encrypted"), (2, 1, "partitioned"))
)


def test_a_version_that_is_asked_for_is_the_one_of_the_heading(code):
    c = code({"CHANGES.md": CHANGES})
    for asked, heading in (("1.1.0", "1.1.0"), ("2.0", "2.0.0"), ("1.0.0", "1.0.0")):
        assert c.ask(f"what changed in {asked} about cookies", docs=True).hits[0].symbol.endswith(f"Version {heading}")


def test_configuration_is_among_the_documents(code):
    files = {"README.md": "# Shop\n\nSells lamps.\n", "config/live.toml": "[server]\nport = 80\n", "shop.py": "port = 80\n"}
    assert code(files).paths("port of the live server", docs=True)[0] == "config/live.toml"
    assert "shop.py" not in code(files).paths("port of the live server", docs=True)


def test_a_folder_named_after_the_query_counts(code):
    same = "def check(user):\n    return user.ok\n"
    hits = code({"a/mail/check.py": same, "a/sessions/check.py": same + "\n"}).ask("check of the session").hits
    assert hits[0].path == "a/sessions/check.py" and hits[0].signals["folder-name"] > 0


def test_files_of_a_folder_speak_for_each_other():
    alone = {"a/x.py": 5.0, "b/y.py": 4.0}
    assert folder_agreement(alone) == {"a/x.py": 0.0, "b/y.py": 0.0}
    found = folder_agreement(alone | {"a/z.py": 3.0})
    assert found["a/z.py"] == 1.0 and 0 < found["a/x.py"] < 0.2 and found["b/y.py"] == 0.0
    crowd = folder_agreement({f"a/{i}.py": float(i) for i in range(9)})
    assert crowd["a/0.py"] == crowd["a/1.py"] > crowd["a/8.py"]  # three neighbours count, not all


def test_what_is_defined_elsewhere_is_found_where_it_is_handed_on(code):
    uses = "use outer::Ledger;\n\nimpl Ledger for Page{0} {{\n    fn ledger_page(&self) -> usize {{\n        {0}\n    }}\n}}\n"
    files = {f"src/page_{i}.rs": uses.format(i) for i in range(4)} | {"src/books/mod.rs": "pub use outer::{Account, Ledger};\n"}
    hits = code(files).ask("Ledger").hits
    assert hits[0].path == "src/books/mod.rs" and hits[0].signals["re-export"] > 0
    files["src/own.rs"] = "pub trait Ledger {\n    fn ledger_page(&self) -> usize;\n}\n"
    hits = code(files).ask("Ledger").hits
    assert hits[0].path == "src/own.rs" and not any("re-export" in h.signals for h in hits)


def test_a_name_spelled_in_the_querys_words_comes_before_a_field_of_that_name(code):
    text = """class Engine:
    redirect_trailing_slash = True
    redirect_fixed_path = False


def redirect_trailing_slash(request):
    return request
"""
    hits = code({"engine.py": text}).ask("redirect trailing slash").hits
    assert (hits[0].symbol, hits[0].kind, hits[0].signals["spelled"]) == ("redirect_trailing_slash", "function", 1.0)


TESTED = {
    "shop/testclient.py": "class TestClient:\n    def lifespan(self):\n        return self.app.lifespan\n",
    "tests/test_app.py": "def test_lifespan(client):\n    assert client.lifespan\n\n\nclass TestCart:\n    client = 1\n",
    "shop/cart.py": "class Cart:\n    lifespan = 1\n",
}


def test_a_name_that_contains_test_does_not_ask_for_tests(code):
    assert code(TESTED).paths("test client lifespan")[0] == "shop/testclient.py"
    assert code(TESTED).paths("test of the lifespan")[0] == "tests/test_app.py"
    assert code(TESTED).paths("test cart")[0] == "tests/test_app.py"  # defined in tests only
