"""A name as people write it, held against the names of definitions.

``Cart.total``, ``shop::cart::Cart::total()``, ``(*Cart).total`` and ``Cart<T>#total`` may all mean the same method,
whatever its language writes. What stands before the name is found in the definition's qualified name or in its path: the
package, module or namespace is there, where the language gives its files one.
"""
from __future__ import annotations

import re
from dataclasses import dataclass

_SEPARATORS = re.compile(r"::|->|[.#:/\\]")
_RECEIVER = re.compile(r"(?:\w+\s+)?\((?:\w+\s+)?[*&]?([\w.]+)[^()]*\)[.\s]*(\w+)")
"""``(*Cart).total``, ``func (c *Cart) total``."""
_AS_TRAIT = re.compile(r"^<\s*([\w:]+)[^<>]*(?:<[^<>]*>)?\s+as\s[^>]*>+")
_ARGUMENTS = re.compile(r"(?<=[\w$?!>\]])\s*\(.*\)$", re.DOTALL)
_GENERIC = re.compile(r"(?<=[\w:])(?:<[^<>]*>|\[[^\[\]]*\]|`\d+)")
_NAME = re.compile(r"[\w$@~][\w$@~?!=\-]*")
HERE = frozenset({"self", "this", "super", "static", "parent", "crate", "cls"})
"""Words that stand for the place they are written in: they name nothing."""
_INTRODUCING = frozenset(
    "abstract async class const constructor def enum export extends final fn fun func function impl implements inline "
    "interface let macro method module namespace new object override package private protected protocol pub public record "
    "static struct trait type typedef union val var virtual".split()
)

SUFFIX, PLACED = 2, 1
LONGEST = 400
"""Characters beyond which a text is no name, with all that may stand around one."""


@dataclass(frozen=True)
class Asked:
    """A name that is looked for. ``parts``: its components, those before the last one qualify it."""

    text: str
    parts: tuple[str, ...]

    @property
    def simple(self) -> str:
        return self.parts[-1]

    @property
    def qualifier(self) -> str:
        """What the name is said to be in; "" if that is not said."""
        return self.parts[-2] if len(self.parts) > 1 else ""

    def meets(self, name: str, qualname: str, path: str) -> int:
        """How well a definition answers: SUFFIX if its qualified name ends like the one asked for, PLACED if the rest of
        what was asked is in its path, in that order, 0 if neither."""
        if self.text in (name, qualname):
            return SUFFIX
        have, asked = components(qualname) or [name], self.parts
        same = 0
        while same < min(len(have), len(asked)) and have[-1 - same] == asked[-1 - same]:
            same += 1
        if same == len(asked):
            return SUFFIX
        return PLACED if same and _in_order(asked[:-same], path) else 0


def read(text: str) -> Asked:
    """The name in ``text``, without arguments, type parameters and the words that introduce a definition. What is no name
    to look at stays as it is."""
    wanted = text.strip().strip("`'\"").strip()
    if len(wanted) > LONGEST:
        return Asked(wanted, (wanted,))
    bare = wanted
    if receiver := _RECEIVER.fullmatch(_ARGUMENTS.sub("", bare)) or _RECEIVER.fullmatch(bare):
        bare = f"{receiver[1]}.{receiver[2]}"
    bare = _ARGUMENTS.sub("", _AS_TRAIT.sub(r"\1", bare))
    before = None
    while before != bare:
        before, bare = bare, _GENERIC.sub("", bare)
    words = bare.split()
    while len(words) > 1 and words[0] in _INTRODUCING:
        words.pop(0)
    parts = components(words[0]) if len(words) == 1 else []
    while len(parts) > 1 and parts[0].strip("$@") in HERE:
        parts.pop(0)
    if not parts or not all(map(_NAME.fullmatch, parts)):
        parts = [wanted]
    return Asked(wanted.removesuffix("()"), tuple(parts))


def components(name: str) -> list[str]:
    """The parts of a qualified name, whatever the language separates them by."""
    return [part for part in _SEPARATORS.split(name) if part]


def fits(receiver: str, scope: str, qualifier: str) -> bool:
    """Whether what a call is made on looks like ``qualifier``: named like it, or the very thing it is called in."""
    last = (components(receiver) or [""])[-1].strip("$@_*&()")
    if last in HERE:
        return qualifier in components(scope)
    return bool(last) and _folded(last) == _folded(qualifier)


def _in_order(wanted: tuple[str, ...], path: str) -> bool:
    """Whether the words are among the folders and the stem of the path, in that order."""
    folders = path.split("/")
    places = iter([*map(_folded, folders[:-1]), _folded(folders[-1].split(".", 1)[0])])
    return all(_folded(word) in places for word in wanted)


def _folded(word: str) -> str:
    return word.lower().replace("-", "").replace("_", "")
