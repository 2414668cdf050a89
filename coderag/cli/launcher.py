"""How to start coderag from anywhere."""
from __future__ import annotations

import os
import shutil
import sys

from coderag.agents.setup import NAMES


def launcher() -> list[str]:
    """The absolute path of the command, or the interpreter and module.

    Agents start servers with another PATH than a shell's, so a bare name would fail for many.
    """
    started = os.path.abspath(sys.argv[0]) if sys.argv and os.sep in sys.argv[0] else None
    beside = os.path.join(os.path.dirname(sys.executable), NAMES[0])
    for path in (started, shutil.which(NAMES[0]), beside):
        if path and os.path.basename(path) in NAMES and os.access(path, os.X_OK):
            return [os.path.abspath(path)]
    return [sys.executable, "-P", "-m", "coderag.cli"]
