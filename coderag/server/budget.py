"""Keeps an answer small enough to be read: clients warn at about 10,000 tokens and reject at 25,000.

One budget covers both forms of an answer, the Markdown text and the structured content, because some clients show one
and some the other. It works on the JSON object, before rendering, so the two forms always agree. Entries are cut whole,
from the end (they are ordered by worth); only an entry that is too long by itself is shortened, at a line boundary, and
then its ``end_line`` is the last line present, ``full_end_line`` where it would have ended. A definition whose doc comment
leaves no room for the signature begins there, ``full_start_line`` is where it would have begun. Every cut leaves a note.
"""
from __future__ import annotations

import json
from collections.abc import Callable

from coderag.errors import UsageError

TOKENS, FEWEST_TOKENS, MOST_TOKENS = 6_000, 500, 20_000
CHARS_PER_TOKEN = 3.5  # measured on code with current tokenizers: 3.2 to 3.9
CHARS = int(TOKENS * CHARS_PER_TOKEN)
_OVERVIEW = 20  # a level of a tree is dropped only if at least so many entries remain
_NOTES = 400  # kept free for the notes that cutting adds

Render = Callable[[dict], str]


def chars_of(tokens: int) -> int:
    return int(tokens * CHARS_PER_TOKEN)


def read_cursor(text: str) -> tuple[int, str]:
    """``"8@1a2b3c4"`` to (hits to leave out, commit of that answer). UsageError if it is nothing of the kind."""
    number, _, commit = text.partition("@")
    if not number.isdigit() or len(number) > 6:
        raise UsageError(f'cursor: expected the `next` of an earlier answer, got "{text[:40]}"; example: "cursor": "8@1a2b3c4"')
    return int(number), commit


def cursor_after(payload: dict, hits: int) -> str:
    """Where the next page of a search answer begins, if ``hits`` of this one are shown."""
    return f"{payload['offset'] + hits}@{(payload['freshness'].get('indexed_commit') or '')[:7]}"


def cost(payload: dict, render: Render) -> int:
    """Characters of the longer of the two forms."""
    return max(len(render(payload)), len(dumps(payload)))


def once(render: Render) -> Render:
    """``render``, called anew only when the payload has changed: what fits is sent as it was measured."""
    last: dict[str, str] = {}

    def rendered(payload: dict) -> str:
        key = dumps(payload)
        if key not in last:
            last.clear()
            last[key] = render(payload)
        return last[key]

    return rendered


