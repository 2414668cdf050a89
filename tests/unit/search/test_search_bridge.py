"""Foreign words of a question are read as English ones, unless the index holds them; English questions stay as they are."""
from __future__ import annotations

import pytest

from coderag.search.bridge import _table, as_english

INDEXED = {"cookie", "total", "cart", "панель", "die", "was", "formatter"}


def read(text: str) -> str:
    return as_english(text, lambda word: word.lower() in INDEXED)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Umgebungsvariablen beim Start laden", "environment variable start load"),
        ("Sitzung speichern", "session save"),
        ("wo werden Dateien gelöscht", "file delete"),
        ("загрузка файлов на сервер", "download file server"),
        ("обработчик ошибок", "handler error"),
        ("从环境变量加载配置", "environment variable load config"),
        ("保存会话", "save session"),
        ("wie wird ein Auftrag ausgeführt und wiederhergestellt", "job execute restore"),
        ("hinzugefügte Aufträge", "add job"),
        ("断路器和限流", "circuit breaker rate limit"),
        ("セッションを保存する", "session save"),
        ("エラーを処理する関数", "error handler function"),
    ],
)
def test_words_are_read_as_english(text, words):
    assert set(words.split()) <= set(read(text).lower().split()), read(text)


@pytest.mark.parametrize(
    "text",
    [
        "where is the total of a cart",
        "what was the die roll",
        "how are generated images registered and logged",
        "Do not create a session if no cookie was provided",
        "parse_config",
        "std::vector<int> naïve",
        "",
        "formatter",
    ],
)
def test_english_is_left_alone(text):
    assert read(text) == text


def test_a_word_that_the_index_holds_stays():
    assert read("панель инструментов").startswith("панель")
    assert "cookie" in read("das cookie löschen").split()


def test_the_table_is_whole():
    """Every column of every row; German and Russian entries are lower-case stems that stand alone."""
    for language, entries in _table().items():
        assert len(entries) > 400, language
        for entry, english in entries.items():
            assert entry and entry == entry.strip().lower() or language in ("zh", "ja"), (language, entry)
            assert english.isascii() and english == " ".join(english.split())


def test_a_question_says_how_it_was_read(code):
    c = code({"cart.py": "class Cart:\n    def total(self):\n        return 0\n", "session.py": "def save_session(session):\n    store(session)\n"})
    answer = c.ask("保存会话")
    assert answer.hits[0].path == "session.py" and any(n.startswith("read as: ") for n in answer.notes)
    assert not any("read as" in n for n in c.ask("save the session").notes)
