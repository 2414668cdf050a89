"""Entry point of a subprocess: the real command line over the fake Engine."""
import sys

import tests.unit.server.serve_fake  # noqa: F401  puts the fake Engine in place
from coderag.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
