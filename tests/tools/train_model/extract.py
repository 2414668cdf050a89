"""Definitions of a source file with their documentation comments, and comments as prose."""

import re

from langs import COMMENT, DEFS, DOC_ONLY, SKIP_BETWEEN, WRAP
from tree_sitter import Query, QueryCursor
from tree_sitter_language_pack import get_language, get_parser

MAX_CODE = 2200
"""Characters of code kept for a pair."""

_cache = {}


def lang_tools(lang):
    if lang not in _cache:
        language = get_language(lang)
        ok = []
        for t in DEFS[lang]:
            try:
                Query(language, f"({t}) @d")
                ok.append(t)
            except Exception:
                pass
        q = Query(language, "\n".join(f"({t}) @d" for t in ok))
        _cache[lang] = (get_parser(lang), q)
    return _cache[lang]


# ---------------------------------------------------------------- text cleaning
_MARK = re.compile(r"^\s*(?:/\*\*?|\*/|\*|///?!?|//!|#+|--\[\[|---?\s?\|?|;;+|\]\]|%+)\s?|\s*(?:\*+/|\]\])\s*$")
_TAG = re.compile(
    r"^\s*(?:@\w+|:(?:param|type|return|rtype|raises)\b|\\(?:param|return|brief)|Args:|Arguments:|Parameters\b|Returns?:?\s*$"
    r"|Raises:|Examples?:?|Usage:?|Note:|See also|Yields:|#+ |```|>>>|={3,}|-{3,}|\+-|iex>|\.\. )",
    re.I,
)
_XML = re.compile(r"<(?:see|paramref|typeparamref)\s+\w+=\"(?:[A-Z]:)?([^\"]+)\"\s*/>|<[^>]{1,60}>")
_INLINE = re.compile(r"\{@\w+\s+([^}]*)\}|:\w+:`~?([^`]*)`|``?([^`]*)``?|\[`?([^\]`]+)`?\](?:\([^)]*\))?")
_BAD = re.compile(
    r"copyright|licen[sc]e|all rights reserved|eslint|noqa|pylint|todo\b|fixme|auto-?generated|do not edit|\{@inheritdoc|inheritdoc|"
    r"https?://\S+\s*$|nolint|@ts-|clang-format|istanbul|prettier|^\W*$|shellcheck|rubocop|pragma|=====|-----",
    re.I,
)
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_'-]*")


def clean_doc(text):
    """First paragraph of a comment as plain prose, or None."""
    m = re.search(r"<summary>(.*?)</summary>", text, re.S)
    if m:
        text = m.group(1)
    para = []
    for raw in text.splitlines():
        s = _MARK.sub("", _MARK.sub("", raw)).strip()
        s = re.sub(r"^\\brief\s+|^@brief\s+|^@(?:doc|moduledoc|desc|description)\s+\"*", "", s)
        if _TAG.match(s) and (para or not s.startswith(("@", "\\"))):
            break
        if s.startswith(("@", "\\")):
            continue
        if not s:
            if para:
                break
            continue
        para.append(s)
    s = " ".join(para)
    s = _XML.sub(lambda m: m.group(1) or " ", s)
    s = _INLINE.sub(lambda m: next((g for g in m.groups() if g is not None), " "), s)
    s = re.sub(r"\s+", " ", s).strip(" *\"'")
    return s if good_text(s) else None


def good_text(s, lo=3, hi_chars=500):
    if not s or len(s) > 1200 or _BAD.search(s):
        return False
    w = _WORD.findall(s)
    if len(w) < lo:
        return False
    letters = sum(c.isascii() and (c.isalpha() or c == " ") for c in s)
    return letters / len(s) > 0.75


_SPLIT = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")


def words(name):
    return [w.lower() for w in _SPLIT.findall(name)]


def path_words(path):
    parts = path.rsplit(".", 1)[0].split("/")[-2:]
    out = []
    for p in parts:
        for w in words(p):
            if (
                w not in ("src", "lib", "main", "index", "init", "java", "org", "com", "test", "tests", "pkg")
                and w not in out
            ):
                out.append(w)
    return out[:6]


# ---------------------------------------------------------------- definitions
def node_name(node, src, lang):
    n = node.child_by_field_name("name")
    if n is None and lang in ("c", "cpp"):
        d = node.child_by_field_name("declarator")
        for _ in range(5):
            if d is None or d.type in (
                "identifier",
                "field_identifier",
                "qualified_identifier",
                "type_identifier",
                "destructor_name",
                "operator_name",
            ):
                break
            d = d.child_by_field_name("declarator")
        n = d
    if n is None:
        for c in node.children[:4]:
            if c.type in (
                "variable_declarator",
                "assignment_expression",
                "simple_identifier",
                "type_identifier",
                "identifier",
                "type_spec",
                "variable_list",
                "assignment_statement",
                "variable",
                "variable_declaration",
            ):
                n = c.child_by_field_name("name") or c.child_by_field_name("left") or c
                break
    if n is None:
        return ""
    t = src[n.start_byte : min(n.end_byte, n.start_byte + 120)].decode("utf-8", "ignore")
    t = re.split(r"[\s(<=:{]", t.strip(), maxsplit=1)[0]
    return t.strip("'\"")


