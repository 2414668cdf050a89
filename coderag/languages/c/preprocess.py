"""What the preprocessor would take away, taken away before parsing: same length, same line breaks, only spaces instead.

A grammar sees source before preprocessing. Three things break it badly, and all are recognisable in the text: macros
that stand where the grammar has no place for a name (``class SHARED_LIB Engine {``, ``Q_OBJECT``,
``EXPORT_API(int) open_box(...)``), conditional branches that are fragments (each opening the same brace), and dead or
foreign branches (``#if 0``; in C what is under ``__cplusplus``). Everything else stays, both branches of a whole
``#if``/``#else`` included. Names and chunk texts come from the original, so a wrong guess costs a reference, not text.
"""
from __future__ import annotations

import re

MAX_NESTING = 64
"""Conditionals nested deeper than this are left alone; each is read once per level."""

_BLANK = bytes(c if c in b"\n\r" else 32 for c in range(256))
_NOISE = re.compile(
    rb'//[^\n]*(?:(?<=\\)\n[^\n]*)*|/\*.*?(?:\*/|\Z)|R"([^()\\\s"]{0,16})\(.*?(?:\)\1"|\Z)|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'',
    re.S,
)
_DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*(\w*)((?:[^\n\\]|\\(?!\r?\n)|\\\r?\n)*)", re.M)
_DEFINE = re.compile(rb"^[ \t]*#[ \t]*define\b(?:[^\n\\/]|\\\r?\n|\\|/\*.*?\*/|/)*", re.M | re.S)
_BRACKET = re.compile(rb"[{}()]")
_PLUS_PLUS = re.compile(rb"(?:ifdef\s+|if\s+defined\s*\(?\s*)__cplusplus\b")
_CONTINUES = (b",", b"|", b"&", b"+", b"-", b"?", b"=", b"(", b"<")

_ARGUMENTS = rb"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
_LONE = re.compile(rb"^[ \t]*([A-Z_][A-Z0-9_]{2,}\b[ \t]*(\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\))?)[ \t\r]*$", re.M)
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
_SPECIFIERS = frozenset(b"const constexpr consteval inline explicit virtual".split())
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
_LABEL = re.compile(rb"(?:^|\n|[;}])\s*(?!default|public|private|protected|signals|case)[A-Za-z_]\w*\s*:\Z")
_BETWEEN = re.compile(rb"(?<=[\s*&])(?:void|int|bool|char|double|float|long|unsigned|size_t|auto|\*|&)\s*(?<=[\s*&])([A-Z][A-Z0-9]*_[A-Z0-9_]+)\s+(?=[A-Za-z_][\w:]*\s*\()")
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
_BEFORE_TYPE = re.compile(
    rb"(?:(?:^|[;{}])[ \t]*|\b(?:inline|static|constexpr|virtual)[ \t]+)([A-Z][A-Z0-9]*_[A-Z0-9_]+)[ \t]+"
    rb"(?=(?:const\s+)?[A-Za-z_][\w:]*[ \t]*[ \t*&][ \t]*(?!const\b|final\b|override\b)[A-Za-z_]\w*\s*[=;(\[{])", re.M
)
_MADE = re.compile(rb"^((?:TEST_CASE|SCENARIO)\w*|(?<![ \t])[A-Z][A-Z0-9_]{2,})[ \t]*(" + _ARGUMENTS + rb")\s*\{", re.M)
_NOT_A_STORAGE = re.compile(rb"\s*(?:template|using|namespace|friend|public|private|protected|typedef|extern|[\"#}~:{;=,)])")
_LIST = re.compile(rb"(?:\benum\b[^;{}()=#]{0,200}|[=\])\w]\s*=\s*)\{[^{}]*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}[^{}]*)*\}")
_ENTRIES = re.compile(rb"(?<=\n)[ \t]*[A-Z][A-Z0-9_]+[ \t]*\([^()\n]*\)[ \t]*$", re.M)
_MACRO_BODY = re.compile(rb"[ \t]*#[ \t]*define[ \t]+\w+(?:\([^()]*\))?[ \t]*")
_BEFORE_BODY = re.compile(rb"\)(?:\s*\b(?:const|noexcept|override|final)\b|\s*&&?)*\s*((?!\w*TEST)[A-Z][A-Z0-9_]{3,}(?:" + _ARGUMENTS + rb")?)(?=\s*\{)")


def mask(data: bytes, plus_plus: bool = False) -> bytes:
    """Source for the parser. ``plus_plus``: branches under ``__cplusplus`` are kept."""
    code = bytearray(_NOISE.sub(_noise, data))
    out = bytearray(data)
    if b"#" in code:
        _join_defines(data, code)
        _branches(code, out, plus_plus)
    _macros(code, out)
    return bytes(out)


