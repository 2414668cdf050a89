"""Names of a query: which are unknown, what is said of them, and what is searched for in their place."""
from __future__ import annotations

import pytest

FILES = {
    "src/pager.php": "<?php\nnamespace Shop\\View;\n\nclass Pager\n{\n    public function paginate($rows)\n    {\n        return array_slice($rows, 0, 20);\n    }\n}\n",
    "src/hosts.py": "def load_known_hosts(path):\n    return open(path).read()\n\n\ndef parse_hosts(text):\n    return text.split()\n",
    "src/actor.ts": "export class Actor {\n  start() {\n    return json.parse('');\n  }\n}\n",
    "web/mailbox.test.ts": "describe('Mailbox', () => {\n  it('holds letters', () => {\n    expect(new Mailbox()).toBeTruthy();\n  });\n});\n",
    "web/box.ts": "export class Mailbox {\n  letters = [];\n}\n\nexport class Box {}\n",
    "web/kinds.ts": "export type Service = string;\n\nexport function service(): Service {\n  return 'service';\n}\n",
    "web/service.ts": "/** What answers requests. */\nexport interface Service {\n  call(): void;\n}\n",
}


@pytest.mark.parametrize(
    ("text", "symbol", "note"),
    [
        ("pagnate", "Shop\\View\\Pager", "nothing is called pagnate: searched for paginate"),
        ("Pager.pagnate", "Shop\\View\\Pager", "nothing is called pagnate: searched for paginate"),
        ("where is loadKnwonHosts", "load_known_hosts", "nothing is called loadKnwonHosts: searched for load_known_hosts"),
    ],
)
def test_a_name_spelled_nearly_the_same_is_searched_for(code, text, symbol, note):
    answer = code(FILES).ask(text)
    assert (answer.hits[0].symbol, answer.notes) == (symbol, (note,))


def test_a_name_in_another_place_is_only_named(code):
    answer = code(FILES).ask("Mailbox::paginate")
    assert answer.notes[0].startswith("nothing is called Mailbox::paginate; close names: Shop\\View\\Pager::paginate")


@pytest.mark.parametrize(
    "text",
    [
        "Pager.paginate", "Pager::paginate", "Shop\\View\\Pager::paginate", "how does Pager->paginate work",  # qualified in part
        "known_hosts",  # within another name
        "json.parse", "actor.ts", "src/actor.ts", "Actor.start",
        "at Actor.start (src/actor.ts:2:15)\n    at Object.<anonymous> (index.js:1:1)",
        "for (const a of Nowhere.actors()) { a.strat(); }",  # pasted code is full of names from elsewhere
        "error: cannot find value `NoSuchThing` in this scope while compiling the package",
    ],
)  # fmt: skip
def test_nothing_is_said_of_names_that_are_known_or_only_pasted(code, text):
    assert code(FILES).ask(text).notes == ()


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Pager.paginate", ("src/pager.php", "Shop\\View\\Pager")),
        ("interface Service", ("web/service.ts", "Service")),
        ("Service type", ("web/kinds.ts", "Service")),
        ("class Mailbox", ("web/box.ts", "Mailbox")),
    ],
)
def test_a_query_that_is_a_name_gets_its_definition(code, text, place):
    first = code(FILES).ask(text).hits[0]
    assert first.path == place[0] and first.symbol.startswith(place[1])


def test_a_kind_is_found_however_many_others_rank_before_it(code):
    files = {f"m{n:03}.py": f"def cookie_{n}(cookie):\n    return cookie.value + {n}\n" for n in range(400)}
    files["z/jar.py"] = "class Jar:\n    lid = None\n\n    def keep(self, thing):\n        return thing  # a cookie, say\n"
    c = code(files)
    assert [h.path for h in c.ask("cookie kind:class").hits] == ["z/jar.py"]
    assert c.ask("cookie kind:enum").notes == ("no match among 401 chunks of 401 files with kind enum",)


def test_without_code_the_documents_are_pointed_at(code):
    (note,) = code({"README.md": "# Setup\n\nInstall it.\n"}).ask("install").notes
    assert note == "this commit has no code chunks; search_docs (coderag search --docs) looks in documents and configuration"


def test_a_filter_by_a_name_qualified_in_part(code):
    files = {**FILES, "src/book.php": "<?php\nnamespace Shop\\View;\n\nclass Book\n{\n    public function paginate($rows)\n    {\n        return $rows;\n    }\n}\n"}
    assert code(files).paths("symbol:Pager.paginate rows") == ["src/pager.php"]
    assert set(code(files).paths("symbol:paginate rows")) == {"src/pager.php", "src/book.php"}
