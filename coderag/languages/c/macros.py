"""Macros in C and C++ source that stand where the grammar has no place for a name, blanked out or replaced in place.

``code`` is the source without comments, strings and directives, ``out`` what the parser gets; both are changed.
"""
from __future__ import annotations

import re

BLANK = bytes(c if c in b"\n\r" else 32 for c in range(256))
_ARGUMENTS = rb"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
LONE = re.compile(rb"^[ \t]*([A-Z_][A-Z0-9_]{2,}\b[ \t]*(\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\))?)[ \t\r]*$", re.M)
_CALL_LIKE = re.compile(rb"\s*[a-zA-Z_][\w:~]*\s*\(")
_CLASS = re.compile(
    rb"\b(class|struct|union|enum(?:\s+class)?)\s+((?:[A-Z_][A-Z0-9_]{2,}\b\s*(?:" + _ARGUMENTS + rb")?\s+)+)"
    rb"(?=(?:\[\[[^\]]*\]\]\s*)?[A-Za-z_][\w:]*(?:<[^;{}()]{0,200}>)?\s*(?:final\b\s*)?(?::(?!:)|\{))"
)
_FORWARD = re.compile(rb"\bclass\s+([A-Z_][A-Z0-9_]{2,})\s+(?=[A-Za-z_]\w*\s*;)")
_BEHIND_ATTRIBUTE = re.compile(rb"\]\]\s*([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?=\s+(?:explicit|inline|static|constexpr|virtual|template|class|struct)\b)")
_WRAPPED_TYPE = re.compile(
    rb"^((?:(?!void\b|int\b|bool\b|char\b|double\b|float\b|auto\b)[a-z]+[ \t]+)*)([A-Z]\w{0,40}?[A-Z_]\w{0,40}[ \t]*\()([ \t]*[A-Za-z_][\w \t*:&]*)(\))"
    rb"(?=\s*[*&]*\s*(?![A-Z_][A-Z0-9_]{3,}[ \t]*\()[A-Za-z_][\w:~]*\s*\()", re.M
)
_ATTRIBUTE = re.compile(
    rb"\b_*[A-Z][A-Z0-9_]*(?:ATTRIBUTE|ANNOTATION|GUARDED_BY|LOCKS?_|ACQUIRED_|DEPRECATED|NONNULL|NORETURN|NO_RETURN|REQUIRES?_"
    rb"|MUST_USE|UNUSED|PRINTF|ALWAYS_INLINE|FORCE_?INLINE|NOINLINE|NO_INLINE|LIFETIME_BOUND|NODISCARD|VISIBILITY|_EXPORT|EXPORT_"
    rb"|_API|API_|DLLEXPORT|DLLIMPORT|_EXTERN|_HIDDEN|CONST_INIT|NO_SANITIZE)[A-Z0-9_]*\b[ \t]*(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?"
)
_QUALIFIER = re.compile(
    rb"[*&]\s*\b(?!(?:const|volatile|restrict|__restrict|__restrict__|sizeof|not|new|delete|co_await|throw|struct|and|or|static|if|else|return)\b)"
    rb"([a-zA-Z_]\w*)\s+(?=(?!const\b|and\b|or\b|in\b)[A-Za-z_]\w*\s*[,);=\[:({])"
)
_CONVENTION = re.compile(rb"\(\s*([A-Z][A-Z0-9_]{3,}|__\w+)\s*\*\s*\w+\s*\)\s*\(")
_TYPE_ARGUMENT = re.compile(rb",\s*[A-Za-z_][\w:]*\s*([&*]+)(?=\s*\)\s*;)")
_STATEMENT = re.compile(rb"^[A-Z][A-Z0-9_]{2,}[ \t]*" + _ARGUMENTS + rb"[ \t]*;", re.M)
_LOWER = re.compile(
    rb"\b__(?:init|exit|initdata|exitdata|initconst|initdata_memblock|devinit|devexit|cpuinit|meminit|net_init|net_exit|init_or_module"
    rb"|must_check|always_inline|always_unused|maybe_unused|unused|used|weak|pure|cold|hot|flatten|noreturn|noinline|noclone|malloc"
    rb"|visible|deprecated|packed|user|kernel|iomem|percpu|rcu|force|nocast|private|safe|read_mostly|ro_after_init|refdata|ref|sched"
    rb"|lockfunc|kprobes|hyp_text|latent_entropy|randomize_layout|dead2|result_use_check|wur|THROW|nonnull)\b(?!\s*\()"
)
_NULLABILITY = re.compile(rb"\b(?:[a-z]+_(?:nonnull|nullable|nullability_unknown)|_(?:Nonnull|Nullable|Null_unspecified))\b(?=\s*[\w:,)>;=*&({])")
_BETWEEN = re.compile(
    rb"\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)[ \t]+(?:(?=[A-Za-z_][\w:]*\s*(\())|"
    rb"(?=(?:const\s+)?[A-Za-z_][\w:]*[ \t]*[ \t*&][ \t]*(?!const\b|final\b|override\b)[A-Za-z_]\w*\s*[=;(\[{]))"
)
_TYPE_WORDS = (b"void", b"int", b"bool", b"char", b"double", b"float", b"long", b"unsigned", b"size_t", b"auto")
_STORAGE_WORDS = (b"inline", b"static", b"constexpr", b"virtual")
_CONVERSION = re.compile(rb"\b((?:(?:inline|constexpr|explicit|virtual)\s+)+)(?=[A-Za-z_][\w:]*(?:<[^;{}()]{0,200}>)?::operator\s+[\w:])")
_CAST = re.compile(rb"(?:^|[;{}:>])[ \t]*([A-Z][A-Z0-9]*_[A-Z0-9_]+)\s+(?=operator\s+[\w:])", re.M)
_NOEXCEPT = re.compile(rb"\)(?:\s*\bconst\b)?(?:\s*&&?)?\s*\bnoexcept\s*(" + _ARGUMENTS + rb")")
_CONSTRUCTOR = re.compile(rb"\s*(\w+)::~?\1\s*\(")
_OPENING = re.compile(rb"(?:[A-Z0-9]+_)*(?:BEGIN|END)(?:_[A-Z0-9]+)*_*\Z")
_TEMPLATE = re.compile(rb"\btemplate\s*<")
_ANGLE = re.compile(rb"->|[-<>=!]=|[<>(),]|enable_if")
_TEMPLATE_HEAD = re.compile(rb"\btemplate\s*<[^;{}]*>\Z")
_TRAIT = re.compile(rb"(?:::value|_v\s*<(?:[^<>;{}()]|<(?:[^<>;{}()]|<[^<>;{}()]*>)*>)*>)\s*(&&)")
_ARRAY_REFERENCE = re.compile(rb"(\(\s*&&?\s*\)\s*\[[^\]\n;]*\])")
_TRY = re.compile(rb"\b([A-Z][A-Z0-9_]*TRY)\b(?=\s*\{)")
_CATCH = re.compile(rb"\}\s*\b([A-Z][A-Z0-9_]*CATCH)\b(?=\s*\()")
_QT = re.compile(rb"\bQ_(?:OBJECT|GADGET)\b")
_CAPITALS = re.compile(rb"^[ \t]*(?=[A-Z_][A-Z0-9_]{2})", re.M)
_SIGNALS = re.compile(rb"^[ \t]*(signals)[ \t]*:(?!:)", re.M)
_ACCESS = re.compile(rb"^[ \t]*(Q_SIGNALS|[A-Z_]*(?:PRIVATE|PUBLIC|PROTECTED)[A-Z_]*)[ \t]*:(?!:)", re.M)
_SLOTS = re.compile(rb"\b(?:public|private|protected)\s+(slots|Q_SLOTS)\s*:(?!:)")
_STORAGE = re.compile(
    rb"^[ \t]*([A-Z][A-Z0-9_]{2,}(?:[ \t]+[A-Z][A-Z0-9_]{2,})*)[ \t]+(?=(?:struct|union|enum|const|static|inline|unsigned|signed|void|int|char|bool|float|double|long"
    rb"|short|extern|virtual|explicit|constexpr|auto|size_t)\b)", re.M
)
_MADE = re.compile(rb"^((?:TEST_CASE|SCENARIO)\w*|(?<![ \t])[A-Z][A-Z0-9_]{2,})[ \t]*(" + _ARGUMENTS + rb")\s*\{", re.M)
_NOT_A_STORAGE = re.compile(rb"\s*(?:template|using|namespace|friend|public|private|protected|typedef|extern|[\"#}~:{;=,)])")
_BEFORE_BODY = re.compile(rb"\)(?:\s*\b(?:const|noexcept|override|final)\b|\s*&&?)*\s*((?!\w*TEST)[A-Z][A-Z0-9_]{3,}(?:" + _ARGUMENTS + rb")?)(?=\s*\{)")


