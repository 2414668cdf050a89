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

from coderag.cli import agents, console, fixture, render
from coderag.cli.client import Ask, with_server
from coderag.server.markdown import freshness_line, location

WIDTH = 96
CODE_LINES = 5

_LOYALTY = '''\
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
    """See coderag at work: a real repository, a commit, a branch switch, a rebase, and an answer after each.

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
    _say(f"A web shop in Python, made by git in {repo}")
    fixture.build("shop", repo)
    fixture.git(repo, "config", "core.hooksPath", str(repo / ".git" / "hooks"))  # a global setting must not interfere
    _shell(f"git log --oneline --all | wc -l    {len(fixture.git(repo, 'log', '--oneline', '--all').splitlines())}")
    _shell("coderag init")
    _index(repo)
    with_server(repo, lambda ask: _story(repo, ask))
    console.out(["Now your own: `coderag init` in a repository, then paste into your agent:", ""])
    console.out(agents.instructions("/path/to/your/repository"))


def _index(repo: Path) -> None:
    from coderag.api import Engine

    with Engine.open(repo, environ=dict(os.environ), python=sys.executable) as engine:
        lines = [*render.hooks(engine.install_hooks()), *render.report(engine.sync().as_json())]
    console.out([f"    {_cut(line)}" for line in lines])


async def _story(repo: Path, ask: Ask) -> None:
    """The questions. The server runs throughout; nothing is restarted or told to look."""
    _say("Ask by meaning. An agent calls the tool search_code of the running server:")
    await _search(ask, "what happens when the bank does not answer")
    await _symbol(ask, "call_with_retries")

    _say("Commit something. The hook starts a worker in the background and git returns at once:")
    (repo / "shop" / "loyalty.py").write_text(_LOYALTY, encoding="utf-8")
    fixture.git(repo, "add", "-f", "shop/loyalty.py")
    seconds = _git(repo, "commit", "-q", "-m", "Loyalty points")
    console.out([f"    ({seconds * 1000:.0f} ms)"])
    await _search(ask, "how many loyalty points does an order earn")

    _say("Switch to another branch. The same question is answered from that branch, which lacks the file:")
    _git(repo, "switch", "-q", "gift-cards")
    await _search(ask, "how many loyalty points does an order earn")
    await _search(ask, "redeem a gift card")

    _say("Rebase it onto main. Both are there now, in the rebased commits:")
    _git(repo, "rebase", "-q", "main")
    await _search(ask, "how many loyalty points does an order earn")

    _say("Ask another branch without a checkout:")
    await _search(ask, "redeem a gift card", ref="main")

    facts = await ask("index_status")
    totals = facts["totals"]
    console.out([
        f"In all: {totals['runs']} updates, {totals['artifacts_computed']} files analysed, "
        f"{totals['vectors_computed']} chunks embedded; what a branch shares with another is not computed again.",
        "",
    ])  # fmt: skip


def _git(repo: Path, *args: str) -> float:
    shown = [f'"{a}"' if " " in a else a for a in args if a != "-q"]
    _shell(f"git {' '.join(shown)}")
    begun = time.monotonic()
    fixture.git(repo, *args)
    return time.monotonic() - begun


async def _search(ask: Ask, query: str, **more: str) -> None:
    asked = ", ".join([f'"{query}"', *(f"{k}={v}" for k, v in more.items())])
    payload = render.safe(await ask("search_code", query=query, top_k=3, **more))
    first, *others = payload["hits"] or [None]
    lines = [f"  ? search_code {asked}", f"    {freshness_line(payload['freshness'])}"]
    if first is None:
        lines.append("    no hits")
    else:
        lines.append(f"    {location(first)}  {first['kind']} {first['symbol']}")
        lines += [f"      {line}" for line in render.code({**first, "text": _first_lines(first["text"])}, False)]
    lines += [f"    {location(hit)}  {hit['kind']} {hit['symbol']}" for hit in others]
    console.out([*map(_cut, lines), ""])


async def _symbol(ask: Ask, name: str) -> None:
    payload = render.safe(await ask("get_symbol_info", symbol_name=name))
    lines = [f"  ? get_symbol_info {name}", f"    {freshness_line(payload['freshness'])}"]
    lines += [f"    {location(d)}  {d['kind']} {d['signature']}" for d in payload["definitions"]]
    calls = [use for use in payload["references"] if use["kind"] == "call"]
    lines += [f"    called at {use['path']}:{use['line']} in {use['scope'] or 'the module'}" for use in calls[:4]]
    console.out([*map(_cut, lines), ""])


def _first_lines(text: str) -> str:
    return "\n".join(text.split("\n")[:CODE_LINES])


def _cut(line: str) -> str:
    return line if len(line) <= WIDTH else line[: WIDTH - 1] + "…"


def _say(text: str) -> None:
    console.out([text])


def _shell(command: str) -> None:
    console.out([f"  $ {command}"])


def _remove(folder: Path) -> None:
    """Delete the folder, and again if a worker that was just starting has written into it meanwhile."""
    for _ in range(10):
        shutil.rmtree(folder, ignore_errors=True)
        time.sleep(0.05)
        if not folder.exists():
            return
