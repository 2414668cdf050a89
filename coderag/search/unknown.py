"""Names in a query that the index has nowhere: misspelt, or not in this commit. Said, and if one is spelled nearly the same,
that one is looked for."""
from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

from coderag.index.analyzer import bare, tokens
from coderag.search import traces
from coderag.search.qualified import Asked, read
from coderag.search.question import Question
from coderag.search.reader import View
from coderag.search.retrieve import defining
from coderag.search.symbols import suggestions

MOST_NAMES = 3
LONGEST = 8
"""Words of a query beyond which its names are those of pasted code or output, of which most are not from here."""
ALIKE = 0.8
SHORTEST = 5
"""Letters of a name that is taken for another one."""
_PASTED = re.compile(r"[{};=\n]")


@dataclass(frozen=True)
class Unknown:
    name: str
    close: tuple[str, ...]

    @property
    def meant(self) -> str:
        """The one among the close names that the name is taken for, "" if none is near enough."""
        if not self.close or read(self.name).qualifier:
            return ""
        best = self.close[0]
        ours, theirs = map(bare, (self.name, best))
        return best if len(ours) >= SHORTEST and SequenceMatcher(None, ours, theirs).ratio() >= ALIKE else ""

    def note(self) -> str:
        if not self.meant:
            return f"nothing is called {self.name}" + (f"; close names: {', '.join(self.close)}" if self.close else "")
        others = f"; other close names: {', '.join(self.close[1:])}" if self.close[1:] else ""
        return f"nothing is called {self.name}: searched for {self.meant}{others}"


def unknown_names(view: View, question: Question) -> list[Unknown]:
    text = question.text
    if len(text.split()) > LONGEST or _PASTED.search(text) or traces.frames(text):
        return []
    asked = {name: read(name) for name in sorted(question.distinctive)}
    known = {name for name, parts in asked.items() if _known(view, parts, name)}
    covered = {asked[name].simple for name in known if asked[name].qualifier}
    out = [name for name in asked if name not in known and name not in covered]
    plainest = [name for name in out if not asked[name].qualifier or asked[name].simple not in out]
    return [Unknown(name, tuple(suggestions(view, asked[name]))) for name in plainest[:MOST_NAMES]]


def corrected(question: Question, names: list[Unknown]) -> str:
    """The text of the query with the names that are meant."""
    text = question.text
    for name in names:
        if name.meant:
            text = re.sub(rf"(?<!\w){re.escape(name.name)}(?!\w)", lambda _, meant=name.meant: meant, text)
    return text


def _known(view: View, asked: Asked, name: str) -> bool:
    index = view.snapshot.lexical
    word = (tokens(asked.simple) or [""])[-1]
    mentioned = any(index.document_frequency(*term) for term in (("refs", asked.simple), ("body", word)))
    if not asked.qualifier:
        return mentioned or bool(index.document_frequency("defs", name)) or _is_path(view, name)
    if index.document_frequency("refs", name) or _is_path(view, name):
        return True
    if index.document_frequency("defs", asked.simple) and (asked.qualifier[:1].isupper() or "::" in name):
        return any(map(len, defining(view, name)))
    return mentioned  # of something defined elsewhere, or of a variable


def _is_path(view: View, name: str) -> bool:
    """Whether a file or folder is called so."""
    return any(f"/{name}/" in f"/{path}/" for path in view.snapshot.paths)
