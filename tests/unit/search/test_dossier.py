"""What a hit says beside its code: neighbours, users, copies, pages; and what is said where there is none."""
from __future__ import annotations

import pytest

from coderag.errors import UsageError
from coderag.model.answers import Likeness, Place
from coderag.search.fold import fold

LEDGER = '''\
class Ledger:
    """Entries of one year."""

    limit = 3

    def opening(self):
        return self.rows[0]

    def post(self, entry):
        """Write an entry below the last one."""
        self.check(entry)
        self.rows.append(entry)

    def check(self, entry):
        if entry.amount == 0:
            raise ValueError("an entry of nothing")
''' + "".join(f"\n    def total_{n}(self):\n        return sum(r.amount for r in self.rows if r.kind == {n})\n" for n in range(8))
USER = "from ledger import Ledger\n\ndef close_year(ledger):\n    ledger.post(balance(ledger))\n\ndef balance(ledger):\n    return ledger.opening()\n"
TEST = "from ledger import Ledger\n\ndef test_post():\n    Ledger().post(1)\n"
FILES = {"ledger.py": LEDGER, "closing.py": USER, "tests/test_ledger.py": TEST}


def test_neighbours_doc_and_users_of_a_method(code):
    first = code(FILES).ask("write an entry below the last one").hits[0]
    assert (first.symbol, first.signature, first.doc) == ("Ledger.post", "def post(self, entry)", "Write an entry below the last one.")
    assert first.previous == Place("Ledger.opening", 6, 7) and first.next == Place("Ledger.check", 14, 16)
    assert (first.uses.count, first.uses.definitions, first.uses.scopes) == (2, 1, ("close_year", "test_post"))
    assert not first.test and first.unit is None


def test_a_field_is_no_neighbour_and_ends_have_none(code):
    hits = {h.symbol: h for h in code(FILES).ask("opening check total_7 ledger", top_k=20).hits}
    assert hits["Ledger.opening"].previous is None
    assert hits["Ledger.total_7"].next is None


def test_a_test_says_so(code):
    hit = next(h for h in code(FILES).ask("test_post", top_k=20).hits if h.path.startswith("tests/"))
    assert hit.test and hit.uses is None or hit.uses.count == 0


def test_names_that_many_share_name_no_users(code):
    files = {f"m{n}.py": f"def close(self_{n}):\n    return release_{n}(self_{n})\n\nclose(1)\n" for n in range(6)}
    uses = code(files).ask("close").hits[0].uses
    assert (uses.count, uses.definitions, uses.scopes) == (6, 6, ())


LONG = "def collect(rows):\n" + "".join(f"    if rows[{n}].kind == 'kind{n}':\n        rows[{n}].amount_{n} = convert_{n}(rows[{n}])\n" for n in range(60)) + "    return rows\n"


def test_a_part_names_its_unit_and_detail_full_shows_it(code):
    c = code({"long.py": LONG})
    part = c.ask("convert_59", top_k=1).hits[0]
    assert part.unit == Place("collect", 1, 122) and part.start_line > 1
    whole = c.ask("convert_59", top_k=1, detail="full").hits[0]
    assert whole.unit is None and (whole.start_line, whole.end_line) == (1, 122) and whole.text == LONG.rstrip("\n")
    outline = c.ask("convert_59", top_k=1, detail="outline").hits[0]
    assert outline.text == "" and outline.signature == "def collect(rows)"
    with pytest.raises(UsageError, match="detail"):
        c.ask("convert_59", detail="all")


def test_copies_are_folded(code):
    body = "def retry(action):\n    for delay in (1, 2, 4):\n        try:\n            return action()\n        except OSError:\n            sleep(delay)\n"
    files = {f"pkg{n}/retry.py": body + ("" if n else "\n# the first\n") for n in range(4)} | {"other.py": "def retry_later(job):\n    queue.append(job)\n"}
    answer = code(files).ask("retry action", top_k=2)
    assert [h.path.partition("/")[2] for h in answer.hits] == ["retry.py", ""]
    assert sorted([answer.hits[0].path, *(s.split(":")[0] for s in answer.hits[0].similar)]) == sorted(p for p in files if "/" in p)


def test_short_texts_are_no_copies():
    assert fold(["a = 1\nb = 2", "a = 1\nb = 2"]) == [(0, []), (1, [])]


def test_pages_are_the_list_in_pieces(code):
    c = code({f"job{n}.py": f"def job_{n}(queue):\n    '''Run the job number {n}.'''\n    queue.take({n})\n    return {n}\n" for n in range(20)})
    whole = c.ask("run a job of the queue", top_k=12)
    pages = [c.ask("run a job of the queue", top_k=4, offset=o) for o in (0, 4, 8)]
    assert [h.path for p in pages for h in p.hits] == [h.path for h in whole.hits]
    assert all(p.more for p in pages)
    beyond = c.ask("run a job of the queue", top_k=4, offset=500)
    assert beyond.hits == () and not beyond.more and "the list ends before hit 501" in beyond.notes[-1]


def test_a_misspelt_name_gets_close_ones(code):
    c = code(FILES)
    answer = c.ask("closeYears")
    assert answer.notes == ("nothing is called closeYears: searched for close_year",) and answer.hits[0].symbol == "close_year"
    assert c.ask("close_year").notes == ()


def test_an_empty_filter_says_what_is_there(code):
    c = code({"src/a.py": "def a(): pass\n", "doc/b.md": "# B\n\ntext\n", "doc/p.png": "\0\0"})
    (line,) = c.ask("a", path="doc/").notes
    assert "leaves no code chunks; it matches 1 of 2 indexed files (docs 1)" in line and "not searched there: binary content 1" in line


def test_similar_code_without_itself(code):
    c = code({
        "web/fetch.py": "def fetch(url):\n    for attempt in range(4):\n        response = session.get(url)\n        if response.ok:\n            return response.body\n        sleep(2 ** attempt)\n",
        "mail/send.py": "def send(message):\n    for attempt in range(5):\n        response = smtp.post(message)\n        if response.ok:\n            return response.id\n        sleep(2 ** attempt)\n",
        "web/page.py": "def fetch_all(urls):\n    return [fetch(url) for url in urls]\n",
    })  # fmt: skip
    answer = c.engine.similar(Likeness(path="web/fetch.py", line=3))
    assert answer.compared == "web/fetch.py:1-6" and answer.hits[0].path == "mail/send.py"
    assert "web/fetch.py" not in {h.path for h in answer.hits}
    assert sum(answer.hits[0].signals.values()) == pytest.approx(answer.hits[0].score)
    handed = c.engine.similar(Likeness(code="for attempt in range(4):\n    sleep(2 ** attempt)"))
    assert {h.path for h in handed.hits[:2]} == {"web/fetch.py", "mail/send.py"}
    for wrong in (Likeness(), Likeness(code="x", path="web/fetch.py"), Likeness(path="web/nothing.py"), Likeness(path="web/fetch.py", line=99)):
        with pytest.raises(UsageError):
            c.engine.similar(wrong)
