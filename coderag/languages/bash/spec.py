"""Shell scripts: POSIX sh, Bash, Zsh (as far as the Bash grammar reads it) and Bats. All names are global, so none is qualified."""
from __future__ import annotations

import re

from coderag.languages.spec import Definition, LanguageSpec

_TEST = re.compile(rb"^([ \t]*)(@test[ \t]+(?:\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'|[\w.-]+)[ \t]*)\{", re.M)
_FLAGS = re.compile(rb"\$\{\([^()\n]+\)")
_TEST_NAME = re.compile(r"\s*@test\s+(?:\"((?:\\.|[^\"\\])*)\"?|'([^']*)'?|(\S+))")
_CONSTANT = re.compile(r"\s*(?:readonly\b|(?:declare|typeset|local|export)\s+(?:-\w+\s+)*-\w*r)")
_NAME = re.compile(r"[^\s=\"'$`(){}]+\Z")
_NO_DOC = re.compile(r"^[ \t]*#+[ \t]*shellcheck\b.*$|^#!.*$", re.M)
_MARKERS = re.compile(r"^\s*#+[ \t]?", re.M)
_BUILTINS = frozenset(
    ". : [ [[ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable eval "
    "exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read "
    "readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait "
    "autoload emulate setopt unsetopt zstyle zmodload bindkey".split()
)


def prepare(source: bytes) -> bytes:
    """``@test "adds" {`` of Bats becomes a function of the same length, so that its end is known. Flags of a Zsh expansion,
    ``${(f)x}``, become a default value, ``$+x`` a plain variable."""
    if b"@test" in source:
        source = _TEST.sub(_as_function, source)
    if b"${(" in source:
        source = _FLAGS.sub(lambda m: b"${" + b"_" * (len(m[0]) - 4) + b":-", source)
    return source.replace(b"$+", b"$_") if b"$+" in source else source


def _as_function(match: re.Match[bytes]) -> bytes:
    return match[1] + re.sub(rb"\W", b"_", match[2][:-2]) + b"(){"


def refine(d: Definition, parent: Definition | None) -> Definition | None:
    name = d.name
    if d.kind == "macro":  # ll='ls -l'
        name, mark, _ = name.partition("=")
        if not mark:
            return None
    if d.kind == "function" and name.startswith("@test"):
        match = _TEST_NAME.match(d.header)
        if match:
            name = " ".join((match[1] or match[2] or match[3] or name).split())[:120]
            return d._replace(kind="test", name=name, qualname=name)
    if not _NAME.match(name):
        return None
    if d.kind == "variable":
        if "+=" in d.header[: d.header.find(name) + len(name) + 2]:
            return None
        if _CONSTANT.match(d.header):
            d = d._replace(kind="constant")
    return d._replace(name=name, qualname=name)


def refine_reference(kind: str, name: str, receiver: str) -> tuple[str, str, str] | None:
    if kind == "call":
        if name in _BUILTINS or not (name[:1].isalpha() or name[:1] in ("_", ".", "/", "~")):
            return None
        return kind, name, receiver
    name = name.strip("\"'")
    return (kind, name, receiver) if name else None


def clean_doc(raw: str) -> str:
    text = raw.strip()
    if text[:1] in "\"'":
        return text.strip("\"'")
    text = _MARKERS.sub("", _NO_DOC.sub("", text))
    return "\n".join(line.strip() for line in text.split("\n")).strip()


SPEC = LanguageSpec(
    id="bash",
    grammar="bash",
    extensions=(".sh", ".bash", ".zsh", ".ksh", ".bats", ".command", ".zsh-theme", ".ebuild", ".eclass"),
    filenames=(
        ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".bash_functions", ".profile", ".zshrc",
        ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".kshrc", ".envrc", "bashrc", "zshrc", "bash_completion", "PKGBUILD", "APKBUILD",
    ),
    shebangs=("bash", "sh", "zsh", "dash", "ksh", "ash", "bats"),
    test_files=("*.bats", "test_*.sh", "*_test.sh", "*.test.sh", "*_spec.sh"),
    prepare=prepare,
    refine=refine,
    refine_reference=refine_reference,
    clean_doc=clean_doc,
)
