"""``python -P -m coderag.cli``: for installations whose scripts folder is not on PATH."""
import sys

if not sys.flags.safe_path:
    # Without -P, `python -m` imports from the current folder first: a repository with an http.py of its own would run it.
    del sys.path[0]

from coderag.cli.main import main  # noqa: E402  the path must be set first

sys.exit(main())
