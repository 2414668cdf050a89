"""Entry point: runs a command and maps what goes wrong to one line and an exit code.

    0 ok    1 a problem of the user's or the repository's state, with a hint    2 usage    3 a bug    130 interrupted
"""
from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence

from coderag.errors import CoderagError, InternalError

OK, PROBLEM, USAGE, BUG, INTERRUPTED = 0, 1, 2, 3, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line; returns the exit code. No exception leaves it."""
    from coderag.cli.console import ReaderLeft

    try:
        code = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
        return code
    except (ReaderLeft, BrokenPipeError):
        return _reader_left()
    except KeyboardInterrupt:
        sys.stderr.write("\ncoderag: interrupted\n")
        return INTERRUPTED
    except InternalError as exc:
        return _bug(exc.one_line())
    except CoderagError as exc:
        _debug()
        _complain(exc.message, exc.hint)
        return exc.exit_code
    except Exception as exc:
        return _bug(f"{type(exc).__name__}: {next(iter(str(exc).splitlines()), '')}")


def _run(argv: list[str]) -> int:
    from coderag.cli.app import build, is_usage_error

    try:
        result = build()(argv, prog_name="coderag", standalone_mode=False)
    except Exception as exc:
        if not is_usage_error(exc):
            raise
        exc.show()  # type: ignore[attr-defined]
        return USAGE
    return result if isinstance(result, int) else OK


def _complain(message: str, hint: str = "") -> None:
    from coderag.server.escape import one_line

    sys.stderr.write(f"coderag: {one_line(message)}\n")
    if hint:
        sys.stderr.write(f"hint: {one_line(hint)}\n")


def _debug() -> None:
    """Prints the traceback if CODERAG_DEBUG is set."""
    if os.environ.get("CODERAG_DEBUG", "") not in ("", "0"):
        traceback.print_exc()


def _bug(line: str) -> int:
    _debug()
    _complain(f"internal error: {line}", "this is a bug; report the command, this line and the output of "
              "`coderag doctor`. CODERAG_DEBUG=1 shows the traceback")  # fmt: skip
    return BUG


def _reader_left() -> int:
    """``coderag search x | head -1``: nobody reads on. No error, and the interpreter must not complain at exit."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())
    os.close(devnull)
    return OK