def mask_cpp(data: bytes) -> bytes:
    return mask(data, True)


def _noise(match: re.Match[bytes]) -> bytes:
    return match[0].translate(_BLANK)


def _blank(buffer: bytearray, start: int, end: int) -> None:
    buffer[start:end] = buffer[start:end].translate(_BLANK)


def _join_defines(data: bytes, code: bytearray) -> None:
    """A comment in a macro goes on without a backslash; in ``code``, where comments are blank, it has one."""
    for match in _DEFINE.finditer(data):
        if b"/*" not in match[0]:
            continue
        at = data.find(b"\n", *match.span())
        while at >= 0:
            if code[at - 1 : at] == b" ":
                code[at - 1 : at] = b"\\"
            at = data.find(b"\n", at + 1, match.end())


def _branches(code: bytearray, out: bytearray, plus_plus: bool) -> None:
    """Directives are taken out of ``code``; in ``out`` what makes an unparsable or dead branch goes."""
    groups: list[list[tuple[int, int, bytes]]] = []
    lists = []
    for match in _LIST.finditer(bytes(code)):
        if b"#" in match[0]:
            lists.append(match.span())
            if match[0].startswith(b"enum"):
                for entry in _ENTRIES.finditer(match[0]):
                    _both(code, out, match.start() + entry.start(), match.start() + entry.end())
    at = 0
    for match in list(_DIRECTIVE.finditer(bytes(code))):
        word = match[1]
        while at < len(lists) and lists[at][1] <= match.start():
            at += 1
        if at < len(lists) and lists[at][0] < match.start():  # no place for a directive in the grammar's lists
            _blank(code, *match.span())
            _blank(out, *match.span())
            continue
        if word == b"define":
            _fill_macro(code, out, match)
        _blank(code, *match.span())
        if word in (b"if", b"ifdef", b"ifndef"):
            groups.append([(*match.span(), word + match[2])])
        elif word in (b"elif", b"else", b"elifdef", b"elifndef") and groups:
            groups[-1].append((*match.span(), word))
        elif word == b"endif" and len(groups) > MAX_NESTING:
            groups.pop()
        elif word == b"endif" and groups:
            _group([*groups.pop(), (*match.span(), word)], code, out, plus_plus)


def _fill_macro(code: bytearray, out: bytearray, match: re.Match[bytes]) -> None:
    """The body of a macro is any text; as one word it cannot disturb. Its continuation lines stay."""
    head = _MACRO_BODY.match(match[0])
    if head is None or head.end() >= len(match[0].rstrip(b" \t\r\n\\")):
        return
    end = match.start() + len(match[0].rstrip(b" \t\r\n\\"))  # not over a comment that goes on below
    start = match.start() + head.end()
    lines = bytes(out[start:end]).split(b"\n")
    for i, line in enumerate(lines):
        text = line.rstrip()
        kept = b"\\" if text and i < len(lines) - 1 else b""  # a line of a comment may be without
        lines[i] = b"x" * (len(text) - len(kept)) + kept + line[len(text) :]
    out[start:end] = b"\n".join(lines)


def _group(marks: list[tuple[int, int, bytes]], code: bytearray, out: bytearray, plus_plus: bool) -> None:
    spans = [(a[1], b[0]) for a, b in zip(marks, marks[1:], strict=False)]
    condition = marks[0][2].strip()
    dead = condition in (b"if 0", b"if (0)") or not plus_plus and _PLUS_PLUS.match(condition) is not None
    if dead:
        _blank(code, *spans[0])
        _blank(out, *spans[0])
    texts = [bytes(code[start:end]).strip() for start, end in spans]
    if not any(texts):
        return
    if all(word in _SPECIFIERS for text in texts for word in text.split()):  # the rest of the declaration stands below
        _blank(code, marks[0][0], marks[-1][1])
        _blank(out, marks[0][0], marks[-1][1])
        return
    above = bytes(code[max(0, marks[0][0] - 200) : marks[0][0]]).rstrip()
    if not above.endswith(_CONTINUES) and not any(_is_fragment(text) for text in texts):
        return
    for start, end, _ in marks:
        _blank(out, start, end)
    if all(text.endswith(b",") or not text for text in texts):
        return  # items of a list: all fit in side by side
    kept = next(i for i, text in enumerate(texts) if text)
    for i, (start, end) in enumerate(spans):
        if i != kept:
            _blank(code, start, end)
            _blank(out, start, end)


