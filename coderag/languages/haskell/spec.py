"""Haskell. A function is its type signature and all its clauses; in a literate file the prose is blanked out."""
from __future__ import annotations

import re

from coderag.languages.spec import Definition, LanguageSpec

_LITERATE = re.compile(rb"^(?:> ?[\w({]|\\begin\{code\})", re.M)
_PLAIN = re.compile(rb"^(?:module|import)\s", re.M)
_HEAD_NAME = re.compile(r"[\s(\[]*([A-Z][\w.']*)")
_EQUALS = re.compile(r"\s+(?:=|\||where)\s*\Z")
_LINE = re.compile(r"^\s*-{2,}\s*[|^]?[ \t]?")
_COMMENT = re.compile(r"--+(?![!#$%&*+./<=>?@\\^|~:-])[^\n]*")
_FACT = re.compile(r"\s*(?:Module|Description|Copyright|Licen[sc]e|Maintainer|Author|Stability|Portability|Category)\s*:.*", re.I)
_PRELUDE = frozenset("$ . $! & + - * / ++ == /= < > <= >= && || <> <$> <*> >>= >> =<< ^ <$ *> <* !! ** ^^ $> <&> , :".split())
_WHERE = re.compile(r"\s+where\s*\Z")


def prepare(source: bytes) -> bytes:
    """Literate Haskell: leaves what stands behind ``>`` or between ``\\begin{code}`` and ``\\end{code}``."""
    if not _LITERATE.search(source) or _PLAIN.search(source) and b"\\begin{code}" not in source:
        return source
    out, inside = [], False
    for line in source.split(b"\n"):
        if line.startswith((b"\\begin{code}", b"\\end{code}")):
            inside = line.startswith(b"\\begin")
            line = b" " * len(line)
        elif line.startswith(b">"):
            line = b" " + line[1:]
        elif not inside:
            line = b" " * len(line)
        out.append(line)
    return b"\n".join(out)


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    kind, name = d.kind, d.name.strip("() \n`")
    if kind == "module":
        return d._replace(name=name.rpartition(".")[2], scope=name.rpartition(".")[0], header=f"module {name}")
    if not d.is_symbol:  # instance Show (Cart a): the methods are those of Cart
        match = _HEAD_NAME.match(d.name)
        return d._replace(name=match[1] if match else d.name.split("\n")[0][:40], header=_WHERE.sub("", d.header))
    if kind == "test":
        header = d.header.rstrip().removesuffix("$").rstrip()
        return d._replace(name=" ".join(name.strip('"').split())[:120], separator=" > ", header=header)
    if kind == "struct":
        header = _COMMENT.sub("", d.header)
        several = "|" in header.partition("=")[2].partition("deriving")[0] or re.search(r"\bwhere\b", header)
        return d._replace(name=name, kind="enum" if several else "struct", header=header, has_body=True)
    if kind in ("constructor", "field") or kind == "method" and parent is not None and parent.kind == "class":
        # constructors, fields and class methods are names of the module
        outer = parent.qualname.removesuffix(parent.name).rstrip(".") if parent is not None else ""
        header = _EQUALS.sub("", _COMMENT.sub("", d.header))
        return d._replace(name=name, qualname=f"{outer}.{name}" if outer else name, header=header)
    if kind == "class":
        return d._replace(name=name, header=_WHERE.sub("", _COMMENT.sub("", d.header)))
    header = _EQUALS.sub("", _COMMENT.sub("", d.header) if "--" in d.header else d.header)
    if parent is not None and parent.kind in ("function", "method", "test"):
        return d._replace(name=name, header=header, has_body=False)  # local: a symbol, but no chunk
    return d._replace(name=name, header=header)


def refine_reference(kind: str, name: str, receiver: str) -> tuple[str, str, str] | None:
    receiver = receiver.rstrip(".")
    if kind == "import":
        return kind, name.strip("() "), receiver
    if kind == "call" and name in _PRELUDE:
        return None
    if kind == "inherit" and "." in name:
        receiver, _, name = name.rpartition(".")
    return kind, name, receiver


def clean_doc(raw: str) -> str:
    if raw.startswith("{-#"):
        return ""
    if raw.startswith("{-"):
        lines = raw[2:].removesuffix("-}").strip().lstrip("|^ ").split("\n")
    else:
        lines = [_LINE.sub("", line) for line in raw.split("\n")]
    return "\n".join("" if _FACT.fullmatch(line) else line.strip() for line in lines).strip()


SPEC = LanguageSpec(
    id="haskell",
    grammar="haskell",
    extensions=(".hs", ".hs-boot", ".hsc", ".lhs"),
    shebangs=("runhaskell", "runghc", "stack"),
    test_files=("*Spec.hs", "*Test.hs", "*Tests.hs"),
    prepare=prepare,
    refine=refine,
    refine_reference=refine_reference,
    clean_doc=clean_doc,
)
