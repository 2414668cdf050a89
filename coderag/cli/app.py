"""The commands, in the order of ``coderag --help``. A new command is one file and one line here."""
from __future__ import annotations

from typing import Annotated

import typer

from coderag import __version__
from coderag.cli.commands import (
    agents,
    demo,
    doctor,
    gc,
    init,
    install_hooks,
    model,
    outline,
    prime,
    reindex,
    search,
    serve,
    similar,
    status,
    symbol,
    tree,
    ui,
    uninstall_hooks,
    verify,
)

COMMANDS = {
    "init": init.run,
    "agents": agents.run,
    "search": search.run,
    "symbol": symbol.run,
    "similar": similar.run,
    "outline": outline.run,
    "tree": tree.run,
    "ui": ui.run,
    "serve": serve.run,
    "prime": prime.run,
    "status": status.run,
    "reindex": reindex.run,
    "install-hooks": install_hooks.run,
    "uninstall-hooks": uninstall_hooks.run,
    "model": model.run,
    "doctor": doctor.run,
    "verify": verify.run,
    "gc": gc.run,
    "demo": demo.run,
}

_HELP = """\
Code search for MCP agents, driven by git: answers belong to a commit, and say to which.

Start with `coderag init` in a repository; then `coderag agents add` sets up your agent.
"""


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"coderag {__version__}")
        raise typer.Exit()


def _root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Options before the command."""


def build() -> typer.Typer:
    """The typer application. Plain help and plain errors: rich would double the start-up time."""
    app = typer.Typer(
        name="coderag",
        help=_HELP,
        no_args_is_help=True,
        add_completion=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback()(_root)
    for name, function in COMMANDS.items():
        app.command(name)(function)
    return app


def is_usage_error(exc: Exception) -> bool:
    """Whether ``exc`` is the parser's own (unknown option, bad value, no command)."""
    return hasattr(exc, "format_message") and hasattr(exc, "show")