def _is_fragment(text: bytes) -> bool:
    """Whether a branch is less than whole statements: brackets do not match, or it begins or ends in the middle."""
    if not text:
        return False
    if text.startswith((b"}", b")", b"else", b"&&", b"||", b",", b"?", b"+", b"|")):
        return True
    last = text[-1:]
    if last not in (b";", b"}", b":", b")") and not text[-1:].isalnum() and last != b"_":
        return True
    depth = paren = 0
    for bracket in _BRACKET.findall(text):
        if bracket == b"{":
            depth += 1
        elif bracket == b"}":
            depth -= 1
            if depth < 0:
                return True
        elif bracket == b"(":
            paren += 1
        else:
            paren -= 1
    if depth or paren:
        return True
    if last == b":" and _LABEL.search(text):
        return True
    if last == b")":  # a signature without its body, or macros on lines of their own
        return _LONE.fullmatch(text.rpartition(b"\n")[2]) is None
    return last not in (b";", b"}", b":") and text.rpartition(b"\n")[2].strip() in (b"else", b"do")


def _macros(code: bytearray, out: bytearray) -> None:
    lines = [match.start() for match in _CAPITALS.finditer(bytes(code))]  # those that begin with a macro's name
    for at in lines:
        match = _STATEMENT.match(code, at)
        if match:
            _both(code, out, *match.span())
            continue
        match = _MADE.match(code, at)
        if match and _begins(code, at):
            _made(out, *match.span(1), match.end(2))
    source = bytes(code)
    if b"_null" in source or b"_non" in source or b"_N" in source:
        for match in _NULLABILITY.finditer(source):
            _both(code, out, *match.span())
        source = bytes(code)
    for match in _CLASS.finditer(source):
        _both(code, out, *match.span(2))
    for pattern in (_FORWARD, _BEFORE_BODY, _QUALIFIER, _CONVENTION, _TYPE_ARGUMENT, _ARRAY_REFERENCE, _BETWEEN, _BEHIND_ATTRIBUTE):
        for match in pattern.finditer(source):
            _both(code, out, *match.span(1))
    for match in _BEFORE_TYPE.finditer(source):
        _prefix(code, out, *match.span(1))
    for match in _WRAPPED_TYPE.finditer(source):
        _prefix(code, out, *match.span(2))
        _both(code, out, *match.span(4))
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
                _both(code, out, *match.span(1))
    if b"noexcept" in code:  # what is in its brackets is often read as types
        for match in _NOEXCEPT.finditer(bytes(code)):
            _both(code, out, *match.span(1))
    if b"__" in code:  # static int __init probe(void)
        for match in _LOWER.finditer(bytes(code)):
            _both(code, out, *match.span())
    _qt(code, out)
    for at in lines:
        match = _ACCESS.match(code, at)
        if match:
            _access(code, out, match)
    for match in _ATTRIBUTE.finditer(bytes(code)):
        if _is_attribute(code, match):
            _prefix(code, out, *match.span())
    for at in lines:
        match = _LONE.match(code, at)
        if match and _is_lone(code, match):
            _both(code, out, *match.span(1))


def _qt(code: bytearray, out: bytearray) -> None:
    if b"Q_" in code:
        for match in _QT.finditer(bytes(code)):
            _both(code, out, *match.span())
    if b"slots" in code or b"Q_SLOTS" in code:
        for match in _SLOTS.finditer(bytes(code)):
            _both(code, out, *match.span(1))
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
    return before[-1:] in (b"", b";", b"}", b"{") or _LONE.fullmatch(before.rpartition(b"\n")[2]) is not None


def _made(out: bytearray, start: int, name_end: int, end: int) -> None:
    """``TEST_CASE("adds", "[x]") {``: to the parser a function with an unspeakable name; its real text is the name."""
    line_end = out.find(b"\n", start, end)
    opening = (line_end if line_end >= 0 else end) - 2
    if out[opening : opening + 1] == b"\r":
        opening -= 1
    if opening < max(name_end, start + 5):
        return
    _blank(out, start, end)
    out[start:opening] = b"int " + b"x" * (opening - start - 4)
    out[opening : opening + 1] = b"("
    out[end - 1 : end] = b")"


def _prefix(code: bytearray, out: bytearray, start: int, end: int) -> None:
    """A macro that begins a declaration becomes a storage class, so that the declaration still begins there."""
    line = code.rfind(b"\n", 0, start) + 1
    first = not code[line:start].strip()
    _both(code, out, start, end)
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
                        _both(code, out, found, token.start())
                    break
            elif text == b"," and depth == 1 and not paren:
                comma = token.start()


def _word(code: bytearray, out: bytearray, start: int, end: int, word: bytes) -> None:
    _both(code, out, start, end)
    out[start : start + len(word)] = word


def _both(code: bytearray, out: bytearray, start: int, end: int) -> None:
    _blank(code, start, end)
    _blank(out, start, end)


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
        other = _LONE.match(rest)  # another one below, which is no function
        return other is not None and rest[other.end() :].lstrip()[:1] not in (b"", b"{")
    return after == b"" or after.isalnum() or after in (b"_", b"}", b"~", b"[")
