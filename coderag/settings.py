"""Every option: its git config key, type, default and one line of help.

Options are git config keys (``coderag.*`` at any level). The subset that changes what is written to a snapshot has a
hash; a changed hash makes the next sync re-evaluate every path. The others may be overridden by environment variables
``CODERAG_*``: those of the first kind may not, since a hook runs in another environment than a shell, and the two
would rebuild each other's snapshots for ever.
"""
from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from coderag import languages
from coderag.errors import UsageError
from coderag.languages.ambiguous import RESOLVERS


@dataclass(frozen=True)
class Settings:
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    map: tuple[tuple[str, str], ...] = ()
    max_file_size: int = 2_000_000
    query_budget_ms: int = 2_000
    workers: int = 0
    gc_grace_days: int = 14
    max_size: int = 0
    model: str = ""
    rerank_model: str = ""

    def content_hash(self) -> str:
        """Hash of the options that decide what a snapshot contains."""
        raw = json.dumps([self.include, self.exclude, self.map, self.max_file_size])
        return hashlib.blake2b(raw.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()

    @property
    def mapping(self) -> dict[str, str]:
        return dict(self.map)


OPTIONS: dict[str, tuple[str, str]] = {
    # git config key -> (field of Settings, help)
    "coderag.include": ("include", "gitignore pattern of paths to index although a rule skips them; may be repeated"),
    "coderag.exclude": ("exclude", "gitignore pattern of paths to leave out; may be repeated"),
    "coderag.map": ("map", "'*.glsl = c': language of files that match; may be repeated"),
    "coderag.maxfilesize": ("max_file_size", "bytes; larger files are listed as too-large (default 2000000)"),
    "coderag.querybudget": ("query_budget_ms", "milliseconds a query waits for the index to catch up (default 2000)"),
    "coderag.gcgrace": ("gc_grace_days", "days that gc keeps what no branch needs any more (default 14)"),
    "coderag.maxsize": ("max_size", "bytes of .git/coderag above which least used branches are dropped; 0 = no limit"),
    "coderag.workers": ("workers", "processes for a first index; 0 = half the cores"),
    "coderag.model": ("model", "folder of the embedding model; `coderag model use` sets it (default: the bundled one)"),
    "coderag.rerankmodel": ("rerank_model", "folder of a model that judges the best hits once more (default: none)"),
}


def load(config: Mapping[str, Sequence[str]], environ: Mapping[str, str] | None = None) -> Settings:
    """Settings from git config values and the environment. UsageError names a value that cannot be read."""
    values: dict[str, list[str]] = {k: list(v) for k, v in config.items() if k in OPTIONS}
    for key in ("coderag.querybudget", "coderag.workers"):
        env = (environ or {}).get("CODERAG_" + key.split(".")[1].upper())
        if env:
            values[key] = env.split("\n")
    out: dict[str, object] = {}
    for key, texts in values.items():
        name = OPTIONS[key][0]
        if name in ("include", "exclude"):
            out[name] = tuple(t for t in texts if t.strip())
        elif name == "map":
            out[name] = tuple(_mapping(t) for t in texts if t.strip())
        elif name in ("model", "rerank_model"):
            out[name] = texts[-1].strip()
        elif texts:
            out[name] = _number(key, texts[-1])
    return replace(Settings(), **out)  # type: ignore[arg-type]


def _mapping(text: str) -> tuple[str, str]:
    glob, sep, language = text.partition("=")
    if not sep or not glob.strip() or not language.strip():
        raise UsageError(f"coderag.map: cannot read {text!r}", "write it as '*.glsl = c'")
    name = language.strip().lower()
    if name not in languages.LANGUAGES and name not in RESOLVERS:
        name = languages.canonical(name)
    if name not in languages.LANGUAGES and name not in RESOLVERS:
        known = ", ".join(sorted(languages.LANGUAGES))
        raise UsageError(
            f"coderag.map: no language {language.strip()!r}, in {text.strip()!r}",
            f"change it with `git config --edit`; the languages are {known}",
        )
    return glob.strip(), name


def _number(key: str, text: str) -> int:
    units = {"k": 1024, "m": 1024**2, "g": 1024**3}
    t = text.strip().lower()
    scale = units.get(t[-1:], 1)
    try:
        return int(t[:-1] if scale > 1 else t) * scale
    except ValueError:
        raise UsageError(f"{key}: {text!r} is not a number", f"git config {key} {getattr(Settings(), OPTIONS[key][0])}")