def leading_comment(node, src):
    """(comment text, first byte of the comment) standing directly before the definition."""
    while (
        node.parent is not None
        and node.parent.type in WRAP
        and node.parent.named_child_count <= 3
        and node.parent.start_point[0] >= node.start_point[0] - 6
    ):
        node = node.parent
    out, cur, at, start = [], node.prev_sibling, node.start_point[0], node.start_byte
    while cur is not None:
        if cur.type in SKIP_BETWEEN or cur.type in ("export", "static", "async", "pub", "\n"):
            at = cur.start_point[0]
            cur = cur.prev_sibling
            continue
        if cur.type not in COMMENT or at - cur.end_point[0] > 1:
            break
        # a trailing comment of the line above belongs to that line
        prev = cur.prev_sibling
        if prev is not None and prev.end_point[0] == cur.start_point[0] and prev.type not in COMMENT:
            break
        out.append(src[cur.start_byte : cur.end_byte])
        at, start = cur.start_point[0], cur.start_byte
        cur = cur.prev_sibling
        if len(out) > 40:
            break
    return b"\n".join(reversed(out)).decode("utf-8", "ignore"), start


def py_docstring(node, src):
    body = node.child_by_field_name("body")
    if body is None or body.named_child_count == 0:
        return None, None
    first = body.named_children[0]
    if first.type == "expression_statement" and first.named_child_count == 1:
        first = first.named_children[0]
    if first.type != "string":
        return None, None
    t = src[first.start_byte : first.end_byte].decode("utf-8", "ignore")
    t = re.sub(r"^[rRuUbBfF]*(?:\"\"\"|'''|\"|')|(?:\"\"\"|'''|\"|')$", "", t)
    return t, first


def elixir_doc(node, src):
    cur, hops = node.prev_sibling, 0
    while cur is not None and hops < 4:
        t = src[cur.start_byte : min(cur.end_byte, cur.start_byte + 3000)].decode("utf-8", "ignore")
        if cur.type == "unary_operator" and t.startswith(("@doc", "@moduledoc")):
            t = re.sub(r"^@\w+\s+(?:~[sS])?(?:\"\"\"|\")?", "", t)
            return re.sub(r"\"+\s*$", "", t)
        if cur.type != "unary_operator":
            return None
        cur, hops = cur.prev_sibling, hops + 1
    return None


_ELIXIR = (b"def ", b"defp ", b"defmacro ", b"defmodule ", b"test ", b"describe ", b"defimpl ", b"defprotocol ")


def text(src, a, b, cap=MAX_CODE):
    t = src[a : min(b, a + cap * 2)].decode("utf-8", "ignore")
    return t if len(t) <= cap else t[:cap].rsplit("\n", 1)[0]


def definitions(src, lang):
    """Yield (node, name, doc or None, code without doc, header end)."""
    parser, query = lang_tools(lang)
    tree = parser.parse(src)
    caps = QueryCursor(query).captures(tree.root_node).get("d", [])
    for node in caps:
        size = node.end_byte - node.start_byte
        if size < 30 or size > 60000:
            continue
        doc = cut = None
        start = node.start_byte
        if lang == "elixir":
            if not src.startswith(_ELIXIR, node.start_byte):
                continue
            doc = elixir_doc(node, src)
            m = re.match(rb"\w+\s+\"?([^\s,(\"]+[^,(\"\n]*)", src[node.start_byte : node.start_byte + 160])
            name = m.group(1).decode("utf-8", "ignore").strip() if m else ""
            if src.startswith(b"test ", node.start_byte):
                name = "test " + name
            if doc is None:
                c, start = leading_comment(node, src)
                doc = c or None
        else:
            name = None
            if lang == "python":
                doc, dn = py_docstring(node, src)
                if dn is not None:
                    cut = (dn.start_byte, dn.end_byte)
            if doc is None:
                c, start = leading_comment(node, src)
                doc = c or None
        if doc is None and node.type in DOC_ONLY:
            continue
        if name is None:
            name = node_name(node, src, lang)
        if lang == "haskell" and node.type == "signature":  # documentation stands before the signature
            nx = node.next_sibling
            end = nx.end_byte if nx is not None and nx.type in ("function", "bind") else node.end_byte
            code = text(src, node.start_byte, end)
        elif cut:
            head = src[node.start_byte : cut[0]].decode("utf-8", "ignore").rstrip()
            code = (head + text(src, cut[1], node.end_byte))[:MAX_CODE]
        else:
            code = text(src, node.start_byte, node.end_byte)
        yield node, name, doc, code, start, cut
