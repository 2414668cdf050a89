"""The table of coderag/ARCHITECTURE.md, enforced: who may import whom, and who alone may do what.

Imports are read from the source, also those inside functions and ``import_module("...")``; imports for type checkers
only do not count. A violation is fixed in the code. An exception stands below, by name, with its reason.
"""
from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "coderag"

LAYERS = (
    # lowest first; the names of one line do not know each other
    {"__version__"},
    {"errors", "model"},
    {"beside", "fsio", "pathmatch", "languages"},
    {"settings", "agents"},
    {"git", "analysis", "embedding", "store", "index"},
    {"sync", "search"},
    {"workcopy", "freshness", "models"},
    {"status", "doctor"},
    {"api"},
    {"server"},
    {"cli"},
)

OWNERS = {
    # top-level module -> what may import it (a package or a module)
    "pygit2": {"coderag.git"},
    "tree_sitter": {"coderag.analysis"},
    "tree_sitter_language_pack": {"coderag.analysis"},
    "onnxruntime": {"coderag.embedding"},
    "tokenizers": {"coderag.embedding"},
    "sqlite3": {"coderag.store"},
    "msgpack": {"coderag.store", "coderag.index"},
    "whoosh": {"coderag.index.lexical"},
    "hnswlib": {"coderag.index.graph"},
    "pathspec": {"coderag.pathmatch"},
    "numpy": {"coderag.embedding", "coderag.store", "coderag.index", "coderag.sync", "coderag.search"},
    "mcp": {"coderag.server", "coderag.cli.client"},
    "mcp_types": {"coderag.server"},
    "anyio": {"coderag.server"},
    "starlette": {"coderag.server"},
    "uvicorn": {"coderag.server"},
    "typer": {"coderag.cli"},
    "subprocess": {"coderag.git", "coderag.sync.spawn", "coderag.cli.console"},
}
"""coderag.cli.client plays the agent in the demo. coderag.sync.spawn starts our own worker, and coderag.cli.console the pager; neither starts git."""

TOUCHES_ENVIRONMENT = {
    "coderag.git.command": "gives git this process's environment, cleaned of what would redirect it",
    "coderag.embedding.runtime": "switches onnxruntime's telemetry off, which has no other switch before loading",
    "coderag.sync.spawn": "gives the worker this process's environment, cleaned likewise",
}
ENDS_ITS_PROCESS = {
    "coderag.sync.ingest": "a process of the pool, which has no edge above it, ends when its parent was killed",
}
EDGES = ("coderag.cli", "coderag.server")
"""Only these print, exit and read the environment."""

HEAVY = ("onnxruntime", "tokenizers", "hnswlib", "whoosh", "tree_sitter", "tree_sitter_language_pack", "mcp", "pathspec")
MOST_LINES = 400


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@lru_cache(maxsize=1)
def trees() -> dict[str, ast.Module]:
    return {module_of(p): ast.parse(p.read_text("utf-8"), str(p)) for p in sorted(PACKAGE.rglob("*.py"))}


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Like ast.walk, without what only type checkers see."""
    queue = [tree]
    while queue:
        node = queue.pop()
        yield node
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            queue += node.orelse
        else:
            queue += ast.iter_child_nodes(node)


@lru_cache(maxsize=1)
def modules() -> frozenset[str]:
    return frozenset(trees())


def imports(module: str) -> set[str]:
    """Full names of the modules a module imports."""
    out: set[str] = set()
    for node in nodes(trees()[module]):
        if isinstance(node, ast.Import):
            out |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno}: relative import"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                out.add(full if full in modules() or node.module == "coderag" else str(node.module))
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module") and node.args:
            name = node.args[0]
            if isinstance(name, ast.Constant):
                out.add(name.value)
            elif isinstance(name, ast.JoinedStr) and isinstance(name.values[0], ast.Constant):
                out.add(name.values[0].value.rstrip("."))
    return out


def part(module: str) -> str:
    """What stands in the table: ``coderag.git.hooks.block`` -> ``git``."""
    return module.split(".")[1] if "." in module else "__version__"


def within(module: str, owners: set[str] | tuple[str, ...]) -> bool:
    return any(module == owner or module.startswith(owner + ".") for owner in owners)


def test_every_part_is_in_the_table():
    assert {part(m) for m in modules()} == set().union(*LAYERS)


def test_imports_point_downwards():
    level = {name: i for i, names in enumerate(LAYERS) for name in names}
    wrong = []
    for module in modules():
        here = part(module)
        for target in imports(module):
            there = part(target) if target.startswith("coderag.") else "__version__" if target == "coderag" else here
            if there == here:
                continue
            if there not in level or level[there] >= level[here]:
                wrong.append(f"{module} imports {target}")
    assert not wrong, "\n".join(sorted(wrong))


def test_every_library_has_one_owner():
    wrong = []
    for module in modules():
        for target in imports(module):
            top = target.split(".")[0]
            if top in OWNERS:
                if not within(module, OWNERS[top]):
                    wrong.append(f"{module} imports {top}, which belongs to {', '.join(sorted(OWNERS[top]))}")
            elif top not in sys.stdlib_module_names and top != "coderag":
                wrong.append(f"{module} imports {top}, which has no owner")
    assert not wrong, "\n".join(sorted(wrong))


def test_heavy_libraries_are_not_imported_at_start():
    """What `coderag status`, a hook's worker and a no-op sync pay for."""
    code = f"import sys, coderag.api, coderag.cli.worker, coderag.cli.app; print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "[]"


