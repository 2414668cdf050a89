"""Hints that only the content can resolve: hint -> function of the text that names a registered language."""
from __future__ import annotations

import re
from collections.abc import Callable

_COMMENTS_AND_STRINGS = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)
_CPP_ONLY = re.compile(
    r"^[ \t]*(?:"
    r"(?:class|struct)\s+(?:[A-Z_]+\s+)?\w+(?:\s+final)?\s*(?::\s*(?:public|private|protected|virtual|\w+\s*[{,<:]))"
    r"|(?:enum\s+)?class\s+\w[\w\s]*[;{:]"
    r"|namespace\b(?:\s+[\w:]+)?\s*[{=\n]"
    r"|inline\s+namespace\b"
    r"|template\s*<"
    r"|using\s+(?:namespace\s+)?\w+"
    r"|(?:public|private|protected)\s*(?:slots|Q_SLOTS)?\s*:"
    r"|(?:constexpr|virtual|explicit|friend|static_assert|typename|concept)\b"
    r"|#\s*include\s*<(?:string|vector|map|memory|utility|algorithm|functional|iostream|unordered_\w+|type_traits|atomic|cstd\w+)>"
    r")"
    r"|\b\w+::\w+|\boperator\s*[^\w\s]|=\s*(?:default|delete)\s*;|\)\s*(?:const\s*)?(?:noexcept|override)\b",
    re.M,
)
_EXTERN_C = re.compile(r"#\s*if(?:def\s+|\s+defined\s*\(?\s*)__cplusplus.*?#\s*endif", re.S)


def c_or_cpp(text: str) -> str:
    """C++ if the code (not its comments, strings, or an ``extern "C"`` guard) uses what C does not have."""
    code = _COMMENTS_AND_STRINGS.sub(" ", _EXTERN_C.sub(" ", text[:200_000]))
    return "cpp" if _CPP_ONLY.search(code) else "c"


_PREPROCESSOR = re.compile(r"^[ \t]*#[ \t]*(?:include|define|if|ifdef|ifndef|pragma)\b", re.M)


def included(text: str) -> str:
    """What a file made to be included is written in: PHP, C or C++, else plain text."""
    if "<?php" in text[:4_000] or text.lstrip().startswith("<?"):
        return "php"
    return c_or_cpp(text) if _PREPROCESSOR.search(text[:20_000]) else "text"


RESOLVERS: dict[str, Callable[[str], str]] = {"include-file": included, "c-header": c_or_cpp}
