"""A query as the retrievers need it: terms, identifiers, intents. Nothing of it goes through a query language."""
from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from coderag.errors import UsageError
from coderag.index.analyzer import identifiers, is_distinctive, tokens
from coderag.model.kinds import KINDS
from coderag.search import qualified
from coderag.search.inflect import present
from coderag.search.qualified import Asked

LONGEST_QUERY = 2_000
MOST_TERMS = 48
_STOP = frozenset(
    "a an and are as at be been by can could do does for from had has have how i if in into is it its me my of on or "
    "our should so that the their then there these they this to use used using via was we were what when where which "
    "while who why will with would you your".split()
)
TEST_WORDS = frozenset({"test", "tests", "testing", "spec", "specs", "unittest", "unittests"})
_LITERAL = re.compile(r"[^\w\s]|_|\d")


@dataclass(frozen=True)
class Question:
    text: str
    terms: tuple[str, ...]  # distinct analysed terms, in order
    weights: Mapping[str, float]  # stop words weigh less; they count when nothing else is there
    content: tuple[str, ...]  # terms without stop words; all terms if nothing else is left
    identifiers: tuple[str, ...]  # words that may be names, original case
    distinctive: frozenset[str]  # those of them that can hardly be prose (or the only word there is)
    words: tuple[str, ...]  # of the text in lower case, all of them, in order
    literal: str  # the text to look for verbatim, "" for a plain sentence
    wants_tests: bool
    name: Asked | None = None  # what is asked for if the whole text is a name, or a name and a kind: ``Service trait``
    kind: str = ""
    notes: tuple[str, ...] = ()
    idf: dict[str, float] = field(default_factory=dict)
    forms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # term -> other forms the index contains


def parse(text: str, document_frequency: Callable[[str], int], documents: int) -> Question:
    """Question from the text as typed. UsageError if there is nothing in it to search for."""
    cleaned = text.replace("\0", " ").strip()
    if not cleaned:
        raise UsageError("the query is empty", 'say what you look for, for example "where are retries scheduled"')
    notes: list[str] = []
    if len(cleaned) > LONGEST_QUERY:
        cleaned = cleaned[:LONGEST_QUERY]
        notes.append(f"query shortened to its first {LONGEST_QUERY} characters")
    terms = list(dict.fromkeys(tokens(cleaned)))
    content = [t for t in terms if t not in _STOP] or terms
    if len(content) > MOST_TERMS:
        rarest = set(sorted(content, key=lambda t: (document_frequency(t) or documents + 1, t))[:MOST_TERMS])
        content = [t for t in content if t in rarest]
        notes.append(f"only the {MOST_TERMS} rarest of its words were used")
    used = content if len(content) >= 2 or len(terms) == len(content) else terms[:MOST_TERMS]
    weights = {t: (0.3 if t in _STOP and t not in content else 1.0) for t in used}
    from math import log

    idf = {t: log(1 + (documents - n + 0.5) / (n + 0.5)) for t in used for n in [document_frequency(t)]}
    forms = {t: tuple(f for f in present(t, document_frequency) if f not in terms) for t in content}
    names = identifiers(cleaned)
    one_word = len(cleaned.split()) == 1
    name, kind = _name(cleaned)
    literal = cleaned if one_word or _LITERAL.search(cleaned) and len(cleaned.split()) <= 6 else ""
    return Question(
        text=cleaned,
        terms=tuple(used),
        weights=weights,
        content=tuple(content),
        identifiers=tuple(names),
        distinctive=frozenset(n for n in names if one_word or is_distinctive(n) or name and n == name.simple),
        words=tuple(re.findall(r"\w+", cleaned.lower())),
        literal=literal.strip("\"'`") if len(literal) >= 3 else "",
        wants_tests=any(t in TEST_WORDS for t in re.findall(r"[a-z]+", cleaned.lower())),
        name=name,
        kind=kind,
        notes=tuple(notes),
        idf=idf,
        forms={t: f for t, f in forms.items() if f},
    )


def _name(text: str) -> tuple[Asked | None, str]:
    """The name that ``text`` is, and the kind that it says. In several words it has to look like one: ``class loader`` is
    no class called loader."""
    words, kind = text.split(), ""
    if len(words) == 2 and (words[0].lower() in KINDS) != (words[1].lower() in KINDS):
        kind, text = sorted(words, key=lambda word: word.lower() not in KINDS)
    asked = qualified.read(text)
    looks = len(asked.parts) > 1 or is_distinctive(asked.simple) or asked.simple[:1].isupper()
    return (asked, kind.lower()) if len(words) == 1 or looks and " " not in asked.simple else (None, "")
