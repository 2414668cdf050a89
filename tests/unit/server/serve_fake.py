"""Entry point of a subprocess: the real server, stdio or HTTP, over the fake Engine.

    python serve_fake.py PATH [HOST:PORT [TOKEN]]
"""
from __future__ import annotations

import sys
import types

from tests.unit.server.fake_engine import FakeEngine

api = types.ModuleType("coderag.api")
api.Engine = FakeEngine
sys.modules["coderag.api"] = api

if __name__ == "__main__":
    from coderag.server import http, run_http, run_stdio

    if len(sys.argv) > 2:
        sys.exit(run_http([sys.argv[1]], *http.parse_address(sys.argv[2]), token=(sys.argv[3:] or [None])[0]))
    sys.exit(run_stdio([sys.argv[1]]))