def blank(buffer: bytearray, start: int, end: int) -> None:
    buffer[start:end] = buffer[start:end].translate(BLANK)


def hide_macros(code: bytearray, out: bytearray) -> None:
    lines = [match.start() for match in _CAPITALS.finditer(bytes(code))]  # those that begin with a macro's name
    for at in lines:
        match = _STATEMENT.match(code, at)
        if match:
            blank_both(code, out, *match.span())
            continue
        match = _MADE.match(code, at)
        if match and _begins(code, at):
            _made(out, *match.span(1), match.end(2))
    source = bytes(code)
    if b"_null" in source or b"_non" in source or b"_N" in source:
        for match in _NULLABILITY.finditer(source):
            blank_both(code, out, *match.span())
        source = bytes(code)
    for match in _CLASS.finditer(source):
        blank_both(code, out, *match.span(2))
    for pattern in (_FORWARD, _BEFORE_BODY, _QUALIFIER, _CONVENTION, _TYPE_ARGUMENT, _ARRAY_REFERENCE, _BEHIND_ATTRIBUTE):
        for match in pattern.finditer(source):
            blank_both(code, out, *match.span(1))
    for match in _BETWEEN.finditer(source):
        if _is_between(source, match):
            _prefix(code, out, *match.span(1))
    for match in _WRAPPED_TYPE.finditer(source):
        _prefix(code, out, *match.span(2))
        blank_both(code, out, *match.span(4))
    for at in lines:
        match = _STORAGE.match(code, at)
        if match:
            _prefix(code, out, *match.span(1))
    if b"TRY" in code and b"CATCH" in code:
        for pattern, word in ((_TRY, b"try"), (_CATCH, b"catch")):
            for match in pattern.finditer(bytes(code)):
                _word(code, out, *match.span(1), word)
    if b"enable_if" in code:
        _conditions(code, out)
    for match in _TRAIT.finditer(bytes(code)):  # && after a name in <> reads like a reference
        out[match.start(1) : match.end(1)] = b"||"
    if b"operator" in code:
        for pattern in (_CONVERSION, _CAST):
            for match in pattern.finditer(bytes(code)):
                blank_both(code, out, *match.span(1))
    if b"noexcept" in code:  # what is in its brackets is often read as types
        for match in _NOEXCEPT.finditer(bytes(code)):
            blank_both(code, out, *match.span(1))
    if b"__" in code:  # static int __init probe(void)
        for match in _LOWER.finditer(bytes(code)):
            blank_both(code, out, *match.span())
    _qt(code, out)
    for at in lines:
        match = _ACCESS.match(code, at)
        if match:
            _access(code, out, match)
    for match in _ATTRIBUTE.finditer(bytes(code)):
        if _is_attribute(code, match):
            _prefix(code, out, *match.span())
    for at in lines:
        match = LONE.match(code, at)
        if match and _is_lone(code, match):
            blank_both(code, out, *match.span(1))


