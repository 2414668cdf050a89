"""Words of German, Russian, Chinese and Japanese questions, read as English ones: code is written in English.

``words.tsv`` is our own table of general technical vocabulary: English words, then stems (German, Russian) or words
(Chinese, Japanese) of the other languages. A word that the index holds is left as it is. Nothing here knows grammar: stems
are prefixes, compounds and unspaced text are cut at the longest entries.
"""
from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+|[\u0400-\u04ff]+|[A-Za-zÄÖÜäöüß]+")
_KANA = re.compile(r"[\u3040-\u30fe]")
_GERMAN = frozenset(
    "als am auf aus bei beim das dass dem den der des die dies durch ein eine einem einen einer eines für hat im ist kann "
    "mit nach nicht oder sind über um und vom von vor wann was wenn wer werden wie wird wo zu zum zur".split()
)
_ALSO_ENGLISH = frozenset("am bei den des die hat im um was wo".split())
_PARTICIPLE = re.compile(
    "^((?:wieder)?her|hinzu|hin|zurück|zusammen|wieder|weiter|durch|unter|über|fest|frei|nach|auf|aus|ab|an|bei|ein|los|mit|um|vor|weg|zu)ge(?=.{3})"
)
"""``ausgeführt`` is of ``ausführen``."""
_RUSSIAN_PREFIXES = ("", "за", "по", "на", "про", "пере", "от", "при", "вы", "с", "у")
_LONGEST_ENDING = 7


@cache
def _table() -> dict[str, dict[str, str]]:
    """Language -> stem or word -> English words, those of all rows that name it."""
    out: dict[str, dict[str, str]] = {"de": {}, "ru": {}, "zh": {}, "ja": {}}
    for line in (Path(__file__).parent / "words.tsv").read_text("utf-8").splitlines()[1:]:
        english, *columns = line.split("\t")
        for entries, column in zip(out.values(), columns, strict=True):
            for entry in column.split("|"):
                entries[entry] = f"{entries[entry]} {english}" if entry in entries else english
    return out


def as_english(text: str, known: Callable[[str], bool]) -> str:
    """The question with its foreign words replaced; the same text if there are none. ``known``: the index holds it."""
    german = _is_german(text, known)
    if text.isascii() and not german:
        return text
    unspaced = "ja" if _KANA.search(text) else "zh"

    def replace(match: re.Match[str]) -> str:
        word = match.group()
        if word[0] >= "\u3040":
            found = _cut(word, _table()[unspaced])
        elif "\u0400" <= word[0] <= "\u04ff":
            found = _russian(word.lower())
        elif not german or (known(word) and word.lower() not in _GERMAN):
            return word
        else:
            return "" if word.lower() in _GERMAN else _of_verb_or_noun(word.lower()) or word
        return " ".join(filter(None, [" " + found + " " if found else "", word if not found or known(word) else ""]))

    return " ".join(_WORD.sub(replace, text).split())


def _is_german(text: str, known: Callable[[str], bool]) -> bool:
    """An umlaut, a small word that English lacks, or two words that only the table knows."""
    words = re.findall(r"[a-zäöüß]+", text.lower())
    if any(c in "äöüß" for w in words for c in w) or any(w in _GERMAN - _ALSO_ENGLISH for w in words):
        return True
    return sum(len(w) > 4 and bool(_of_verb_or_noun(w)) and not known(w) for w in words) >= 2


def _longest(word: str, at: int, entries: dict[str, str], most: int) -> str:
    return next((word[at : at + n] for n in range(min(most, len(word) - at), 0, -1) if word[at : at + n] in entries), "")


def _cut(run: str, entries: dict[str, str]) -> str:
    """English words of an unspaced run, cut at the longest entries from the left."""
    out: list[str] = []
    at = 0
    while at < len(run):
        entry = _longest(run, at, entries, 10)
        out += entries[entry].split() if entry else ()
        at += len(entry) or 1
    return " ".join(dict.fromkeys(out))


def _russian(word: str) -> str:
    entries = _table()["ru"]
    for prefix in _RUSSIAN_PREFIXES:
        bare = word.removeprefix(prefix)
        stem = _longest(bare, 0, entries, 14) if prefix == "" or bare != word else ""
        if len(stem) >= 3 and len(bare) - len(stem) <= _LONGEST_ENDING:
            return entries[stem]
    return ""


def _of_verb_or_noun(word: str) -> str:
    return _german(word) or _german(_PARTICIPLE.sub(r"\1", word))


def _german(word: str) -> str:
    """English words of a word or compound; "" unless most of its letters belong to entries."""
    entries = _table()["de"]
    out: list[str] = []
    at = rest = 0
    while at < len(word):
        stem = _longest(word, at, entries, 16)
        if len(stem) >= (3 if at == 0 else 4):
            out += entries[stem].split()
            at += len(stem)
        else:
            at, rest = at + 1, rest + 1
            if not out and at > 3:
                return ""
    return " ".join(dict.fromkeys(out)) if out and rest <= max(3, 0.45 * len(word)) else ""
