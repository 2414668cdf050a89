"""Starting the detached worker from a process that goes on."""
from __future__ import annotations

import os
import subprocess

from coderag.git import Repository
from coderag.git.hooks.block import flags_for

WORKER = "coderag.cli.worker"


def start_worker(python: str, repo: Repository, event: str, rev: str | None = None) -> None:
    """Own session, nothing inherited, output to nowhere. Errors are the worker's to log; none reach the caller."""
    command = [python, *flags_for(python).split(), "-m", WORKER, event, *([rev] if rev else [])]
    environ = {k: v for k, v in os.environ.items() if not k.startswith("GIT_") or k.startswith("GIT_CONFIG")}
    try:
        subprocess.Popen(
            command,
            cwd=repo.workdir or repo.git_dir,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            close_fds=True,
        )
    except OSError:
        return
