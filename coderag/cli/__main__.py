"""``python -m coderag.cli``: for installations whose scripts folder is not on PATH."""
import sys

from coderag.cli.main import main

sys.exit(main())