def _qt(code: bytearray, out: bytearray) -> None:
    if b"Q_" in code:
        for match in _QT.finditer(bytes(code)):
            blank_both(code, out, *match.span())
    if b"slots" in code or b"Q_SLOTS" in code:
        for match in _SLOTS.finditer(bytes(code)):
            blank_both(code, out, *match.span(1))
    if b"signals" in code:
        for match in _SIGNALS.finditer(bytes(code)):
            _access(code, out, match)


def _access(code: bytearray, out: bytearray, match: re.Match[bytes]) -> None:
    """``signals:``, ``PRIVATE_UNLESS_TESTED:``: an access specifier of the grammar instead."""
    start, end = match.span(1)
    word = b"private" if b"PRIVATE" in match[1] else b"protected" if b"PROTECTED" in match[1] else b"public"
    if len(word) <= end - start:
        _word(code, out, start, end, word)


def _begins(code: bytearray, at: int) -> bool:
    """Whether a definition may stand here: behind another one, or behind a line that is a macro alone."""
    before = bytes(code[max(0, at - 400) : at]).rstrip()
    return before[-1:] in (b"", b";", b"}", b"{") or LONE.fullmatch(before.rpartition(b"\n")[2]) is not None


def _made(out: bytearray, start: int, name_end: int, end: int) -> None:
    """``TEST_CASE("adds", "[x]") {``: to the parser a function with an unspeakable name; its real text is the name."""
    line_end = out.find(b"\n", start, end)
    opening = (line_end if line_end >= 0 else end) - 2
    if out[opening : opening + 1] == b"\r":
        opening -= 1
    if opening < max(name_end, start + 5):
        return
    blank(out, start, end)
    out[start:opening] = b"int " + b"x" * (opening - start - 4)
    out[opening : opening + 1] = b"("
    out[end - 1 : end] = b")"


