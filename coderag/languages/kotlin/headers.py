"""Text of a header of a language whose annotations are written ``@Name(...)`` among the modifiers. Shared by such languages."""
from __future__ import annotations

import re

from coderag.languages.brackets import after_closing

_SKIP = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)+", re.S)
_ANNOTATION = re.compile(r"@(?:[a-z]+:)?(?:[\w.]+|\[[^\]]*\])(?:<[^<>()]*>)?")
_WORD = re.compile(r"([a-z]+)(?:\s*[\[(]\s*\w*\s*[\])](?=\s))?(?=\s)")
_MODIFIERS = frozenset(
    "public private protected internal open abstract final sealed override static lateinit const inline noinline crossinline "
    "suspend tailrec operator infix external actual expect data inner value vararg annotation companion fileprivate package "
    "convenience required mutating nonmutating lazy weak unowned dynamic optional indirect prefix postfix nonisolated isolated "
    "distributed borrowing consuming async implicit case transparent into erased opaque".split()
)


def without_annotations(header: str) -> str:
    """Header without the annotations among its modifiers; those of parameters and types stay."""
    if "@" not in header and "/" not in header:
        return header.strip()
    out: list[str] = []
    at = 0
    while at < len(header):
        skip = _SKIP.match(header, at)
        if skip:
            at = skip.end()
            continue
        annotation = _ANNOTATION.match(header, at)
        if annotation:
            at = after_arguments(header, annotation.end())
            continue
        word = _WORD.match(header, at)
        if word is None or word[1] not in _MODIFIERS:
            break
        out.append(word[0])
        at = word.end()
    return " ".join([*out, header[at:].strip()]).strip() or header.strip()


def modifiers(header: str) -> list[str]:
    """The leading modifiers of a header that has no annotations (``private[this]`` and ``private(set)`` as written)."""
    out: list[str] = []
    at = 0
    while True:
        word = _WORD.match(header, at)
        if word is None or word[1] not in _MODIFIERS:
            return out
        out.append(word[0])
        at = word.end()
        while at < len(header) and header[at].isspace():
            at += 1


def after_arguments(text: str, at: int) -> int:
    """Position after the argument lists that begin right at ``at``, or ``at`` if there are none."""
    while at < len(text) and text[at] == "(":
        end = after_closing(text, at, quotes='"')
        at = len(text) if end < 0 else end
    return at


def without_type_arguments(name: str) -> str:
    """``Map.Entry<K, V>?`` -> ``Map.Entry``; ``List[A]`` -> ``List``."""
    name = re.sub(r"@[\w.]+(?:\([^()]*\))?\s*", "", name).strip().strip("()?").strip()
    return re.split(r"[<\[\s?]", name, maxsplit=1)[0]
