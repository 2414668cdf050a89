"""Options of long runs. Without them the suite is the quick one that runs on every change."""
from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also the long runs: random histories, every kind of repository")
    parser.addoption("--minutes", type=float, default=10.0, help="how long the random histories of --long go on")


@pytest.fixture
def long_run(request: pytest.FixtureRequest) -> float:
    """Minutes to spend; skips where --long is not given."""
    if not request.config.getoption("--long"):
        pytest.skip("only with --long")
    return request.config.getoption("--minutes")