def dumps(value: object) -> str:
    """JSON as it goes over the wire."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def note(payload: dict, line: str) -> None:
    payload.setdefault("notes", []).append(line)


def keep_prefix(payload: dict, key: str, render: Render, limit: int) -> int:
    """Cuts ``payload[key]`` to its longest beginning that fits; returns how many entries are left (at least one)."""
    entries = payload[key]
    low, high = min(1, len(entries)), len(entries)
    while low < high:
        middle = (low + high + 1) // 2
        payload[key] = entries[:middle]
        if cost(payload, render) <= limit:
            low = middle
        else:
            high = middle - 1
    payload[key] = entries[:low]
    return low


def shorten(entry: dict, limit: int) -> bool:
    """Cuts the ``text`` of a hit or definition to whole lines of about ``limit`` characters; False if it fits."""
    text = entry["text"]
    if len(dumps(text)) <= limit:
        return False
    lines, kept, used = text.split("\n"), 0, 0
    for line in lines:
        used += len(dumps(line))  # its quotes stand for the escaped line feed
        if used > limit:
            break
        kept += 1
    entry["full_end_line"] = entry["end_line"]
    if kept == 0:  # one endless line: the only case where a line itself is cut
        entry["text"] = lines[0][: max(200, limit // 2)]
        entry["line_chars"] = len(lines[0])
        kept = 1
    else:
        entry["text"] = "\n".join(lines[:kept])
    entry["end_line"] = entry["start_line"] + kept - 1
    return True


def begin_at_signature(definition: dict, limit: int) -> None:
    """Leaves out what stands above the name, if what is shown of about ``limit`` characters would not reach it."""
    lines, row = definition["text"].split("\n"), definition["line"] - definition["start_line"]
    if 0 < row < len(lines) and len(dumps("\n".join(lines[: row + 2]))) > limit:
        definition["full_start_line"], definition["start_line"] = definition["start_line"], definition["line"]
        definition["text"] = "\n".join(lines[row:])


def fit_hits(payload: dict, render: Render, chars: int = CHARS) -> None:
    """Search answers: hits are cut whole from the end, one that takes more than a third of the room is shortened.
    Sets ``next`` where there are more hits than shown."""
    total, more = len(payload["hits"]), payload["more"]
    if more:
        payload["next"] = cursor_after(payload, total)
    if cost(payload, render) <= chars:
        return
    payload["more"], payload["next"] = True, cursor_after(payload, total)  # as long as the one that will stand here
    hits, limit = payload["hits"], chars - min(_NOTES, chars // 5)
    alone = len(hits) == 1
    rest = len(dumps({**hits[0], "text": ""})) + len(dumps(payload["freshness"])) + len(dumps(payload["notes"]))
    cut = [shorten(hit, limit - rest - 200 if alone else limit // 3) for hit in hits]
    if any(cut):
        note(payload, "a hit too long to show ends at end_line; full_end_line is where it ends in the file")
    kept = keep_prefix(payload, "hits", render, limit)
    payload["next"] = cursor_after(payload, kept)
    if kept == total and not more:
        payload["more"] = False
        del payload["next"]
    if kept < total:
        note(payload, f"{kept} of {total} hits shown (the answer is kept under {int(chars / CHARS_PER_TOKEN):,} tokens)")


def fit_outline(payload: dict, render: Render, chars: int = CHARS) -> None:
    """Outlines lose doc lines first, then the deepest levels, then symbols from the end."""
    if cost(payload, render) <= chars:
        return
    total, limit = len(payload["symbols"]), chars - _NOTES
    payload["symbols"] = [{**s, "doc": "", "signature": s["signature"][:120]} for s in payload["symbols"]]
    said = "doc lines left out"
    _drop_levels(payload, "symbols", render, limit)
    kept = keep_prefix(payload, "symbols", render, limit)
    if kept < total:
        said = f"{kept} of {total} symbols shown, {said}; ask get_symbol_info for one symbol"
    note(payload, said)


def fit_tree(payload: dict, render: Render, chars: int = CHARS) -> None:
    """Trees lose their deepest levels first, then entries from the end."""
    if cost(payload, render) <= chars:
        return
    total, limit = len(payload["entries"]), chars - _NOTES
    _drop_levels(payload, "entries", render, limit)
    kept = keep_prefix(payload, "entries", render, limit)
    note(payload, f"{kept} of {total} entries shown; ask with path set to a folder, or a smaller depth")


def _drop_levels(payload: dict, key: str, render: Render, limit: int) -> None:
    while cost(payload, render) > limit:
        deepest = max(entry["depth"] for entry in payload[key])
        rest = [entry for entry in payload[key] if entry["depth"] < deepest]
        if len(rest) < _OVERVIEW:  # a long flat list: its beginning says more than its parents
            return
        payload[key] = rest


def fit_symbol(payload: dict, render: Render, chars: int = CHARS) -> None:
    """Every definition stays listed as long as possible: code is shortened first, then references are cut."""
    if cost(payload, render) <= chars:
        return
    limit, definitions, references = chars - _NOTES, payload["definitions"], payload["references"]
    reserved = min(len(dumps(references)), limit * 2 // 5)  # references get their size, at most 40 %
    headers = sum(len(dumps({**d, "text": ""})) + 60 for d in definitions) + len(dumps(payload["freshness"]))
    share = max(0, limit - reserved - headers) // max(1, len(definitions))
    for definition in definitions:
        begin_at_signature(definition, share)
        shorten(definition, share)
    payload["references"] = []
    kept = keep_prefix(payload, "definitions", render, limit)
    if kept < len(definitions):
        note(payload, f"{kept} of {len(definitions)} definitions shown; ask with path to narrow")
    payload["references"] = references
    kept = keep_prefix(payload, "references", render, limit)
    if kept < len(references):
        note(payload, f"{kept} of {payload['references_total']} references shown; ask with path to narrow, or grep")


def fit_nothing(payload: dict, render: Render, chars: int = CHARS) -> None:
    """For answers that are small by nature."""
