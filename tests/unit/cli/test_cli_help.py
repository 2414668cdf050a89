"""Help texts: the golden file is what people read; every command shows an example."""
from __future__ import annotations

import os
from importlib.metadata import version
from pathlib import Path

import pytest

from coderag import __version__
from coderag.cli.app import COMMANDS

GOLDEN = Path(__file__).parents[2] / "golden" / "cli_help.txt"
TYPER = "typer " + ".".join(version("typer").split(".")[:2])


def test_golden_help(coderag):
    """Regenerate with CODERAG_REGEN=1 and read the difference."""
    texts = [TYPER + "\n"]
    for name in ["", *COMMANDS]:
        argv = [*filter(None, [name]), "--help"]
        texts.append(f"$ coderag {' '.join(argv)}\n{coderag(*argv).out}")
    text = "\n".join(texts)
    if os.environ.get("CODERAG_REGEN"):
        GOLDEN.write_text(text, encoding="utf-8")
    golden = GOLDEN.read_text(encoding="utf-8")
    if golden.split("\n")[0] != TYPER:
        pytest.skip(f"help is laid out by {TYPER}, the golden file by {golden.splitlines()[0]}")
    assert text == golden


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_shows_an_example(coderag, name):
    done = coderag(name, "--help")
    assert done.code == 0 and f"Example:\n    coderag {name}" in done.out


def test_commands_are_the_contract():
    expected = "init install-hooks uninstall-hooks serve reindex search symbol outline tree status doctor verify gc"
    assert set(expected.split()) <= set(COMMANDS)


def test_version(coderag):
    assert coderag("--version").out == f"coderag {__version__}\n"


def test_no_command_is_usage(coderag):
    done = coderag()
    assert done.code == 2 and "Commands:" in done.out + done.err