def uses(module: str, *names: str) -> list[str]:
    """Places where a module mentions one of the dotted names."""
    found = []
    for node in nodes(trees()[module]):
        if isinstance(node, ast.Attribute | ast.Name):
            text = ast.unparse(node)
            if text in names:
                found.append(f"{module}:{node.lineno}: {text}")
        elif isinstance(node, ast.ImportFrom) and node.module in ("os", "sys"):
            found += [f"{module}:{node.lineno}: {a.name}" for a in node.names if f"{node.module}.{a.name}" in names]
    return found


def test_only_the_edges_read_the_environment():
    wrong = []
    for module in modules():
        if not within(module, EDGES) and module not in TOUCHES_ENVIRONMENT:
            wrong += uses(module, "os.environ", "os.environb", "os.getenv", "os.getenvb", "os.putenv")
    assert not wrong, "\n".join(wrong)


def test_exceptions_are_still_needed():
    for module in TOUCHES_ENVIRONMENT:
        assert uses(module, "os.environ"), module
    for module in ENDS_ITS_PROCESS:
        assert len(uses(module, "os._exit")) == 1, module


def test_only_the_edges_print_or_exit():
    names = ("print", "exit", "quit", "sys.exit", "os._exit", "SystemExit", "sys.stdout", "sys.stderr", "input")
    wrong = [place for m in modules() if not within(m, EDGES) for place in uses(m, *names) if not is_local(m, place)]
    wrong = [p for p in wrong if not (p.endswith(": os._exit") and p.partition(":")[0] in ENDS_ITS_PROCESS)]
    assert not wrong, "\n".join(wrong)


def is_local(module: str, place: str) -> bool:
    """`input` and the like as a parameter or variable of the module are not the builtin."""
    name = place.rsplit(": ", 1)[1]
    if "." in name:
        return False
    tree = trees()[module]
    assigned = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return name in assigned | {a.arg for a in ast.walk(tree) if isinstance(a, ast.arg)}


def test_no_file_is_too_long():
    long = {str(p.relative_to(ROOT)): n for p in PACKAGE.rglob("*.py") if (n := len(p.read_text("utf-8").split("\n"))) > MOST_LINES}
    assert not long


def test_no_drawer_for_everything():
    names = {m.rsplit(".", 1)[-1] for m in modules()}
    assert not names & {"util", "utils", "helper", "helpers", "misc"}


def test_every_module_says_what_it_is():
    empty = [m for m, tree in trees().items() if tree.body and not ast.get_docstring(tree)]
    assert not empty


def folder_modules(folder: str, *but: str) -> set[str]:
    return {p.stem for p in (PACKAGE / folder).glob("*.py")} - {"__init__", *but}


def test_registry_of_languages():
    registry = import_module("coderag.languages.registry")
    folders = {p.parent.name for p in (PACKAGE / "languages").glob("*/spec.py")}
    assert set(registry.LANGUAGES) == folders
    for name in registry.LANGUAGES:
        assert registry.get(name).id == name


def test_registry_of_commands():
    from coderag.cli.app import COMMANDS

    assert {name.replace("-", "_") for name in COMMANDS} == folder_modules("cli/commands")
    for name, function in COMMANDS.items():
        assert function.__module__ == f"coderag.cli.commands.{name.replace('-', '_')}"


def test_registry_of_clients():
    from coderag.agents.clients import CLIENTS

    assert {name.replace("-", "_") for name in CLIENTS} == folder_modules("agents/clients")
    assert all(client.name == name for name, client in CLIENTS.items())


def test_registry_of_tools():
    from coderag.server.tools import TOOLS

    assert set(TOOLS) == folder_modules("server/tools", "common")
    assert all(tool.name == name for name, tool in TOOLS.items())


def test_registry_of_signals():
    from coderag.search import presets
    from coderag.search.signals import SIGNALS

    tree = trees()["coderag.search.signals"]
    registered = {ast.unparse(n).split(".")[0] for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    assert registered == folder_modules("search/signals", "base")
    names = [s.name for s in SIGNALS]
    assert len(set(names)) == len(names)
    for preset in (presets.CODE, presets.DOCS):
        assert set(preset.signals) <= set(names)


def test_options_are_documented():
    """Every option of coderag.settings has help, and its field exists; the README names its key."""
    from coderag.settings import OPTIONS, Settings

    readme = (ROOT / "README.md").read_text("utf-8").lower()
    for key, (field, text) in OPTIONS.items():
        assert hasattr(Settings(), field) and text
        assert key in readme, f"README.md does not mention {key}"


@pytest.mark.parametrize("name", ["README.md", "CHANGELOG.md", "coderag/ARCHITECTURE.md"])
def test_the_table_and_the_files_it_names(name):
    """Code paths that the documents mention exist."""
    text = (ROOT / name).read_text("utf-8")
    for path in re.findall(r"`((?:coderag|tests|fixtures|hooks)/[\w./-]+)`", text):
        assert (ROOT / path).exists(), f"{name} names {path}"


def test_architecture_lists_every_part():
    table = (PACKAGE / "ARCHITECTURE.md").read_text("utf-8")
    for name in set().union(*LAYERS) - {"__version__"}:
        assert f"`{name}/`" in table or f"`{name}`" in table, f"ARCHITECTURE.md does not list {name}"
