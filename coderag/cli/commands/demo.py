"""``coderag demo``: what coderag does, on a small real repository in a temporary folder."""
from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer

from coderag.cli import console, fixture, render
from coderag.cli.client import Ask, with_server
from coderag.server.markdown import freshness_line, location

WIDTH = 96
CODE_LINES = 6

LOYALTY = '''\
"""Loyalty points: a thank-you for every paid order."""
from __future__ import annotations

from shop.money import Money

CENTS_PER_POINT = 200


def points_earned(paid: Money) -> int:
    """Points that a customer earns with an order: one for every two euros."""
    return paid.cents // CENTS_PER_POINT
'''


def run(
    keep: Annotated[bool, typer.Option("--keep", help="Leave the repository in place, to try things in it.")] = False,
) -> None:
    """Show coderag at work: commit, switch, rebase, and an answer after each.

    Everything happens in a temporary folder, which is removed at the end.

    \b
    Example:
      coderag demo
      coderag demo --keep
    """
    folder = Path(tempfile.mkdtemp(prefix="coderag-demo-")).resolve()
    try:
        _show(folder / "shop")
        if keep:
            console.out([f"The repository is in {folder / 'shop'}; delete {folder} when you are done."])
    finally:
        if not keep:
            _remove(folder)


def _show(repo: Path) -> None:
    fixture.build("shop", repo)
    fixture.git(repo, "config", "core.hooksPath", str(repo / ".git" / "hooks"))  # a global setting must not interfere
    commits = len(fixture.git(repo, "log", "--oneline", "--all").splitlines())
    _say(f"1. A web shop in Python: {commits} commits on 3 branches, in {repo}")
    _shell("coderag init")
    _index(repo)
    with_server(repo, lambda ask: _story(repo, ask))
    console.out(["Now your own: in a repository, run", "", "  coderag init", "  coderag agents"])


def _index(repo: Path) -> None:
    from coderag.api import Engine

    with Engine.open(repo, environ=dict(os.environ), python=sys.executable) as engine:
        lines = [*render.hooks(render.hook_rows(engine.install_hooks())), *render.report(engine.sync().as_json())]
    console.out([*(f"    {_cut(line)}" for line in lines), ""])


async def _story(repo: Path, ask: Ask) -> None:
    """The questions. The server runs throughout; nothing is restarted or told to look."""
    _say("2. Ask by meaning, as an agent does: a call of the running server's tool search_code.")
    await _search(ask, "reserve articles while the customer pays")
    await _symbol(ask, "call_with_retries")

    _say("3. Commit something. The hook starts a worker in the background; git returns at once.")
    (repo / "shop" / "loyalty.py").write_text(LOYALTY, encoding="utf-8")
    fixture.git(repo, "add", "-f", "shop/loyalty.py")
    _git(repo, "commit", "-q", "-m", "Loyalty points")
    await _search(ask, "how many loyalty points does an order earn")

    _say("4. Switch to a branch that lacks the file. Answers are that branch's; ref asks another one.")
    _git(repo, "switch", "-q", "gift-cards")
    await _symbol(ask, "points_earned")
    await _symbol(ask, "points_earned", ref="main")

    _say("5. Rebase the branch onto main. The file is there now, in the rebased commit.")
    _git(repo, "rebase", "-q", "main")
    await _search(ask, "how many loyalty points does an order earn")

    totals = (await ask("index_status"))["totals"]
    console.out([
        f"In all {totals['runs']} updates: {totals['artifacts_computed']} files analysed, "
        f"{totals['vectors_computed']} chunks embedded. What branches share is computed once.",
        "",
    ])  # fmt: skip


def _git(repo: Path, *args: str) -> None:
    shown = [f'"{a}"' if " " in a else a for a in args if a != "-q"]
    begun = time.monotonic()
    fixture.git(repo, *args)
    _shell(f"git {' '.join(shown)}", f"{(time.monotonic() - begun) * 1000:.0f} ms")


async def _answer(ask: Ask, tool: str, shown: str, **arguments: object) -> tuple[dict, list[str]]:
    begun = time.monotonic()
    payload = render.safe(await ask(tool, **arguments))
    took = f"{(time.monotonic() - begun) * 1000:.0f} ms"
    ref = f', ref="{arguments["ref"]}"' if "ref" in arguments else ""
    return payload, [f'  ? {tool} "{shown}"{ref}', f"    {freshness_line(payload['freshness'])}  ({took})"]


async def _search(ask: Ask, query: str, **more: str) -> None:
    payload, lines = await _answer(ask, "search_code", query, query=query, top_k=3, **more)
    first, *others = payload["hits"] or [None]
    if first is None:
        lines.append("    no hits")
    else:
        lines.append(f"    {_place(first)}")
        lines += [f"      {line}" for line in render.code({**first, "text": _first_lines(first["text"])}, False)]
    lines += [f"    {_place(hit)}" for hit in others]
    console.out([*map(_cut, lines), ""])


async def _symbol(ask: Ask, name: str, **more: str) -> None:
    payload, lines = await _answer(ask, "get_symbol_info", name, symbol_name=name, **more)
    lines += [f"    {location(d)}  {d['kind']} {d['qualname']}" for d in payload["definitions"]]
    lines += [] if payload["definitions"] else [f"    no definition of {name} in this commit"]
    calls = [use for use in payload["references"] if use["kind"] == "call"]
    lines += [f"    called at {use['path']}:{use['line']} in {use['scope'] or 'the module'}" for use in calls[:4]]
    console.out([*map(_cut, lines), ""])


def _place(hit: dict) -> str:
    return f"{location(hit)}  {hit['kind']} {hit['symbol']}".rstrip()


def _first_lines(text: str) -> str:
    return "\n".join(text.split("\n")[:CODE_LINES])


def _cut(line: str) -> str:
    return line if len(line) <= WIDTH else line[: WIDTH - 1] + "…"


def _say(text: str) -> None:
    console.out([text])


def _shell(command: str, took: str = "") -> None:
    console.out([f"  $ {command}" + (f"  ({took})" if took else "")])


def _remove(folder: Path) -> None:
    """Delete the folder, and again if a worker that was just starting has written into it meanwhile."""
    for _ in range(10):
        shutil.rmtree(folder, ignore_errors=True)
        time.sleep(0.05)
        if not folder.exists():
            return
