"""The overview as text for a model: at most 400 tokens, whole lines, the least important left out first."""
from __future__ import annotations

from coderag.server.budget import CHARS_PER_TOKEN
from coderag.server.escape import map_strings, visible
from coderag.server.markdown import freshness_line, plural

TOKENS = 400
_CHARS = int(TOKENS * CHARS_PER_TOKEN)
_DESCRIPTION = 76
_LANGUAGES = 6
TOOLS = (
    "Find code with the coderag tools: search_code for where or how something is done, get_symbol_info for a name, "
    "get_file_symbols before reading a file. Grep for literal strings."
)


def text(name: str, freshness: dict, overview: dict | None) -> str:
    """``overview`` is that of :class:`coderag.model.answers.Overview`, None if there is no index yet."""
    freshness, overview = map_strings(freshness, visible), map_strings(overview, visible)
    lines = [f"# {visible(name)}, indexed by coderag", freshness_line(freshness)]
    if overview is None:
        return "\n".join([*lines, TOOLS])
    languages = [f"{language} {count:,}" for language, count in list(overview["languages"].items())[:_LANGUAGES]]
    lines.append(f"{plural(overview['files'], 'file')}: {', '.join(languages)}")
    folders = [_folder(row) for row in overview["folders"]]
    after = [""]
    if overview["starts"]:
        after.append(f"Starts: {', '.join(overview['starts'])}")
    if overview["hot"]:
        after.append("Changed most lately (commits): " + ", ".join(f"{p} {n}" for p, n in overview["hot"].items()))
    after.append(TOOLS)
    while folders and len("\n".join([*lines, "", *folders, *after])) > _CHARS:
        folders.pop()
    whole = "\n".join([*lines, *([""] if folders else []), *folders, *after])
    return whole if len(whole) <= _CHARS else "\n".join([*lines, TOOLS])


def _folder(row: dict) -> str:
    about = row["description"]
    about = about if len(about) <= _DESCRIPTION else about[: _DESCRIPTION - 1].rstrip() + "…"
    return f"- {row['path']} ({row['files']:,}) {about}".rstrip()