def _prefix(code: bytearray, out: bytearray, start: int, end: int) -> None:
    """A macro that begins a declaration becomes a storage class, so that the declaration still begins there."""
    line = code.rfind(b"\n", 0, start) + 1
    first = not code[line:start].strip()
    blank_both(code, out, start, end)
    if first and end - start >= 6 and not _NOT_A_STORAGE.match(code, end):
        out[start : start + 6] = b"extern"


def _conditions(code: bytearray, out: bytearray) -> None:
    """``template <class T, std::enable_if_t<...> = 0>``: the condition goes. Its angles have so many readings that the
    grammar gives up the right one."""
    for match in _TEMPLATE.finditer(bytes(code)):
        depth, paren, comma, found = 1, 0, match.end(), -1
        for token in _ANGLE.finditer(code, match.end(), match.end() + 4000):
            text = token[0]
            if text == b"(":
                paren += 1
            elif text == b")":
                paren -= 1
            elif text == b"enable_if":
                found = comma if found < 0 else found
            elif text == b"<":
                depth += not paren
            elif text == b">":
                depth -= not paren
                if not depth:
                    if found >= 0:
                        blank_both(code, out, found, token.start())
                    break
            elif text == b"," and depth == 1 and not paren:
                comma = token.start()


def _word(code: bytearray, out: bytearray, start: int, end: int, word: bytes) -> None:
    blank_both(code, out, start, end)
    out[start : start + len(word)] = word


def blank_both(code: bytearray, out: bytearray, start: int, end: int) -> None:
    blank(code, start, end)
    blank(out, start, end)


def _is_attribute(code: bytearray, match: re.Match[bytes]) -> bool:
    """Between the words of a declaration, not as a name of its own."""
    after = code[match.end() : match.end() + 80].lstrip()
    before = code[max(0, match.start() - 80) : match.start()].rstrip()[-1:]
    if match[1] is None:
        if after[:1] in (b",", b")", b";", b"{", b"="):
            words = bytes(code[max(0, match.start() - 80) : match.start()]).split()
            return (before.isalnum() or before in (b"_", b"]", b")")) and words[-1] not in (b"return", b"case", b"goto", b"else")
        return bool(after[:1].isalpha() or after[:1] in (b"_", b"[", b"~")) and (before in (b"", b";", b"}", b"{", b":", b">", b")", b"*") or before.isalnum())
    if after[:1] in (b"{",):
        return before in (b")",) or before.isalnum()
    if before.isalnum() or before in (b"_", b"]", b")", b">"):
        return after[:1] in (b";", b"=", b",", b")") or after[:1] == b":" != after[1:2] and before == b")"
    return before in (b"", b";", b"}", b"{", b":") and bool(after[:1].isalpha() or after[:1] in (b"_", b"~", b"["))


def _is_between(code: bytes, match: re.Match[bytes]) -> bool:
    """A macro behind the type of a function (``void FAST_CALL open(``), or in front of a type (``static FAST_CALL int open(``)."""
    line = code[code.rfind(b"\n", 0, match.start()) + 1 : match.start()].rstrip()
    word = line[len(line.rstrip(b"abcdefghijklmnopqrstuvwxyz_")) :]
    if match[2] is not None:
        return word in _TYPE_WORDS or line[-1:] in (b"*", b"&")
    return word in _STORAGE_WORDS or line[-1:] in (b"", b";", b"{", b"}")


def _is_lone(code: bytearray, match: re.Match[bytes]) -> bool:
    before = code[max(0, match.start() - 400) : match.start()].rstrip()
    rest = bytes(code[match.end() : match.end() + 200])
    after = rest.lstrip()[:1]
    if before[-1:] == b">":  # template <class T> NONNULL(1) void f(T* t)
        return after.isalpha() and _CALL_LIKE.match(rest) is None and _TEMPLATE_HEAD.search(before) is not None
    if before and before[-1:] not in (b";", b"{", b"}", b":"):
        return False
    if match[2]:
        return after == b"" or after.isalnum() or after in (b"_", b"}", b"~", b"[", b":")
    if after == b"}" and before[-1:] == b"{":
        return re.search(rb"\b(?:struct|class|union|namespace)\b[^;{}=]*\{\Z", bytes(before)) is not None
    if _CALL_LIKE.match(rest) is not None:  # a type that is a macro, unless what follows needs none
        if _CONSTRUCTOR.match(rest) is not None or _OPENING.match(match[1].rstrip()) is not None:
            return True
        rest = rest.lstrip()
        other = LONE.match(rest)  # another one below, which is no function
        return other is not None and rest[other.end() :].lstrip()[:1] not in (b"", b"{")
    return after == b"" or after.isalnum() or after in (b"_", b"}", b"~", b"[")
