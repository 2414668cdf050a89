"""Regeneration flag of the language expectations."""
def pytest_addoption(parser):
    parser.addoption("--regen", action="store_true", help="rewrite the .expect files; read the diff before you commit it")


collect_ignore_glob = ["*/*"]  # the folders hold sources to analyse, some of them named like tests
